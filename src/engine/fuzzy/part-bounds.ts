/** Bounds of what terms of a name and words of a query have in common without matching as a whole. */
import { CommonParts } from '../../names/likeness/letter-runs.ts'
import type { NameQuery } from '../../names/likeness/name-pair.ts'
import { partShare } from '../../names/likeness/shared-words.ts'
import type { FuzzyContext } from './fuzzy-context.ts'

/** Bytes of non-ASCII letters are at least this. */
const ASCII_BYTES = 128
/** All words of a query. */
const ALL_WORDS = -1

/** Bounds the common parts of one query with the terms of a name. */
export class PartBounds {
  readonly #context: FuzzyContext
  readonly #query: NameQuery
  readonly #ofQuery = { bits: 0 }

  constructor(context: FuzzyContext, query: NameQuery) {
    this.#context = context
    this.#query = query
  }

  /** Starts a new name. */
  clear(): void {
    this.#ofQuery.bits = 0
  }

  /**
   * Adds a term to the name and returns the maximum share of its letters that a word of the query has, too, 0
   * to 1.
   */
  add(term: number): number {
    const { wordBytes, wordStarts } = this.#context.sections
    const [from, to] = [wordStarts[term] as number, wordStarts[term + 1] as number]
    for (let i = from; i < to; i++) {
      if ((wordBytes[i] as number) < ASCII_BYTES) continue
      this.#ofQuery.bits = ALL_WORDS
      return 1
    }
    const letters = this.#query.commonParts.lettersMax(wordBytes, from, to, this.#ofQuery)
    return letters === 0 ? 0 : Math.min(1, partShare(letters, to - from))
  }

  /** Returns whether a term of the name may have a part of this word of the query. */
  isInName(word: number): boolean {
    return CommonParts.has(this.#ofQuery.bits, word)
  }
}
