/** One entry of a register file, as the reader of the file's format hands it over: text, not yet understood. */
import type { SourceId } from '../company/company.ts'

export interface RegisterEntry {
  readonly source: SourceId
  /** The entry's id at the source; for OffeneRegister it tells court, type and number: `D2601V_HRB42243`. */
  readonly sourceKey: string
  readonly name: string
  readonly statusWord: string
  readonly seat: string
  readonly address: string
  readonly formerNames: readonly string[]
  /** Ids of entries that this company had before, with the day on which that entry ended. */
  readonly formerKeys: readonly FormerKey[]
  /** When the source last looked, `YYYY-MM-DD`; `DAY_UNKNOWN` where it does not tell. */
  readonly asOf: string
}

/** Older than every real day, so that any dated entry of the same company is newer. */
export const DAY_UNKNOWN = '1970-01-01'

export interface FormerKey {
  readonly sourceKey: string
  readonly until: string | null
}

/** Why a row was not taken; a closed list, so that people can count and programs can branch. */
const REJECT_REASONS = [
  'broken_json',
  'not_an_object',
  'not_utf8',
  'line_too_long',
  'field_type',
  'name_missing',
  'name_too_long',
  'number_missing',
  'number_unreadable',
] as const
export type RejectReason = (typeof REJECT_REASONS)[number]

/** A row that was not taken, for the reject file. */
export interface Reject {
  readonly file: string
  /** Counted from 1. */
  readonly line: number
  readonly reason: RejectReason
  /** The row's own text, at most `REJECT_TEXT_CHARS_MAX` characters. */
  readonly text: string
}

export const REJECT_TEXT_CHARS_MAX = 1000

/** The longest real name has 1,368 characters. */
export const NAME_CHARS_MAX = 4000
