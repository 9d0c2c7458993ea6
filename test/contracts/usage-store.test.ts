import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCountersDatabase } from '../../src/adapters/sqlite/counters/counters-database.ts'
import { SqliteUsageStore } from '../../src/adapters/sqlite/counters/usage-store.ts'
import { usageStoreContract } from './usage-store.ts'

usageStoreContract('the counters file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'usage-'))
  return {
    open: () => new SqliteUsageStore(openCountersDatabase(join(folder, 'counters.sqlite'), 1)),
    remove: () => rmSync(folder, { recursive: true }),
  }
})
