/** What a search of one image returns, and its limits. */
import type { RelatedName } from '../../names/ranking/diversify.ts'
import type { SortKey } from '../../names/ranking/rank.ts'
import type { SearchPage } from '../../names/search/page.ts'

/** Limits of a search: hits are counted exactly up to `exactMax` and returned up to `shownMax`. */
export interface HitLimits {
  readonly exactMax: number
  readonly shownMax: number
  /** At most so many related hits follow the others, and none beyond `shownMax` hits in all. */
  readonly relatedMax: number
  /** For related hits, at most so many names are compared with a query. */
  readonly relatedComparedMax: number
  /**
   * Selective search is used for up to this many documents to check. Tests lower it: their corpora are small.
   */
  readonly checkedMax?: number
}

/** A page of one image, with the counts that are needed to merge the pages of several images. */
export interface ImagePage extends SearchPage {
  /** All hits, up to one more than can be shown. */
  readonly hitCount: number
  /** The companies of the page's hits, by their numbers in the image. */
  readonly companies: readonly number[]
  /** Hits before the page, and the related ones among them. */
  readonly hitsBefore: number
  readonly relatedBefore: number
  /** All related names, before they are diversified; none if they cannot be on the page. */
  readonly related: readonly RelatedHit[]
}

/** A related name, to be diversified with those of another image. */
export interface RelatedHit extends RelatedName {
  /** Returns the position that it would have by its own score. */
  key(): SortKey
}

/** What another image of a snapshot has that changes the hits of this one. */
export interface Elsewhere {
  /** Of a register number: see `searchNumbers`. */
  readonly reaches?: readonly number[] | undefined
  readonly related?: readonly RelatedHit[]
}
