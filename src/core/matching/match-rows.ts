/** Matching the rows of a list of customers, each with a result of its own. */

import { SAME_NAME_SCORE_MIN } from '../../names/ranking/rank.ts'
import { readForeignQuery } from '../../names/reading/foreign-query.ts'
import { readNumber } from '../../names/reading/register-number.ts'
import type { FaultReason } from '../failure.ts'
import { hasNoWords, readSearchText, SEARCH_TEXT_CHARS_MAX, type SearchText } from '../search/search-text.ts'
import { joinPlaces } from './join-places.ts'
import type { MatchColumns, MatchField } from './match-columns.ts'
import { type CustomerRow, ROW_COMPANIES_MAX, stateOf } from './match-row.ts'
import type { FoundRow, MatchedCompany, RowMatcher } from './row-matcher.ts'
import type { RowState } from './row-states.ts'

/** Why a row is `invalid`. */
export interface RowFault {
  /** `row`: the line could not be read. */
  readonly field: MatchField | 'row'
  readonly reason: FaultReason
}

/**
 * What a result should be read with. `number_ignored`: the text in the column of the number is no register
 * number, so only the name was searched. `other_city`: the company has its seat elsewhere.
 */
export const ROW_NOTES = ['number_ignored', 'other_city'] as const
/** One of `ROW_NOTES`. */
export type RowNote = (typeof ROW_NOTES)[number]

/** The result of a row. */
export interface RowResult {
  readonly state: RowState
  readonly companies: readonly MatchedCompany[]
  readonly notes: readonly RowNote[]
  /** Only with `invalid`. */
  readonly faults: readonly RowFault[]
}

/** A row of the list. */
export interface ListRow {
  /** In the order of the columns. */
  readonly cells: readonly string[]
  /** Why the line could not be read. */
  readonly fault?: FaultReason | undefined
  /** The line as it is, of JSON Lines. */
  readonly text?: string | undefined
}

/** How rows are matched. */
export interface MatchOptions {
  readonly columns: MatchColumns
  /** Whether a row also finds former names, removed companies and typos. */
  readonly deep: boolean
}

/**
 * Matches rows and returns a result for each, in their order. A row that is not valid does not affect the
 * others.
 *
 * A city in which no company has the name is often that of a branch, or only a part of what the register calls the seat: the row is
 * matched again without it. A company whose seat does not contain the city is at most `possible`.
 *
 * @throws what the matcher throws: no row is at fault then.
 */
export async function matchRows(
  matcher: RowMatcher,
  rows: readonly ListRow[],
  options: MatchOptions,
): Promise<readonly RowResult[]> {
  const read = rows.map((row) => readListRow(row, options))
  const results: (RowResult | undefined)[] = read.map((one) =>
    'faults' in one ? invalid(one.faults) : undefined,
  )
  const valid = read.flatMap((one, place) => ('row' in one ? [{ ...one, place }] : []))
  const found = await matchAll(matcher, valid)
  const answered = valid.map((one, i) => ({ ...one, there: found[i] as FoundRow }))
  for (const { place, there, notes } of answered) results[place] = { ...there, notes, faults: [] }
  const doubtful = answered.filter(({ row, there }) => row.city !== undefined && isDoubtful(there))
  const elsewhere = await matchAll(matcher, doubtful.map(withoutCity))
  for (const [i, { place, row, there, notes }] of doubtful.entries())
    results[place] = withElsewhere(row.city as string, there, elsewhere[i] as FoundRow, notes)
  return results as RowResult[]
}

async function matchAll(
  matcher: RowMatcher,
  rows: readonly { readonly row: CustomerRow }[],
): Promise<readonly FoundRow[]> {
  if (rows.length === 0) return []
  const found = await matcher.match(rows.map(({ row }) => row))
  if (found.length !== rows.length) throw new RangeError(`${found.length} results for ${rows.length} rows`)
  return found
}

/**
 * A company elsewhere counts only if it has the name, unless none in the city is even similar: the normal search,
 * which is much faster, finds it.
 */
function withoutCity({ row, there }: { readonly row: CustomerRow; readonly there: FoundRow }): {
  readonly row: CustomerRow
} {
  return { row: { ...row, city: undefined, deep: row.deep && there.companies.length === 0 } }
}

/** Returns the companies of both searches with the state that follows from them. */
function withElsewhere(
  city: string,
  there: FoundRow,
  elsewhere: FoundRow,
  notes: readonly RowNote[],
): RowResult {
  const { companies, isBestElsewhere } = joinPlaces(city, there.companies, elsewhere.companies)
  return {
    state: stateOf(companies[0], companies[1]),
    companies: companies.slice(0, ROW_COMPANIES_MAX),
    notes: isBestElsewhere ? [...notes, 'other_city'] : notes,
    faults: [],
  }
}

function invalid(faults: readonly RowFault[]): RowResult {
  return { state: 'invalid', companies: [], notes: [], faults }
}

function isDoubtful({ companies: [best] }: FoundRow): boolean {
  return best === undefined || best.score < SAME_NAME_SCORE_MIN
}

/** A row that can be searched, or why it cannot. */
export type ReadListRow =
  | { readonly row: CustomerRow; readonly notes: readonly RowNote[] }
  | { readonly faults: readonly RowFault[] }

/** Reads the cells of a row. */
export function readListRow({ cells, fault }: ListRow, { columns, deep }: MatchOptions): ReadListRow {
  if (fault !== undefined) return { faults: [{ field: 'row', reason: fault }] }
  const textOf = (field: MatchField) => joined(columns[field].map((place) => cells[place] ?? ''))
  const fields = { name: nameText(textOf('name')), city: cityText(textOf('city')), number: textOf('number') }
  const faults: RowFault[] = []
  const read = (field: MatchField): SearchText | undefined => {
    if (fields[field] === '') return undefined
    const found = readSearchText(fields[field])
    if ('text' in found) return found.text
    if (found.fault !== 'too_short') faults.push({ field, reason: found.fault })
    return undefined
  }
  const [name, city] = [read('name'), read('city')]
  const number = isNumber(fields.number) ? read('number') : undefined
  if (faults.length === 0 && name === undefined && number === undefined)
    faults.push(
      fields.number === '' ? { field: 'name', reason: 'required' } : { field: 'number', reason: 'format' },
    )
  if (faults.length > 0) return { faults }
  const isIgnored = number === undefined && /\d/.test(fields.number)
  return { row: { name, city, number, deep }, notes: isIgnored ? ['number_ignored'] : [] }
}

function joined(texts: readonly string[]): string {
  return texts
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join(' ')
}

/** Reading a much longer text than that of a search would take hours. */
const NUMBER_CHARS_MAX = 2 * SEARCH_TEXT_CHARS_MAX

function isNumber(text: string): boolean {
  if (text.length > NUMBER_CHARS_MAX) return false
  return readNumber(text) !== undefined || readForeignQuery(text) !== undefined
}

/** Persons and departments after the name in lists with several columns for it. */
const CONTACT = /\s(?:z\.\s?hd?\.|zu händen|c\/o|attn\.?:?)\s.*$/isu

function nameText(text: string): string {
  return text.replace(CONTACT, '')
}

/** A postcode in front of the city; `-` and `?` stand for no city. */
const POSTCODE = /^(?:[A-Z]{1,2}[- ])?\d{4,5}\s+/

function cityText(text: string): string {
  return hasNoWords(text) ? '' : text.replace(POSTCODE, '')
}
