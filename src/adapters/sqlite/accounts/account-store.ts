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
import type { Database } from '../database/open-database.ts'
import {
  emptyAccountRow,
  finishSignIn,
  insertAccount,
  insertNotices,
  isChangedSince,
  isPasswordHash,
  isTaken,
  setAddress,
  setDescription,
  setPassword,
} from './account-changes.ts'
import { AccountQueries } from './account-queries.ts'
import { dropFactor, finishFactor, insertFactor } from './factor-changes.ts'
import {
  endLink,
  endLinksOf,
  endResetsOf,
  endSignUpsOf,
  insertLink,
  invitationOf,
  isBySetUp,
  takeLink,
} from './link-rows.ts'
import { endSetUpCodes, isLastOperator, setRole, setSetUpCode } from './operator-changes.ts'
import { deleteSession, deleteSessions, endPendingSignIns, setProven, setSeen } from './session-rows.ts'

/** The account store over the accounts file; see `openAccountsDatabase`. Its opener closes the database. */
export class SqliteAccountStore extends AccountQueries implements AccountStore {
  addLink(link: Link, notices: Notices, ends: { link?: LinkId; sessions?: true } = {}): void {
    this.#inOne((db) => {
      if (ends.link !== undefined) endLink(db, ends.link, link.createdAtMs)
      if (ends.sessions === true && link.account !== undefined) deleteSessions(db, link.account)
      insertLink(db, link)
      insertNotices(db, notices)
    })
  }

  makeAccount(link: LinkId, account: NewAccount, atMs: number, notices: Notices): 'done' | 'used' | 'taken' {
    return this.#inOne((db) => {
      const invitation = invitationOf(db, link)
      if (!takeLink(db, link, atMs) || invitation?.isEnded === true) return 'used'
      endLinksOf(db, account.email, ['sign_up', 'invitation'], atMs)
      if (isTaken(db, account.email)) return 'taken'
      const role = invitation?.isByOperator === false || this.#isLateSetUp(link) ? 'user' : account.role
      insertAccount(db, { ...account, role }, atMs)
      if (role === 'operator') endSetUpCodes(db)
      insertNotices(db, notices)
      return 'done'
    })
  }

  resetPassword(
    link: LinkId,
    account: AccountId,
    change: { passwordHash: string; dropsSecondFactor: boolean; atMs: number },
    notices: Notices,
  ): 'done' | 'used' {
    return this.#inOne((db) => {
      if (!takeLink(db, link, change.atMs)) return 'used'
      setPassword(db, account, change.passwordHash, change.atMs)
      if (change.dropsSecondFactor) dropFactor(db, account)
      endResetsOf(db, account, change.atMs)
      deleteSessions(db, account)
      insertNotices(db, notices)
      return 'done'
    })
  }

  changeAddress(
    link: LinkId,
    account: AccountId,
    { email, atMs }: { email: string; atMs: number },
    notices: Notices,
  ): 'done' | 'used' | 'taken' {
    return this.#inOne((db) => {
      if (!takeLink(db, link, atMs)) return 'used'
      if (isTaken(db, email)) return 'taken'
      setAddress(db, account, email, atMs)
      endLinksOf(db, email, ['sign_up', 'new_address', 'invitation'], atMs)
      endResetsOf(db, account, atMs)
      insertNotices(db, notices)
      return 'done'
    })
  }

  endInvitation(id: LinkId, atMs: number, notices: Notices): boolean {
    return this.#inOne((db) => {
      const kind = db.prepare('SELECT kind FROM links WHERE id = ?').pluck().get(id)
      if (kind !== 'invitation' || !endLink(db, id, atMs)) return false
      endSignUpsOf(db, id, atMs)
      insertNotices(db, notices)
      return true
    })
  }

  noteSignIn(note: SignInNote, notices: Notices): 'done' | 'code_used' | 'over' {
    return this.#inOne((db) => {
      const outcome = finishSignIn(db, note)
      if (outcome === 'done') insertNotices(db, notices)
      return outcome
    })
  }

  noteHalf(account: AccountId, since: number): 'done' | 'over' {
    return this.#inOne((db) => {
      if (!isChangedSince(db, account, since)) return 'done'
      endPendingSignIns(db, account)
      return 'over'
    })
  }

  endSession(account: AccountId, id: SessionId, notices: Notices): boolean {
    return this.#inOne((db) => this.#ifSo(deleteSession(db, account, id), notices))
  }

  endSessions(account: AccountId, except: SessionId | undefined, notices: Notices): void {
    this.#inOne((db) => {
      deleteSessions(db, account, except)
      insertNotices(db, notices)
    })
  }

  proveSession(id: SessionId, atMs: number): boolean {
    return this.on((db) => setProven(db, id, atMs))
  }

  seeSession(id: SessionId, atMs: number): void {
    this.on((db) => setSeen(db, id, atMs))
  }

  describe(account: AccountId, change: { name?: string; language?: Language }, notices: Notices): void {
    this.#inOne((db) => {
      setDescription(db, account, change)
      insertNotices(db, notices)
    })
  }

  changePassword(
    account: AccountId,
    { from, to, atMs }: { from: string; to: string; atMs: number },
    notices: Notices,
  ): 'done' | 'over' {
    return this.#inOne((db) => {
      if (!isPasswordHash(db, account, from)) return 'over'
      setPassword(db, account, to, atMs)
      endResetsOf(db, account, atMs)
      deleteSessions(db, account)
      insertNotices(db, notices)
      return 'done'
    })
  }

  beginFactor(account: AccountId, factor: Omit<StoredFactor, 'isOn'>): boolean {
    return this.#inOne((db) => insertFactor(db, account, factor))
  }

  finishFactor(account: AccountId, shown: ShownFactor, notices: Notices): 'done' | 'not_now' | 'over' {
    return this.#inOne((db) => {
      const outcome = finishFactor(db, account, shown)
      if (outcome === 'done') insertNotices(db, notices)
      return outcome
    })
  }

  changeRecoveryCodes(account: AccountId, sealed: string, notices: Notices): void {
    this.#inOne((db) => {
      db.prepare('UPDATE second_factors SET recovery_codes = ? WHERE account_id = ?').run(sealed, account)
      insertNotices(db, notices)
    })
  }

  endFactor(account: AccountId, notices: Notices): boolean {
    return this.#inOne((db) => this.#ifSo(dropFactor(db, account), notices))
  }

  record(notices: Notices): void {
    this.#inOne((db) => insertNotices(db, notices))
  }

  namePasskey(account: AccountId, id: string, name: string, notices: Notices): boolean {
    return this.#inOne((db) => {
      const named = db
        .prepare('UPDATE passkeys SET name = ? WHERE account_id = ? AND id = ?')
        .run(name, account, id)
      return this.#ifSo(named.changes === 1, notices)
    })
  }

  removePasskey(account: AccountId, id: string, notices: Notices): boolean {
    return this.#inOne((db) => {
      const removed = db.prepare('DELETE FROM passkeys WHERE account_id = ? AND id = ?').run(account, id)
      return this.#ifSo(removed.changes === 1, notices)
    })
  }

  emptyAccount(account: AccountId, atMs: number, notices: Notices): 'done' | 'last_operator' {
    return this.#inOne((db) => {
      if (isLastOperator(db, account)) return 'last_operator'
      emptyAccountRow(db, account, atMs)
      insertNotices(db, notices)
      return 'done'
    })
  }

  setRole(account: AccountId, role: Role, notices: Notices): 'done' | 'last_operator' {
    return this.#inOne((db) => {
      if (role === 'user' && isLastOperator(db, account)) return 'last_operator'
      setRole(db, account, role)
      insertNotices(db, notices)
      return 'done'
    })
  }

  disable(account: AccountId, atMs: number, notices: Notices): 'done' | 'last_operator' {
    return this.#inOne((db) => {
      if (isLastOperator(db, account)) return 'last_operator'
      db.prepare('UPDATE accounts SET disabled_at_ms = ifnull(disabled_at_ms, ?) WHERE id = ?').run(
        atMs,
        account,
      )
      deleteSessions(db, account)
      insertNotices(db, notices)
      return 'done'
    })
  }

  enable(account: AccountId, notices: Notices): void {
    this.#inOne((db) => {
      db.prepare('UPDATE accounts SET disabled_at_ms = NULL WHERE id = ?').run(account)
      insertNotices(db, notices)
    })
  }

  setSetUpCode(hash: Uint8Array, atMs: number): void {
    this.#inOne((db) => setSetUpCode(db, hash, atMs))
  }

  takeSetUpCode(hash: Uint8Array, account: AccountId, notices: Notices): boolean {
    return this.#inOne((db) => {
      if (!this.isSetUpCode(hash)) return false
      setRole(db, account, 'operator')
      insertNotices(db, notices)
      return true
    })
  }

  /** Whether the sign-up was with the set-up code and there is an operator by now. */
  #isLateSetUp(link: LinkId): boolean {
    return isBySetUp(this.db, link) && this.hasOperator()
  }

  #ifSo(isDone: boolean, notices: Notices): boolean {
    if (isDone) insertNotices(this.db, notices)
    return isDone
  }

  /** Runs the step in one transaction. */
  #inOne<Result>(step: (db: Database) => Result): Result {
    return this.on((db) => db.transaction(() => step(db)).immediate())
  }
}
