/**
 * Looks up all words of a query in both dictionaries at once. Each step of a look-up depends on the one
 * before; done step by step for all words together, the processor waits once per step instead of once per
 * step and word.
 */
import { bucketOf, HASH_START, hashBytes, idMask, taggedId } from './hash-table.ts'
import type { TermDictionary, TermRange } from './term-dictionary.ts'
import { NO_TERMS, termsEqualTo, termsEqualToFrom } from './term-dictionary.ts'

const WORDS_MIN = 64
/** Marks a word that has no term. */
const NONE = 0xffffffff

/** Looks up the words of a query in several dictionaries. It serves one query at a time. */
export class TermLookup {
  readonly #dictionaries: readonly TermDictionary[]
  #hashes = new Uint32Array(WORDS_MIN)
  /** By dictionary and word: the bucket's first entry, later the only possible term, if any. */
  readonly #slots: Uint32Array[]
  /** Stores prefetched values, so that the loads are not optimised away. */
  prefetchSink = 0

  constructor(dictionaries: readonly TermDictionary[]) {
    this.#dictionaries = dictionaries
    this.#slots = dictionaries.map(() => new Uint32Array(WORDS_MIN))
  }

  /** Looks up these words (UTF-8) for the calls of `terms` that follow, until the next call. */
  prepare(words: readonly Uint8Array[]): void {
    if (words.length > this.#hashes.length) this.#grow(words.length)
    for (let i = 0; i < words.length; i++) {
      const word = words[i] as Uint8Array
      this.#hashes[i] = hashBytes(HASH_START, word, 0, word.length)
    }
    for (let i = 0; i < this.#dictionaries.length; i++) this.#findBuckets(i, words.length)
    for (let i = 0; i < this.#dictionaries.length; i++) this.#prefetchEntries(i, words.length)
    for (let i = 0; i < this.#dictionaries.length; i++) this.#findTerms(i, words.length)
    for (let i = 0; i < this.#dictionaries.length; i++) this.#prefetchLetters(i, words.length)
  }

  /** Returns the terms equal to the i-th word in a dictionary, which is given by its index. */
  terms(dictionary: number, i: number, word: Uint8Array): TermRange {
    const term = (this.#slots[dictionary] as Uint32Array)[i] as number
    if (term === NONE) return NO_TERMS
    const terms = this.#dictionaries[dictionary] as TermDictionary
    return termsEqualToFrom(terms, term, word) ?? termsEqualTo(terms, word)
  }

  #findBuckets(dictionary: number, count: number): void {
    const { bucketStarts } = this.#dictionaries[dictionary] as TermDictionary
    const slots = this.#slots[dictionary] as Uint32Array
    const hashes = this.#hashes
    const buckets = bucketStarts.length - 1
    for (let i = 0; i < count; i++) slots[i] = bucketStarts[bucketOf(hashes[i] as number, buckets)] as number
  }

  #prefetchEntries(dictionary: number, count: number): void {
    const { buckets } = this.#dictionaries[dictionary] as TermDictionary
    const slots = this.#slots[dictionary] as Uint32Array
    const last = buckets.length - 1
    let sink = this.prefetchSink
    for (let i = 0; i < count; i++) sink ^= buckets[Math.min(last, slots[i] as number)] as number
    this.prefetchSink = sink
  }

  /** Finds the first term of each word's bucket whose tag matches; it is nearly always the word. */
  #findTerms(dictionary: number, count: number): void {
    const { bucketStarts, buckets, starts } = this.#dictionaries[dictionary] as TermDictionary
    const slots = this.#slots[dictionary] as Uint32Array
    const mask = idMask(starts.length - 1)
    for (let i = 0; i < count; i++) {
      const hash = this.#hashes[i] as number
      const end = bucketStarts[bucketOf(hash, bucketStarts.length - 1) + 1] as number
      let position = slots[i] as number
      while (position < end && taggedId(buckets[position] as number, hash, mask) < 0) position++
      slots[i] = position < end ? taggedId(buckets[position] as number, hash, mask) : NONE
    }
  }

  #prefetchLetters(dictionary: number, count: number): void {
    const { bytes, starts } = this.#dictionaries[dictionary] as TermDictionary
    const slots = this.#slots[dictionary] as Uint32Array
    let sink = this.prefetchSink
    for (let i = 0; i < count; i++) {
      const term = slots[i] as number
      if (term !== NONE) sink ^= bytes[starts[term] as number] as number
    }
    this.prefetchSink = sink
  }

  #grow(count: number): void {
    this.#hashes = new Uint32Array(count)
    for (let i = 0; i < this.#slots.length; i++) this.#slots[i] = new Uint32Array(count)
  }
}
