/** Matching the rows of a list of customers, each with a result of its own. */

import { SAME_NAME_SCORE_MIN } from '../../names/ranking/rank.ts'
import { readForeignQuery } from '../../names/reading/foreign-query.ts'
import { readNumber } from '../../names/reading/register-number.ts'
import type { Hit } from '../../names/search/page.ts'
import type { Status } from '../../names/search/status.ts'
import type { Awaitable } from '../awaitable.ts'
import type { FaultReason } from '../failure.ts'
import type { Needs } from '../ports.ts'
import { hasNoWords, readSearchText, type SearchText } from '../search/search-text.ts'
import type { MatchColumns, MatchField } from './match-columns.ts'
import { type CustomerRow, MATCH_STATES, type MatchState, matchRow } from './match-row.ts'

/** A company as the result of a row shows it. */
export interface MatchedCompany {
  readonly uuid: string
  readonly name: string
  /** `HRB 12345 B`, without its court; '' if there is none. */
  readonly registrationNumber: string
  readonly registerCourt: string
  readonly seat: string
  readonly status: Status
  /** The score for the whole row, 50 to 100. */
  readonly score: number
  /** Codes of `MATCH_REASONS`. */
  readonly reasons: readonly string[]
}

/** What a search found for a row. */
export interface FoundRow {
  readonly state: MatchState
  /** The best first. */
  readonly companies: readonly MatchedCompany[]
}

/** Matches rows: with the index of this process, or by asking a server. */
export interface RowMatcher {
  /** Resolves with one result for each row, in the order of the rows. */
  match(rows: readonly CustomerRow[]): Awaitable<readonly FoundRow[]>
}

/** All states of a row of a list. */
export const ROW_STATES = [...MATCH_STATES, 'invalid'] as const
/** One of `ROW_STATES`. */
export type RowState = (typeof ROW_STATES)[number]

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
 * A city in which no company has the name is often that of a branch: the row is matched again without it, and what
 * that finds is at most `possible`.
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
  for (const [i, { place, notes }] of doubtful.entries())
    results[place] = betterOf(results[place] as RowResult, elsewhere[i] as FoundRow, notes)
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

function invalid(faults: readonly RowFault[]): RowResult {
  return { state: 'invalid', companies: [], notes: [], faults }
}

function isDoubtful({ companies: [best] }: FoundRow): boolean {
  return best === undefined || best.score < SAME_NAME_SCORE_MIN
}

/** Returns the companies elsewhere if they have the name, or if there is none in the city. They are not certain. */
function betterOf(there: RowResult, elsewhere: FoundRow, notes: readonly RowNote[]): RowResult {
  const best = elsewhere.companies[0]?.score ?? 0
  const least = there.companies.length === 0 ? 1 : SAME_NAME_SCORE_MIN
  if (best < least) return there
  const companies = elsewhere.companies.map((company) => ({
    ...company,
    score: Math.min(company.score, SAME_NAME_SCORE_MIN - 1),
  }))
  return { state: 'possible', companies, notes: [...notes, 'other_city'], faults: [] }
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

function isNumber(text: string): boolean {
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

/** How `indexMatcher` shares its thread. */
export interface IndexMatcherOptions {
  /** Rows that are searched at the same time: more than 1 only for an index on the network. */
  readonly concurrency: number
  /** Awaited before each row, so that the thread can do other work. */
  readonly pause?: (() => Promise<unknown>) | undefined
}

/** Returns a matcher that searches the index. */
export function indexMatcher(needs: Needs<'index'>, { concurrency, pause }: IndexMatcherOptions): RowMatcher {
  return {
    async match(rows) {
      const results: FoundRow[] = []
      const places = rows.keys()
      const work = async () => {
        for (const place of places) {
          await pause?.()
          const { state, hits } = await matchRow(needs, rows[place] as CustomerRow)
          results[place] = { state, companies: hits.map(({ hit, score }) => companyOf(hit, score)) }
        }
      }
      await Promise.all(Array.from({ length: concurrency }, work))
      return results
    },
  }
}

function companyOf({ record, reasons }: Hit, score: number): MatchedCompany {
  const { uuid, name, registrationNumber, registerCourt, seat, status } = record
  return { uuid, name, registrationNumber, registerCourt, seat, status, score, reasons }
}
