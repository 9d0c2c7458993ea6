/** Turns rows of `companies` into whole companies, with the history from other tables. */
import type { Company } from '../../../../core/company/company.ts'
import type { LeiParent } from '../../../../core/company/lei.ts'
import { type AnnexRows, wholeCompanies } from '../../../company-rows/read/whole-companies.ts'
import type { CompanyRow } from '../../../company-rows/rows/company-rows.ts'
import type { Database } from '../../database/open-database.ts'
import { IS_SHOWN } from '../tables/suppressions.ts'
import { textOfUuid } from '../tables/uuid-bytes.ts'

/** A row of `companies`. */
export interface StoredRow extends CompanyRow {
  readonly uuid: Buffer
}

/** Reads whole companies. */
export interface CompanyReading {
  /** Returns the companies of these rows, in the same order. */
  whole(rows: readonly StoredRow[]): Company[]
  /** Returns the companies after this id, in the order of their ids. */
  after(id: number, limit: number): { companies: Company[]; lastId: number }
}

/** Reading every company for an index runs these over all rows: each must be a single scan along a clustered key. */
const NAMES = 'SELECT company_id, name, until FROM former_names'
const NUMBERS = 'SELECT company_id, country, court, type, digits, suffix, until FROM former_numbers'
const OTHER_NAMES = 'SELECT company_id, name, source, source_key, kind FROM other_names'
const EVENTS = 'SELECT company_id, kind, date, source FROM company_events'
const SOURCES = 'SELECT company_id, source, source_key, as_of FROM company_sources'
const FACT_SOURCES = 'SELECT company_id, fact, source, source_key, as_of FROM fact_sources'
const parentOf = (kind: LeiParent['kind']) =>
  `(SELECT parent FROM lei_parents WHERE child = leis.lei AND kind = '${kind}' AND is_valid ORDER BY as_of DESC, parent LIMIT 1) AS ${kind}_parent`
const LEIS = `SELECT company_id, lei, status, subsidiaries, ${parentOf('direct')}, ${parentOf('ultimate')} FROM leis`
const OF_ONE = 'WHERE company_id = ?'
const IN_LIST = 'WHERE company_id IN (SELECT value FROM json_each(?))'
const IN_RANGE = 'WHERE company_id BETWEEN ? AND ?'

/** Prepares the statements that read whole companies. */
export function companyReading(db: Database): CompanyReading {
  const ofOne = annexStatements(db, OF_ONE)
  const inList = annexStatements(db, IN_LIST)
  const inRange = annexStatements(db, IN_RANGE)
  const rowsAfter = db.prepare(`SELECT * FROM companies WHERE id > ? AND ${IS_SHOWN} ORDER BY id LIMIT ?`)
  return {
    whole(rows) {
      if (rows.length === 0) return []
      // Most reads are of one company, and a list of one costs three times as much.
      if (rows.length === 1) return attach(rows, ofOne(rows[0]!.id))
      return attach(rows, inList(JSON.stringify(rows.map((row) => row.id))))
    },
    after(id, limit) {
      const rows = rowsAfter.all(id, limit) as StoredRow[]
      const lastId = rows.at(-1)?.id ?? id
      return { companies: rows.length === 0 ? [] : attach(rows, inRange(rows[0]!.id, lastId)), lastId }
    },
  }
}

function annexStatements(db: Database, where: string): (...which: unknown[]) => AnnexRows {
  const names = db.prepare(`${NAMES} ${where} ORDER BY company_id, position`)
  const numbers = db.prepare(`${NUMBERS} ${where} ORDER BY company_id, position`)
  const otherNames = db.prepare(`${OTHER_NAMES} ${where} ORDER BY company_id, position`)
  const events = db.prepare(`${EVENTS} ${where} ORDER BY company_id, position`)
  const sources = db.prepare(`${SOURCES} ${where} ORDER BY company_id, source, source_key`)
  const factSources = db.prepare(`${FACT_SOURCES} ${where}`)
  const leis = db.prepare(`${LEIS} ${where}`)
  return (...which) => ({
    names: names.all(...which) as AnnexRows['names'],
    numbers: numbers.all(...which) as AnnexRows['numbers'],
    otherNames: otherNames.all(...which) as AnnexRows['otherNames'],
    events: events.all(...which) as AnnexRows['events'],
    sources: sources.all(...which) as AnnexRows['sources'],
    factSources: factSources.all(...which) as AnnexRows['factSources'],
    leis: leis.all(...which) as AnnexRows['leis'],
  })
}

function attach(rows: readonly StoredRow[], annexRows: AnnexRows): Company[] {
  return wholeCompanies(rows, ({ uuid }) => textOfUuid(uuid), annexRows)
}
