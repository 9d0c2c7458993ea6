/** Which words of the index are like an asked one, complete: what `wordLikeness` would find in a walk through the dictionary. */

import type { PackedLikeness } from '../../names/likeness/word-likeness.ts'
import { editsMax, SAME, soundEditsMax, UNLIKE, WordComparison } from '../../names/likeness/word-likeness.ts'
import { Letters } from '../../names/text/letters.ts'
import { writeLooseKey } from '../../names/text/loose-key.ts'
import { hashLetters, mayBeWithinEdits, signatureLength, signatureOf } from '../format/deletion-hashes.ts'
import { bucketOf, idMask, taggedId } from '../format/hash-table.ts'
import type { Blocks } from '../format/layout.ts'
import type { TermDictionary } from '../format/term-dictionary.ts'
import { termsEqualTo } from '../format/term-dictionary.ts'
import { utf8Of } from '../format/utf8.ts'
import { DeletionIndex } from './deletion-index.ts'
import type { FuzzyTerm, FuzzyTermKey, FuzzyTermKeys } from './fuzzy-term-keys.ts'
import { fuzzyTermsOf, keyOf, sizeOf, sortKeys } from './fuzzy-term-keys.ts'

/** The most like first, then by number. */
export interface FuzzyTerms {
  readonly words: readonly FuzzyTerm[]
  /** Joined words (`Müller-Bau` as `muellerbau`); one that stands there for several numbers of parts comes several times. */
  readonly joins: readonly FuzzyTerm[]
}

/** Answers are remembered up to so many similar words in all: some 8 MB a thread. */
export const CACHED_TERMS_MAX = 800_000

interface FoundKeys {
  readonly words: FuzzyTermKey[]
  readonly joins: FuzzyTermKey[]
}

/** Of one segment and one thread. */
export class FuzzyTermFinder {
  readonly #words: TermDictionary
  readonly #joins: TermDictionary
  readonly #blocks: Blocks
  readonly #wordCount: number
  /** Where an entry of a table says which word or joined word it is. */
  readonly #termBits: number
  readonly #comparison = new WordComparison()
  /** The word that is looked at, its loose key, and the one it should have. */
  readonly #word = new Letters()
  readonly #key = new Letters()
  readonly #queryKey = new Letters()
  readonly #deletionIndex: DeletionIndex
  readonly #cache = new Map<string, FuzzyTermKeys>()
  #cachedTerms = 0
  /** Says nothing; keeps reads ahead from being left out as of no use. */
  #prefetched = 0

  constructor(words: TermDictionary, joins: TermDictionary, blocks: Blocks) {
    this.#words = words
    this.#joins = joins
    this.#blocks = blocks
    this.#wordCount = words.starts.length - 1
    this.#termBits = idMask(this.#wordCount + joins.starts.length - 1)
    this.#deletionIndex = new DeletionIndex(blocks)
  }

  /** Every word and every joined word that `wordLikeness` finds like the folded word, itself included. */
  find(asked: string): FuzzyTerms {
    const { words, joins } = this.#keysOf(asked)
    return {
      words: fuzzyTermsOf(words),
      get joins() {
        return fuzzyTermsOf(joins)
      },
    }
  }

