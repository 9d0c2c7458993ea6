/** Which names have nearly the same letters as a query, wherever blanks stand. */

import { LETTER_EDITS_MAX } from '../../names/likeness/name-likeness.ts'
import { EditPattern } from '../../names/text/edit-pattern.ts'
import { Letters } from '../../names/text/letters.ts'
import { appendLoose } from '../../names/text/loose-letters.ts'
import type { Blocks } from '../format/layout.ts'
import { LETTER_COUNT_MAX } from '../format/layout.ts'

/** Of one query; a bound for the slips that `nameLikeness` counts between all letters of both: never false where there are few enough. */
export class WholeNameDistance {
  readonly #query = new Letters()
  readonly #pattern = new EditPattern()
  readonly #word = new Letters()
  readonly #name = new Letters()

  /** `letters`: the query's, umlauts and sharp s loose. */
  constructor(letters: string) {
    this.#pattern.setWord(this.#query.setText(letters))
  }

  /** By the number of a name's letters alone (block `letterCounts`): from this … */
  get lengthMin(): number {
    return Math.min(LETTER_COUNT_MAX, this.#query.length - LETTER_EDITS_MAX)
  }

  /** … to this. */
  get lengthMax(): number {
    return Math.min(LETTER_COUNT_MAX, this.#query.length + LETTER_EDITS_MAX)
  }

  /** By the number of a name's letters alone. */
  isLengthNear(letters: number): boolean {
    return letters >= this.lengthMin && letters <= this.lengthMax
  }

  /** By the letters of the name's words, given by their numbers. */
  isNear({ wordBytes, wordStarts }: Blocks, words: Int32Array, count: number): boolean {
    const name = this.#name
    name.length = 0
    name.isTruncated = false
    for (let j = 0; j < count; j++) {
      const word = words[j] as number
      this.#word.setUtf8(wordBytes, wordStarts[word] as number, wordStarts[word + 1] as number)
      appendLoose(this.#word, name)
    }
    if (name.isTruncated || this.#query.isTruncated) return true
    return this.#pattern.distanceTo(name, LETTER_EDITS_MAX) <= LETTER_EDITS_MAX
  }
}
