/** Reads companies for an index: only the fields that it needs, in the order of their ids. */
import type { CompanyForIndex, Share } from '../../../../core/company/company-store.ts'
import {
  type IndexedAnnexes,
  type IndexedRow,
  indexedCompanies,
  PARTING,
} from '../../../company-rows/read/companies-for-index.ts'
import type { Database } from '../../database/open-database.ts'
import { IS_SHOWN } from '../tables/suppressions.ts'

const IS_GERMAN = "register_type NOT IN ('foreign', 'list')"
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
  const companiesOf = indexedCompanies()
  const last = part + 1 === of ? Number.MAX_SAFE_INTEGER : idBefore(db, (part + 1) / of)
  for (let id = idBefore(db, part / of); ; ) {
    const rows = companies.all(id, last, batchSize) as IndexedRow[]
    if (rows.length === 0) return
    id = (rows.at(-1) as IndexedRow)[0]
    yield companiesOf(rows, annexes((rows[0] as IndexedRow)[0], id))
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

function annexStatements(db: Database): (first: number, last: number) => IndexedAnnexes {
  const names = db.prepare(NAMES).raw()
  const others = db.prepare(OTHER_NAMES).raw()
  const numbers = db.prepare(NUMBERS).raw()
  const sources = db.prepare(SOURCES).raw()
  const leis = db.prepare(LEIS).raw()
  const events = db.prepare(EVENTS).raw()
  return (first, last) => ({
    names: names.all(first, last) as IndexedAnnexes['names'][number][],
    others: others.all(first, last) as IndexedAnnexes['others'][number][],
    numbers: numbers.all(first, last) as IndexedAnnexes['numbers'][number][],
    leis: leis.all(first, last) as IndexedAnnexes['leis'][number][],
    events: events.all(first, last) as IndexedAnnexes['events'][number][],
    sources: sources.all(first, last) as IndexedAnnexes['sources'][number][],
  })
}
