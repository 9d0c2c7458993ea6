import type {
  AccountStore,
  NewAccount,
  Notices,
  ShownFactor,
  SignInNote,
  StoredFactor,
} from '../../../core/accounts/account-store.ts'
import type { Link, LinkId } from '../../../core/accounts/link.ts'
import type { SessionId } from '../../../core/accounts/session.ts'
import type { Language, Role } from '../../../core/identity/account.ts'
import type { AccountId } from '../../../core/identity/ids.ts'
import {
  findPasswordHash,
  insertNotices,
  isChangedSince,
  setDescription,
  setPassword,
} from './account-changes.ts'
import { AccountQueries } from './account-queries.ts'
import type { Accounts } from './accounts-tables.ts'
import { emptyAccountRow } from './empty-account.ts'
import { dropFactor, finishFactor, insertFactor } from './factor-changes.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { endLink, endResetsOf, insertLink } from './link-rows.ts'
import { isLastOperator, isSetUpCode, setRole, setSetUpCode } from './operator-changes.ts'
import { deleteSession, deleteSessions, endPendingSignIns, setProven, setSeen } from './session-rows.ts'
import { changeAddress, endInvitation, makeAccount, resetPassword } from './use-link.ts'

/** The account store. Its opener closes the database. */
export class SqlAccountStore extends AccountQueries implements AccountStore {
  addLink(link: Link, notices: Notices, ends: { link?: LinkId; sessions?: true } = {}): Promise<void> {
    return this.database.forAccount(link.account, async (tables) => {
      if (ends.link !== undefined) await endLink(tables, ends.link, link.createdAtMs)
      if (ends.sessions === true && link.account !== undefined) await deleteSessions(tables, link.account)
      await insertLink(tables, link)
      await insertNotices(tables, notices)
    })
  }

  makeAccount(
    link: LinkId,
    account: NewAccount,
    atMs: number,
    notices: Notices,
  ): Promise<'done' | 'used' | 'taken'> {
    return this.database.alone((tables) => makeAccount(tables, link, account, atMs, notices))
  }

  resetPassword(
    link: LinkId,
    account: AccountId,
    change: { passwordHash: string; dropsSecondFactor: boolean; atMs: number },
    notices: Notices,
  ): Promise<'done' | 'used'> {
    return this.database.alone((tables) => resetPassword(tables, link, account, change, notices))
  }

  changeAddress(
    link: LinkId,
    account: AccountId,
    change: { email: string; atMs: number },
    notices: Notices,
  ): Promise<'done' | 'used' | 'taken'> {
    return this.database.alone((tables) => changeAddress(tables, link, account, change, notices))
  }

  endInvitation(id: LinkId, atMs: number, notices: Notices): Promise<boolean> {
    return this.database.alone((tables) => endInvitation(tables, id, atMs, notices))
  }

  noteSignIn(note: SignInNote, notices: Notices): Promise<'done' | 'code_used' | 'over'> {
    return this.database.forAccount(note.account, async (tables) => {
      const outcome = await finishSignIn(tables, note)
      if (outcome === 'done') await insertNotices(tables, notices)
      return outcome
    })
  }

  noteHalf(account: AccountId, since: number): Promise<'done' | 'over'> {
    return this.database.forAccount(account, async (tables) => {
      if (!(await isChangedSince(tables, account, since))) return 'done'
      await endPendingSignIns(tables, account)
      return 'over'
    })
  }

  endSession(account: AccountId, id: SessionId, notices: Notices): Promise<boolean> {
    return this.#ifSo(account, notices, (tables) => deleteSession(tables, account, id))
  }

  endSessions(account: AccountId, except: SessionId | undefined, notices: Notices): Promise<void> {
    return this.#noted(account, notices, (tables) => deleteSessions(tables, account, except))
  }

  proveSession(id: SessionId, atMs: number): Promise<boolean> {
    return setProven(this.database.tables, id, atMs)
  }

  seeSession(id: SessionId, atMs: number): Promise<void> {
    return setSeen(this.database.tables, id, atMs)
  }

  describe(
    account: AccountId,
    change: { name?: string; language?: Language },
    notices: Notices,
  ): Promise<void> {
    return this.#noted(account, notices, (tables) => setDescription(tables, account, change))
  }

  changePassword(
    account: AccountId,
    { from, to, atMs }: { from: string; to: string; atMs: number },
    notices: Notices,
  ): Promise<'done' | 'over'> {
    return this.database.alone(async (tables) => {
      if ((await findPasswordHash(tables, account)) !== from) return 'over'
      await setPassword(tables, account, to, atMs)
      await endResetsOf(tables, account, atMs)
      await deleteSessions(tables, account)
      await insertNotices(tables, notices)
      return 'done'
    })
  }

