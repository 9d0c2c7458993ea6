/** Matching a whole list: several parts at a time, written in the order of the list. */

import type { CustomerList, MatchedListRow, MatchedOutput } from './customer-list.ts'
import { type ListRow, type MatchOptions, matchRows } from './match-rows.ts'
import type { RowMatcher } from './row-matcher.ts'
import { ROW_STATES, type RowCounts, type RowState } from './row-states.ts'

/** Rows that are matched and written together. */
export const PART_ROWS = 100

/** How far a list was matched. */
export interface MatchProgress {
  /** Rows written, those of earlier runs included. */
  readonly rowsDone: number
  /** The rows that this run wrote, by state. */
  readonly counts: RowCounts
}

/** How a list is matched. */
export interface MatchListOptions extends MatchOptions {
  /** Parts that are matched at the same time. */
  readonly partsAtOnce: number
  /** Ends the matching after the parts that have begun. */
  readonly signal?: AbortSignal | undefined
}

/** What `matchList` works with. */
export interface MatchListNeeds {
  readonly list: Pick<CustomerList, 'rows'>
  readonly matcher: RowMatcher
  readonly output: MatchedOutput
}

/**
 * Matches the rows that an earlier run has not written, and yields the progress after each written part. It ends early if the
 * signal is aborted: the parts that have begun are written then.
 *
 * @throws what the list, the matcher or the output throws; what was written stays.
 */
export async function* matchList(
  { list, matcher, output }: MatchListNeeds,
  options: MatchListOptions,
): AsyncGenerator<MatchProgress> {
  const counts = Object.fromEntries(ROW_STATES.map((state) => [state, 0])) as Record<RowState, number>
  const begun: Promise<readonly MatchedListRow[]>[] = []
  const written = async (): Promise<MatchProgress> => {
    const rows = await (begun.shift() as (typeof begun)[number])
    await output.write(rows)
    for (const { result } of rows) counts[result.state]++
    return { rowsDone: output.rowsDone, counts }
  }
  for await (const part of partsOf(list.rows(output.rowsDone))) {
    if (options.signal?.aborted) break
    begun.push(matched(matcher, part, options))
    if (begun.length >= options.partsAtOnce) yield await written()
  }
  while (begun.length > 0) yield await written()
}

/** A fault is kept until the part is due, instead of being an unhandled rejection. */
function matched(
  matcher: RowMatcher,
  rows: readonly ListRow[],
  options: MatchOptions,
): Promise<readonly MatchedListRow[]> {
  const results = matchRows(matcher, rows, options)
  const pairs = results.then((all) => rows.map((row, i) => ({ row, result: all[i] as (typeof all)[number] })))
  pairs.catch(() => {})
  return pairs
}

async function* partsOf(batches: AsyncIterable<readonly ListRow[]>): AsyncGenerator<readonly ListRow[]> {
  let part: ListRow[] = []
  for await (const batch of batches) {
    for (const row of batch) {
      part.push(row)
      if (part.length < PART_ROWS) continue
      yield part
      part = []
    }
  }
  if (part.length > 0) yield part
}
