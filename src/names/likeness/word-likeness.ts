/**
 * Likeness of two words: equal, spelt with edits, of the same sound, or not similar. All indexes use this
 * rule.
 */

import { writeCologneCode } from '../text/cologne-phonetics.ts'
import { EditPattern } from '../text/edit-pattern.ts'
import { EDIT_COST } from '../text/letter-confusions.ts'
import { LETTERS_MAX, Letters } from '../text/letters.ts'
import { isDigits, writeLooseKey } from '../text/loose-key.ts'
import { editCost } from './edit-cost.ts'

export { looseKey } from '../text/loose-key.ts'

/** `abbreviation`: an expansion (`expansions.ts`); comparing two words never returns it. */
export const LIKENESS_KINDS = ['same', 'spelling', 'sound', 'abbreviation'] as const
/** How two similar words are similar. */
export type LikenessKind = (typeof LIKENESS_KINDS)[number]

/** The likeness of two similar words. */
export interface WordLikeness {
  readonly kind: LikenessKind
  /** Letters inserted, deleted, replaced or transposed; 0 only for equal words. */
  readonly edits: number
  /**
   * 0 for equal words, 10 for an ordinary edit in a word of ten letters, at most `COST_MAX`. Easy confusions
   * cost less, unlikely ones more.
   */
  readonly cost: number
}

/** Maximum cost of a likeness. */
export const COST_MAX = 100

/** Minimum letters of words that are similar without being equal. */
export const SIMILAR_LETTERS_MIN = 2
/** Minimum letters of the longer word for two edits, … */
export const TWO_EDITS_LONGER_MIN = 5
/** … and of the shorter one. Other words may have one edit. */
export const TWO_EDITS_SHORTER_MIN = 4
/** Minimum letters of both words for likeness by sound, … */
export const SOUND_LETTERS_MIN = 4
/** … and minimum digits of their code. */
const SOUND_DIGITS_MIN = 2
/** Maximum cost of words of the same sound. `haus` and `hesse` cost more. */
export const SOUND_COST_MAX = 40

/** Returns the maximum edits for likeness by sound of words with these lengths. */
export function soundEditsMax(letters: number, otherLetters: number): number {
  return Math.max(letters, otherLetters) >> 1
}

/** Returns the maximum edits for likeness by spelling of words with these lengths. */
export function editsMax(letters: number, otherLetters: number): 0 | 1 | 2 {
  const shorter = Math.min(letters, otherLetters)
  if (shorter < SIMILAR_LETTERS_MIN) return 0
  return shorter >= TWO_EDITS_SHORTER_MIN && Math.max(letters, otherLetters) >= TWO_EDITS_LONGER_MIN ? 2 : 1
}

/**
 * Compares two folded words; `undefined` if they are not similar. Symmetric. *Spelling*: at most `editsMax`
 * edits (numbers: one), or equal loose keys with any number of edits. *Sound*: equal Cologne codes, at most
 * half of the letters edited, and a cost of at most `SOUND_COST_MAX`.
 */
export function wordLikeness(queryWord: string, word: string): WordLikeness | undefined {
  if (queryWord === word) return { kind: 'same', edits: 0, cost: 0 }
  if (scratch.comparison.queryWord !== queryWord) scratch.comparison.setWord(queryWord)
  return unpackLikeness(scratch.comparison.compare(scratch.word.setText(word)))
}

/** A likeness as one number: `kind + 4 × edits + 1024 × cost`; `UNLIKE` for none. */
export type PackedLikeness = number
/** Packed value of words that are not similar. */
export const UNLIKE = -1
/** Packed likeness of equal words. */
export const SAME = 0

/** Unpacks a likeness; `undefined` for `UNLIKE`. */
export function unpackLikeness(packed: PackedLikeness): WordLikeness | undefined {
  if (packed === UNLIKE) return undefined
  return { kind: kindOf(packed), edits: editsOf(packed), cost: costOf(packed) }
}

/** Returns the kind of a packed likeness. */
export function kindOf(packed: PackedLikeness): LikenessKind {
  return LIKENESS_KINDS[packed & 3] as LikenessKind
}

/** Returns the edits of a packed likeness. */
export function editsOf(packed: PackedLikeness): number {
  return (packed >>> 2) & 255
}

/** Returns the cost of a packed likeness. */
export function costOf(packed: PackedLikeness): number {
  return packed >>> 10
}

function pack(kind: LikenessKind, edits: number, cost: number): PackedLikeness {
  return LIKENESS_KINDS.indexOf(kind) | (edits << 2) | (cost << 10)
}

