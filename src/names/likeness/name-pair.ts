/** A query and a candidate name as input of a comparison. */
import type { InitialSpellings } from './initial-spellings.ts'
import type { CommonParts } from './letter-runs.ts'
import type { WordRun } from './word-alignment.ts'

/** A query that has been read. */
export interface NameQuery {
  readonly words: readonly string[]
  /** Its joinable runs (`joinableRuns`). */
  readonly runs: readonly WordRun[]
  /** By word: its weight (`wordWeight`). */
  readonly weights: readonly number[]
  readonly weight: number
  /** The highest and the second highest weight of its words; 0 for none. */
  readonly strongest: number
  readonly second: number
  /** The highest weight of a word in the index (`wordWeightMax`). */
  readonly weightMax: number
  /** By word: whether it is a typo of a form (`isFormTypo`). */
  readonly formTypos: readonly boolean[]
  /** The runs of words that are the seat of some company. */
  readonly places: readonly WordRun[]
  readonly hasForm: boolean
  /** All letters in loose form. */
  readonly letters: string
  /**
   * All letters in the spellings that names with other spaces may have (`joinedSpellings`), the words' own
   * first.
   */
  readonly spellings: ReadonlySet<string>
  /** All letters with other words for initials (`initialSpellings`). */
  readonly initialSpellings: InitialSpellings
  /** Words of the owner behind a sign that tell who it is: `karl meier` in `Adler-Apotheke Inh. Karl Meier`. */
  readonly ownerRuns: readonly (readonly string[])[]
  /** What its words have in common with words of names. */
  readonly commonParts: CommonParts
}

/** A name to compare, with properties of its company. */
export interface CandidateName {
  readonly words: readonly string[]
  readonly weights: readonly number[]
  /**
   * Folded words of the company's seat; none for a former name, because the seat may have been another one.
   */
  readonly seat: readonly string[]
  /** The name's text contains a form. */
  readonly hasForm: boolean
  readonly isOtherForm: boolean
  readonly isFormer: boolean
  /** False only if there are more than `LETTER_EDITS_MAX` edits between all letters of both. */
  mayHaveSimilarLetters(): boolean
  /** False only if its letters are none of the query's `spellings` and `initialSpellings`. */
  readonly mayHaveSameLetters: boolean
}
