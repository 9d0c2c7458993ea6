/** Which words of the index are like an asked one, complete: what `wordLikeness` would find in a walk through the dictionary. */
import { Letters } from '../names/letters.ts'
import { readLooseKey } from '../names/loose-key.ts'
import type { PackedLikeness, WordLikeness } from '../names/word-likeness.ts'
import { editsMax, soundEditsMax, unpackLikeness, WordComparison } from '../names/word-likeness.ts'
import type { Blocks } from './blocks.ts'
import { bucketOf } from './bucket-table.ts'
import { beginningBits, beginningCount } from './lay-near.ts'
import type { Lexicon } from './lexicon.ts'
import { termsEqualTo } from './lexicon.ts'
import {
  beginningHashes,
  HASHES_MAX,
  hashLetters,
  mayBeWithin,
  signatureLength,
  signatureOf,
} from './near-beginnings.ts'
import { utf8Of } from './utf8.ts'

/** A word of the index and how like the asked one it is. */
export interface SimilarWord extends WordLikeness {
  /** Its number among the words, or among the joined words. */
  readonly word: number
}

/** The most like first, then by number. */
export interface SimilarWords {
  readonly words: readonly SimilarWord[]
  /** Joined words (`Müller-Bau` as `muellerbau`); one that stands there for several numbers of parts comes several times. */
  readonly joins: readonly SimilarWord[]
}

/** Answers are remembered up to so many similar words in all: some 6 MB a thread. */
export const REMEMBERED_WORDS_MAX = 100_000

interface Found {
  readonly words: SimilarWord[]
  readonly joins: SimilarWord[]
}

/** Of one segment and one thread. */
export class SimilarWordFinder {
  readonly #words: Lexicon
  readonly #joins: Lexicon
  readonly #blocks: Blocks
  readonly #wordCount: number
  readonly #comparison = new WordComparison()
  /** The word that is looked at, its loose key, and the one it should have. */
  readonly #word = new Letters()
  readonly #key = new Letters()
  readonly #askedKey = new Letters()
  readonly #beginnings: NearBeginnings
  readonly #answers = new Map<string, SimilarWords>()
  #remembered = 0

  constructor(words: Lexicon, joins: Lexicon, blocks: Blocks) {
    this.#words = words
    this.#joins = joins
    this.#blocks = blocks
    this.#wordCount = words.starts.length - 1
    this.#beginnings = new NearBeginnings(blocks)
  }

  /** Every word and every joined word that `wordLikeness` finds like the folded word, itself included. */
  find(asked: string): SimilarWords {
    const known = this.#answers.get(asked)
    if (known === undefined) return this.#remember(asked, this.#look(asked))
    // The one used last goes to the end; the first is forgotten first.
    this.#answers.delete(asked)
    this.#answers.set(asked, known)
    return known
  }

