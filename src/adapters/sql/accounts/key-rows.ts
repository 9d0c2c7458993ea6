/** Rows of `keys`. */
import type { Selectable } from 'kysely'
import type { Key, Scope } from '../../../core/access/key.ts'
import type { AccountId, Actor, KeyId } from '../../../core/identity/ids.ts'
import type { Accounts, KeysTable } from './accounts-tables.ts'

type KeyRow = Omit<Selectable<KeysTable>, 'number'>

/** Inserts a key. Begins no transaction of its own. */
export async function insertKey(tables: Accounts, key: Key): Promise<void> {
  await tables.insertInto('keys').values(toRow(key)).execute()
}

/** Returns the keys of an account, ended ones too, in the order of their creation. */
export async function keysOf(tables: Accounts, account: AccountId): Promise<readonly Key[]> {
  const rows = await tables
    .selectFrom('keys')
    .selectAll()
    .where('account', '=', account)
    .orderBy('number')
    .execute()
  return rows.map(fromRow)
}

function toRow(key: Key): KeyRow {
  return {
    id: key.id,
    account: key.account,
    name: key.name,
    visible_start: key.visibleStart,
    hash: key.hash,
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
