/** The state of one thread for deep searches of one index. */
import type { IndexImage } from '../format/image.ts'
import { openSearchContext, type SearchContext } from '../query/search-context.ts'
import { FuzzyTermFinder } from './fuzzy-terms.ts'

/** A search context with fuzzy term look-up. */
export interface FuzzyContext extends SearchContext {
  /** Finds terms within the allowed edits, with a cache. */
  readonly fuzzyTerms: FuzzyTermFinder
}

/**
 * Opens an image for normal and deep searches of one thread. One object serves both, so that all contexts
 * have one object shape.
 */
export function openFuzzyContext(image: IndexImage): FuzzyContext {
  const context = openSearchContext(image)
  return { ...context, fuzzyTerms: new FuzzyTermFinder(context.words, context.sections) }
}