  #keysOf(asked: string): FuzzyTermKeys {
    const known = this.#cache.get(asked)
    if (known === undefined) return this.#addToCache(asked, this.#findKeys(asked))
    // The one used last goes to the end; the first is forgotten first.
    this.#cache.delete(asked)
    this.#cache.set(asked, known)
    return known
  }

  /** Every word of the same loose key, itself included; ascending. */
  withLooseKeyOf(asked: string): readonly number[] {
    writeLooseKey(this.#word.setText(asked), this.#queryKey)
    const same: number[] = []
    const { looseKeyStarts, looseKeyTerms } = this.#blocks
    for (const term of termsOfHash(
      looseKeyStarts,
      looseKeyTerms,
      this.#termBits,
      hashLetters(this.#queryKey),
    )) {
      if (term >= this.#wordCount) break
      writeLooseKey(this.#read(term), this.#key)
      if (this.#key.equals(this.#queryKey)) same.push(term)
    }
    return same
  }

  /** Says of which texts `looselySame` will be asked. */
  prefetchLoose(texts: readonly string[]): void {
    const { looseKeyStarts, looseKeyTerms } = this.#blocks
    for (const text of texts) {
      writeLooseKey(this.#word.setText(text), this.#queryKey)
      const bucket = bucketOf(hashLetters(this.#queryKey), looseKeyStarts.length - 1)
      this.#prefetched ^= looseKeyTerms[looseKeyStarts[bucket] as number] as number
    }
  }

  #addToCache(asked: string, answer: FuzzyTermKeys): FuzzyTermKeys {
    this.#cache.set(asked, answer)
    this.#cachedTerms += sizeOf(answer)
    for (const [oldest, forgotten] of this.#cache) {
      if (this.#cachedTerms <= CACHED_TERMS_MAX) break
      this.#cache.delete(oldest)
      this.#cachedTerms -= sizeOf(forgotten)
    }
    return answer
  }

  #findKeys(asked: string): FuzzyTermKeys {
    const found: FoundKeys = { words: [], joins: [] }
    const { letters } = this.#comparison.setWord(asked)
    if (letters.isTruncated) this.#addEqual(asked, found)
    else {
      this.#addNear(found)
      this.#addFar(found)
    }
    return { words: sortKeys(found.words), joins: sortKeys(found.joins) }
  }

  /** Words too long to be compared. */
  #addEqual(asked: string, found: FoundKeys): void {
    const bytes = utf8Of(asked)
    const words = termsEqualTo(this.#words, bytes)
    const joins = termsEqualTo(this.#joins, bytes)
    for (let word = words.from; word < words.to; word++) found.words.push(keyOf(SAME, word))
    for (let join = joins.from; join < joins.to; join++) found.joins.push(keyOf(SAME, join))
  }

  /** Words within the edits that are forgiven: those of near beginnings, of fitting length and letters. */
  #addNear(found: FoundKeys): void {
    const { letters } = this.#comparison
    const { prefixes, wordSignatures, joinSignatures } = this.#blocks
    const signature = signatureOf(letters)
    const edits = editsMax(letters.length, letters.length + 1)
    const picked: number[] = []
    const near = this.#deletionIndex.prefixesNear(letters)
    for (const beginning of near)
      this.#prefetched ^= wordSignatures[prefixes[2 * beginning] as number] as number
    for (const beginning of near) {
      const at = 2 * beginning
      const words = prefixes[at] as number
      const joins = prefixes[at + 1] as number
      pick(wordSignatures, words, prefixes[at + 2] as number, edits, signature, picked, 0)
      pick(joinSignatures, joins, prefixes[at + 3] as number, edits, signature, picked, this.#wordCount)
    }
    this.#addLike(picked, (word) => this.#comparison.compareNear(word), found)
  }

  /** Words of the same loose key or sound that are more edits away. */
  #addFar(found: FoundKeys): void {
    const { looseKeyStarts, looseKeyTerms, soundStarts, soundTerms } = this.#blocks
    const comparison = this.#comparison
    const ofKey = termsOfHash(looseKeyStarts, looseKeyTerms, this.#termBits, hashLetters(comparison.looseKey))
    this.#addLike(ofKey, (word) => comparison.compareLoose(word), found)
    if (!comparison.hasSound) return
    const ofSound = termsOfHash(soundStarts, soundTerms, this.#termBits, hashLetters(comparison.sound))
    const signature = signatureOf(comparison.letters)
    const picked = ofSound.filter((term) => {
      const other = this.#signatureOf(term)
      return mayBeWithinEdits(
        soundEditsMax(signatureLength(signature), signatureLength(other)),
        signature,
        other,
      )
    })
    this.#addLike(picked, (word) => comparison.compareSound(word), found)
  }

  #signatureOf(term: number): number {
    const { wordSignatures, joinSignatures } = this.#blocks
    return (term < this.#wordCount ? wordSignatures[term] : joinSignatures[term - this.#wordCount]) as number
  }

  /** Adds those of the terms that are like the asked word. */
  #addLike(terms: readonly number[], compare: (word: Letters) => PackedLikeness, found: FoundKeys): void {
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
    this.#prefetched ^= bytes[starts[isWord ? term : term - this.#wordCount] as number] as number
  }

  #read(term: number): Letters {
    const lexicon = term < this.#wordCount ? this.#words : this.#joins
    const at = term < this.#wordCount ? term : term - this.#wordCount
    return this.#word.setUtf8(lexicon.bytes, lexicon.starts[at] as number, lexicon.starts[at + 1] as number)
  }
}

/** Adds to `picked` the terms `from … to` that may be within the edits, each counted from `first` on. */
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

/** The terms of a hash, and few others; `bits`: `thingBits` of all terms. */
function termsOfHash(
  starts: Uint32Array,
  things: Uint32Array,
  bits: number,
  hash: number,
): readonly number[] {
  const bucket = bucketOf(hash, starts.length - 1)
  const end = starts[bucket + 1] as number
  const terms: number[] = []
  for (let i = starts[bucket] as number; i < end; i++) {
    const term = taggedId(things[i] as number, hash, bits)
    if (term >= 0) terms.push(term)
  }
  return terms
}