  /** Every word of the same loose key, itself included; ascending. */
  looselySame(asked: string): readonly number[] {
    readLooseKey(this.#word.readText(asked), this.#askedKey)
    const same: number[] = []
    eachInBucket(this.#blocks.looseStarts, this.#blocks.loose, hashLetters(this.#askedKey), (term) => {
      if (term >= this.#wordCount) return
      readLooseKey(this.#read(term), this.#key)
      if (this.#key.equals(this.#askedKey)) same.push(term)
    })
    return same
  }

  #remember(asked: string, answer: SimilarWords): SimilarWords {
    this.#answers.set(asked, answer)
    this.#remembered += sizeOf(answer)
    for (const [oldest, forgotten] of this.#answers) {
      if (this.#remembered <= REMEMBERED_WORDS_MAX) break
      this.#answers.delete(oldest)
      this.#remembered -= sizeOf(forgotten)
    }
    return answer
  }

  #look(asked: string): SimilarWords {
    const found: Found = { words: [], joins: [] }
    const { letters } = this.#comparison.take(asked)
    if (letters.isCut) this.#addSame(asked, found)
    else {
      this.#addNear(found)
      this.#addFar(found)
    }
    found.words.sort(byLikeness)
    found.joins.sort(byLikeness)
    return found
  }

  /** Words too long to be compared. */
  #addSame(asked: string, found: Found): void {
    const same = { kind: 'same', edits: 0, cost: 0 } as const
    const bytes = utf8Of(asked)
    const words = termsEqualTo(this.#words, bytes)
    const joins = termsEqualTo(this.#joins, bytes)
    for (let word = words.from; word < words.to; word++) found.words.push({ word, ...same })
    for (let word = joins.from; word < joins.to; word++) found.joins.push({ word, ...same })
  }

  /** Words within the edits that are forgiven: those of near beginnings, of fitting length and letters. */
  #addNear(found: Found): void {
    const { letters } = this.#comparison
    const { beginnings, wordSignatures, joinSignatures } = this.#blocks
    const signature = signatureOf(letters)
    const edits = editsMax(letters.length, letters.length + 1)
    const picked: number[] = []
    for (const beginning of this.#beginnings.near(letters)) {
      const at = 2 * beginning
      const words = beginnings[at] as number
      const joins = beginnings[at + 1] as number
      pick(wordSignatures, words, beginnings[at + 2] as number, edits, signature, picked, 0)
      pick(joinSignatures, joins, beginnings[at + 3] as number, edits, signature, picked, this.#wordCount)
    }
    for (const term of picked) this.#add(term, this.#comparison.compareNear(this.#read(term)), found)
  }

  /** Words of the same loose key or sound that are more edits away. */
  #addFar(found: Found): void {
    const { looseStarts, loose, soundStarts, sound } = this.#blocks
    const comparison = this.#comparison
    eachInBucket(looseStarts, loose, hashLetters(comparison.looseKey), (term) => {
      this.#add(term, comparison.compareLoose(this.#read(term)), found)
    })
    if (!comparison.hasSound) return
    const signature = signatureOf(comparison.letters)
    eachInBucket(soundStarts, sound, hashLetters(comparison.sound), (term) => {
      const other = this.#signatureOf(term)
      const edits = soundEditsMax(signatureLength(signature), signatureLength(other))
      if (!mayBeWithin(edits, signature, other)) return
      this.#add(term, comparison.compareSound(this.#read(term)), found)
    })
  }

  #signatureOf(term: number): number {
    const { wordSignatures, joinSignatures } = this.#blocks
    return (term < this.#wordCount ? wordSignatures[term] : joinSignatures[term - this.#wordCount]) as number
  }

  #add(term: number, packed: PackedLikeness, found: Found): void {
    const likeness = unpackLikeness(packed)
    if (likeness === undefined) return
    if (term < this.#wordCount) found.words.push({ word: term, ...likeness })
    else found.joins.push({ word: term - this.#wordCount, ...likeness })
  }

  #read(term: number): Letters {
    const lexicon = term < this.#wordCount ? this.#words : this.#joins
    const at = term < this.#wordCount ? term : term - this.#wordCount
    return this.#word.readUtf8(lexicon.bytes, lexicon.starts[at] as number, lexicon.starts[at + 1] as number)
  }
}

/** The beginnings that may be of words within two edits. */
class NearBeginnings {
  readonly #starts: Uint32Array
  readonly #entries: Uint32Array
  /** Low bits of an entry: the beginning. */
  readonly #bits: number
  readonly #hashes = new Uint32Array(HASHES_MAX)
  /** One bit a beginning: it was given out already. All zero between searches. */
  readonly #isTaken: Uint32Array
  readonly #taken: number[] = []

  constructor({ beginnings, nearStarts, near }: Blocks) {
    this.#starts = nearStarts
    this.#entries = near
    this.#bits = beginningBits(beginnings)
    this.#isTaken = new Uint32Array((beginningCount(beginnings) >>> 5) + 1)
  }

  /** Each once, in no order; valid until the next call. */
  near(asked: Letters): readonly number[] {
    this.#taken.length = 0
    const count = beginningHashes(asked, this.#hashes)
    for (let i = 0; i < count; i++) this.#collect(this.#hashes[i] as number)
    for (const beginning of this.#taken) this.#isTaken[beginning >>> 5] = 0
    return this.#taken
  }

  #collect(hash: number): void {
    const bucket = hash & (this.#starts.length - 2)
    const end = this.#starts[bucket + 1] as number
    for (let i = this.#starts[bucket] as number; i < end; i++) {
      const entry = this.#entries[i] as number
      if ((entry ^ hash) >>> this.#bits !== 0) continue
      const beginning = entry & ((1 << this.#bits) - 1)
      const bit = 1 << (beginning & 31)
      if (((this.#isTaken[beginning >>> 5] as number) & bit) !== 0) continue
      this.#isTaken[beginning >>> 5] = (this.#isTaken[beginning >>> 5] as number) | bit
      this.#taken.push(beginning)
    }
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
    if (mayBeWithin(edits, signature, signatures[term] as number)) picked.push(first + term)
  }
}

function eachInBucket(
  starts: Uint32Array,
  things: Uint32Array,
  hash: number,
  take: (thing: number) => void,
): void {
  const bucket = bucketOf(hash, starts.length - 1)
  const end = starts[bucket + 1] as number
  for (let i = starts[bucket] as number; i < end; i++) take(things[i] as number)
}

function byLikeness(a: SimilarWord, b: SimilarWord): number {
  return a.cost - b.cost || a.word - b.word
}

function sizeOf({ words, joins }: SimilarWords): number {
  return 1 + words.length + joins.length
}
