import type { StoredFactor } from '../../../core/accounts/account-store.ts'
import type { Link } from '../../../core/accounts/link.ts'
import type { Session, SessionId } from '../../../core/accounts/session.ts'
import type { Account } from '../../../core/identity/account.ts'
import type { AccountId } from '../../../core/identity/ids.ts'
import type { Database } from '../database/open-database.ts'
import { onStorage } from '../database/storage-failure.ts'
import { accountOf, PERSON, type PersonRow, SESSION, type SessionRow, sessionOf } from './account-rows.ts'
import { findLastSignUp, findLink } from './link-rows.ts'

/** The reading half of the account store, on the same connection as the writing half. */
export class AccountQueries {
  protected readonly db: Database

  constructor(db: Database) {
    this.db = db
  }

  account(id: AccountId): Account | undefined {
    return this.#person('id = ?', id)
  }

  accountByEmail(email: string): Account | undefined {
    return this.#person('email = ?', email)
  }

  passwordHash(account: AccountId): string | undefined {
    const statement = "SELECT password FROM credentials WHERE account_id = ? AND provider = 'credential'"
    const hash = this.on((db) => db.prepare(statement).pluck().get(account))
    return (hash ?? undefined) as string | undefined
  }

  factor(account: AccountId): StoredFactor | undefined {
    const statement = 'SELECT secret, recovery_codes, verified FROM second_factors WHERE account_id = ?'
    const row = this.on((db) => db.prepare(statement).get(account)) as
      | { secret: string; recovery_codes: string; verified: number }
      | undefined
    if (row === undefined) return undefined
    return {
      sealedSecret: row.secret,
      sealedRecoveryCodes: row.recovery_codes,
      isOn: row.verified === 1,
    }
  }

  link(tokenHash: Uint8Array): Link | undefined {
    return this.on((db) => findLink(db, tokenHash))
  }

  lastSignUp(browserHash: Uint8Array, nowMs: number): Link | undefined {
    return this.on((db) => findLastSignUp(db, browserHash, nowMs))
  }

  session(id: SessionId): Session | undefined {
    const row = this.on((db) => db.prepare(`SELECT ${SESSION} FROM sessions WHERE id = ?`).get(id))
    return row === undefined ? undefined : sessionOf(row as SessionRow)
  }

  passwordChanges(): number {
    const statement = "SELECT seq FROM sqlite_sequence WHERE name = 'password_changes'"
    return (this.on((db) => db.prepare(statement).pluck().get()) ?? 0) as number
  }

  knowsDevice(account: AccountId, mark: Uint8Array): boolean {
    const statement = 'SELECT 1 FROM devices WHERE account_id = ? AND mark = ?'
    return this.on((db) => db.prepare(statement).get(account, Buffer.from(mark))) !== undefined
  }

  countPasskeys(account: AccountId): number {
    const statement = 'SELECT count(*) FROM passkeys WHERE account_id = ?'
    return this.on((db) => db.prepare(statement).pluck().get(account)) as number
  }

  hasOperator(): boolean {
    const statement = `SELECT 1 FROM accounts
      WHERE role = 'operator' AND disabled_at_ms IS NULL AND deleted_at_ms IS NULL LIMIT 1`
    return this.on((db) => db.prepare(statement).get()) !== undefined
  }

  isSetUpCode(hash: Uint8Array): boolean {
    const found = this.on((db) =>
      db.prepare('SELECT 1 FROM setup_codes WHERE hash = ?').get(Buffer.from(hash)),
    )
    return found !== undefined && !this.hasOperator()
  }

  #person(where: string, value: string): Account | undefined {
    const row = this.on((db) => db.prepare(`SELECT ${PERSON} FROM accounts WHERE ${where}`).get(value))
    return row === undefined ? undefined : accountOf(row as PersonRow)
  }

  protected on<Result>(step: (db: Database) => Result): Result {
    return onStorage(this.db.name, () => step(this.db))
  }
}
