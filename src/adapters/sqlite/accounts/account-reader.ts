import type {
  AccountReader,
  AccountRow,
  AuditQuestion,
  InvitationView,
  PasskeyView,
  SessionView,
} from '../../../core/accounts/account-reader.ts'
import type { Session, SessionId } from '../../../core/accounts/session.ts'
import type { Account, Language, Role } from '../../../core/identity/account.ts'
import type { AuditEntry } from '../../../core/identity/audit.ts'
import type { AccountId } from '../../../core/identity/ids.ts'
import { type Database, openDatabase } from '../database/open-database.ts'
import { onStorage } from '../database/storage-failure.ts'
import { accountOf, PERSON, type PersonRow, SESSION, type SessionRow, sessionOf } from './account-rows.ts'
import { type AuditRow, auditEntryOf } from './audit-rows.ts'

/**
 * Opens the accounts file read-only; the file must exist.
 *
 * @throws {Failure} `service_unavailable` if it cannot be read.
 */
export function openAccountReader(path: string): AccountReader {
  return onStorage(path, () => {
    const db = openDatabase(path, { readOnly: true, synchronous: 'FULL' })
    try {
      return new SqliteAccountReader(db)
    } catch (error) {
      db.close()
      throw error
    }
  })
}

/**
 * Creates a reader on an open accounts file.
 *
 * @throws {Failure} `service_unavailable` as `openAccountReader`.
 */
export function accountReaderOn(db: Database): AccountReader {
  return onStorage(db.name, () => new SqliteAccountReader(db))
}

/**
 * Reads the accounts file. Every statement is prepared once: the one for the session runs at every request of
 * the dashboard.
 */
class SqliteAccountReader implements AccountReader {
  readonly #db: Database
  readonly #statements: ReturnType<typeof prepareAll>

  constructor(db: Database) {
    this.#db = db
    this.#statements = prepareAll(db)
  }

  session(tokenHash: string): SessionView | undefined {
    const row = this.#on(() => this.#statements.session.get(tokenHash)) as
      | (PersonRow & SessionRow)
      | undefined
    return row === undefined ? undefined : { session: sessionOf(row), account: accountOf(row) }
  }

  account(id: AccountId): Account | undefined {
    const row = this.#on(() => this.#statements.account.get(id)) as PersonRow | undefined
    return row === undefined ? undefined : accountOf(row)
  }

