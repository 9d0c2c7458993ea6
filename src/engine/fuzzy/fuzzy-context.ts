/** What one thread keeps between deep searches of one index. */
import type { IndexImage } from '../format/image.ts'
import { openSearchContext, type SearchContext } from '../query/search-context.ts'
import { FuzzyTermFinder } from './fuzzy-terms.ts'

/** A search context that also finds terms by fuzzy look-up. */
export interface FuzzyContext extends SearchContext {
  /** Finds terms within the allowed edits, and remembers answers. */
  readonly fuzzyTerms: FuzzyTermFinder
}

/** Opens an image for normal and deep searches of one thread. One object serves both, so that readers see one shape. */
export function openFuzzyContext(image: IndexImage): FuzzyContext {
  const context = openSearchContext(image)
  const { words, joins, blocks } = context
  return { ...context, fuzzyTerms: new FuzzyTermFinder(words, joins, blocks) }
}
