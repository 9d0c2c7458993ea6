/**
 * Looks up all words of a query at once, in both dictionaries. A look-up goes from place to place in memory, and each place tells the
 * next; of all words together the processor waits for one step at a time, not for one word after the other.
 */
import { bucketOf, HASH_START, hashBytes, idMask, taggedId } from './hash-table.ts'
import type { TermDictionary, TermRange } from './term-dictionary.ts'
import { NO_TERMS, termsEqualTo, termsEqualToFrom } from './term-dictionary.ts'

const WORDS_MIN = 64
/** In place of a term: the word is not there. */
const NONE = 0xffffffff

export class TermLookup {
  readonly #lexica: readonly TermDictionary[]
  #hashes = new Uint32Array(WORDS_MIN)
  /** By dictionary: of each word the bucket's first place, later the term that it must be, if any. */
  readonly #places: Uint32Array[]
  /** Says nothing; keeps reads ahead from being left out as of no use. */
  prefetchSink = 0

  constructor(dictionaries: readonly TermDictionary[]) {
    this.#lexica = dictionaries
    this.#places = dictionaries.map(() => new Uint32Array(WORDS_MIN))
  }

  /** Makes ready for `terms` of these words (UTF-8), until the next call. */
  prepare(words: readonly Uint8Array[]): void {
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
  terms(dictionary: number, i: number, word: Uint8Array): TermRange {
    const term = (this.#places[dictionary] as Uint32Array)[i] as number
    if (term === NONE) return NO_TERMS
    const terms = this.#lexica[dictionary] as TermDictionary
    return termsEqualToFrom(terms, term, word) ?? termsEqualTo(terms, word)
  }

  #findBuckets(dictionary: number, count: number): void {
    const { bucketStarts } = this.#lexica[dictionary] as TermDictionary
    const places = this.#places[dictionary] as Uint32Array
    const hashes = this.#hashes
    const buckets = bucketStarts.length - 1
    for (let i = 0; i < count; i++) places[i] = bucketStarts[bucketOf(hashes[i] as number, buckets)] as number
  }

  #touchEntries(dictionary: number, count: number): void {
    const { buckets } = this.#lexica[dictionary] as TermDictionary
    const places = this.#places[dictionary] as Uint32Array
    const last = buckets.length - 1
    let sink = this.prefetchSink
    for (let i = 0; i < count; i++) sink ^= buckets[Math.min(last, places[i] as number)] as number
    this.prefetchSink = sink
  }

  /** The first term of the word's bucket that has its hash's bits; hardly ever it is not the word. */
  #findTerms(dictionary: number, count: number): void {
    const { bucketStarts, buckets, starts } = this.#lexica[dictionary] as TermDictionary
    const places = this.#places[dictionary] as Uint32Array
    const bits = idMask(starts.length - 1)
    for (let i = 0; i < count; i++) {
      const hash = this.#hashes[i] as number
      const end = bucketStarts[bucketOf(hash, bucketStarts.length - 1) + 1] as number
      let place = places[i] as number
      while (place < end && taggedId(buckets[place] as number, hash, bits) < 0) place++
      places[i] = place < end ? taggedId(buckets[place] as number, hash, bits) : NONE
    }
  }

  #touchLetters(dictionary: number, count: number): void {
    const { bytes, starts } = this.#lexica[dictionary] as TermDictionary
    const places = this.#places[dictionary] as Uint32Array
    let sink = this.prefetchSink
    for (let i = 0; i < count; i++) {
      const term = places[i] as number
      if (term !== NONE) sink ^= bytes[starts[term] as number] as number
    }
    this.prefetchSink = sink
  }

  #grow(count: number): void {
    this.#hashes = new Uint32Array(count)
    for (let i = 0; i < this.#places.length; i++) this.#places[i] = new Uint32Array(count)
  }
}
