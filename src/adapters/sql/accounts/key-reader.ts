import type { Key } from '../../../core/access/key.ts'
import type { KeyReader } from '../../../core/access/key-store.ts'
import type { AccountId, KeyId } from '../../../core/identity/ids.ts'
import type { SqlDatabase } from '../database/sql-database.ts'
import type { AccountsTables } from './accounts-tables.ts'
import { fromRow, keysOf } from './key-rows.ts'
import { asciiLower, beginsWith, contains } from './text-conditions.ts'

/** Reads keys. It owns the database and closes it. */
export class SqlKeyReader implements KeyReader {
  protected readonly database: SqlDatabase<AccountsTables>

  constructor(database: SqlDatabase<AccountsTables>) {
    this.database = database
  }

  async find(account: AccountId, id: KeyId): Promise<Key | undefined> {
    const row = await this.database.tables
      .selectFrom('keys')
      .selectAll()
      .where('account', '=', account)
      .where('id', '=', id)
      .executeTakeFirst()
    return row && fromRow(row)
  }

  list(account: AccountId): Promise<readonly Key[]> {
    return keysOf(this.database.tables, account)
  }

  async search(text: string, limit: number): Promise<readonly Key[]> {
    const rows = await this.database.tables
      .selectFrom('keys')
      .innerJoin('accounts', 'accounts.id', 'keys.account')
      .selectAll('keys')
      .where(({ eb, or, and, fn, ref }) =>
        or([
          contains(fn<string>('lower', ['keys.name']), asciiLower(text)),
          beginsWith(ref('keys.id'), text),
          beginsWith(ref('keys.visible_start'), text),
          beginsWith(ref('accounts.email'), asciiLower(text)),
          and([eb('accounts.email', 'is', null), eb('accounts.id', '=', text)]),
        ]),
      )
      .orderBy('keys.number', 'desc')
      .limit(limit)
      .execute()
    return rows.map(fromRow)
  }

  close(): Promise<void> {
    return this.database.close()
  }
}
