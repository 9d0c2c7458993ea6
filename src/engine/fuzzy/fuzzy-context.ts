/** The state of one thread for deep searches of one index. */
import type { IndexImage } from '../format/image.ts'
import { openSearchContext, type SearchContext } from '../query/search-context.ts'
import { TextCache } from '../query/text-cache.ts'
import { FuzzyTermFinder } from './fuzzy-terms.ts'

/** Terms of the index that are, one after the other, one word of the query. */
export type TermSplit = readonly number[]

/** Entries of the cache of splits: at most some 4 MB per thread. */
const CACHED_SPLITS_MAX = 20_000

/** A search context with fuzzy term look-up. */
export interface FuzzyContext extends SearchContext {
  /** Finds terms within the allowed edits, with a cache. */
  readonly fuzzyTerms: FuzzyTermFinder
  /** By word: its splits into words of the index, without misspelt ones. */
  readonly cachedSplits: TextCache<readonly TermSplit[]>
}

/**
 * Opens an image for normal and deep searches of one thread. One object serves both, so that all contexts
 * have one object shape.
 */
export function openFuzzyContext(image: IndexImage): FuzzyContext {
  const context = openSearchContext(image)
  return {
    ...context,
    fuzzyTerms: new FuzzyTermFinder(context.words, context.sections),
    cachedSplits: new TextCache(CACHED_SPLITS_MAX),
  }
}
