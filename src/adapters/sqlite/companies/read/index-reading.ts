/** Reads companies for an index: only the fields that it needs, in the order of their ids. */

import type { EventKind } from '../../../../core/company/company-event.ts'
import type { CompanyForIndex, Share } from '../../../../core/company/company-store.ts'
import type { CourtCode } from '../../../../names/reading/court.ts'
import type { FormCode } from '../../../../names/reading/legal-form.ts'
import type { Lei } from '../../../../names/reading/lei.ts'
import type { RegisterKey } from '../../../../names/reading/register-number.ts'
import type { Status } from '../../../../names/search/status.ts'
import type { Database } from '../../database/open-database.ts'
import { type RegisterColumns, registerOf } from '../tables/register-columns.ts'
import { IS_SHOWN } from '../tables/suppressions.ts'

/** Separator that no code contains. */
const PARTING = '\u001f'
const IS_GERMAN = "register_type NOT IN ('foreign', 'list')"
/**
 * Codes with few distinct values, read as one text: that saves creating and looking up seven texts for each
 * company. Foreign numbers and ids of lists are distinct and read apart.
 */
const CODES = [
  'country',
  'register_court',
  'register_type',
  `iif(${IS_GERMAN}, register_suffix, '')`,
  'court',
  'status',
  'legal_form',
]
const COMPANIES = `SELECT id, hex(uuid), name, seat, register_digits, postcode, ${CODES.join(` || '${PARTING}' || `)},
  iif(${IS_GERMAN}, NULL, register_suffix), registered_on
  FROM companies WHERE id > ? AND id <= ? AND ${IS_SHOWN} ORDER BY id LIMIT ?`
const IN_RANGE = 'WHERE company_id BETWEEN ? AND ? ORDER BY company_id'
const NAMES = `SELECT company_id, name FROM former_names ${IN_RANGE}, position`
const OTHER_NAMES = `SELECT company_id, name FROM other_names ${IN_RANGE}, position`
const NUMBERS = `SELECT company_id, country, court, type, digits, suffix FROM former_numbers ${IN_RANGE}, position`
const LEIS = `SELECT company_id, lei, status, subsidiaries FROM leis ${IN_RANGE}, lei`
const EVENTS = `SELECT company_id, kind FROM company_events ${IN_RANGE}, position`
const SOURCES = `SELECT company_id, as_of FROM company_sources ${IN_RANGE}, source, source_key`

type CompanyRow = [
  ...[id: number, uuid: string, name: string, seat: string, digits: number],
  ...[postcode: string | null, codes: string, otherNumber: string | null],
  registeredOn: string | null,
]
type NameRow = [companyId: number, name: string]
type NumberRow = [companyId: number, ...columns: RegisterColumns]
type LeiRow = [companyId: number, lei: Lei, status: string, subsidiaries: number]
type EventKindRow = [companyId: number, kind: EventKind]
type SourceRow = [companyId: number, asOf: string]

/** What is read from other tables. */
type Annexes = Pick<
  CompanyForIndex,
  'formerNames' | 'otherNames' | 'formerNumbers' | 'sources' | 'leis' | 'subsidiaries' | 'events'
>

interface Codes {
  readonly country: string
  readonly court: string
  readonly type: string
  readonly suffix: string
  readonly todaysCourt: CourtCode
  readonly status: Status
  readonly form: FormCode
}

/**
 * Yields the companies of a share of the ids. Each batch is a transaction of its own, as a long one would
 * keep the write-ahead log from being truncated.
 */
export function* readForIndex(
  db: Database,
  batchSize: number,
  { part, of }: Share,
): Generator<readonly CompanyForIndex[]> {
  const companies = db.prepare(COMPANIES).raw()
  const annexes = annexStatements(db)
  const codesOf = codesReader()
  const last = part + 1 === of ? Number.MAX_SAFE_INTEGER : idBefore(db, (part + 1) / of)
  for (let id = idBefore(db, part / of); ; ) {
    const rows = companies.all(id, last, batchSize) as CompanyRow[]
    if (rows.length === 0) return
    id = (rows.at(-1) as CompanyRow)[0]
    const { names, others, numbers, sources, leis, events } = annexes((rows[0] as CompanyRow)[0], id)
    yield rows.map((row) => ({
      ...companyOf(row, codesOf(row[6])),
      formerNames: names(row[0]),
      otherNames: others(row[0]),
      formerNumbers: numbers(row[0]),
      sources: sources(row[0]),
      ...leiFacts(leis(row[0])),
      events: events(row[0]),
    }))
  }
}

/**
 * Returns the last id of that share of all ids. Companies are hardly ever deleted, so it is nearly the same
 * share of the companies.
 */
function idBefore(db: Database, share: number): number {
  const ends = db.prepare('SELECT min(id), max(id) FROM companies').raw().get()
  const [first, last] = ends as [number, number] | [null, null]
  return first === null ? 0 : first - 1 + Math.floor((last - first + 1) * share)
}

function companyOf(
  [, uuid, name, seat, digits, postcode, , otherNumber, registeredOn]: CompanyRow,
  { country, court, type, suffix, todaysCourt, status, form }: Codes,
): Omit<CompanyForIndex, keyof Annexes> {
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

function annexStatements(db: Database) {
  const names = db.prepare(NAMES).raw()
  const others = db.prepare(OTHER_NAMES).raw()
  const numbers = db.prepare(NUMBERS).raw()
  const sources = db.prepare(SOURCES).raw()
  const leis = db.prepare(LEIS).raw()
  const events = db.prepare(EVENTS).raw()
  return (first: number, last: number) => ({
    names: following(names.all(first, last) as NameRow[], ([, name]) => ({ name })),
    others: following(others.all(first, last) as NameRow[], ([, name]) => ({ name })),
    numbers: following(numbers.all(first, last) as NumberRow[], numberOf),
    leis: following(leis.all(first, last) as LeiRow[], (row) => row),
    events: following(events.all(first, last) as EventKindRow[], ([, kind]) => ({ kind })),
    sources: following(sources.all(first, last) as SourceRow[], ([, asOf]) => ({ asOf })),
  })
}

function numberOf([, ...columns]: NumberRow): { register: RegisterKey } {
  return { register: registerOf(...columns) }
}

const NONE: readonly never[] = []
const NO_LEI: LeiFacts = { leis: NONE, subsidiaries: 0 }

type LeiFacts = Pick<CompanyForIndex, 'leis' | 'subsidiaries'>

function leiFacts(rows: readonly LeiRow[]): LeiFacts {
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
