/** Rows of accounts and sessions: their columns and their conversion. */
import type { Session, SessionId, SessionMethod } from '../../../core/accounts/session.ts'
import type { Account, Language, Role } from '../../../core/identity/account.ts'
import type { AccountId } from '../../../core/identity/ids.ts'

/** The columns of `accounts` that are read. */
export interface PersonRow {
  readonly id: string
  readonly email: string | null
  readonly name: string
  readonly language: string
  readonly role: string
  readonly second_factor: number
  readonly created_at: string
  readonly disabled_at_ms: number | null
  readonly deleted_at_ms: number | null
}

/**
 * The columns of a session. Columns that only firmensuche knows may be null in a row that better-auth
 * creates.
 */
export interface SessionRow {
  readonly session_id: string
  readonly account_id: string
  readonly expires_at: string
  readonly session_created_at: string
  readonly ip_address: string | null
  readonly user_agent: string | null
  readonly stays: number | null
  readonly seen_at_ms: number | null
  readonly proven_at_ms: number | null
  readonly method: string | null
}

/** The columns of `PersonRow`, for a SELECT from accounts. */
export const PERSON = `accounts.id, accounts.email, accounts.name, accounts.language, accounts.role,
  accounts.second_factor, accounts.created_at, accounts.disabled_at_ms, accounts.deleted_at_ms`

/** The columns of `SessionRow`, for a SELECT from sessions. */
export const SESSION = `sessions.id AS session_id, sessions.account_id, sessions.expires_at,
  sessions.created_at AS session_created_at, sessions.ip_address, sessions.user_agent, sessions.stays,
  sessions.seen_at_ms, sessions.proven_at_ms, sessions.method`

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
