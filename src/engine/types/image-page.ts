/** What a search of one image returns, and its limits. */
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
}
