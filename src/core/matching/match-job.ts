/** A list of customers that is matched as a job: its data and its limits. */

import type { AccountId } from '../identity/ids.ts'
import type { MatchColumns, NamedColumns } from './match-columns.ts'
import { ROW_STATES, type RowCounts } from './row-states.ts'

/** Largest file or body of a job, in bytes. */
export const MATCH_FILE_BYTES_MAX = 50 * 1024 * 1024
/** Most bytes of the text of a job, which its file may contain compressed. */
export const MATCH_TEXT_BYTES_MAX = 4 * MATCH_FILE_BYTES_MAX
/** Most rows of a job. */
export const MATCH_ROWS_MAX = 100_000
/** Most cells of a job: its rows, each as wide as the widest. A compressed file has millions of empty ones in some kB. */
export const MATCH_CELLS_MAX = 20_000_000
/** Most jobs that an owner keeps at the same time. */
export const MATCH_JOBS_MAX = 100
/** Time after its start at which a job is deleted with its file and its result, in ms. */
export const MATCH_JOB_KEPT_MS = 30 * 86_400_000
/** Times that a job is begun without storing a row before it fails. */
export const MATCH_STARTS_MAX = 3

/** The states of a job. */
export const MATCH_JOB_STATES = ['queued', 'running', 'done', 'failed'] as const
/** One of `MATCH_JOB_STATES`. */
export type MatchJobState = (typeof MATCH_JOB_STATES)[number]

/** Whose job it is. Jobs of test keys search the sandbox, and only test keys see them. */
export interface MatchOwner {
  readonly account: AccountId
  readonly isTest: boolean
}

/** How the list is read and searched. */
export interface MatchTerms {
  /** Name of the file for people; '' if rows were sent. */
  readonly fileName: string
  readonly hasNoHeader: boolean
  readonly deep: boolean
}

/** A job. Times are ms since 1970. */
export interface MatchJob extends MatchOwner, MatchTerms {
  /** `mat_` and random characters. */
  readonly id: string
  readonly state: MatchJobState
  /** The names of all columns. */
  readonly header: readonly string[]
  readonly columns: MatchColumns
  /** Rows of the list. */
  readonly rows: number
  /** Rows whose results are stored. */
  readonly rowsDone: number
  readonly counts: RowCounts
  /** Why it failed, as a sentence; '' = it did not. */
  readonly fault: string
  readonly createdAtMs: number
  readonly endedAtMs: number | null
  /** When it is deleted. */
  readonly expiresAtMs: number
}

/** What a client sent, before it was read. */
export interface SentList extends MatchTerms {
  /** The file that contains it, which only this server has. */
  readonly path: string
  /** `rows`: JSON with the rows. */
  readonly kind: 'rows' | 'file'
  /** Columns that take the place of those that are recognised. */
  readonly named: NamedColumns
  /** The columns by position, if somebody has chosen all of them; then `named` does not count. */
  readonly chosen?: MatchColumns | undefined
}

/** No row in any state. */
export const NO_ROWS = Object.fromEntries(ROW_STATES.map((state) => [state, 0])) as RowCounts
