import type { AccountId, Key, KeyId, Scope } from '../../core/access/key.ts'
import type { KeyStore } from '../../core/access/key-store.ts'
import type { Database } from './open-database.ts'
import { onStorage } from './storage-failure.ts'

/** A row of `keys`. */
interface KeyRow {
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
}

/** Keys in the accounts file; see `openAccountsDatabase`. The database belongs to the store from then on. */
export class SqliteKeyStore implements KeyStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  add(key: Key): void {
    this.#on((db) => insert(db, key))
  }

  find(account: AccountId, id: KeyId): Key | undefined {
    const row = this.#on((db) =>
      db.prepare('SELECT * FROM keys WHERE account = ? AND id = ?').get(account, id),
    )
    return row === undefined ? undefined : fromRow(row as KeyRow)
  }

  list(account: AccountId): readonly Key[] {
    const rows = this.#on((db) =>
      db.prepare('SELECT * FROM keys WHERE account = ? ORDER BY number').all(account),
    )
    return (rows as KeyRow[]).map(fromRow)
  }

  everything(): readonly Key[] {
    const rows = this.#on((db) => db.prepare('SELECT * FROM keys ORDER BY number').all())
    return (rows as KeyRow[]).map(fromRow)
  }

  replace(old: Key, endsAtMs: number, successor: Key): void {
    this.#inOne((db) => {
      db.prepare('UPDATE keys SET ends_at_ms = ? WHERE id = ?').run(endsAtMs, old.id)
      insert(db, successor)
    })
  }

  revoke(key: Key, atMs: number): void {
    // The first revocation stands: it is from then on that the key was refused.
    this.#on((db) =>
      db
        .prepare('UPDATE keys SET revoked_at_ms = ? WHERE id = ? AND revoked_at_ms IS NULL')
        .run(atMs, key.id),
    )
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
    this.#db.close()
  }

  #on<Result>(step: (db: Database) => Result): Result {
    return onStorage(this.#db.name, () => step(this.#db))
  }

  /** All of the step or nothing. */
  #inOne(step: (db: Database) => void): void {
    this.#on((db) => db.transaction(() => step(db)).immediate())
  }
}

function insert(db: Database, key: Key): void {
  db.prepare(
    `INSERT INTO keys (
      id, account, name, visible_start, hash, scopes, limit_quota, limit_window_ms,
      created_at_ms, expires_at_ms, ends_at_ms, revoked_at_ms, last_used_at_ms, rotated_from
    ) VALUES (
      @id, @account, @name, @visible_start, @hash, @scopes, @limit_quota, @limit_window_ms,
      @created_at_ms, @expires_at_ms, @ends_at_ms, @revoked_at_ms, @last_used_at_ms, @rotated_from
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
  }
}

function fromRow(row: KeyRow): Key {
  return {
    id: row.id as KeyId,
    account: row.account as AccountId,
    name: row.name,
    visibleStart: row.visible_start,
    hash: new Uint8Array(row.hash),
    scopes: row.scopes.split(' ').filter((scope) => scope !== '') as Scope[],
    limit:
      row.limit_quota === null || row.limit_window_ms === null
        ? undefined
        : { quota: row.limit_quota, windowMs: row.limit_window_ms },
    createdAtMs: row.created_at_ms,
    expiresAtMs: row.expires_at_ms ?? undefined,
    endsAtMs: row.ends_at_ms ?? undefined,
    revokedAtMs: row.revoked_at_ms ?? undefined,
    lastUsedAtMs: row.last_used_at_ms ?? undefined,
    rotatedFrom: (row.rotated_from as KeyId | null) ?? undefined,
  }
}
