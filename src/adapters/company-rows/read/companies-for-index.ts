/** Puts the companies for an index together: only the fields that it needs, from rows as arrays. */
import type { EventKind } from '../../../core/company/company-event.ts'
import type { CompanyForIndex } from '../../../core/company/company-store.ts'
import type { CourtCode } from '../../../names/reading/court.ts'
import type { FormCode } from '../../../names/reading/legal-form.ts'
import type { Lei } from '../../../names/reading/lei.ts'
import type { RegisterKey } from '../../../names/reading/register-number.ts'
import type { Status } from '../../../names/search/status.ts'
import { type RegisterColumns, registerOf } from '../rows/register-columns.ts'

/** Separator that no code contains. */
export const PARTING = '\u001f'

/**
 * A row of a company. `codes`: country, court, type and suffix of the number, today's court, status and legal form, joined
 * by `PARTING`: they have few distinct values, and reading them as one text saves creating and looking up seven texts
 * for each company. Foreign numbers and ids of lists are distinct and stand in `otherNumber` instead of the suffix.
 */
export type IndexedRow = readonly [
  ...[id: number, uuid: string, name: string, seat: string, digits: number],
  ...[postcode: string | null, codes: string, otherNumber: string | null],
  registeredOn: string | null,
]

/** The rows of some companies in other tables, in the order of the companies and for each one in their order. */
export interface IndexedAnnexes {
  readonly names: readonly (readonly [companyId: number, name: string])[]
  readonly others: readonly (readonly [companyId: number, name: string])[]
  readonly numbers: readonly (readonly [companyId: number, ...columns: RegisterColumns])[]
  readonly leis: readonly IndexedLei[]
  readonly events: readonly (readonly [companyId: number, kind: EventKind])[]
  readonly sources: readonly (readonly [companyId: number, asOf: string])[]
}

type IndexedLei = readonly [companyId: number, lei: Lei, status: string, subsidiaries: number]

interface Codes {
  readonly country: string
  readonly court: string
  readonly type: string
  readonly suffix: string
  readonly todaysCourt: CourtCode
  readonly status: Status
  readonly form: FormCode
}

/** Returns a function that puts the companies of rows together, in the order of the rows. */
export function indexedCompanies(): (
  rows: readonly IndexedRow[],
  annexes: IndexedAnnexes,
) => CompanyForIndex[] {
  const codesOf = codesReader()
  return (rows, annexes) => {
    const names = following(annexes.names, ([, name]) => ({ name }))
    const others = following(annexes.others, ([, name]) => ({ name }))
    const numbers = following(annexes.numbers, numberOf)
    const sources = following(annexes.sources, ([, asOf]) => ({ asOf }))
    const leis = following(annexes.leis, (row) => row)
    const events = following(annexes.events, ([, kind]) => ({ kind }))
    return rows.map((row) => ({
      ...factsOf(row, codesOf(row[6])),
      formerNames: names(row[0]),
      otherNames: others(row[0]),
      formerNumbers: numbers(row[0]),
      sources: sources(row[0]),
      ...leiFacts(leis(row[0])),
      events: events(row[0]),
    }))
  }
}

function factsOf(
  [, uuid, name, seat, digits, postcode, , otherNumber, registeredOn]: IndexedRow,
  { country, court, type, suffix, todaysCourt, status, form }: Codes,
) {
  const register = registerOf(country, court, type, digits, otherNumber ?? suffix)
  const address = postcode === null ? null : { postcode }
  const facts = { court: todaysCourt, status, form, seat, address }
  return { uuid, name, register, registeredOn, ...facts }
}

/**
 * Returns a function that parses codes. Equal codes are the same object, about 10,000 of them, whose texts
 * all companies share.
 */
function codesReader(): (text: string) => Codes {
  const known = new Map<string, Codes>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    const [country, court, type, suffix, todaysCourt, status, form] = text.split(PARTING) as string[]
    const codes = { country, court, type, suffix, todaysCourt, status, form } as Codes
    known.set(text, codes)
    return codes
  }
}

function numberOf([, ...columns]: IndexedAnnexes['numbers'][number]): { register: RegisterKey } {
  return { register: registerOf(...columns) }
}

const NONE: readonly never[] = []
const NO_LEI: LeiFacts = { leis: NONE, subsidiaries: 0 }

type LeiFacts = Pick<CompanyForIndex, 'leis' | 'subsidiaries'>

function leiFacts(rows: readonly IndexedLei[]): LeiFacts {
  if (rows.length === 0) return NO_LEI
  const leis = rows.map(([, lei, status]) => ({ lei, status }))
  return { leis, subsidiaries: rows.reduce((sum, [, , , count]) => sum + count, 0) }
}

/**
 * Returns a function that gives the values of a company. Rows and calls must be in the same order of
 * companies, so that both are one scan.
 */
function following<Row extends readonly [number, ...unknown[]], Value>(
  rows: readonly Row[],
  read: (row: Row) => Value,
): (companyId: number) => readonly Value[] {
  let at = 0
  return (companyId) => {
    while (at < rows.length && (rows[at] as Row)[0] < companyId) at++
    const from = at
    while (at < rows.length && (rows[at] as Row)[0] === companyId) at++
    if (at === from) return NONE
    return at === from + 1 ? [read(rows[from] as Row)] : rows.slice(from, at).map(read)
  }
}
