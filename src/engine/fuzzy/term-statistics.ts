/** Statistics of an index's terms: texts, numbers of names, weights. */
import type { CollectionStatistics } from '../../names/likeness/word-weight.ts'
import { wordWeight } from '../../names/likeness/word-weight.ts'
import { termsEqualTo } from '../format/term-dictionary.ts'
import { weightsOf } from '../format/term-weights.ts'
import { utf8Of } from '../format/utf8.ts'
import type { FuzzyContext } from './fuzzy-context.ts'
import type { SeatTerms } from './seat-terms.ts'

/** Entries of the cache of texts. Candidates of one query share many terms. */
const CACHED_TEXTS = 4096

/** The terms of one index by number; one object per thread. */
export class TermStatistics {
  readonly #context: FuzzyContext
  readonly #collection: CollectionStatistics | undefined
  /**
   * By term: the weight in this index, or in the whole index if this is only a part of it. NaN: not computed
   * yet.
   */
  readonly #weights: Float32Array
  readonly #letters: Buffer
  /** Direct-mapped cache of the texts used last; -1: empty. */
  readonly #texts: string[] = new Array(CACHED_TEXTS).fill('')
  readonly #textTerms = new Int32Array(CACHED_TEXTS).fill(-1)

  /** `collection`: that of the whole index, if this is only a part of it. */
  constructor(context: FuzzyContext, collection: CollectionStatistics | undefined) {
    this.#context = context
    this.#collection = collection
    const { wordBytes, wordWeights } = context.sections
    this.#weights =
      collection === undefined
        ? weightsOf(wordWeights)
        : new Float32Array(wordWeights.length).fill(Number.NaN)
    this.#letters = Buffer.from(wordBytes.buffer, wordBytes.byteOffset, wordBytes.byteLength)
  }

  textOf(term: number): string {
    const slot = term % CACHED_TEXTS
    if (this.#textTerms[slot] !== term) {
      const { wordStarts } = this.#context.sections
      this.#textTerms[slot] = term
      this.#texts[slot] = this.#letters.toString('utf8', wordStarts[term], wordStarts[term + 1])
    }
    return this.#texts[slot] as string
  }

  weightOf(term: number): number {
    const known = this.#weights[term] as number
    return Number.isNaN(known) ? this.#weigh(term) : known
  }

  #weigh(term: number): number {
    const collection = this.#collection as CollectionStatistics
    const text = this.textOf(term)
    const weight = wordWeight(text, collection.countOf(text), collection.names)
    this.#weights[term] = weight
    return weight
  }

  /** Returns the number of names in this index that contain the term. */
  namesWith(term: number): number {
    const { postingStarts } = this.#context.sections
    return (postingStarts[term + 1] as number) - (postingStarts[term] as number)
  }
}

/** The collection statistics of one index. */
export class IndexStatistics implements CollectionStatistics {
  readonly names: number
  readonly #context: FuzzyContext
  readonly #seats: SeatTerms

  constructor(context: FuzzyContext, seats: SeatTerms) {
    this.#context = context
    this.#seats = seats
    this.names = context.header.documents
  }

  countOf(word: string): number {
    const { from, to } = termsEqualTo(this.#context.words, utf8Of(word))
    const { postingStarts } = this.#context.sections
    return from === to ? 0 : (postingStarts[to] as number) - (postingStarts[from] as number)
  }

  isSeat(words: string): boolean {
    return this.#seats.isSeat(words)
  }
}
