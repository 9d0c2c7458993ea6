/** The engine's own way of being asked and of answering; the port's adapter translates. */
import type { MatchKind, MatchReason, SortKey } from '../../names/ranking/rank.ts'
import type { IndexRecord } from './index-record.ts'
import type { IndexStatus } from './indexed-company.ts'

/** Filters that are absent do not restrict; an empty list finds nothing. */
export interface IndexQuery {
  readonly name: string
  readonly deep: boolean
  /** A deep search that leaves out names that are only like the query. */
  readonly isStrict?: boolean
  readonly limit: number
  /** Hits up to and including this place are left out. */
  readonly after?: SortKey
  readonly status?: readonly IndexStatus[]
  readonly legalForm?: readonly string[]
  readonly registerType?: readonly string[]
  readonly court?: readonly string[]
  /** Folded seats. */
  readonly city?: readonly string[]
  /** Asked at coarse steps of block B of a deep search, which ends early when it says so. */
  readonly isOver?: () => boolean
}

/** Hits are counted exactly up to `exactMax` and shown up to `shownMax`. */
export interface HitLimits {
  readonly exactMax: number
  readonly shownMax: number
  /** A search with no more documents to try takes the short way; for tests, which have few documents. */
  readonly checkedMax?: number
}

export interface IndexHit {
  readonly record: IndexRecord
  readonly key: SortKey
  readonly kind: MatchKind
  readonly score: number
  readonly matchedName: string
  readonly matchedOn: 'name' | 'former_name' | 'number'
  readonly reasons: readonly MatchReason[]
}

export interface IndexPage {
  readonly hits: readonly IndexHit[]
  readonly more: boolean
  readonly total: number
  readonly totalIsExact: boolean
  readonly truncated: boolean
  /** Time was over before all names were compared that may be like the query. */
  readonly partial: boolean
}

/** A page of one image, with what it takes to make one page of several. */
export interface ImagePage extends IndexPage {
  /** Hits in all, up to one more than are shown. */
  readonly hitCount: number
  /** Hits before the page. */
  readonly hitsBefore: number
}
