/** The work of a thread that matches rows of lists. */
import { setImmediate } from 'node:timers/promises'
import type { Config } from '../../config/config.ts'
import { indexMatcher, type RowMatcher } from '../../core/matching/row-matcher.ts'
import type { PublishedIndex } from '../../core/search/published-index.ts'
import { isInOpenSearch, openSearchingIndex } from './search-index.ts'
import { clock } from './system.ts'

/**
 * Time for the similar names of a row, in ms. Nobody waits for a single row, so it is much longer than that of
 * a request: results do not depend on how busy the machine is.
 */
export const ROW_BUDGET_MS = 5000
/** Rows that a thread asks of an index on the network at the same time. */
const NETWORK_ROWS = 8
const NS_A_MS = 1_000_000

/** A thread as its entry file uses it. */
export interface MatchThread extends RowMatcher {
  publish(snapshot: PublishedIndex | undefined): void
  close(): void
}

/** Opens what a thread matches with. */
export async function openMatchThread(config: Config): Promise<MatchThread> {
  const nowMs = () => Number(clock.monotonicNs()) / NS_A_MS
  const searching = await openSearchingIndex({ ...config, deepBudgetMs: ROW_BUDGET_MS }, nowMs)
  const concurrency = isInOpenSearch(config) ? NETWORK_ROWS : 1
  // Between two rows the thread answers commands.
  const { match } = indexMatcher({ index: searching.index }, { concurrency, pause: () => setImmediate() })
  return {
    match,
    publish: (snapshot) => {
      if (snapshot !== undefined) searching.publish(snapshot)
    },
    close: () => searching.close(),
  }
}
