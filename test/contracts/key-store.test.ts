import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { AnnouncingKeyStore } from '../../src/adapters/shared-memory/key-store.ts'
import { SharedKeyWriter } from '../../src/adapters/shared-memory/key-writer.ts'
import { createSharedBlock } from '../../src/adapters/shared-memory/shared-block.ts'
import { SqlKeyReader } from '../../src/adapters/sql/accounts/key-reader.ts'
import { SqlKeyStore } from '../../src/adapters/sql/accounts/key-store.ts'
import { openAccountsReadOnly } from '../../src/adapters/sqlite/accounts/accounts-database.ts'
import { systemClock } from '../../src/adapters/system/clock.ts'
import { Failure } from '../../src/core/failure.ts'
import { type AccountId, LOCAL_ACCOUNT } from '../../src/core/identity/ids.ts'
import { ACCOUNTS_PLACES, type AccountsPlaces } from '../fixtures/accounts-places.ts'
import { deferred } from '../fixtures/deferred-stores.ts'
import { IS_THOROUGH } from '../thorough.ts'
import { exampleKey, exampleRecord, type KeyStorePlace, keyStoreContract, OWNER } from './key-store.ts'

/** The store of each database, with the account `OWNER` in it. */
async function storedPlace(places: AccountsPlaces): Promise<KeyStorePlace> {
  const { tables, open, remove } = await places.make()
  await tables
    .insertInto('accounts')
    .values({ id: OWNER, email: 'ida@example.com', language: 'en' })
    .execute()
  const mark = (account: AccountId, change: { disabled_at_ms: number } | { deleted_at_ms: number }) =>
    tables.updateTable('accounts').set(change).where('id', '=', account).execute()
  return {
    open: () => new SqlKeyStore(open()),
    async written() {
      const entries = await tables
        .selectFrom('audit')
        .select(['event', 'subject'])
        .orderBy('number')
        .execute()
      const emails = await tables.selectFrom('emails').select(['kind', 'data']).orderBy('number').execute()
      return {
        entries: entries.map(({ event, subject }) => `${event} ${subject}`),
        emails: emails.map(({ kind, data }) => `${kind} ${JSON.parse(data).key}`),
      }
    },
    disable: (account) => mark(account, { disabled_at_ms: 1 }),
    delete: (account) => mark(account, { deleted_at_ms: 1 }),
    remove,
  }
}

async function latePlace(places: AccountsPlaces): Promise<KeyStorePlace> {
  const inner = await storedPlace(places)
  return { ...inner, open: async () => deferred(await inner.open()) }
}

async function announcingPlace(inner: KeyStorePlace): Promise<KeyStorePlace> {
  const size = { keysMax: 100, metersMax: 300, addressesMax: 8 }
  return {
    ...inner,
    open: async () =>
      AnnouncingKeyStore.open(await inner.open(), new SharedKeyWriter(createSharedBlock(size, 1)), {
        clock: systemClock,
      }),
  }
}

for (const places of ACCOUNTS_PLACES) {
  const { name, skip } = places
  keyStoreContract(name, () => storedPlace(places), skip)
  keyStoreContract(
    `${name} of a running server`,
    async () => announcingPlace(await storedPlace(places)),
    skip,
  )
}
if (IS_THOROUGH)
  keyStoreContract('a database of a running server that answers later', async () =>
    announcingPlace(await latePlace(ACCOUNTS_PLACES[0]!)),
  )

for (const { name, skip, make } of ACCOUNTS_PLACES) {
  it(`a reader of keys sees at once what the store has written, for its own account only (${name})`, {
    skip,
  }, async (test) => {
    const place = await make()
    test.after(place.remove)
    const store = new SqlKeyStore(place.open())
    const reader = new SqlKeyReader(place.openReadOnly())
    const key = exampleKey(1)
    await store.add(key, { ...exampleRecord(key), email: undefined })
    assert.deepEqual(await reader.find(LOCAL_ACCOUNT, key.id), key)
    await store.revoke(key, 5000, { ...exampleRecord(key), email: undefined })
    assert.deepEqual(await reader.list(LOCAL_ACCOUNT), [{ ...key, revokedAtMs: 5000 }])
    assert.equal(await reader.find('someone' as AccountId, key.id), undefined)
  })
}

it('does not open a missing file', () => {
  const missing = join(tmpdir(), 'no-such-folder', 'accounts.sqlite')
  assert.throws(() => openAccountsReadOnly(missing), Failure)
})
