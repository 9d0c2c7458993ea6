/**
 * Fuzzy term look-up: finds exactly the terms of the index for which `wordLikeness` would find a likeness in
 * a scan of the dictionary.
 */

import type { PackedLikeness } from '../../names/likeness/word-likeness.ts'
import { editsMax, SAME, soundEditsMax, UNLIKE, WordComparison } from '../../names/likeness/word-likeness.ts'
import { Letters } from '../../names/text/letters.ts'
import { writeLooseKey } from '../../names/text/loose-key.ts'
import { hashLetters, mayBeWithinEdits, signatureLength, signatureOf } from '../format/deletion-hashes.ts'
import { bucketOf, idMask, taggedId } from '../format/hash-table.ts'
import type { Sections } from '../format/layout.ts'
import type { TermDictionary } from '../format/term-dictionary.ts'
import { termsEqualTo } from '../format/term-dictionary.ts'
import { utf8Of } from '../format/utf8.ts'
import { DeletionIndex } from './deletion-index.ts'
import type { FuzzyTerm, FuzzyTermKey } from './fuzzy-term-keys.ts'
import { fuzzyTermsOf, keyOf, sizeOf, sortKeys } from './fuzzy-term-keys.ts'

/** Maximum terms in the cache of results: some 8 MB per thread. */
export const CACHED_TERMS_MAX = 800_000

/** Finds the fuzzy terms of one index for one thread. */
export class FuzzyTermFinder {
  readonly #words: TermDictionary
  readonly #sections: Sections
  /** Mask of the low bits of a table entry that hold the number of the term. */
  readonly #termMask: number
  readonly #comparison = new WordComparison()
  /** The term being compared, its loose key, and the loose key of the query word. */
  readonly #word = new Letters()
  readonly #key = new Letters()
  readonly #queryKey = new Letters()
  readonly #deletionIndex: DeletionIndex
  readonly #cache = new Map<string, Float64Array>()
  #cachedTerms = 0
  /** Combines the prefetched values, so that the compiler cannot remove the reads. */
  #sink = 0

  constructor(words: TermDictionary, sections: Sections) {
    this.#words = words
    this.#sections = sections
    this.#termMask = idMask(words.starts.length - 1)
    this.#deletionIndex = new DeletionIndex(sections)
  }

  /** Returns every word that `wordLikeness` finds similar to the folded word, including itself, by cost, then number. */
  find(word: string): readonly FuzzyTerm[] {
    return fuzzyTermsOf(this.#keysOf(word))
  }

  #keysOf(word: string): Float64Array {
    const known = this.#cache.get(word)
    if (known === undefined) return this.#addToCache(word, this.#findKeys(word))
    // A map keeps insertion order: the entry used last moves to the end, the first one is evicted first.
    this.#cache.delete(word)
    this.#cache.set(word, known)
    return known
  }

