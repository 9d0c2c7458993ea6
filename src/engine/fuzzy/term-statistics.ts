/** The words of an opened index: their letters, in how many names they stand, what they weigh. */
import type { DocumentFrequencies } from '../../names/likeness/word-weight.ts'
import { wordWeight } from '../../names/likeness/word-weight.ts'
import { termsEqualTo } from '../format/term-dictionary.ts'
import { weightsOf } from '../format/term-weights.ts'
import { utf8Of } from '../format/utf8.ts'
import type { FuzzyContext } from './fuzzy-context.ts'

/** Candidates for one query share many words. */
const CACHED_TEXTS = 4096

/** The words of one index, by their numbers; one for each thread. */
export class TermStatistics {
  readonly #context: FuzzyContext
  readonly #frequencies: DocumentFrequencies | undefined
  /** By word: as the index tells, or, where it is only a part, as the whole does; NaN: not asked for yet. */
  readonly #weights: Float32Array
  readonly #letters: Buffer
  /** Texts of the words that were asked for last, each at one place only; -1: none. */
  readonly #texts: string[] = new Array(CACHED_TEXTS).fill('')
  readonly #textTerms = new Int32Array(CACHED_TEXTS).fill(-1)

  /** `rarity`: of the whole index where the segment is only a part of it. */
  constructor(segment: FuzzyContext, rarity: DocumentFrequencies | undefined) {
    this.#context = segment
    this.#frequencies = rarity
    const { wordBytes, wordWeights } = segment.blocks
    this.#weights =
      rarity === undefined ? weightsOf(wordWeights) : new Float32Array(wordWeights.length).fill(Number.NaN)
    this.#letters = Buffer.from(wordBytes.buffer, wordBytes.byteOffset, wordBytes.byteLength)
  }

  textOf(word: number): string {
    const slot = word % CACHED_TEXTS
    if (this.#textTerms[slot] !== word) {
      const { wordStarts } = this.#context.blocks
      this.#textTerms[slot] = word
      this.#texts[slot] = this.#letters.toString('utf8', wordStarts[word], wordStarts[word + 1])
    }
    return this.#texts[slot] as string
  }

  weightOf(word: number): number {
    const known = this.#weights[word] as number
    return Number.isNaN(known) ? this.#weigh(word) : known
  }

  #weigh(word: number): number {
    const rarity = this.#frequencies as DocumentFrequencies
    const text = this.textOf(word)
    const weight = wordWeight(text, rarity.countOf(text), rarity.names)
    this.#weights[word] = weight
    return weight
  }

  /** Names of this segment that hold the word. */
  namesWith(word: number): number {
    const { postingStarts } = this.#context.blocks
    return (postingStarts[word + 1] as number) - (postingStarts[word] as number)
  }
}

/** How rare words are in one segment by itself. */
export class IndexFrequencies implements DocumentFrequencies {
  readonly names: number
  readonly #context: FuzzyContext

  constructor(segment: FuzzyContext) {
    this.#context = segment
    this.names = segment.header.documents
  }

  countOf(word: string): number {
    const { from, to } = termsEqualTo(this.#context.words, utf8Of(word))
    const { postingStarts } = this.#context.blocks
    return from === to ? 0 : (postingStarts[to] as number) - (postingStarts[from] as number)
  }
}
