import type { Key } from '../../../core/access/key.ts'
import type { KeyReader } from '../../../core/access/key-store.ts'
import type { AccountId, KeyId } from '../../../core/identity/ids.ts'
import { type Database, openDatabase } from '../database/open-database.ts'
import { onStorage } from '../database/storage-failure.ts'
import { fromRow, type KeyRow } from './key-rows.ts'

/**
 * Opens the accounts file read-only for its keys; the file must exist.
 *
 * @throws {Failure} `service_unavailable` if it cannot be read.
 */
export function openKeyReader(path: string): KeyReader {
  return onStorage(path, () => {
    const db = openDatabase(path, { readOnly: true, synchronous: 'FULL' })
    try {
      return new SqliteKeyReader(db)
    } catch (error) {
      db.close()
      throw error
    }
  })
}

/** Reads the keys in the accounts file. It owns the database and closes it. */
export class SqliteKeyReader implements KeyReader {
  readonly #db: Database
  readonly #statements: ReturnType<typeof prepareAll>

  constructor(db: Database) {
    this.#db = db
    this.#statements = prepareAll(db)
  }

  find(account: AccountId, id: KeyId): Key | undefined {
    const row = this.#on(() => this.#statements.find.get(account, id)) as KeyRow | undefined
    return row === undefined ? undefined : fromRow(row)
  }

  list(account: AccountId): readonly Key[] {
    return this.#rows(() => this.#statements.list.all(account))
  }

  search(text: string, limit: number): readonly Key[] {
    return this.#rows(() => this.#statements.search.all({ text, limit }))
  }

  close(): void {
    this.#db.close()
  }

  #rows(step: () => unknown[]): readonly Key[] {
    return (this.#on(step) as KeyRow[]).map(fromRow)
  }

  #on<Result>(step: () => Result): Result {
    return onStorage(this.#db.name, step)
  }
}

function prepareAll(db: Database) {
  return {
    find: db.prepare('SELECT * FROM keys WHERE account = ? AND id = ?'),
    list: db.prepare('SELECT * FROM keys WHERE account = ? ORDER BY number'),
    search: db.prepare(
      `SELECT keys.* FROM keys JOIN accounts ON accounts.id = keys.account
       WHERE instr(lower(keys.name), lower(@text)) > 0 OR instr(keys.id, @text) = 1
         OR instr(keys.visible_start, @text) = 1 OR instr(accounts.email, lower(@text)) = 1
         OR (accounts.email IS NULL AND accounts.id = @text) OR @text = ''
       ORDER BY number DESC LIMIT @limit`,
    ),
  }
}
