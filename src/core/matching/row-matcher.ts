/** The port that matches rows of a list: the index of this process, or a server that is asked. */

import type { Hit } from '../../names/search/page.ts'
import type { Status } from '../../names/search/status.ts'
import type { Awaitable } from '../awaitable.ts'
import type { Needs } from '../ports.ts'
import { type CustomerRow, matchRow } from './match-row.ts'
import type { MatchState } from './row-states.ts'

/** A company as the result of a row shows it. */
export interface MatchedCompany {
  readonly uuid: string
  readonly name: string
  /** `HRB 12345 B`, without its court; '' if there is none. */
  readonly registrationNumber: string
  readonly registerCourt: string
  readonly seat: string
  readonly status: Status
  /** The score for the whole row, 50 to 100. */
  readonly score: number
  /** Codes of `MATCH_REASONS`. */
  readonly reasons: readonly string[]
}

/** What a search found for a row. */
export interface FoundRow {
  readonly state: MatchState
  /** The best first. */
  readonly companies: readonly MatchedCompany[]
}

/** Matches rows: with the index of this process, or by asking a server. */
export interface RowMatcher {
  /** Resolves with one result for each row, in the order of the rows. */
  match(rows: readonly CustomerRow[]): Awaitable<readonly FoundRow[]>
}

/** How `indexMatcher` shares its thread. */
export interface IndexMatcherOptions {
  /** Rows that are searched at the same time: more than 1 only for an index on the network. */
  readonly concurrency: number
  /** Awaited before each row, so that the thread can do other work. */
  readonly pause?: (() => Promise<unknown>) | undefined
}

/** Returns a matcher that searches the index. */
export function indexMatcher(needs: Needs<'index'>, { concurrency, pause }: IndexMatcherOptions): RowMatcher {
  return {
    async match(rows) {
      const results: FoundRow[] = []
      const places = rows.keys()
      const work = async () => {
        for (const place of places) {
          await pause?.()
          const { state, hits } = await matchRow(needs, rows[place] as CustomerRow)
          results[place] = { state, companies: hits.map(({ hit, score }) => companyOf(hit, score)) }
        }
      }
      await Promise.all(Array.from({ length: concurrency }, work))
      return results
    },
  }
}

function companyOf({ record, reasons }: Hit, score: number): MatchedCompany {
  const { uuid, name, registrationNumber, registerCourt, seat, status } = record
  return { uuid, name, registrationNumber, registerCourt, seat, status, score, reasons }
}