  sessions(account: AccountId): readonly Session[] {
    return (this.#on(() => this.#statements.sessions.all(account)) as SessionRow[]).map(sessionOf)
  }

  ownsSession(account: AccountId, id: SessionId): boolean {
    return this.#on(() => this.#statements.ownsSession.get(account, id)) !== undefined
  }

  passkeys(account: AccountId): readonly PasskeyView[] {
    return (this.#on(() => this.#statements.passkeys.all(account)) as PasskeyRow[]).map(passkeyOf)
  }

  countPasskeys(account: AccountId): number {
    return (this.#on(() => this.#statements.countPasskeys.get(account)) as { n: number }).n
  }

  audit({ account, before, limit, subject }: AuditQuestion): readonly AuditEntry[] {
    const params = {
      account: account ?? null,
      before: before ?? Number.MAX_SAFE_INTEGER,
      subject: subject ?? null,
      limit,
    }
    const statement = account === undefined ? this.#statements.auditOfAll : this.#statements.audit
    return (this.#on(() => statement.all(params)) as AuditRow[]).map(auditEntryOf)
  }

  accounts(question: { text: string; after: string; limit: number }): readonly AccountRow[] {
    const rows = this.#on(() => this.#statements.accounts.all(question)) as (PersonRow & CountRow)[]
    return rows.map((row) => ({ ...accountOf(row), seenAtMs: row.seen_at_ms ?? undefined, keys: row.keys }))
  }

  countAccounts(): number {
    return (this.#on(() => this.#statements.countAccounts.get()) as { n: number }).n
  }

  invitations(nowMs: number): readonly InvitationView[] {
    return (this.#on(() => this.#statements.invitations.all(nowMs)) as InvitationRow[]).map(invitationOf)
  }

  hasOperator(): boolean {
    return this.#on(() => this.#statements.operator.get()) !== undefined
  }

  close(): void {
    this.#db.close()
  }

  #on<Result>(step: () => Result): Result {
    return onStorage(this.#db.name, step)
  }
}

interface PasskeyRow {
  readonly id: string
  readonly name: string | null
  readonly created_at: string | null
  readonly backed_up: number
  readonly last_used_at_ms: number | null
}

interface CountRow {
  readonly seen_at_ms: number | null
  readonly keys: number
}

interface InvitationRow {
  readonly id: string
  readonly email: string
  readonly role: string
  readonly language: string
  readonly created_at_ms: number
  readonly expires_at_ms: number
}

function prepareAll(db: Database) {
  return {
    session: db.prepare(
      `SELECT ${PERSON}, ${SESSION} FROM sessions JOIN accounts ON accounts.id = sessions.account_id WHERE sessions.token = ?`,
    ),
    account: db.prepare(`SELECT ${PERSON} FROM accounts WHERE id = ?`),
    sessions: db.prepare(
      `SELECT ${SESSION} FROM sessions WHERE account_id = ? ORDER BY seen_at_ms DESC, created_at DESC`,
    ),
    ownsSession: db.prepare('SELECT 1 FROM sessions WHERE account_id = ? AND id = ?'),
    passkeys: db.prepare(
      `SELECT id, name, created_at, backed_up, last_used_at_ms FROM passkeys
       WHERE account_id = ? ORDER BY created_at DESC, id`,
    ),
    countPasskeys: db.prepare('SELECT count(*) AS n FROM passkeys WHERE account_id = ?'),
    ...prepareAudit(db),
    ...prepareForOperators(db),
  }
}

function prepareAudit(db: Database) {
  return {
    audit: db.prepare(
      `SELECT * FROM audit WHERE account_id = @account AND number < @before
       AND (@subject IS NULL OR subject = @subject) ORDER BY number DESC LIMIT @limit`,
    ),
    auditOfAll: db.prepare(
      `SELECT * FROM audit WHERE number < @before
       AND (@subject IS NULL OR subject = @subject) ORDER BY number DESC LIMIT @limit`,
    ),
  }
}

function prepareForOperators(db: Database) {
  return {
    accounts: db.prepare(
      `SELECT ${PERSON},
         (SELECT max(seen_at_ms) FROM sessions WHERE account_id = accounts.id) AS seen_at_ms,
         (SELECT count(*) FROM keys WHERE account = accounts.id) AS keys
       FROM accounts WHERE email > @after AND (instr(email, lower(@text)) > 0 OR instr(lower(name), lower(@text)) > 0)
       ORDER BY email LIMIT @limit`,
    ),
    countAccounts: db.prepare('SELECT count(*) AS n FROM accounts WHERE email IS NOT NULL'),
    invitations: db.prepare(
      `SELECT id, email, role, language, created_at_ms, expires_at_ms FROM links
       WHERE kind = 'invitation' AND used_at_ms IS NULL AND ended_at_ms IS NULL AND expires_at_ms > ?
       ORDER BY created_at_ms DESC, id`,
    ),
    operator: db.prepare(
      `SELECT 1 FROM accounts WHERE role = 'operator' AND disabled_at_ms IS NULL AND deleted_at_ms IS NULL LIMIT 1`,
    ),
  }
}

function passkeyOf(row: PasskeyRow): PasskeyView {
  return {
    id: row.id,
    name: row.name ?? '',
    createdAtMs: row.created_at === null ? 0 : Date.parse(row.created_at),
    lastUsedAtMs: row.last_used_at_ms ?? undefined,
    isBackedUp: row.backed_up !== 0,
  }
}

function invitationOf(row: InvitationRow): InvitationView {
  return {
    id: row.id,
    email: row.email,
    role: row.role as Role,
    language: row.language as Language,
    createdAtMs: row.created_at_ms,
    expiresAtMs: row.expires_at_ms,
  }
}
