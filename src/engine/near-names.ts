/** Which names have about as many words as a query, and about as many letters: those that may be the same but for blanks and slips. */
import type { AskedName } from '../names/name-likeness.ts'
import { LETTERS_WORDS_APART_MAX } from '../names/name-likeness.ts'
import { ZONES } from './blocks.ts'
import { LettersNear } from './letters-near.ts'
import type { Segment } from './segment.ts'
import { groupStart, zoneEnd } from './segment.ts'

/** Documents [first, end). */
interface Group {
  readonly first: number
  readonly end: number
}

/** Of one query in one index. */
export class NearNames {
  /** Names of about as many words, by zone. */
  readonly groups: readonly Group[]
  readonly #letters: LettersNear
  readonly #documentLetters: Uint8Array

  constructor(segment: Segment, { words, letters }: AskedName) {
    const size = new Set(words).size
    const least = Math.max(0, size - LETTERS_WORDS_APART_MAX)
    this.groups = [ZONES.live, ZONES.removed, ZONES.former].map((zone) => ({
      first: groupStart(segment, zone, least),
      end: Math.min(zoneEnd(segment, zone), groupStart(segment, zone, size + LETTERS_WORDS_APART_MAX + 1)),
    }))
    this.#letters = new LettersNear(letters)
    this.#documentLetters = segment.blocks.documentLetters
  }

  hasLetters(document: number): boolean {
    return this.#letters.isLengthNear(this.#documentLetters[document] as number)
  }

  /** About as many words. */
  readonly hasSize = (document: number): boolean => {
    return this.groups.some(({ first, end }) => document >= first && document < end)
  }

  /** About as many words and letters. */
  readonly has = (document: number): boolean => this.hasSize(document) && this.hasLetters(document)
}
