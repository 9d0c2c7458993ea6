/** A row of an operator's own table as an entry. Pure. */
import type { SourceId } from '../../../core/company/company.ts'
import { keyText } from '../../../core/company/history.ts'
import { leiKey } from '../../../core/company/lei.ts'
import {
  DAY_UNKNOWN,
  type EntryNumber,
  type RegisterEntry,
  type RejectReason,
  type SourceStatus,
} from '../../../core/ingest/register-entry.ts'
import type { CountryCode } from '../../../names/reading/country.ts'
import { countryByText } from '../../../names/reading/country-name.ts'
import { type CourtCode, type CourtGroup, courtGroupsByText } from '../../../names/reading/court.ts'
import { readForeignNumber } from '../../../names/reading/foreign-number.ts'
import { type Lei, readLei } from '../../../names/reading/lei.ts'
import { type ListKey, readNumber } from '../../../names/reading/register-number.ts'
import type { Cells } from '../tables/table.ts'
import type { DateFormat, Mapping } from './mapping.ts'

/** Returns the entry of a row, or the reason why there is none. `fileDay`: day of the file, `YYYY-MM-DD`. */
export function entryOfCells(mapping: Mapping, cells: Cells, fileDay: string): RegisterEntry | RejectReason {
  const { columns } = mapping
  const textOf: TextOf = (column) => (column === undefined ? '' : (cells[column] ?? ''))
  const textsOf = (names: readonly string[] = []) => names.map(textOf).filter((text) => text !== '')
  const name = textOf(columns.name)
  if (name === '') return 'name_missing'
  const identity = identityOf(mapping, textOf)
  if (typeof identity === 'string') return identity
  const statusWord = textsOf(columns.status).join(', ')
  return {
    source: mapping.source as SourceId,
    ...identity,
    ...{ name, statusWord },
    elfCode: elfCodeOf(mapping, textOf(columns.legal_form)),
    status: statusOf(mapping, statusWord),
    seat: textOf(columns.seat),
    address: addressOf(columns.address?.map((group) => textsOf(group).join(' '))),
    registeredOn: dayOf(textOf(columns.registered_on), mapping.dates) ?? null,
    formerNames: textsOf(columns.former_names).map((former) => ({ name: former, until: null })),
    formerNumbers: [],
    asOf: asOfDay(mapping, textOf, fileDay),
  }
}

function addressOf(parts: readonly string[] = []): string {
  return parts.filter((part) => part !== '').join(', ')
}

/** Returns whether the row is one of those that the mapping selects. */
export function isSelected({ only, except }: Mapping, cells: Cells): boolean {
  const has = ([column, values]: [string, readonly string[]]) => values.includes(cells[column] ?? '')
  return Object.entries(only).every(has) && !Object.entries(except).some(has)
}

/** Returns the columns of the mapping that the table does not have. */
export function missingColumns(
  { columns, country, only, except, as_of: asOf }: Mapping,
  header: readonly string[],
): readonly string[] {
  const others = [asOf, country].flatMap((one) => (typeof one === 'string' ? [] : [one.column]))
  const wanted = new Set([
    ...Object.values(columns).flat(2),
    ...Object.keys(only),
    ...Object.keys(except),
    ...others,
  ])
  return [...wanted].filter((column) => column !== undefined && !header.includes(column)) as string[]
}

/** Returns the cell of a column; '' if the mapping has no such column. */
type TextOf = (column: string | undefined) => string

function numberText({ columns }: Mapping, textOf: TextOf): string {
  const whole = textOf(columns.number)
  if (whole !== '' || textOf(columns.register_digits) === '') return whole
  return [columns.register_type, columns.register_digits, columns.register_suffix]
    .map(textOf)
    .join(' ')
    .trim()
}

/** What a row tells about which company it is. */
type Identity = Pick<RegisterEntry, 'number' | 'sourceKey' | 'sameAs' | 'leiReference'>

/** Returns the number of the row, or else its LEI, or else its id in the list; the reason if it has none of them. */
function identityOf(mapping: Mapping, textOf: TextOf): Identity | RejectReason {
  const country = countryOf(mapping, textOf)
  if (country === undefined) return 'country_unknown'
  const id = textOf(mapping.columns.id)
  const writtenLei = textOf(mapping.columns.lei)
  const lei = readLei(writtenLei)
  if (lei === undefined && writtenLei !== '') return 'lei_invalid'
  const written = numberText(mapping, textOf)
  if (written === '') return unnumbered({ country, type: 'list', source: mapping.source, id }, lei)
  const number = numberIn(country, written, textOf(mapping.columns.court))
  if (number === undefined) return 'number_unreadable'
  return { number, sourceKey: id || keyText(number.register), ...(lei && { leiReference: lei }) }
}

