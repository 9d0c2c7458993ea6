/** Distance between all letters of a query and of a name, regardless of spaces. */

import { LETTER_EDITS_MAX } from '../../names/likeness/name-likeness.ts'
import { EditPattern } from '../../names/text/edit-pattern.ts'
import { Letters } from '../../names/text/letters.ts'
import { appendLoose } from '../../names/text/loose-letters.ts'
import type { Sections } from '../format/layout.ts'
import { LETTER_COUNT_MAX } from '../format/layout.ts'

/**
 * Bounds the edits that `nameLikeness` counts between all letters of one query and a name: never false if
 * there are few enough.
 */
export class WholeNameDistance {
  readonly #query = new Letters()
  readonly #pattern = new EditPattern()
  readonly #word = new Letters()
  readonly #name = new Letters()

  /** `letters`: those of the query in loose form. */
  constructor(letters: string) {
    this.#pattern.setWord(this.#query.setText(letters))
  }

  /** Range of the number of a name's letters (section `letterCounts`): from this … */
  get lengthMin(): number {
    return Math.min(LETTER_COUNT_MAX, this.#query.length - LETTER_EDITS_MAX)
  }

  /** … to this. */
  get lengthMax(): number {
    return Math.min(LETTER_COUNT_MAX, this.#query.length + LETTER_EDITS_MAX)
  }

  /** Returns whether a name with so many letters may be similar enough. */
  isLengthSimilar(letters: number): boolean {
    return letters >= this.lengthMin && letters <= this.lengthMax
  }

  /** Returns whether a name may be similar enough, given its terms. */
  mayBeSimilar({ wordBytes, wordStarts }: Sections, terms: Int32Array, count: number): boolean {
    const name = this.#name
    name.length = 0
    name.isTruncated = false
    for (let j = 0; j < count; j++) {
      const term = terms[j] as number
      this.#word.setUtf8(wordBytes, wordStarts[term] as number, wordStarts[term + 1] as number)
      appendLoose(this.#word, name)
    }
    if (name.isTruncated || this.#query.isTruncated) return true
    return this.#pattern.distanceTo(name, LETTER_EDITS_MAX) <= LETTER_EDITS_MAX
  }
}
