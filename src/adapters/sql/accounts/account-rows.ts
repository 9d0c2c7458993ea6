/** Rows of accounts and sessions: their columns and their conversion. */
import type { Selectable } from 'kysely'
import type { Session, SessionId, SessionMethod } from '../../../core/accounts/session.ts'
import type { Account, Language, Role } from '../../../core/identity/account.ts'
import type { AccountId } from '../../../core/identity/ids.ts'
import type { AccountsTable, SessionsTable } from './accounts-tables.ts'

/** The columns of `accounts` that are read. */
export const PERSON = [
  'accounts.id',
  'accounts.email',
  'accounts.name',
  'accounts.language',
  'accounts.role',
  'accounts.second_factor',
  'accounts.created_at',
  'accounts.disabled_at_ms',
  'accounts.deleted_at_ms',
] as const

/** The columns of `sessions` that are read; `id` and `created_at` are also columns of `accounts`. */
export const SESSION = [
  'sessions.id as session_id',
  'sessions.account_id',
  'sessions.expires_at',
  'sessions.created_at as session_created_at',
  'sessions.ip_address',
  'sessions.user_agent',
  'sessions.stays',
  'sessions.seen_at_ms',
  'sessions.proven_at_ms',
  'sessions.method',
] as const

type PersonRow = Pick<
  Selectable<AccountsTable>,
  | 'id'
  | 'email'
  | 'name'
  | 'language'
  | 'role'
  | 'second_factor'
  | 'created_at'
  | 'disabled_at_ms'
  | 'deleted_at_ms'
>

type SessionRow = Omit<Selectable<SessionsTable>, 'id' | 'token' | 'created_at' | 'updated_at'> & {
  session_id: string
  session_created_at: string
}

/** Converts a row to an account. */
export function accountOf(row: PersonRow): Account {
  return {
    id: row.id as AccountId,
    email: row.email ?? undefined,
    name: row.name,
    language: row.language as Language,
    role: row.role as Role,
    hasSecondFactor: row.second_factor !== 0,
    createdAtMs: Date.parse(row.created_at),
    disabledAtMs: row.disabled_at_ms ?? undefined,
    deletedAtMs: row.deleted_at_ms ?? undefined,
  }
}

/**
 * Converts a row to a session. A row that only better-auth wrote has never been seen and is therefore
 * expired.
 */
export function sessionOf(row: SessionRow): Session {
  return {
    id: row.session_id as SessionId,
    account: row.account_id as AccountId,
    createdAtMs: Date.parse(row.session_created_at),
    endsAtMs: Date.parse(row.expires_at),
    seenAtMs: row.seen_at_ms ?? 0,
    provenAtMs: row.proven_at_ms ?? undefined,
    stays: row.stays === 1,
    method: (row.method ?? 'password') as SessionMethod,
    address: row.ip_address ?? '',
    userAgent: row.user_agent ?? '',
  }
}