/** Returns what a row without a number tells; `own`: its id in the list, which may be ''. */
function unnumbered(own: ListKey, lei: Lei | undefined): Identity | RejectReason {
  const { id, country } = own
  if (lei === undefined)
    return id === '' ? 'number_missing' : { number: { register: own, court: NO_COURT }, sourceKey: id }
  return {
    number: { register: leiKey(lei, country), court: NO_COURT },
    sourceKey: id || lei,
    leiReference: lei,
    // An earlier version of the row may have had no LEI.
    ...(id !== '' && { sameAs: [own] }),
  }
}

function numberIn(country: CountryCode, written: string, court: string): EntryNumber | undefined {
  return country === 'DE' ? germanNumber(written, court) : foreignNumber(country, written)
}

const NO_COURT = '' as CourtCode

function countryOf({ country }: Mapping, textOf: TextOf): CountryCode | undefined {
  return countryByText(typeof country === 'string' ? country : textOf(country.column))
}

function foreignNumber(country: Exclude<CountryCode, 'DE'>, text: string): EntryNumber | undefined {
  const number = readForeignNumber(country, text)
  return number === undefined
    ? undefined
    : { register: { country, type: 'foreign', number }, court: NO_COURT }
}

/** Returns the number if its type and one court are certain. */
function germanNumber(text: string, courtText: string): EntryNumber | undefined {
  const query = readNumber(text)
  if (query?.type === undefined) return undefined
  const groups = query.courtGroups.filter((group) => group.length > 0)
  const court = onlyCourt(courtText === '' ? groups : courtGroupsByText(courtText))
  if (court === undefined) return undefined
  const { type, digits, suffix = '' } = query
  return { register: { country: 'DE', court, type, digits, suffix }, court }
}

function onlyCourt(groups: readonly CourtGroup[]) {
  return groups.length === 1 ? groups[0]?.[0] : undefined
}

function statusOf({ status }: Mapping, word: string): SourceStatus {
  const found = Object.entries(status).find(([, words]) => words.includes(word))
  return (found?.[0] as SourceStatus | undefined) ?? 'unknown'
}

const ELF_CODE = /^[0-9A-Z]{4}$/

function elfCodeOf({ legal_forms: codes }: Mapping, value: string): string | undefined {
  const code = codes[value] ?? value
  return ELF_CODE.test(code) ? code : undefined
}

function asOfDay({ as_of: asOf, dates }: Mapping, textOf: TextOf, fileDay: string): string {
  if (asOf === 'file') return fileDay
  return typeof asOf === 'string' ? asOf : (dayOf(textOf(asOf.column), dates) ?? DAY_UNKNOWN)
}

/** By format: where year, month and day are. */
const DATE_PATTERNS: Readonly<Record<DateFormat, RegExp>> = {
  'YYYY-MM-DD': /^(?<y>\d{4})-(?<m>\d{1,2})-(?<d>\d{1,2})/,
  'DD.MM.YYYY': /^(?<d>\d{1,2})\.(?<m>\d{1,2})\.(?<y>\d{4})/,
  'DD/MM/YYYY': /^(?<d>\d{1,2})\/(?<m>\d{1,2})\/(?<y>\d{4})/,
  'MM/DD/YYYY': /^(?<m>\d{1,2})\/(?<d>\d{1,2})\/(?<y>\d{4})/,
  YYYYMMDD: /^(?<y>\d{4})(?<m>\d{2})(?<d>\d{2})/,
}

/**
 * Returns the day as `YYYY-MM-DD`; `undefined` if the text is no day of the calendar in this format, or in ISO 8601, as
 * workbooks give days.
 */
export function dayOf(text: string, format: DateFormat): string | undefined {
  const found = DATE_PATTERNS[format].exec(text) ?? DATE_PATTERNS['YYYY-MM-DD'].exec(text)
  const { y = '', m = '', d = '' } = found?.groups ?? {}
  const day = `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`
  const date = new Date(`${day}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, day.length) !== day ? undefined : day
}
