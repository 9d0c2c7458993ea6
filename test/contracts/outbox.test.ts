import { randomBytes } from 'node:crypto'
import { openAccountsDatabase } from '../../src/adapters/sqlite/accounts/accounts-database.ts'
import { insertEmail } from '../../src/adapters/sqlite/accounts/email-rows.ts'
import { SqliteOutbox } from '../../src/adapters/sqlite/accounts/outbox.ts'
import { deferred } from '../fixtures/deferred-stores.ts'
import { type OutboxPlace, outboxContract } from './outbox.ts'

function sqlitePlace(): OutboxPlace {
  const db = openAccountsDatabase(':memory:', 1)
  return {
    outbox: new SqliteOutbox(db),
    write: (email) => insertEmail(db, email),
    link: (id, expiresAtMs) =>
      db
        .prepare(
          `INSERT INTO links (id, kind, token_hash, nonce, email, name, language, made_by, created_at_ms, expires_at_ms)
           VALUES (?, 'reset', ?, ?, 'ida@example.com', '', 'de', 'system', 0, ?)`,
        )
        .run(id, randomBytes(32), randomBytes(16), expiresAtMs),
    markUsed: (id, atMs) => db.prepare('UPDATE links SET used_at_ms = ? WHERE id = ?').run(atMs, id),
    remove: () => db.close(),
  }
}

outboxContract('sqlite', sqlitePlace)
outboxContract('sqlite that answers later', () => {
  const place = sqlitePlace()
  return { ...place, outbox: deferred(place.outbox) }
})