  beginFactor(account: AccountId, factor: Omit<StoredFactor, 'isOn'>): Promise<boolean> {
    return this.database.forAccount(account, (tables) => insertFactor(tables, account, factor))
  }

  finishFactor(
    account: AccountId,
    shown: ShownFactor,
    notices: Notices,
  ): Promise<'done' | 'not_now' | 'over'> {
    return this.database.forAccount(account, async (tables) => {
      const outcome = await finishFactor(tables, account, shown)
      if (outcome === 'done') await insertNotices(tables, notices)
      return outcome
    })
  }

  changeRecoveryCodes(account: AccountId, sealed: string, notices: Notices): Promise<void> {
    return this.#noted(account, notices, (tables) =>
      tables
        .updateTable('second_factors')
        .set({ recovery_codes: sealed })
        .where('account_id', '=', account)
        .execute(),
    )
  }

  endFactor(account: AccountId, notices: Notices): Promise<boolean> {
    return this.#ifSo(account, notices, (tables) => dropFactor(tables, account))
  }

  record(notices: Notices): Promise<void> {
    return this.#noted(undefined, notices, async () => undefined)
  }

  namePasskey(account: AccountId, id: string, name: string, notices: Notices): Promise<boolean> {
    return this.#ifSo(account, notices, async (tables) => {
      const { numUpdatedRows } = await tables
        .updateTable('passkeys')
        .set({ name })
        .where('account_id', '=', account)
        .where('id', '=', id)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    })
  }

  removePasskey(account: AccountId, id: string, notices: Notices): Promise<boolean> {
    return this.#ifSo(account, notices, async (tables) => {
      const { numDeletedRows } = await tables
        .deleteFrom('passkeys')
        .where('account_id', '=', account)
        .where('id', '=', id)
        .executeTakeFirst()
      return numDeletedRows === 1n
    })
  }

  emptyAccount(account: AccountId, atMs: number, notices: Notices): Promise<'done' | 'last_operator'> {
    return this.#unlessLast(account, notices, (tables) => emptyAccountRow(tables, account, atMs))
  }

  setRole(account: AccountId, role: Role, notices: Notices): Promise<'done' | 'last_operator'> {
    return this.database.alone(async (tables) => {
      if (role === 'user' && (await isLastOperator(tables, account))) return 'last_operator'
      await setRole(tables, account, role)
      await insertNotices(tables, notices)
      return 'done'
    })
  }

  disable(account: AccountId, atMs: number, notices: Notices): Promise<'done' | 'last_operator'> {
    return this.#unlessLast(account, notices, async (tables) => {
      await tables
        .updateTable('accounts')
        .set({ disabled_at_ms: atMs })
        .where('id', '=', account)
        .where('disabled_at_ms', 'is', null)
        .execute()
      await deleteSessions(tables, account)
    })
  }

  enable(account: AccountId, notices: Notices): Promise<void> {
    return this.database.alone(async (tables) => {
      await tables.updateTable('accounts').set({ disabled_at_ms: null }).where('id', '=', account).execute()
      await insertNotices(tables, notices)
    })
  }

  setSetUpCode(hash: Uint8Array, atMs: number): Promise<void> {
    return this.database.alone((tables) => setSetUpCode(tables, hash, atMs))
  }

  takeSetUpCode(hash: Uint8Array, account: AccountId, notices: Notices): Promise<boolean> {
    return this.database.alone(async (tables) => {
      if (!(await isSetUpCode(tables, hash))) return false
      await setRole(tables, account, 'operator')
      await insertNotices(tables, notices)
      return true
    })
  }

  /** Stores a change of one account with its notices. */
  #noted(
    account: AccountId | undefined,
    notices: Notices,
    change: (tables: Accounts) => Promise<unknown>,
  ): Promise<void> {
    return this.database.forAccount(account, async (tables) => {
      await change(tables)
      await insertNotices(tables, notices)
    })
  }

  /** Stores a change of one account, and the notices if it was made. */
  #ifSo(
    account: AccountId,
    notices: Notices,
    change: (tables: Accounts) => Promise<boolean>,
  ): Promise<boolean> {
    return this.database.forAccount(account, async (tables) => {
      const isDone = await change(tables)
      if (isDone) await insertNotices(tables, notices)
      return isDone
    })
  }

  /** Stores a change after which the account is no open operator account any more. */
  #unlessLast(
    account: AccountId,
    notices: Notices,
    change: (tables: Accounts) => Promise<void>,
  ): Promise<'done' | 'last_operator'> {
    return this.database.alone(async (tables) => {
      if (await isLastOperator(tables, account)) return 'last_operator'
      await change(tables)
      await insertNotices(tables, notices)
      return 'done'
    })
  }
}
