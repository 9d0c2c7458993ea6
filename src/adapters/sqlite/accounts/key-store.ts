import type { Key } from '../../../core/access/key.ts'
import type { KeyChange, KeyOwner, KeyRecord, KeyStore } from '../../../core/access/key-store.ts'
import { Failure } from '../../../core/failure.ts'
import type { Language } from '../../../core/identity/account.ts'
import type { AccountId, KeyId } from '../../../core/identity/ids.ts'
import type { Database } from '../database/open-database.ts'
import { onStorage } from '../database/storage-failure.ts'
import { insertAudit } from './audit-rows.ts'
import { insertEmail } from './email-rows.ts'
import { SqliteKeyReader } from './key-reader.ts'
import { fromRow, insertKey, type KeyRow } from './key-rows.ts'

/** The key store over the accounts file; see `openAccountsDatabase`. It owns the database and closes it. */
export class SqliteKeyStore implements KeyStore {
  readonly #db: Database
  readonly #reader: SqliteKeyReader

  constructor(db: Database) {
    this.#db = db
    this.#reader = new SqliteKeyReader(db)
  }

  add(key: Key, record: KeyRecord): void {
    this.#inOne((db) => {
      needOpen(db, key.account)
      insertKey(db, key)
      note(db, record)
    })
  }

  find(account: AccountId, id: KeyId): Key | undefined {
    return this.#reader.find(account, id)
  }

  findAnywhere(id: KeyId): Key | undefined {
    const row = this.#on((db) => db.prepare('SELECT * FROM keys WHERE id = ?').get(id))
    return row === undefined ? undefined : fromRow(row as KeyRow)
  }

  owner(account: AccountId): KeyOwner | undefined {
    const row = this.#on((db) => db.prepare('SELECT email, language FROM accounts WHERE id = ?').get(account))
    const { email, language } = (row ?? { email: null }) as { email: string | null; language: Language }
    return email === null ? undefined : { email, language }
  }

  list(account: AccountId): readonly Key[] {
    return this.#reader.list(account)
  }

  search(text: string, limit: number): readonly Key[] {
    return this.#reader.search(text, limit)
  }

  listAll(): readonly Key[] {
    const rows = this.#on((db) => db.prepare('SELECT * FROM keys ORDER BY number').all())
    return (rows as KeyRow[]).map(fromRow)
  }

  heldAccounts(): readonly AccountId[] {
    const statement = 'SELECT id FROM accounts WHERE disabled_at_ms IS NOT NULL OR deleted_at_ms IS NOT NULL'
    return this.#on((db) => db.prepare(statement).pluck().all()) as AccountId[]
  }

  leftKeys(): readonly Key[] {
    const statement = `SELECT keys.* FROM keys JOIN accounts ON accounts.id = keys.account
      WHERE deleted_at_ms IS NOT NULL AND revoked_at_ms IS NULL ORDER BY number`
    return (this.#on((db) => db.prepare(statement).all()) as KeyRow[]).map(fromRow)
  }

  replace(old: Key, endsAtMs: number, successor: Key, record: KeyRecord): void {
    this.#inOne((db) => {
      needOpen(db, successor.account)
      db.prepare('UPDATE keys SET ends_at_ms = ? WHERE id = ?').run(endsAtMs, old.id)
      insertKey(db, successor)
      note(db, record)
    })
  }

  revoke(key: Key, atMs: number, record: KeyRecord): void {
    this.revokeAll([{ key, record }], atMs)
  }

  revokeAll(revocations: readonly { readonly key: Key; readonly record: KeyRecord }[], atMs: number): void {
    this.#inOne((db) => {
      // The time of the first revocation is kept: the key has been refused since then.
      const end = db.prepare('UPDATE keys SET revoked_at_ms = ? WHERE id = ? AND revoked_at_ms IS NULL')
      for (const { key, record } of revocations) {
        if (end.run(atMs, key.id).changes === 1) note(db, record)
      }
    })
  }

  change(keys: readonly Key[], change: KeyChange, record: KeyRecord): void {
    const columns = changedColumns(change)
    const sets = Object.keys(columns).map((column) => `${column} = @${column}`)
    this.#inOne((db) => {
      const update = db.prepare(`UPDATE keys SET ${sets.join(', ')} WHERE id = @id`)
      for (const { id } of keys) update.run({ ...columns, id })
      note(db, record)
    })
  }

  noteUse(uses: ReadonlyMap<KeyId, number>): void {
    this.#inOne((db) => {
      const note = db.prepare(
        'UPDATE keys SET last_used_at_ms = max(ifnull(last_used_at_ms, 0), ?) WHERE id = ?',
      )
      for (const [id, usedAtMs] of uses) note.run(usedAtMs, id)
    })
  }

  close(): void {
    this.#reader.close()
  }

  #on<Result>(step: (db: Database) => Result): Result {
    return onStorage(this.#db.name, () => step(this.#db))
  }

  /** Runs the step in one transaction. */
  #inOne(step: (db: Database) => void): void {
    this.#on((db) => db.transaction(() => step(db)).immediate())
  }
}

/** Returns the changed columns with their new values. */
function changedColumns({ name, addresses, limit }: KeyChange): Readonly<Record<string, unknown>> {
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
function needOpen(db: Database, account: AccountId): void {
  const row = db.prepare('SELECT disabled_at_ms, deleted_at_ms FROM accounts WHERE id = ?').get(account)
  const { disabled_at_ms, deleted_at_ms } = (row ?? {}) as Record<string, number | null>
  if (row === undefined || deleted_at_ms !== null) {
    throw new Failure('not_found', `There is no account ${account}.`)
  }
  if (disabled_at_ms !== null) {
    throw new Failure('forbidden', `The account ${account} is disabled.`, [], 'account_disabled')
  }
}

function note(db: Database, { entry, email }: KeyRecord): void {
  insertAudit(db, entry)
  if (email !== undefined) insertEmail(db, email)
}