  /** Returns every word with the same loose key, including itself, in ascending order. */
  withLooseKeyOf(word: string): readonly number[] {
    writeLooseKey(this.#word.setText(word), this.#queryKey)
    const equal: number[] = []
    const { looseKeyStarts, looseKeyTerms } = this.#sections
    for (const term of termsOfHash(
      looseKeyStarts,
      looseKeyTerms,
      this.#termMask,
      hashLetters(this.#queryKey),
    )) {
      writeLooseKey(this.#read(term), this.#key)
      if (this.#key.equals(this.#queryKey)) equal.push(term)
    }
    return equal
  }

  /** Prefetches the table entries of texts that are about to be looked up with `withLooseKeyOf`. */
  prefetchLoose(texts: readonly string[]): void {
    const { looseKeyStarts, looseKeyTerms } = this.#sections
    for (const text of texts) {
      writeLooseKey(this.#word.setText(text), this.#queryKey)
      const bucket = bucketOf(hashLetters(this.#queryKey), looseKeyStarts.length - 1)
      this.#sink ^= looseKeyTerms[looseKeyStarts[bucket] as number] as number
    }
  }

  #addToCache(word: string, keys: Float64Array): Float64Array {
    this.#cache.set(word, keys)
    this.#cachedTerms += sizeOf(keys)
    for (const [oldest, evicted] of this.#cache) {
      if (this.#cachedTerms <= CACHED_TERMS_MAX) break
      this.#cache.delete(oldest)
      this.#cachedTerms -= sizeOf(evicted)
    }
    return keys
  }

  #findKeys(word: string): Float64Array {
    const found: FuzzyTermKey[] = []
    const { letters } = this.#comparison.setWord(word)
    if (letters.isTruncated) this.#addEqual(word, found)
    else {
      this.#addWithinEdits(found)
      this.#addBeyondEdits(found)
    }
    return sortKeys(found)
  }

  /** Adds the word equal to one that is too long to be compared. */
  #addEqual(word: string, found: FuzzyTermKey[]): void {
    const { from, to } = termsEqualTo(this.#words, utf8Of(word))
    for (let term = from; term < to; term++) found.push(keyOf(SAME, term))
  }

  /** Adds terms within the allowed edits: those with a similar prefix, length and letters. */
  #addWithinEdits(found: FuzzyTermKey[]): void {
    const { letters } = this.#comparison
    const { prefixes, wordSignatures } = this.#sections
    const signature = signatureOf(letters)
    const edits = editsMax(letters.length, letters.length + 1)
    const picked: number[] = []
    const similar = this.#deletionIndex.similarPrefixes(letters)
    for (const prefix of similar) this.#sink ^= wordSignatures[prefixes[prefix] as number] as number
    for (const prefix of similar) {
      const end = prefixes[prefix + 1] as number
      for (let term = prefixes[prefix] as number; term < end; term++)
        if (mayBeWithinEdits(edits, signature, wordSignatures[term] as number)) picked.push(term)
    }
    this.#addSimilar(picked, (word) => this.#comparison.compareWithinEdits(word), found)
  }

  /** Adds terms of the same loose key or sound with more edits. */
  #addBeyondEdits(found: FuzzyTermKey[]): void {
    const { looseKeyStarts, looseKeyTerms, soundStarts, soundTerms, wordSignatures } = this.#sections
    const comparison = this.#comparison
    const ofKey = termsOfHash(looseKeyStarts, looseKeyTerms, this.#termMask, hashLetters(comparison.looseKey))
    this.#addSimilar(ofKey, (word) => comparison.compareLoose(word), found)
    if (!comparison.hasSound) return
    const ofSound = termsOfHash(soundStarts, soundTerms, this.#termMask, hashLetters(comparison.sound))
    const signature = signatureOf(comparison.letters)
    const picked = ofSound.filter((term) => {
      const other = wordSignatures[term] as number
      return mayBeWithinEdits(
        soundEditsMax(signatureLength(signature), signatureLength(other)),
        signature,
        other,
      )
    })
    this.#addSimilar(picked, (word) => comparison.compareSound(word), found)
  }

  /** Compares the terms and adds the similar ones. */
  #addSimilar(
    terms: readonly number[],
    compare: (word: Letters) => PackedLikeness,
    found: FuzzyTermKey[],
  ): void {
    const { bytes, starts } = this.#words
    for (const term of terms) this.#sink ^= bytes[starts[term] as number] as number
    for (const term of terms) {
      const likeness = compare(this.#read(term))
      if (likeness !== UNLIKE) found.push(keyOf(likeness, term))
    }
  }

  #read(term: number): Letters {
    const { bytes, starts } = this.#words
    return this.#word.setUtf8(bytes, starts[term] as number, starts[term + 1] as number)
  }
}

/** Returns the terms with this hash, and few others. `mask`: `idMask` of all terms. */
function termsOfHash(
  starts: Uint32Array,
  entries: Uint32Array,
  mask: number,
  hash: number,
): readonly number[] {
  const bucket = bucketOf(hash, starts.length - 1)
  const end = starts[bucket + 1] as number
  const terms: number[] = []
  for (let i = starts[bucket] as number; i < end; i++) {
    const term = taggedId(entries[i] as number, hash, mask)
    if (term >= 0) terms.push(term)
  }
  return terms
}
