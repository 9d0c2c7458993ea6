import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCountersDatabase } from '../../src/adapters/sqlite/counters/counters-database.ts'
import { SqliteUsageStore } from '../../src/adapters/sqlite/counters/usage-store.ts'
import { deferred } from '../fixtures/deferred-stores.ts'
import { type UsageStorePlace, usageStoreContract } from './usage-store.ts'

function countersPlace(): UsageStorePlace {
  const folder = mkdtempSync(join(tmpdir(), 'usage-'))
  return {
    open: () => new SqliteUsageStore(openCountersDatabase(join(folder, 'counters.sqlite'), 1)),
    remove: () => rmSync(folder, { recursive: true }),
  }
}

usageStoreContract('the counters file', countersPlace)
usageStoreContract('a counters file that answers later', () => {
  const place = countersPlace()
  return { ...place, open: () => deferred(place.open()) }
})
