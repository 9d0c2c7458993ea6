import { SqliteAccountStore } from '../../src/adapters/sqlite/accounts/account-store.ts'
import { openAccountsDatabase } from '../../src/adapters/sqlite/accounts/accounts-database.ts'
import { deferred } from '../fixtures/deferred-stores.ts'
import { type AccountStoreSetup, accountStoreContract } from './account-store.ts'

function sqliteSetup(): AccountStoreSetup {
  const db = openAccountsDatabase(':memory:', 1)
  const list = (sql: string, ...values: unknown[]) =>
    db
      .prepare(sql)
      .pluck()
      .all(...values) as string[]
  return {
    store: new SqliteAccountStore(db),
    addSession: (account, id, seenAtMs) =>
      db
        .prepare(
          `INSERT INTO sessions (id, account_id, token, expires_at, created_at, updated_at, seen_at_ms, stays, method)
           VALUES (@id, @account, 'token of ' || @id, @at, @at, @at, @seenAtMs, 0, 'password')`,
        )
        .run({ id, account, seenAtMs, at: new Date(seenAtMs).toISOString() }),
    sessions: (account) => list('SELECT id FROM sessions WHERE account_id = ? ORDER BY id', account),
    tokenHash: (id) => list('SELECT token FROM sessions WHERE id = ?', id)[0] ?? '',
    addPasskey: (account, id, credential) =>
      db
        .prepare(
          `INSERT INTO passkeys (id, account_id, public_key, credential_id, counter, device_type, backed_up)
           VALUES (?, ?, 'key', ?, 0, 'singleDevice', 0)`,
        )
        .run(id, account, credential),
    entries: () => list("SELECT event || ' ' || subject FROM audit ORDER BY number"),
    emails: () => list("SELECT kind || ' ' || recipient FROM emails ORDER BY number"),
    everything: () =>
      list(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
      ).map((table) => [table, db.prepare(`SELECT * FROM "${table}"`).all()]),
    breakEmails: () =>
      db.exec(
        "CREATE TRIGGER broken BEFORE INSERT ON emails BEGIN SELECT RAISE(ABORT, 'no e-mails today'); END",
      ),
    remove: () => db.close(),
  }
}

accountStoreContract('sqlite', sqliteSetup)
accountStoreContract('sqlite that answers later', () => {
  const setup = sqliteSetup()
  return { ...setup, store: deferred(setup.store) }
})
