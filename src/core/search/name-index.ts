/** The port to the index that finds companies by name. */

import type { FacetQuery, SearchFacets } from '../../names/search/facets.ts'
import type { SearchPage } from '../../names/search/page.ts'
import type { SearchQuery } from '../../names/search/query.ts'
import type { Awaitable } from '../awaitable.ts'

/** The page of a query without hits. */
export const EMPTY_PAGE: SearchPage = {
  hits: [],
  more: false,
  total: 0,
  totalIsExact: true,
  truncated: false,
  partial: false,
}

const NONE: ReadonlyMap<string, number> = new Map()

/** The counts of a query without hits. */
export const EMPTY_FACETS: SearchFacets = {
  counts: { status: NONE, legalForm: NONE, registerType: NONE, state: NONE, registerCourt: NONE, seat: NONE },
  total: 0,
  isExact: true,
  partial: false,
}

/** The largest exact total. */
export const TOTAL_EXACT_MAX = 1000
/** Most hits over all pages. */
export const HITS_MAX = 10_000
/** Most related names after the last hit of a deep search. */
export const RELATED_MAX = 100
/** Most names that are compared with a query to find the related ones. */
export const RELATED_COMPARED_MAX = 110

/** The state of the index, for `status`, `doctor` and the ready check. */
export interface IndexState {
  readonly snapshot: number
  /** Number of companies that can be found. */
  readonly companies: number
  /** The part of them in the small delta index, because they changed since the base was built. */
  readonly deltaCompanies: number
  readonly bytes: number
  /** When the base was built. */
  readonly builtAtMs: number
  /** The sequence number of the store's last change that the index contains. */
  readonly sequence: number
}

/** Search by name. */
export interface NameIndex {
  search(query: SearchQuery): Awaitable<SearchPage>
  /**
   * Returns texts that differ from `text` by a typo in one word, or in the prefix at its end, and whose words
   * occur; the likeliest first, and a limited number. The text need not be misspelt.
   */
  corrections(text: string): Awaitable<readonly string[]>
  /** Counts all hits of a search, up to `HITS_MAX`. */
  facets(query: FacetQuery): Awaitable<SearchFacets>
  /** Returns the state of the index; `undefined` while there is none. Read before every search. */
  state(): Awaitable<IndexState | undefined>
}
