import { randomBytes } from 'node:crypto'
import { insertEmail } from '../../src/adapters/sql/accounts/email-rows.ts'
import { ACCOUNTS_PLACES, type AccountsPlaces } from '../fixtures/accounts-places.ts'
import { deferred } from '../fixtures/deferred-stores.ts'
import { IS_THOROUGH } from '../thorough.ts'
import { type OutboxPlace, outboxContract } from './outbox.ts'

async function outboxPlace(places: AccountsPlaces): Promise<OutboxPlace> {
  const { tables, open, outbox, remove } = await places.make()
  return {
    outbox: outbox(open()),
    write: (email) => insertEmail(tables, email),
    link(id, expiresAtMs) {
      const texts = { kind: 'reset', email: 'ida@example.com', name: '', language: 'de', made_by: 'system' }
      const hashes = { token_hash: randomBytes(32), nonce: randomBytes(16) }
      const times = { created_at_ms: 0, expires_at_ms: expiresAtMs }
      return tables
        .insertInto('links')
        .values({ id, ...texts, ...hashes, ...times })
        .execute()
    },
    markUsed: (id, atMs) =>
      tables.updateTable('links').set({ used_at_ms: atMs }).where('id', '=', id).execute(),
    remove,
  }
}

for (const places of ACCOUNTS_PLACES) {
  outboxContract(places.name, () => outboxPlace(places), places.skip)
}
if (IS_THOROUGH)
  outboxContract('a database that answers later', async () => {
    const place = await outboxPlace(ACCOUNTS_PLACES[0]!)
    return { ...place, outbox: deferred(place.outbox) }
  })
