/** Reads companies for an index: only the fields that it needs, in the order of their ids. */
import type { CompanyForIndex, Share } from '../../../../core/company/company-store.ts'
import {
  type IndexedAnnexes,
  type IndexedRow,
  indexedCompanies,
  PARTING,
} from '../../../company-rows/read/companies-for-index.ts'
import type { Statements } from '../../database/statements.ts'
import { IS_SHOWN } from '../tables/suppressions.ts'

const IS_GERMAN = "register_type NOT IN ('foreign', 'list')"
const CODES = [
  'country',
  'register_court',
  'register_type',
  `CASE WHEN ${IS_GERMAN} THEN register_suffix ELSE '' END`,
  'court',
  'status',
  'legal_form',
]
/** The columns of `IndexedRow`. */
const ROW = [
  ...['id', "replace(uuid::text, '-', '')", 'name', 'seat', 'register_digits', 'postcode'],
  CODES.join(` || '${PARTING}' || `),
  ...[`CASE WHEN ${IS_GERMAN} THEN NULL ELSE register_suffix END`, 'registered_on'],
]
/** The rows of other tables: their columns after the id, table and order. */
const ANNEXES: Readonly<
  Record<keyof IndexedAnnexes, readonly [columns: string, table: string, order: string]>
> = {
  names: ['name', 'former_names', 'position'],
  others: ['name', 'other_names', 'position'],
  numbers: ['country, court, type, digits, suffix', 'former_numbers', 'position'],
  leis: ['lei, status, subsidiaries', 'leis', 'lei'],
  events: ['kind', 'company_events', 'position'],
  sources: ['as_of', 'company_sources', 'source, source_key'],
}
const ANNEX_ARRAYS = Object.entries(ANNEXES).map(
  ([name, [columns, table, order]]) =>
    `(SELECT coalesce(json_agg(json_build_array(company_id, ${columns}) ORDER BY company_id, ${order}), '[]')
      FROM ${table} WHERE company_id BETWEEN (SELECT first FROM ends) AND (SELECT last FROM ends)) AS ${name}`,
)
/** The companies after an id up to another one, at most so many, in one statement and so at one moment. */
const BATCH = `WITH page AS MATERIALIZED (
    SELECT * FROM companies WHERE id > $1 AND id <= $2 AND ${IS_SHOWN} ORDER BY id LIMIT $3),
  ends AS MATERIALIZED (SELECT min(id) AS first, max(id) AS last FROM page)
  SELECT (SELECT json_agg(json_build_array(${ROW.join(', ')}) ORDER BY id) FROM page) AS rows, ${ANNEX_ARRAYS.join(', ')}`

/** The greatest id that the column takes. */
const ID_MAX = 2 ** 31 - 1

type BatchRow = IndexedAnnexes & { readonly rows: readonly IndexedRow[] | null }

/** Yields the companies of a share of the ids. The next batch is asked for before one is given. */
export async function* readForIndex(
  statements: Statements,
  batchSize: number,
  { part, of }: Share,
): AsyncGenerator<readonly CompanyForIndex[]> {
  const companiesOf = indexedCompanies()
  const last = part + 1 === of ? ID_MAX : await idBefore(statements, (part + 1) / of)
  const read = (id: number) => statements.firstPrepared<BatchRow>(BATCH, [id, last, batchSize])
  let batch = await read(await idBefore(statements, part / of))
  while (batch !== undefined && batch.rows !== null) {
    const { rows, ...annexes } = batch
    const next = read(rows.at(-1)![0])
    // If the reader ends here, nobody waits for it.
    next.catch(() => undefined)
    yield companiesOf(rows, annexes)
    batch = await next
  }
}

/**
 * Returns the last id of that share of all ids. Companies are hardly ever deleted, so it is nearly the same
 * share of the companies.
 */
async function idBefore(statements: Statements, share: number): Promise<number> {
  const ends = await statements.first<{ first: number | null; last: number | null }>(
    'SELECT min(id) AS first, max(id) AS last FROM companies',
  )
  const { first, last } = ends!
  return first === null || last === null ? 0 : first - 1 + Math.floor((last - first + 1) * share)
}
