import type { Selectable } from 'kysely'
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
import type { SqlDatabase } from '../database/sql-database.ts'
import { accountOf, PERSON, SESSION, sessionOf } from './account-rows.ts'
import type { Accounts, AccountsTables, LinksTable, PasskeysTable } from './accounts-tables.ts'
import { auditEntryOf } from './audit-rows.ts'
import { hasOperator } from './operator-changes.ts'
import { asciiLower, contains } from './text-conditions.ts'

/** Reads accounts. It owns the database and closes it. */
export class SqlAccountReader implements AccountReader {
  readonly #database: SqlDatabase<AccountsTables>

  constructor(database: SqlDatabase<AccountsTables>) {
    this.#database = database
  }

  async session(tokenHash: string): Promise<SessionView | undefined> {
    const row = await this.#tables
      .selectFrom('sessions')
      .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
      .select([...PERSON, ...SESSION])
      .where('sessions.token', '=', tokenHash)
      .executeTakeFirst()
    return row && { session: sessionOf(row), account: accountOf(row) }
  }

  async account(id: AccountId): Promise<Account | undefined> {
    const row = await this.#tables
      .selectFrom('accounts')
      .select(PERSON)
      .where('id', '=', id)
      .executeTakeFirst()
    return row && accountOf(row)
  }

  async sessions(account: AccountId): Promise<readonly Session[]> {
    const rows = await this.#tables
      .selectFrom('sessions')
      .select(SESSION)
      .where('account_id', '=', account)
      .orderBy('seen_at_ms', (order) => order.desc().nullsLast())
      .orderBy('created_at', 'desc')
      .execute()
    return rows.map(sessionOf)
  }

  async ownsSession(account: AccountId, id: SessionId): Promise<boolean> {
    const row = await this.#tables
      .selectFrom('sessions')
      .select('id')
      .where('account_id', '=', account)
      .where('id', '=', id)
      .executeTakeFirst()
    return row !== undefined
  }

  async passkeys(account: AccountId): Promise<readonly PasskeyView[]> {
    const rows = await this.#tables
      .selectFrom('passkeys')
      .select(['id', 'name', 'created_at', 'backed_up', 'last_used_at_ms'])
      .where('account_id', '=', account)
      .orderBy('created_at', (order) => order.desc().nullsLast())
      .orderBy('id')
      .execute()
    return rows.map(passkeyOf)
  }

  async countPasskeys(account: AccountId): Promise<number> {
    const { n } = await this.#tables
      .selectFrom('passkeys')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('account_id', '=', account)
      .executeTakeFirstOrThrow()
    return n
  }

  async audit({ account, before, limit, subject }: AuditQuestion): Promise<readonly AuditEntry[]> {
    const rows = await this.#tables
      .selectFrom('audit')
      .selectAll()
      .$if(account !== undefined, (query) => query.where('account_id', '=', account!))
      .$if(before !== undefined, (query) => query.where('number', '<', before!))
      .$if(subject !== undefined, (query) => query.where('subject', '=', subject!))
      .orderBy('number', 'desc')
      .limit(limit)
      .execute()
    return rows.map(auditEntryOf)
  }

  async accounts(question: {
    readonly text: string
    readonly after: string
    readonly limit: number
  }): Promise<readonly AccountRow[]> {
    const text = asciiLower(question.text)
    const rows = await this.#tables
      .selectFrom('accounts')
      .select(PERSON)
      .select(({ selectFrom }) => [
        selectFrom('sessions')
          .select(({ fn }) => fn.max('sessions.seen_at_ms').as('at'))
          .whereRef('sessions.account_id', '=', 'accounts.id')
          .as('seen_at_ms'),
        selectFrom('keys')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .whereRef('keys.account', '=', 'accounts.id')
          .as('keys'),
      ])
      .where('email', '>', question.after)
      .where(({ or, fn }) =>
        or([contains(fn<string>('lower', ['email']), text), contains(fn<string>('lower', ['name']), text)]),
      )
      .orderBy('email')
      .limit(question.limit)
      .execute()
    return rows.map((row) => ({
      ...accountOf(row),
      seenAtMs: row.seen_at_ms ?? undefined,
      keys: row.keys ?? 0,
    }))
  }

  async countAccounts(): Promise<number> {
    const { n } = await this.#tables
      .selectFrom('accounts')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('email', 'is not', null)
      .executeTakeFirstOrThrow()
    return n
  }

  async invitations(nowMs: number): Promise<readonly InvitationView[]> {
    const rows = await this.#tables
      .selectFrom('links')
      .select(['id', 'email', 'role', 'language', 'created_at_ms', 'expires_at_ms'])
      .where('kind', '=', 'invitation')
      .where('used_at_ms', 'is', null)
      .where('ended_at_ms', 'is', null)
      .where('expires_at_ms', '>', nowMs)
      .orderBy('created_at_ms', 'desc')
      .orderBy('id')
      .execute()
    return rows.map(invitationOf)
  }

  hasOperator(): Promise<boolean> {
    return hasOperator(this.#tables)
  }

  close(): Promise<void> {
    return this.#database.close()
  }

  get #tables(): Accounts {
    return this.#database.tables
  }
}

type PasskeyRow = Pick<
  Selectable<PasskeysTable>,
  'id' | 'name' | 'created_at' | 'backed_up' | 'last_used_at_ms'
>

type InvitationRow = Pick<
  Selectable<LinksTable>,
  'id' | 'email' | 'role' | 'language' | 'created_at_ms' | 'expires_at_ms'
>

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
