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
import type { FuzzyTerm, FuzzyTermKey, FuzzyTermKeys } from './fuzzy-term-keys.ts'
import { fuzzyTermsOf, keyOf, sizeOf, sortKeys } from './fuzzy-term-keys.ts'

/** The fuzzy terms of a word by cost, then number. */
export interface FuzzyTerms {
  readonly words: readonly FuzzyTerm[]
  /**
   * Joined words (`Müller-Bau` as `muellerbau`). One with several entries for different numbers of parts
   * occurs several times.
   */
  readonly joins: readonly FuzzyTerm[]
}

/** Maximum terms in the cache of results: some 8 MB per thread. */
export const CACHED_TERMS_MAX = 800_000

interface FoundKeys {
  readonly words: FuzzyTermKey[]
  readonly joins: FuzzyTermKey[]
}

/** Finds the fuzzy terms of one index for one thread. */
export class FuzzyTermFinder {
  readonly #words: TermDictionary
  readonly #joins: TermDictionary
  readonly #sections: Sections
  readonly #wordCount: number
  /** Mask of the low bits of a table entry that hold the number of the term. */
  readonly #termMask: number
  readonly #comparison = new WordComparison()
  /** The term being compared, its loose key, and the loose key of the query word. */
  readonly #word = new Letters()
  readonly #key = new Letters()
  readonly #queryKey = new Letters()
  readonly #deletionIndex: DeletionIndex
  readonly #cache = new Map<string, FuzzyTermKeys>()
  #cachedTerms = 0
  /** Combines the prefetched values, so that the compiler cannot remove the reads. */
  #sink = 0

  constructor(words: TermDictionary, joins: TermDictionary, sections: Sections) {
    this.#words = words
    this.#joins = joins
    this.#sections = sections
    this.#wordCount = words.starts.length - 1
    this.#termMask = idMask(this.#wordCount + joins.starts.length - 1)
    this.#deletionIndex = new DeletionIndex(sections)
  }

  /**
   * Returns every word and every joined word that `wordLikeness` finds similar to the folded word, including
   * itself.
   */
  find(word: string): FuzzyTerms {
    const { words, joins } = this.#keysOf(word)
    return {
      words: fuzzyTermsOf(words),
      get joins() {
        return fuzzyTermsOf(joins)
      },
    }
  }

  #keysOf(word: string): FuzzyTermKeys {
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
      if (term >= this.#wordCount) break
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

  #addToCache(word: string, keys: FuzzyTermKeys): FuzzyTermKeys {
    this.#cache.set(word, keys)
    this.#cachedTerms += sizeOf(keys)
    for (const [oldest, evicted] of this.#cache) {
      if (this.#cachedTerms <= CACHED_TERMS_MAX) break
      this.#cache.delete(oldest)
      this.#cachedTerms -= sizeOf(evicted)
    }
    return keys
  }

  #findKeys(word: string): FuzzyTermKeys {
    const found: FoundKeys = { words: [], joins: [] }
    const { letters } = this.#comparison.setWord(word)
    if (letters.isTruncated) this.#addEqual(word, found)
    else {
      this.#addWithinEdits(found)
      this.#addBeyondEdits(found)
    }
    return { words: sortKeys(found.words), joins: sortKeys(found.joins) }
  }

  /** Adds terms equal to a word that is too long to be compared. */
  #addEqual(word: string, found: FoundKeys): void {
    const bytes = utf8Of(word)
    const words = termsEqualTo(this.#words, bytes)
    const joins = termsEqualTo(this.#joins, bytes)
    for (let term = words.from; term < words.to; term++) found.words.push(keyOf(SAME, term))
    for (let term = joins.from; term < joins.to; term++) found.joins.push(keyOf(SAME, term))
  }

  /** Adds terms within the allowed edits: those with a similar prefix, length and letters. */
  #addWithinEdits(found: FoundKeys): void {
    const { letters } = this.#comparison
    const { prefixes, wordSignatures, joinSignatures } = this.#sections
    const signature = signatureOf(letters)
    const edits = editsMax(letters.length, letters.length + 1)
    const picked: number[] = []
    const similar = this.#deletionIndex.similarPrefixes(letters)
    for (const prefix of similar) this.#sink ^= wordSignatures[prefixes[2 * prefix] as number] as number
    for (const prefix of similar) {
      const at = 2 * prefix
      const words = prefixes[at] as number
      const joins = prefixes[at + 1] as number
      pick(wordSignatures, words, prefixes[at + 2] as number, edits, signature, picked, 0)
      pick(joinSignatures, joins, prefixes[at + 3] as number, edits, signature, picked, this.#wordCount)
    }
    this.#addSimilar(picked, (word) => this.#comparison.compareWithinEdits(word), found)
  }

  /** Adds terms of the same loose key or sound with more edits. */
  #addBeyondEdits(found: FoundKeys): void {
    const { looseKeyStarts, looseKeyTerms, soundStarts, soundTerms } = this.#sections
    const comparison = this.#comparison
    const ofKey = termsOfHash(looseKeyStarts, looseKeyTerms, this.#termMask, hashLetters(comparison.looseKey))
    this.#addSimilar(ofKey, (word) => comparison.compareLoose(word), found)
    if (!comparison.hasSound) return
    const ofSound = termsOfHash(soundStarts, soundTerms, this.#termMask, hashLetters(comparison.sound))
    const signature = signatureOf(comparison.letters)
    const picked = ofSound.filter((term) => {
      const other = this.#signatureOf(term)
      return mayBeWithinEdits(
        soundEditsMax(signatureLength(signature), signatureLength(other)),
        signature,
        other,
      )
    })
    this.#addSimilar(picked, (word) => comparison.compareSound(word), found)
  }

  #signatureOf(term: number): number {
    const { wordSignatures, joinSignatures } = this.#sections
    return (term < this.#wordCount ? wordSignatures[term] : joinSignatures[term - this.#wordCount]) as number
  }

  /** Compares the terms and adds the similar ones. */
  #addSimilar(terms: readonly number[], compare: (word: Letters) => PackedLikeness, found: FoundKeys): void {
    for (const term of terms) this.#prefetch(term)
    for (const term of terms) {
      const likeness = compare(this.#read(term))
      if (likeness === UNLIKE) continue
      if (term < this.#wordCount) found.words.push(keyOf(likeness, term))
      else found.joins.push(keyOf(likeness, term - this.#wordCount))
    }
  }

  #prefetch(term: number): void {
    const isWord = term < this.#wordCount
    const { bytes, starts } = isWord ? this.#words : this.#joins
    this.#sink ^= bytes[starts[isWord ? term : term - this.#wordCount] as number] as number
  }

  #read(term: number): Letters {
    const dictionary = term < this.#wordCount ? this.#words : this.#joins
    const at = term < this.#wordCount ? term : term - this.#wordCount
    return this.#word.setUtf8(
      dictionary.bytes,
      dictionary.starts[at] as number,
      dictionary.starts[at + 1] as number,
    )
  }
}

/** Adds to `picked` the terms `from … to` that may be within the edits, numbered from `first` on. */
function pick(
  signatures: Uint32Array,
  from: number,
  to: number,
  edits: number,
  signature: number,
  picked: number[],
  first: number,
): void {
  for (let term = from; term < to; term++) {
    if (mayBeWithinEdits(edits, signature, signatures[term] as number)) picked.push(first + term)
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
