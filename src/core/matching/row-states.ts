/** The states of matched rows. */

/**
 * The results of a match. `found`: one company scores 90 or more and the next one less than 75. `ambiguous`:
 * the next one scores 75 or more as well. `possible`: the best one scores 50 to 89, or has another legal form
 * than the row.
 */
export const MATCH_STATES = ['found', 'ambiguous', 'possible', 'not_found'] as const
/** One of `MATCH_STATES`. */
export type MatchState = (typeof MATCH_STATES)[number]

/** All states of a row of a list. */
export const ROW_STATES = [...MATCH_STATES, 'invalid'] as const
/** One of `ROW_STATES`. */
export type RowState = (typeof ROW_STATES)[number]

/** Numbers of rows by state. */
export type RowCounts = Readonly<Record<RowState, number>>

/** The letter of each state in a text of states. */
export const STATE_LETTERS = {
  found: 'f',
  ambiguous: 'a',
  possible: 'p',
  not_found: 'n',
  invalid: 'i',
} as const satisfies Readonly<Record<RowState, string>>
