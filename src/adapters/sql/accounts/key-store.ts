import type { Key } from '../../../core/access/key.ts'
import type { KeyChange, KeyCheck, KeyOwner, KeyRecord, KeyStore } from '../../../core/access/key-store.ts'
import { Failure } from '../../../core/failure.ts'
import type { Language } from '../../../core/identity/account.ts'
import type { AccountId, KeyId } from '../../../core/identity/ids.ts'
import { sql } from '../database/kysely.ts'
import type { Accounts } from './accounts-tables.ts'
import { insertAudit } from './audit-rows.ts'
import { insertEmail } from './email-rows.ts'
import { SqlKeyReader } from './key-reader.ts'
import { fromRow, insertKey, keysOf } from './key-rows.ts'

/** Number of last uses that one statement stores. */
const USES_PER_STATEMENT = 500

/** The key store. It owns the database and closes it. */
export class SqlKeyStore extends SqlKeyReader implements KeyStore {
  add(key: Key, record: KeyRecord, check?: KeyCheck): Promise<void> {
    return this.database.forAccount(key.account, async (tables) => {
      await needOpen(tables, key.account)
      check?.(await keysOf(tables, key.account))
      await insertKey(tables, key)
      await note(tables, record)
    })
  }

  async findAnywhere(id: KeyId): Promise<Key | undefined> {
    const row = await this.database.tables
      .selectFrom('keys')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    return row && fromRow(row)
  }

  async owner(account: AccountId): Promise<KeyOwner | undefined> {
    const row = await this.database.tables
      .selectFrom('accounts')
      .select(['email', 'language'])
      .where('id', '=', account)
      .executeTakeFirst()
    const email = row?.email ?? undefined
    return email === undefined ? undefined : { email, language: row?.language as Language }
  }

  async listAll(): Promise<readonly Key[]> {
    const rows = await this.database.tables.selectFrom('keys').selectAll().orderBy('number').execute()
    return rows.map(fromRow)
  }

  async heldAccounts(): Promise<readonly AccountId[]> {
    const rows = await this.database.tables
      .selectFrom('accounts')
      .select('id')
      .where(({ eb, or }) => or([eb('disabled_at_ms', 'is not', null), eb('deleted_at_ms', 'is not', null)]))
      .execute()
    return rows.map(({ id }) => id as AccountId)
  }

  async leftKeys(): Promise<readonly Key[]> {
    const rows = await this.database.tables
      .selectFrom('keys')
      .innerJoin('accounts', 'accounts.id', 'keys.account')
      .selectAll('keys')
      .where('accounts.deleted_at_ms', 'is not', null)
      .where('keys.revoked_at_ms', 'is', null)
      .orderBy('keys.number')
      .execute()
    return rows.map(fromRow)
  }

  replace(old: Key, endsAtMs: number, successor: Key, record: KeyRecord, check?: KeyCheck): Promise<void> {
    return this.database.forAccount(successor.account, async (tables) => {
      await needOpen(tables, successor.account)
      check?.(await keysOf(tables, successor.account))
      await tables.updateTable('keys').set({ ends_at_ms: endsAtMs }).where('id', '=', old.id).execute()
      await insertKey(tables, successor)
      await note(tables, record)
    })
  }

  revoke(key: Key, atMs: number, record: KeyRecord): Promise<void> {
    return this.revokeAll([{ key, record }], atMs)
  }

  revokeAll(
    revocations: readonly { readonly key: Key; readonly record: KeyRecord }[],
    atMs: number,
  ): Promise<void> {
    return this.database.forAccount(undefined, async (tables) => {
      for (const { key, record } of revocations) {
        // The time of the first revocation is kept: the key has been refused since then.
        const { numUpdatedRows } = await tables
          .updateTable('keys')
          .set({ revoked_at_ms: atMs })
          .where('id', '=', key.id)
          .where('revoked_at_ms', 'is', null)
          .executeTakeFirst()
        if (numUpdatedRows === 1n) await note(tables, record)
      }
    })
  }

  change(keys: readonly Key[], change: KeyChange, record: KeyRecord): Promise<void> {
    const columns = changedColumns(change)
    return this.database.forAccount(undefined, async (tables) => {
      for (const { id } of keys) await tables.updateTable('keys').set(columns).where('id', '=', id).execute()
      await note(tables, record)
    })
  }

  noteUse(uses: ReadonlyMap<KeyId, number>): Promise<void> {
    const all = [...uses]
    return this.database.forAccount(undefined, async (tables) => {
      for (let from = 0; from < all.length; from += USES_PER_STATEMENT) {
        await noteUses(tables, all.slice(from, from + USES_PER_STATEMENT))
      }
    })
  }
}

/** Stores last uses that are later than the stored ones, with one statement. */
async function noteUses(tables: Accounts, uses: readonly (readonly [KeyId, number])[]): Promise<void> {
  // PostgreSQL takes the types of the columns from the first row.
  const rows = uses.map(([id, atMs]) => sql`(cast(${id} as text), cast(${atMs} as bigint))`)
  // Both databases name the columns of VALUES so.
  const last = sql<{ column1: string; column2: number }>`(values ${sql.join(rows)})`
  await tables
    .updateTable('keys')
    .from(last.as('used'))
    .set(({ ref }) => ({ last_used_at_ms: ref('used.column2') }))
    .whereRef('keys.id', '=', 'used.column1')
    .where(({ eb, fn, val, ref }) =>
      eb(fn.coalesce('keys.last_used_at_ms', val(0)), '<', ref('used.column2')),
    )
    .execute()
}

/** Returns the changed columns with their new values. */
function changedColumns({ name, addresses, limit }: KeyChange) {
  const { quota, windowMs } =
    limit === undefined || limit === 'default' ? { quota: null, windowMs: null } : limit
  return {
    ...(name !== undefined && { name }),
    ...(addresses !== undefined && { addresses: addresses.join(' ') }),
    ...(limit !== undefined && { limit_quota: quota, limit_window_ms: windowMs }),
  }
}

/**
 * Checks that the account is open: it may have been closed between the request for a key and its creation.
 */
async function needOpen(tables: Accounts, account: AccountId): Promise<void> {
  const row = await tables
    .selectFrom('accounts')
    .select(['disabled_at_ms', 'deleted_at_ms'])
    .where('id', '=', account)
    .executeTakeFirst()
  if (row === undefined || row.deleted_at_ms !== null) {
    throw new Failure('not_found', `There is no account ${account}.`)
  }
  if (row.disabled_at_ms !== null) {
    throw new Failure('forbidden', `The account ${account} is disabled.`, [], 'account_disabled')
  }
}

async function note(tables: Accounts, { entry, email }: KeyRecord): Promise<void> {
  await insertAudit(tables, entry)
  if (email !== undefined) await insertEmail(tables, email)
}
