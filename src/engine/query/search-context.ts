/** What one thread keeps between the searches of one index: the opened image, look-up tables, caches and scratch memory. */
import { NumberRules } from '../format/court-rules.ts'
import type { IndexImage } from '../format/image.ts'
import { type IndexReader, openIndex } from '../format/index-reader.ts'
import { LetterPairs } from '../format/letter-pairs.ts'
import { TermLookup } from '../format/term-lookup.ts'
import { KnownCounts } from './count-cache.ts'
import { MarkPool } from './scratch.ts'

/** An opened index and the state of the thread that searches it. Not for two searches at once. */
export interface SearchContext extends IndexReader {
  readonly letterPairs: LetterPairs
  /** What the courts say of register numbers. */
  readonly numbers: NumberRules
  /** Live documents with a common beginning, by its text. */
  readonly beginningCounts: KnownCounts
  /** How many documents were tried for a common beginning, by its text, since its marks were made. */
  readonly beginningTries: KnownCounts
  /** Looks up words in both dictionaries: those of names, joined ones. */
  readonly lookup: TermLookup
  /** Memory that a search writes into and the next one uses again. */
  readonly marks: MarkPool
}

/** Opens an image for the searches of one thread. */
export function openSearchContext(image: IndexImage): SearchContext {
  const reader = openIndex(image)
  return {
    ...reader,
    letterPairs: new LetterPairs(reader.blocks),
    numbers: new NumberRules(reader.header),
    beginningCounts: new KnownCounts(),
    beginningTries: new KnownCounts(),
    lookup: new TermLookup([reader.words, reader.joins]),
    marks: new MarkPool(),
  }
}
