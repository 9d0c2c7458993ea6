/** What a person decided about a row of a matched list. Pure. */
import type { MatchedListRow } from './customer-list.ts'
import type { RowResult } from './match-rows.ts'
import { NO_COMPANY, type RowChoice } from './row-choice.ts'

/** A row with its result and with what was decided. */
export interface DecidedRow extends MatchedListRow {
  /** Absent: nothing yet. */
  readonly choice?: RowChoice | undefined
}

/** Whether a choice is possible for a row with this result. */
export function isChoiceOf({ companies }: RowResult, choice: RowChoice): boolean {
  return choice === NO_COMPANY || companies.some(({ uuid }) => uuid === choice)
}

/**
 * Returns the row as files show it: a chosen company comes before the others, and a row without one has none.
 * The state stays what matching found.
 */
export function decided({ row, result, choice }: DecidedRow): DecidedRow {
  if (choice === undefined) return { row, result, choice }
  const chosen = result.companies.find(({ uuid }) => uuid === choice)
  const others = chosen === undefined ? [] : result.companies.filter((company) => company !== chosen)
  // The note is about the company that was the best.
  const isOther = chosen !== result.companies[0]
  const notes = isOther ? result.notes.filter((note) => note !== 'other_city') : result.notes
  const companies = chosen === undefined ? [] : [chosen, ...others]
  return { row, result: { ...result, companies, notes }, choice }
}
