import type { StoredFactor } from '../../../core/accounts/account-store.ts'
import type { Link } from '../../../core/accounts/link.ts'
import type { Session, SessionId } from '../../../core/accounts/session.ts'
import type { Account } from '../../../core/identity/account.ts'
import type { AccountId } from '../../../core/identity/ids.ts'
import type { SqlDatabase } from '../database/sql-database.ts'
import { findPasswordHash } from './account-changes.ts'
import { accountOf, PERSON, SESSION, sessionOf } from './account-rows.ts'
import type { Accounts, AccountsTables } from './accounts-tables.ts'
import { findLastSignUp, findLink } from './link-rows.ts'
import { hasOperator, isSetUpCode } from './operator-changes.ts'

/** The reading half of the account store. */
export class AccountQueries {
  protected readonly database: SqlDatabase<AccountsTables>

  constructor(database: SqlDatabase<AccountsTables>) {
    this.database = database
  }

  async account(id: AccountId): Promise<Account | undefined> {
    const row = await this.#tables
      .selectFrom('accounts')
      .select(PERSON)
      .where('id', '=', id)
      .executeTakeFirst()
    return row && accountOf(row)
  }

  async accountByEmail(email: string): Promise<Account | undefined> {
    const row = await this.#tables
      .selectFrom('accounts')
      .select(PERSON)
      .where('email', '=', email)
      .executeTakeFirst()
    return row && accountOf(row)
  }

  passwordHash(account: AccountId): Promise<string | undefined> {
    return findPasswordHash(this.#tables, account)
  }

  async factor(account: AccountId): Promise<StoredFactor | undefined> {
    const row = await this.#tables
      .selectFrom('second_factors')
      .select(['secret', 'recovery_codes', 'verified'])
      .where('account_id', '=', account)
      .executeTakeFirst()
    if (row === undefined) return undefined
    return {
      sealedSecret: row.secret,
      sealedRecoveryCodes: row.recovery_codes,
      isOn: row.verified === 1,
    }
  }

  link(tokenHash: Uint8Array): Promise<Link | undefined> {
    return findLink(this.#tables, tokenHash)
  }

  lastSignUp(browserHash: Uint8Array, nowMs: number): Promise<Link | undefined> {
    return findLastSignUp(this.#tables, browserHash, nowMs)
  }

  async session(id: SessionId): Promise<Session | undefined> {
    const row = await this.#tables
      .selectFrom('sessions')
      .select(SESSION)
      .where('id', '=', id)
      .executeTakeFirst()
    return row && sessionOf(row)
  }

  /**
   * The highest number that is left: those of deleted accounts are gone. No number is given twice, so every
   * later change has a higher one.
   */
  async passwordChanges(): Promise<number> {
    const row = await this.#tables
      .selectFrom('password_changes')
      .select(({ fn }) => fn.max('number').as('last'))
      .executeTakeFirst()
    return row?.last ?? 0
  }

  async knowsDevice(account: AccountId, mark: Uint8Array): Promise<boolean> {
    const row = await this.#tables
      .selectFrom('devices')
      .select('last_seen_ms')
      .where('account_id', '=', account)
      .where('mark', '=', mark)
      .executeTakeFirst()
    return row !== undefined
  }

  async countPasskeys(account: AccountId): Promise<number> {
    const { n } = await this.#tables
      .selectFrom('passkeys')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('account_id', '=', account)
      .executeTakeFirstOrThrow()
    return n
  }

  hasOperator(): Promise<boolean> {
    return hasOperator(this.#tables)
  }

  isSetUpCode(hash: Uint8Array): Promise<boolean> {
    return isSetUpCode(this.#tables, hash)
  }

  get #tables(): Accounts {
    return this.database.tables
  }
}
