/**
 * Looks up all words of a query at once, in both dictionaries. A look-up goes from place to place in memory, and each place tells the
 * next; of all words together the processor waits for one step at a time, not for one word after the other.
 */
import { bucketOf, HASH_START, hashBytes, taggedThing, thingBits } from './hash-table.ts'
import type { Lexicon, TermRange } from './term-dictionary.ts'
import { NO_TERMS, termsEqualTo, termsFrom } from './term-dictionary.ts'

const WORDS_MIN = 64
/** In place of a term: the word is not there. */
const NONE = 0xffffffff

export class TermLookup {
  readonly #lexica: readonly Lexicon[]
  #hashes = new Uint32Array(WORDS_MIN)
  /** By dictionary: of each word the bucket's first place, later the term that it must be, if any. */
  readonly #places: Uint32Array[]
  /** Says nothing; keeps reads ahead from being left out as of no use. */
  touched = 0

  constructor(lexica: readonly Lexicon[]) {
    this.#lexica = lexica
    this.#places = lexica.map(() => new Uint32Array(WORDS_MIN))
  }

  /** Makes ready for `terms` of these words (UTF-8), until the next call. */
  begin(words: readonly Uint8Array[]): void {
    if (words.length > this.#hashes.length) this.#grow(words.length)
    for (let i = 0; i < words.length; i++) {
      const word = words[i] as Uint8Array
      this.#hashes[i] = hashBytes(HASH_START, word, 0, word.length)
    }
    for (let i = 0; i < this.#lexica.length; i++) this.#findBuckets(i, words.length)
    for (let i = 0; i < this.#lexica.length; i++) this.#touchEntries(i, words.length)
    for (let i = 0; i < this.#lexica.length; i++) this.#findTerms(i, words.length)
    for (let i = 0; i < this.#lexica.length; i++) this.#touchLetters(i, words.length)
  }

  /** The terms of a dictionary, by its place, that are exactly the word. */
  terms(lexicon: number, i: number, word: Uint8Array): TermRange {
    const term = (this.#places[lexicon] as Uint32Array)[i] as number
    if (term === NONE) return NO_TERMS
    const own = this.#lexica[lexicon] as Lexicon
    return termsFrom(own, term, word) ?? termsEqualTo(own, word)
  }

  #findBuckets(lexicon: number, count: number): void {
    const { bucketStarts } = this.#lexica[lexicon] as Lexicon
    const places = this.#places[lexicon] as Uint32Array
    const hashes = this.#hashes
    const buckets = bucketStarts.length - 1
    for (let i = 0; i < count; i++) places[i] = bucketStarts[bucketOf(hashes[i] as number, buckets)] as number
  }

  #touchEntries(lexicon: number, count: number): void {
    const { buckets } = this.#lexica[lexicon] as Lexicon
    const places = this.#places[lexicon] as Uint32Array
    const last = buckets.length - 1
    let touched = this.touched
    for (let i = 0; i < count; i++) touched ^= buckets[Math.min(last, places[i] as number)] as number
    this.touched = touched
  }

  /** The first term of the word's bucket that has its hash's bits; hardly ever it is not the word. */
  #findTerms(lexicon: number, count: number): void {
    const { bucketStarts, buckets, starts } = this.#lexica[lexicon] as Lexicon
    const places = this.#places[lexicon] as Uint32Array
    const bits = thingBits(starts.length - 1)
    for (let i = 0; i < count; i++) {
      const hash = this.#hashes[i] as number
      const end = bucketStarts[bucketOf(hash, bucketStarts.length - 1) + 1] as number
      let place = places[i] as number
      while (place < end && taggedThing(buckets[place] as number, hash, bits) < 0) place++
      places[i] = place < end ? taggedThing(buckets[place] as number, hash, bits) : NONE
    }
  }

  #touchLetters(lexicon: number, count: number): void {
    const { bytes, starts } = this.#lexica[lexicon] as Lexicon
    const places = this.#places[lexicon] as Uint32Array
    let touched = this.touched
    for (let i = 0; i < count; i++) {
      const term = places[i] as number
      if (term !== NONE) touched ^= bytes[starts[term] as number] as number
    }
    this.touched = touched
  }

  #grow(count: number): void {
    this.#hashes = new Uint32Array(count)
    for (let i = 0; i < this.#places.length; i++) this.#places[i] = new Uint32Array(count)
  }
}
