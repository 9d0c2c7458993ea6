/** The port to whatever finds companies by name. It speaks of names and hits, never of an engine. */
import type { MatchKind, SortKey } from '../../names/ranking/rank.ts'
import type { Status } from '../company/company.ts'

export interface SearchQuestion {
  /** NFC, trimmed, no control characters. */
  readonly name: string
  readonly deep: boolean
  /** A deep search that leaves out names that are only like the query. */
  readonly isStrict?: boolean
  readonly limit: number
  /** The last hit of the page before. */
  readonly after?: SortKey
  readonly status?: readonly Status[]
  readonly legalForm?: readonly string[]
  readonly registerType?: readonly string[]
  /** Court codes; an empty array finds nothing. */
  readonly court?: readonly string[]
  /** Folded seats, compared as a whole; an empty array finds nothing. */
  readonly city?: readonly string[]
}

/** What every search result tells of a company. */
export interface CompanyRecord {
  readonly uuid: string
  readonly name: string
  /** `HRB 12345 B`: no court, no leading zeros. */
  readonly registrationNumber: string
  readonly status: Status
  readonly legalForm: string
  /** The court's short name, e.g. `München`. */
  readonly registerCourt: string
  readonly seat: string
  /** Oldest look of a source at it, `YYYY-MM-DD`; '' when no source tells. */
  readonly asOf: string
}

export interface Hit {
  readonly record: CompanyRecord
  readonly key: SortKey
  readonly kind: MatchKind
  /** 50-100, whole. */
  readonly score: number
  readonly matchedName: string
  readonly matchedOn: 'name' | 'former_name' | 'number'
  readonly reasons: readonly string[]
}

export interface SearchPage {
  readonly hits: readonly Hit[]
  /** `true` when there is at least one hit after the last one of this page. */
  readonly more: boolean
  /** Exact up to `TOTAL_EXACT_MAX`, then that number with `totalIsExact` false. */
  readonly total: number
  readonly totalIsExact: boolean
  /** More than `HITS_MAX` hits: the walk ends there. */
  readonly truncated: boolean
  /** The deep budget ran out: block B is not whole. */
  readonly partial: boolean
}

/** The page of a question that nothing answers. */
export const EMPTY_PAGE: SearchPage = {
  hits: [],
  more: false,
  total: 0,
  totalIsExact: true,
  truncated: false,
  partial: false,
}

export const TOTAL_EXACT_MAX = 1000
export const HITS_MAX = 10_000

/** What an index is, for `status`, `doctor` and the ready check. */
export interface IndexState {
  readonly generation: number
  /** That can be found. */
  readonly companies: number
  /** Of those, how many stand in a small index beside the big one, because they changed since it was made. */
  readonly besides: number
  readonly bytes: number
  /** When the big one was made. */
  readonly builtAtMs: number
  /** The store's last change that is searched. */
  readonly sequence: number
}

export interface NameIndex {
  search(question: SearchQuestion): SearchPage
  /** `undefined` while no index is there. */
  state(): IndexState | undefined
}
