/** What a person chooses for a row of a matched list. */

/** The choice that no company of the register is the one of the row. */
export const NO_COMPANY = 'none'

/** The uuid of one of the companies of the row, or `NO_COMPANY`. */
export type RowChoice = string

/** A decision about a row of a job. */
export interface NewDecision {
  /** The id of the job. */
  readonly job: string
  /** Its place in the list, from 0. */
  readonly row: number
  /** `null`: takes the decision back. */
  readonly choice: RowChoice | null
}
