/** The adapters of the thread that reads lists and runs jobs. */
import { setImmediate } from 'node:timers/promises'
import { openListFolder, partsOfFile } from '../../adapters/lists/list-folder.ts'
import { openCustomerList } from '../../adapters/registers/customer-list.ts'
import { SqlMatchJobStore } from '../../adapters/sql/accounts/match-job-store.ts'
import type { Config } from '../../config/config.ts'
import type { ListFiles } from '../../core/matching/list-files.ts'
import type { MatchJobStore } from '../../core/matching/match-job-store.ts'
import { indexMatcher, type RowMatcher } from '../../core/matching/row-matcher.ts'
import type { Needs } from '../../core/ports.ts'
import type { PublishedIndex } from '../../core/search/published-index.ts'
import { dataFiles } from '../data-folder.ts'
import { openAccounts } from './accounts.ts'
import { ROW_BUDGET_MS } from './match-thread.ts'
import { openSandbox } from './sandbox.ts'
import { isInOpenSearch, openSearchingIndex } from './search-index.ts'
import { clock, secrets } from './system.ts'

/** Rows that are asked of an index on the network at the same time. */
const NETWORK_ROWS = 4
const NS_A_MS = 1_000_000

/** What the thread works with. */
export interface ListThread extends Needs<'clock' | 'secrets'> {
  readonly matchJobs: MatchJobStore
  readonly lists: ListFiles
  /** Returns the matcher over the register, or over the sandbox. */
  matcherOf(job: { readonly isTest: boolean }): RowMatcher
  publish(snapshot: PublishedIndex): void
  close(): Promise<void>
}

/** Opens the adapters; the accounts must be migrated. */
export async function openListThread(config: Config): Promise<ListThread> {
  const nowMs = () => Number(clock.monotonicNs()) / NS_A_MS
  const searching = await openSearchingIndex({ ...config, deepBudgetMs: ROW_BUDGET_MS }, nowMs)
  const database = await openAccounts(config)
  const sandbox = openSandbox()
  const concurrency = isInOpenSearch(config) ? NETWORK_ROWS : 1
  // Between two rows the thread answers commands and reads other lists.
  const matcherOver = (needs: Needs<'index'>) =>
    indexMatcher(needs, { concurrency, pause: () => setImmediate() })
  const [register, tests] = [matcherOver(searching), matcherOver(sandbox)]
  return {
    clock,
    secrets,
    matchJobs: new SqlMatchJobStore(database),
    lists: {
      ...openListFolder(dataFiles(config.dataDir).lists, secrets),
      open: openCustomerList,
      parts: partsOfFile,
    },
    matcherOf: ({ isTest }) => (isTest ? tests : register),
    publish: (snapshot) => searching.publish(snapshot),
    async close() {
      searching.close()
      sandbox.companies.close()
      await database.close()
    },
  }
}
