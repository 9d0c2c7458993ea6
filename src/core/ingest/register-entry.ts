/** Register entries as the reader of a source returns them, the same for every source. */
import type { CourtCode } from '../../names/reading/court.ts'
import type { RegisterKey } from '../../names/reading/register-number.ts'
import type { Status } from '../../names/search/status.ts'
import type { FormerNumber, SourceId } from '../company/company.ts'

/** One entry of a register file. */
export interface RegisterEntry {
  readonly source: SourceId
  /** The entry's id at the source. */
  readonly sourceKey: string
  /** `undefined` if the source has a number that cannot be parsed. */
  readonly number: EntryNumber | undefined
  readonly name: string
  readonly status: SourceStatus
  /** The status in the words of the source. */
  readonly statusWord: string
  readonly seat: string
  readonly address: string
  readonly formerNames: readonly string[]
  readonly formerNumbers: readonly FormerNumber[]
  /** The date at which the source last read the register, `YYYY-MM-DD`; `DAY_UNKNOWN` if it has none. */
  readonly asOf: string
}

/** The number of an entry. */
export interface EntryNumber {
  readonly register: RegisterKey
  /** The court that keeps the entry today. */
  readonly court: CourtCode
}

/** A status that sources have; liquidation and insolvency are read from the name. */
export type SourceStatus = Extract<Status, 'active' | 'removed' | 'unknown'>

/** A day before every real one, so that any dated entry of the same company is newer. */
export const DAY_UNKNOWN = '1970-01-01'

/** Why a row is rejected: a closed list, so that clients can branch on it. */
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
/** One of `REJECT_REASONS`. */
export type RejectReason = (typeof REJECT_REASONS)[number]

/** A rejected row, for the reject file. */
export interface Reject {
  readonly file: string
  /** Counted from 1. */
  readonly line: number
  readonly reason: RejectReason
  /** The text of the row, at most `REJECT_TEXT_CHARS_MAX` characters. */
  readonly text: string
}

/** Longest text of a rejected row that is kept, in characters. */
export const REJECT_TEXT_CHARS_MAX = 1000

/** Longest accepted name, in characters. The longest real name has 1,368. */
export const NAME_CHARS_MAX = 4000
