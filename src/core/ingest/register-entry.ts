/** Register entries as the reader of a source returns them, the same for every source. */
import type { CourtCode } from '../../names/reading/court.ts'
import type { Lei } from '../../names/reading/lei.ts'
import type { RegisterKey } from '../../names/reading/register-number.ts'
import type { Status } from '../../names/search/status.ts'
import type { FormerName, FormerNumber, SourceId } from '../company/company.ts'
import type { CompanyEvent } from '../company/company-event.ts'
import type { EntryLei } from '../company/lei.ts'

/** One entry of a register file. */
export interface RegisterEntry {
  readonly source: SourceId
  /** The entry's id at the source. */
  readonly sourceKey: string
  /** `undefined` if the source has a number that cannot be parsed. */
  readonly number: EntryNumber | undefined
  readonly name: string
  /** The legal form as a code of ISO 20275; it counts if the name has none. */
  readonly elfCode?: string | undefined
  readonly status: SourceStatus
  /** The status in the words of the source. */
  readonly statusWord: string
  readonly seat: string
  readonly address: string
  /** Date of the first entry in the register, `YYYY-MM-DD`; `null` if the source does not tell it. */
  readonly registeredOn: string | null
  readonly formerNames: readonly FormerName[]
  readonly formerNumbers: readonly FormerNumber[]
  /** What the source announces about the company on a day. */
  readonly events?: readonly Omit<CompanyEvent, 'source'>[]
  /** Names of today beside `name`: translated, transliterated, trading names. */
  readonly otherNames?: readonly string[]
  /** Other keys that the source states for the same company, such as its LEI. Former numbers do not belong here. */
  readonly sameAs?: readonly RegisterKey[]
  /** Only of a source that knows it. */
  readonly lei?: EntryLei
  /** The LEI in a row of a list, which says which company the row is. */
  readonly leiReference?: Lei
  /** The date at which the source last read the register, `YYYY-MM-DD`; `DAY_UNKNOWN` if it has none. */
  readonly asOf: string
}

/** The number of an entry. */
export interface EntryNumber {
  readonly register: RegisterKey
  /** The court that keeps the entry today. */
  readonly court: CourtCode
}

/** A status as a source has it. Of an active company, liquidation and insolvency are read from the name. */
export type SourceStatus = Status

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
  'country_unknown',
  'lei_invalid',
  'lei_void',
  'natural_person',
  'another_company',
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

/** Largest file of rejected rows, in bytes: some 60,000 rows of the longest kept text. */
export const REJECT_FILE_BYTES_MAX = 64 * 2 ** 20

/** Longest accepted name, in characters. The longest real name has 1,368. */
export const NAME_CHARS_MAX = 4000
