/**
 * Reads whole companies, with the history from other tables, in one statement each: it is one round trip, and all
 * tables are read as they were at the same moment.
 */
import type { Company } from '../../../../core/company/company.ts'
import type { LeiParent } from '../../../../core/company/lei.ts'
import { type AnnexRows, wholeCompanies } from '../../../company-rows/read/whole-companies.ts'
import type { CompanyRow } from '../../../company-rows/rows/company-rows.ts'
import type { Query, Statements } from '../../database/statements.ts'

/** A row of `companies`. */
export interface StoredRow extends CompanyRow {
  readonly uuid: string
}

/** Rows with their companies, in the same order. */
export interface WholeRows {
  readonly rows: readonly StoredRow[]
  readonly companies: readonly Company[]
}

const parentOf = (kind: LeiParent['kind']) =>
  `(SELECT parent FROM lei_parents WHERE child = leis.lei AND kind = '${kind}' AND is_valid ORDER BY as_of DESC, parent LIMIT 1) AS ${kind}_parent`

/** The rows of other tables: their columns, table and order. */
const ANNEXES: Readonly<Record<keyof AnnexRows, readonly [columns: string, table: string, order: string]>> = {
  names: ['company_id, name, until', 'former_names', 'position'],
  numbers: ['company_id, country, court, type, digits, suffix, until', 'former_numbers', 'position'],
  otherNames: ['company_id, name, source, source_key, kind', 'other_names', 'position'],
  events: ['company_id, kind, date, source', 'company_events', 'position'],
  sources: ['company_id, source, source_key, as_of', 'company_sources', 'source, source_key'],
  factSources: ['company_id, fact, source, source_key, as_of', 'fact_sources', 'fact'],
  leis: [
    `company_id, lei, status, subsidiaries, ${parentOf('direct')}, ${parentOf('ultimate')}`,
    'leis',
    'lei',
  ],
}

const ANNEX_ARRAYS = Object.entries(ANNEXES).map(
  ([name, [columns, table, order]]) =>
    `(SELECT json_agg(r) FROM (SELECT ${columns} FROM ${table} WHERE company_id IN (SELECT id FROM page)
      ORDER BY company_id, ${order}) r) AS "${name}"`,
)

type WholeRow = { readonly [Name in keyof AnnexRows]: AnnexRows[Name] | null } & {
  readonly rows: readonly StoredRow[] | null
}

/**
 * Reads the companies of a query for rows of `companies`, in the order of its rows. `isPrepared`: the server keeps the plan
 * of the statement.
 */
export async function readWhole(
  statements: Statements,
  { sql, parameters }: Query,
  isPrepared = false,
): Promise<WholeRows> {
  const text = `WITH page AS MATERIALIZED (SELECT r.*, row_number() OVER () AS place FROM (${sql}) r)
    SELECT (SELECT json_agg(p ORDER BY place) FROM page p) AS rows, ${ANNEX_ARRAYS.join(', ')}`
  const run = isPrepared ? statements.firstPrepared : statements.first
  const { rows, ...annexes } = (await run<WholeRow>(text, parameters))!
  if (rows === null) return { rows: [], companies: [] }
  return { rows, companies: wholeCompanies(rows, ({ uuid }) => uuid, withoutNulls(annexes)) }
}

function withoutNulls({
  names,
  numbers,
  otherNames,
  events,
  sources,
  factSources,
  leis,
}: Omit<WholeRow, 'rows'>): AnnexRows {
  return {
    ...{ names: names ?? [], numbers: numbers ?? [], otherNames: otherNames ?? [], events: events ?? [] },
    ...{ sources: sources ?? [], factSources: factSources ?? [], leis: leis ?? [] },
  }
}