/**
 * Compares one query word with many words. Everything that depends only on the query word is computed once,
 * and comparisons allocate nothing.
 */
export class WordComparison {
  readonly letters = new Letters()
  readonly looseKey = new Letters()
  readonly sound = new Letters()
  readonly #pattern = new EditPattern()
  readonly #key = new Letters()
  readonly #wordSound = new Letters()
  #hasSound = false
  #queryWord = ''

  /** Sets the folded query word for the following comparisons. */
  setWord(queryWord: string): this {
    this.#queryWord = queryWord
    this.letters.setText(queryWord)
    this.#pattern.setWord(this.letters)
    writeLooseKey(this.letters, this.looseKey)
    writeCologneCode(this.letters, this.sound)
    this.#hasSound = isSounding(this.letters) && this.sound.length >= SOUND_DIGITS_MIN
    return this
  }

  get queryWord(): string {
    return this.#queryWord
  }

  /** Whether words can be similar to the query word by sound. */
  get hasSound(): boolean {
    return this.#hasSound
  }

  /** Compares as `wordLikeness` does. */
  compare(word: Letters): PackedLikeness {
    const near = this.compareWithinEdits(word)
    return near === UNLIKE ? this.compareBeyondEdits(word) : near
  }

  /** Finds only likeness within `editsMax` edits, including equal words. */
  compareWithinEdits(word: Letters): PackedLikeness {
    const { letters } = this
    if (letters.isTruncated || word.isTruncated) return UNLIKE
    const atMost = this.#editsMax(word)
    const edits = this.#pattern.distanceTo(word, atMost)
    if (edits > atMost) return UNLIKE
    return edits === 0 ? pack('same', 0, 0) : pack('spelling', edits, this.#costOf(word))
  }

  /** Finds only likeness beyond `editsMax` edits: by loose key, else by sound. */
  compareBeyondEdits(word: Letters): PackedLikeness {
    const loose = this.compareLoose(word)
    return loose === UNLIKE ? this.compareSound(word) : loose
  }

  /** Finds only words of the same loose key that `compareNear` does not find. */
  compareLoose(word: Letters): PackedLikeness {
    if (this.letters.isTruncated || word.isTruncated || !this.#hasLooseKeyOf(word)) return UNLIKE
    const edits = this.#pattern.distanceTo(word, LETTERS_MAX)
    return edits > this.#editsMax(word) ? pack('spelling', edits, this.#costOf(word)) : UNLIKE
  }

  /** Finds only words of the same sound that neither `compareNear` nor `compareLoose` finds. */
  compareSound(word: Letters): PackedLikeness {
    if (!this.#hasSound || word.isTruncated) return UNLIKE
    const atMost = soundEditsMax(this.letters.length, word.length)
    const edits = this.#pattern.distanceTo(word, atMost)
    if (edits > atMost || edits <= this.#editsMax(word)) return UNLIKE
    if (!this.#soundsLike(word) || this.#hasLooseKeyOf(word)) return UNLIKE
    const cost = this.#costOf(word)
    return cost <= SOUND_COST_MAX ? pack('sound', edits, cost) : UNLIKE
  }

  #editsMax(word: Letters): number {
    const most = editsMax(this.letters.length, word.length)
    return most > 1 && isDigits(this.letters) && isDigits(word) ? 1 : most
  }

  #hasLooseKeyOf(word: Letters): boolean {
    if (Math.min(this.letters.length, word.length) < SIMILAR_LETTERS_MIN) return false
    writeLooseKey(word, this.#key)
    return this.#key.length >= SIMILAR_LETTERS_MIN && this.#key.equals(this.looseKey)
  }

  #soundsLike(word: Letters): boolean {
    if (!isSounding(word)) return false
    writeCologneCode(word, this.#wordSound)
    return this.#wordSound.equals(this.sound)
  }

  #costOf(word: Letters): number {
    const letters = Math.max(this.letters.length, word.length)
    const cost = Math.round((editCost(this.letters, word) * EDIT_COST) / letters)
    return Math.min(COST_MAX, Math.max(1, cost))
  }
}

const A = 'a'.charCodeAt(0)
const Z = 'z'.charCodeAt(0)

/** Returns whether the word has only letters a-z, and enough of them. */
export function isSounding({ codes, length }: Letters): boolean {
  if (length < SOUND_LETTERS_MIN) return false
  for (let i = 0; i < length; i++) if ((codes[i] as number) < A || (codes[i] as number) > Z) return false
  return true
}

/** Buffers reused by every call of `wordLikeness`. The module runs in one thread and never re-enters. */
const scratch = { comparison: new WordComparison(), word: new Letters() }
