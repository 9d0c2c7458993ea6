/** A query and a name that are compared, as they are read. */
import type { WordRun } from './word-alignment.ts'

/** A query, read. */
export interface NameQuery {
  readonly words: readonly string[]
  /** Of its words (`runsOf`). */
  readonly runs: readonly WordRun[]
  /** By word: what it tells (`wordWeight`). */
  readonly weights: readonly number[]
  readonly weight: number
  /** By word: it is a slip of a form (`isFormSlip`). */
  readonly formTypos: readonly boolean[]
  readonly hasForm: boolean
  /** All letters, umlauts and sharp s loose. */
  readonly letters: string
  /** All letters as names with other blanks may have them (`lettersWritten`), the words' own first. */
  readonly spellings: ReadonlySet<string>
}

/** A name that may be meant, with what else is known of its company. */
export interface CandidateName {
  readonly words: readonly string[]
  readonly weights: readonly number[]
  /** Folded words of the company's seat; none of a former name, which may have had another. */
  readonly seat: readonly string[]
  /** Its text tells a form. */
  readonly hasForm: boolean
  readonly isOtherForm: boolean
  readonly isFormer: boolean
  /** False only where more than `LETTER_SLIPS_MAX` slips lie between all letters of both. */
  mayHaveNearLetters(): boolean
  /** False only where its letters are none of the query's `written`. */
  readonly mayHaveSameLetters: boolean
}
