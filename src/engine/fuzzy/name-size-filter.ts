/**
 * Name sizes: documents with about as many words and letters as a query, whose names may differ only by
 * spaces and edits.
 */

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

/** A selection of documents: those in the groups that pass a test. */
export interface DocumentSelection {
  /** In ascending order. */
  readonly groups: readonly DocumentGroup[]
  /** Tests a document of a group. */
  readonly includes: (document: number) => boolean
}

const includesAll = () => true

/** Selects all documents. */
export function allDocuments({ header }: FuzzyContext): DocumentSelection {
  return { groups: [{ first: 0, end: header.documents }], includes: includesAll }
}

/** Selects the documents with a size similar to one query. */
export class NameSizeFilter {
  /** Names with a similar number of words, by zone. */
  readonly groups: readonly DocumentGroup[]
  /** Range of a similar number of letters. */
  readonly #lettersMin: number
  readonly #lettersMax: number
  readonly #letterCounts: Uint8Array

  constructor(context: FuzzyContext, { words, letters }: NameQuery) {
    const size = new Set(words).size
    const least = Math.max(0, size - WORDS_APART_MAX)
    this.groups = Object.values(ZONES).map((zone) => ({
      first: groupStart(context, zone, least),
      end: Math.min(zoneEnd(context, zone), groupStart(context, zone, size + WORDS_APART_MAX + 1)),
    }))
    const distance = new WholeNameDistance(letters)
    this.#lettersMin = distance.lengthMin
    this.#lettersMax = distance.lengthMax
    this.#letterCounts = context.sections.letterCounts
  }

  isLengthNear(document: number): boolean {
    const letters = this.#letterCounts[document] as number
    return letters >= this.#lettersMin && letters <= this.#lettersMax
  }

  /** Names with a similar number of words. */
  get byWords(): DocumentSelection {
    return { groups: this.groups, includes: includesAll }
  }

  /** Names with a similar number of words and letters. */
  get byWordsAndLetters(): DocumentSelection {
    return { groups: this.groups, includes: (document) => this.isLengthNear(document) }
  }
}
