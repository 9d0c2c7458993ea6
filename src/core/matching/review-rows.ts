/** Reads the rows of a job in pages, for the review of one state. */
import type { MatchJobReader } from './match-job-store.ts'
import { PART_ROWS } from './match-list.ts'
import type { DecidedRow } from './row-decision.ts'
import { type RowState, STATE_LETTERS } from './row-states.ts'

/** Rows of a page. */
export const REVIEW_ROWS = 25

/** A row with its place in the list, from 0. */
export interface ReviewRow extends DecidedRow {
  readonly place: number
}

/** A page of the rows in one state. */
export interface ReviewPage {
  /** From 0. */
  readonly page: number
  readonly rows: readonly ReviewRow[]
  /** Rows in the state, of all pages. */
  readonly total: number
}

/** Which page. */
export interface ReviewQuestion {
  readonly state: RowState
  /** From 0; the last one if there are fewer. `undefined`: the one with the first row without a decision. */
  readonly page: number | undefined
}

type Reader = Pick<MatchJobReader, 'states' | 'results' | 'decisions' | 'decidedRows'>

/** Returns a page of the rows of a job that are matched so far. It reads a letter of each row, and only the parts of the page whole. */
export async function reviewRows(
  matchJobs: Reader,
  id: string,
  { state, page }: ReviewQuestion,
): Promise<ReviewPage> {
  const places = placesOf(await matchJobs.states(id), STATE_LETTERS[state])
  const wanted = page ?? (await firstOpenPage(matchJobs, id, state, places))
  const last = Math.max(0, Math.ceil(places.length / REVIEW_ROWS) - 1)
  const at = Math.min(wanted, last)
  const shown = places.slice(at * REVIEW_ROWS, (at + 1) * REVIEW_ROWS)
  return { page: at, rows: await rowsAt(matchJobs, id, shown), total: places.length }
}

function placesOf(states: string, letter: string): readonly number[] {
  const places: number[] = []
  for (let at = states.indexOf(letter); at >= 0; at = states.indexOf(letter, at + 1)) places.push(at)
  return places
}

async function firstOpenPage(
  matchJobs: Reader,
  id: string,
  state: RowState,
  places: readonly number[],
): Promise<number> {
  const decided = new Set(await matchJobs.decidedRows(id, state))
  const open = places.findIndex((place) => !decided.has(place))
  return open < 0 ? 0 : Math.floor(open / REVIEW_ROWS)
}

/** Rows of a job that is deleted meanwhile are left out. */
async function rowsAt(matchJobs: Reader, id: string, places: readonly number[]): Promise<ReviewRow[]> {
  const [first, last] = [places[0], places.at(-1)]
  if (first === undefined || last === undefined) return []
  const choices = await matchJobs.decisions(id, first, last + 1)
  const rows: ReviewRow[] = []
  for (const [part, inPart] of Map.groupBy(places, (place) => place - (place % PART_ROWS))) {
    const matched = await matchJobs.results(id, part)
    for (const place of inPart) {
      const found = matched[place - part]
      if (found !== undefined) rows.push({ ...found, place, choice: choices.get(place) })
    }
  }
  return rows
}
