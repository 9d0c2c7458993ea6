/** Which names have about as many words as a query, and about as many letters: those that may be the same but for blanks and slips. */

import { WORDS_APART_MAX } from '../../names/likeness/name-likeness.ts'
import type { NameQuery } from '../../names/likeness/name-pair.ts'
import { groupStart, zoneEnd } from '../format/index-reader.ts'
import { ZONES } from '../format/layout.ts'
import type { FuzzyContext } from './fuzzy-context.ts'
import { WholeNameDistance } from './whole-name-distance.ts'

/** Documents [first, end). */
interface DocumentGroup {
  readonly first: number
  readonly end: number
}

/** Some documents of an index: those in groups for which a test holds. */
export interface DocumentSelection {
  /** Ascending. */
  readonly groups: readonly DocumentGroup[]
  /** Of a document in a group. */
  readonly includes: (document: number) => boolean
}

const isAny = () => true

/** All documents. */
export function allDocuments({ header }: FuzzyContext): DocumentSelection {
  return { groups: [{ first: 0, end: header.documents }], includes: isAny }
}

/** Of one query in one index. */
export class NameSizeFilter {
  /** Names of about as many words, by zone. */
  readonly groups: readonly DocumentGroup[]
  /** Letters of names that have about as many. */
  readonly #lettersMin: number
  readonly #lettersMax: number
  readonly #documentLetters: Uint8Array

  constructor(segment: FuzzyContext, { words, letters }: NameQuery) {
    const size = new Set(words).size
    const least = Math.max(0, size - WORDS_APART_MAX)
    this.groups = [ZONES.live, ZONES.removed, ZONES.former].map((zone) => ({
      first: groupStart(segment, zone, least),
      end: Math.min(zoneEnd(segment, zone), groupStart(segment, zone, size + WORDS_APART_MAX + 1)),
    }))
    const near = new WholeNameDistance(letters)
    this.#lettersMin = near.lengthMin
    this.#lettersMax = near.lengthMax
    this.#documentLetters = segment.blocks.letterCounts
  }

  isLengthNear(document: number): boolean {
    const letters = this.#documentLetters[document] as number
    return letters >= this.#lettersMin && letters <= this.#lettersMax
  }

  /** About as many words. */
  get byWords(): DocumentSelection {
    return { groups: this.groups, includes: isAny }
  }

  /** About as many words and letters. */
  get byWordsAndLetters(): DocumentSelection {
    return { groups: this.groups, includes: (document) => this.isLengthNear(document) }
  }
}
