/** Which names have about as many words as a query, and about as many letters: those that may be the same but for blanks and slips. */

import { WORDS_APART_MAX } from '../../names/likeness/name-likeness.ts'
import type { NameQuery } from '../../names/likeness/name-pair.ts'
import { groupStart, zoneEnd } from '../format/index-reader.ts'
import { ZONES } from '../format/layout.ts'
import type { FuzzyContext } from './fuzzy-context.ts'
import { LettersNear } from './whole-name-distance.ts'

/** Documents [first, end). */
interface Group {
  readonly first: number
  readonly end: number
}

/** Some documents of an index: those in groups for which a test holds. */
export interface SomeDocuments {
  /** Ascending. */
  readonly groups: readonly Group[]
  /** Of a document in a group. */
  readonly isOf: (document: number) => boolean
}

const isAny = () => true

/** All documents. */
export function allDocuments({ header }: FuzzyContext): SomeDocuments {
  return { groups: [{ first: 0, end: header.documents }], isOf: isAny }
}

/** Of one query in one index. */
export class NearNames {
  /** Names of about as many words, by zone. */
  readonly groups: readonly Group[]
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
    const near = new LettersNear(letters)
    this.#lettersMin = near.lengthMin
    this.#lettersMax = near.lengthMax
    this.#documentLetters = segment.blocks.documentLetters
  }

  hasLetters(document: number): boolean {
    const letters = this.#documentLetters[document] as number
    return letters >= this.#lettersMin && letters <= this.#lettersMax
  }

  /** About as many words. */
  get ofSize(): SomeDocuments {
    return { groups: this.groups, isOf: isAny }
  }

  /** About as many words and letters. */
  get all(): SomeDocuments {
    return { groups: this.groups, isOf: (document) => this.hasLetters(document) }
  }
}
