/** Rows of `keys`. */
import type { Key, Scope } from '../../../core/access/key.ts'
import type { AccountId, Actor, KeyId } from '../../../core/identity/ids.ts'
import type { Database } from '../database/open-database.ts'

/** A row of `keys`; lists are separated by one space. */
export interface KeyRow {
  readonly id: string
  readonly account: string
  readonly name: string
  readonly visible_start: string
  readonly hash: Buffer
  readonly scopes: string
  readonly limit_quota: number | null
  readonly limit_window_ms: number | null
  readonly created_at_ms: number
  readonly expires_at_ms: number | null
  readonly ends_at_ms: number | null
  readonly revoked_at_ms: number | null
  readonly last_used_at_ms: number | null
  readonly rotated_from: string | null
  readonly addresses: string
  readonly created_by: string
}

/** Inserts a key. Begins no transaction of its own. */
export function insertKey(db: Database, key: Key): void {
  db.prepare(
    `INSERT INTO keys (
      id, account, name, visible_start, hash, scopes, limit_quota, limit_window_ms, created_at_ms,
      expires_at_ms, ends_at_ms, revoked_at_ms, last_used_at_ms, rotated_from, addresses, created_by
    ) VALUES (
      @id, @account, @name, @visible_start, @hash, @scopes, @limit_quota, @limit_window_ms, @created_at_ms,
      @expires_at_ms, @ends_at_ms, @revoked_at_ms, @last_used_at_ms, @rotated_from, @addresses, @created_by
    )`,
  ).run(toRow(key))
}

function toRow(key: Key): KeyRow {
  return {
    id: key.id,
    account: key.account,
    name: key.name,
    visible_start: key.visibleStart,
    hash: Buffer.from(key.hash),
    scopes: key.scopes.join(' '),
    limit_quota: key.limit?.quota ?? null,
    limit_window_ms: key.limit?.windowMs ?? null,
    created_at_ms: key.createdAtMs,
    expires_at_ms: key.expiresAtMs ?? null,
    ends_at_ms: key.endsAtMs ?? null,
    revoked_at_ms: key.revokedAtMs ?? null,
    last_used_at_ms: key.lastUsedAtMs ?? null,
    rotated_from: key.rotatedFrom ?? null,
    addresses: key.addresses.join(' '),
    created_by: key.createdBy,
  }
}

/** Converts a row to a key. */
export function fromRow(row: KeyRow): Key {
  return {
    id: row.id as KeyId,
    account: row.account as AccountId,
    name: row.name,
    visibleStart: row.visible_start,
    hash: new Uint8Array(row.hash),
    scopes: listOf(row.scopes) as Scope[],
    limit:
      row.limit_quota === null || row.limit_window_ms === null
        ? undefined
        : { quota: row.limit_quota, windowMs: row.limit_window_ms },
    addresses: listOf(row.addresses),
    createdBy: row.created_by as Actor,
    createdAtMs: row.created_at_ms,
    expiresAtMs: row.expires_at_ms ?? undefined,
    endsAtMs: row.ends_at_ms ?? undefined,
    revokedAtMs: row.revoked_at_ms ?? undefined,
    lastUsedAtMs: row.last_used_at_ms ?? undefined,
    rotatedFrom: (row.rotated_from as KeyId | null) ?? undefined,
  }
}

function listOf(text: string): string[] {
  return text.split(' ').filter((part) => part !== '')
}
