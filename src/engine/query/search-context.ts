/** What one thread keeps between the searches of one index: the opened image, look-up tables, caches and scratch memory. */
import { CourtRules } from '../format/court-rules.ts'
import type { IndexImage } from '../format/image.ts'
import { type IndexReader, openIndex } from '../format/index-reader.ts'
import { LetterPairs } from '../format/letter-pairs.ts'
import { TermLookup } from '../format/term-lookup.ts'
import { CountCache } from './count-cache.ts'
import { ScratchPool } from './scratch.ts'

/** An opened index and the state of the thread that searches it. Not for two searches at once. */
export interface SearchContext extends IndexReader {
  readonly letterPairs: LetterPairs
  /** What the courts say of register numbers. */
  readonly courtRules: CourtRules
  /** Live documents with a common beginning, by its text. */
  readonly prefixCounts: CountCache
  /** How many documents were tried for a common beginning, by its text, since its marks were made. */
  readonly prefixChecks: CountCache
  /** Looks up words in both dictionaries: those of names, joined ones. */
  readonly lookup: TermLookup
  /** Memory that a search writes into and the next one uses again. */
  readonly scratch: ScratchPool
}

/** Opens an image for the searches of one thread. */
export function openSearchContext(image: IndexImage): SearchContext {
  const reader = openIndex(image)
  return {
    ...reader,
    letterPairs: new LetterPairs(reader.blocks),
    courtRules: new CourtRules(reader.header),
    prefixCounts: new CountCache(),
    prefixChecks: new CountCache(),
    lookup: new TermLookup([reader.words, reader.joins]),
    scratch: new ScratchPool(),
  }
}
