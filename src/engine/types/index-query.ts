/** Queries and results of the engine in its own types; the port's adapter converts them. */
import type { MatchKind, MatchReason, SortKey } from '../../names/ranking/rank.ts'
import type { IndexRecord } from './index-record.ts'
import type { IndexStatus } from './indexed-company.ts'

/** A search by name or register number. An absent filter does not restrict; an empty list matches nothing. */
export interface IndexQuery {
  readonly name: string
  readonly deep: boolean
  /** A deep search without fuzzy matches. */
  readonly isStrict?: boolean
  readonly limit: number
  /** Hits up to and including this sort key are skipped. */
  readonly after?: SortKey
  readonly status?: readonly IndexStatus[]
  readonly legalForm?: readonly string[]
  readonly registerType?: readonly string[]
  readonly court?: readonly string[]
  /** Folded seats. */
  readonly city?: readonly string[]
  /** Polled at intervals while fuzzy candidates of a deep search are scored; `true` ends the search early. */
  readonly isOver?: () => boolean
}

/** Limits of a search: hits are counted exactly up to `exactMax` and returned up to `shownMax`. */
export interface HitLimits {
  readonly exactMax: number
  readonly shownMax: number
  /**
   * Selective search is used for up to this many documents to check. Tests lower it: their corpora are small.
   */
  readonly checkedMax?: number
}

/** A company on a page, with the name or number that matched and why. */
export interface IndexHit {
  readonly record: IndexRecord
  readonly key: SortKey
  readonly kind: MatchKind
  readonly score: number
  readonly matchedName: string
  readonly matchedOn: 'name' | 'former_name' | 'number'
  readonly reasons: readonly MatchReason[]
}

/** A page of hits. `total` is exact if `totalIsExact`, else a lower bound. */
export interface IndexPage {
  readonly hits: readonly IndexHit[]
  readonly more: boolean
  readonly total: number
  readonly totalIsExact: boolean
  readonly truncated: boolean
  /** Time ran out before all fuzzy candidates were compared. */
  readonly partial: boolean
}

/** A page of one image, with the counts that are needed to merge the pages of several images. */
export interface ImagePage extends IndexPage {
  /** All hits, up to one more than can be shown. */
  readonly hitCount: number
  /** Hits before the page. */
  readonly hitsBefore: number
}
