/** `POST /api/v1/companies/search/batch` */
import { setImmediate } from 'node:timers/promises'
import type { Awaitable } from '../../core/awaitable.ts'
import { type CustomerRow, matchRow, type RowMatch } from '../../core/matching/match-row.ts'
import { HighlightQuery } from '../../names/highlights/highlight-query.ts'
import { faultsOf, pointerField } from '../request/faults.ts'
import { jsonAnswer } from '../request/json-response.ts'
import { type Answer, type Call, defineRoute, type HttpNeeds, type Route } from '../request/route.ts'
import { BATCH_ROWS_MAX, batchBody, batchResult, batchRow } from './batch-schemas.ts'
import { matchWire, recordWire } from './company-wire.ts'
import { dataAgeOf } from './data-age.ts'
import { BATCH_HEADERS } from './header-notes.ts'
import { DEEP_COST_TENTHS, SEARCH_COST_TENTHS } from './search-route.ts'

/** Largest body of a batch request, in bytes. */
export const BATCH_BODY_BYTES_MAX = 1024 * 1024
const NS_PER_MS = 1e6

/** The route that matches a list of customers. */
export const batchRoute: Route = defineRoute({
  id: 'matchCompanies',
  method: 'POST',
  path: '/api/v1/companies/search/batch',
  access: 'companies:search',
  costTenths: SEARCH_COST_TENTHS,
  bodyBytesMax: BATCH_BODY_BYTES_MAX,
  body: batchBody,
  result: batchResult,
  resultHeaders: BATCH_HEADERS,
  exampleBody: [{ ref: 'customer 17', name: 'Carl Zeiss Energie GmbH', city: 'Oberkochen' }],
  errors: ['invalid_request'],
  summary: { de: 'Kundenliste abgleichen', en: 'Match a list of customers' },
  description: {
    de: `Bis zu ${BATCH_ROWS_MAX} Zeilen, jede mit Name oder Registernummer. Die Antwort hat dieselbe Reihenfolge. Kostet 1 pro Zeile, 5 pro Zeile mit erweiterter Suche. Eine ungültige Zeile wirkt sich nicht auf die anderen aus.`,
    en: `Up to ${BATCH_ROWS_MAX} rows, each with a name or a register number. The response has the same order. Costs 1 per row, 5 per row with a deep search. An invalid row does not affect the others.`,
  },
  answer: (needs, call) => answerBatch(needs, call),
})

/** A valid row, or the faults of an invalid one. */
export type ReadRow =
  | { readonly ref: string | null; readonly row: CustomerRow }
  | { readonly ref: string | null; readonly details: ReturnType<typeof faultsOf> }

async function answerBatch(needs: HttpNeeds, call: Call<unknown, unknown[]>): Promise<Answer> {
  const rows = readRows(call.body)
  await payFor(call, rows)
  const startNs = needs.clock.monotonicNs()
  const results = await matchRows(needs, rows)
  const tookMs = Number(needs.clock.monotonicNs() - startNs) / NS_PER_MS
  const dates = results.flatMap(({ match }) => match?.hits.map(({ hit }) => hit.record.asOf) ?? [])
  return jsonAnswer(results.map(rowResultWire), {
    'server-timing': `search;dur=${tookMs.toFixed(3)}`,
    ...(results.some(({ match }) => match?.partial) && { 'x-search-partial': 'true' }),
    ...dataAgeOf(dates, await needs.companies.sources()),
  })
}

/** A row with its match; an invalid one has none. */
export type MatchedRow = ReadRow & { readonly match?: RowMatch }

/** Matches the valid rows, one after another. */
export async function matchRows(
  needs: Pick<HttpNeeds, 'index'>,
  rows: readonly ReadRow[],
): Promise<readonly MatchedRow[]> {
  const results: MatchedRow[] = []
  for (const read of rows) {
    // Lets the thread handle other requests between two rows.
    if (results.length > 0) await setImmediate()
    results.push('row' in read ? { ...read, match: await matchRow(needs, read.row) } : read)
  }
  return results
}

/**
 * Charges the whole batch before it is searched.
 *
 * @throws {Refusal} `forbidden` if the key lacks the scope for deep search and any row, valid or not, has
 * `deep`; `invalid_request` if the cost is above the key's whole limit; `rate_limited` if it does not fit
 * now.
 */
function payFor(call: Call<unknown, unknown[]>, rows: readonly ReadRow[]): Awaitable<void> {
  const totalTenths = rowsCostTenths(rows)
  call.checkQuota(totalTenths, '')
  if (call.body.some(asksDeep)) {
    call.need('companies:search:deep')
    call.markDeep()
  }
  return call.charge(totalTenths)
}

/** Returns the cost of the rows in tenths of a unit, invalid ones included. */
export function rowsCostTenths(rows: readonly ReadRow[]): number {
  const costs = rows.map((read) => ('row' in read && read.row.deep ? DEEP_COST_TENTHS : SEARCH_COST_TENTHS))
  return costs.reduce<number>((sum, cost) => sum + cost, 0)
}

/** Whether a row as sent, valid or not, asks for a deep search. */
export function asksDeep(row: unknown): boolean {
  return isObject(row) && row.deep === true
}

/** Validates rows as sent, each by itself. */
export function readRows(rows: readonly unknown[]): readonly ReadRow[] {
  return rows.map((_, place) => readRow(rows, place))
}

function readRow(rows: readonly unknown[], place: number): ReadRow {
  const read = batchRow.safeParse(rows[place])
  if (read.success) {
    const { name, registration_number: number, city, deep, ref = null } = read.data
    return { ref, row: { name, number, city, deep } }
  }
  const issues = read.error.issues.map((issue) => ({ ...issue, path: [place, ...issue.path] }))
  return { ref: refOf(rows[place]), details: faultsOf(issues, rows, pointerField) }
}

/** Returns the `ref` of an invalid row; `null` if it has none or its `ref` is invalid itself. */
function refOf(row: unknown): string | null {
  const read = batchRow.shape.ref.safeParse(isObject(row) ? row.ref : undefined)
  return read.data ?? null
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** Returns the API's form of the result of a row. */
export function rowResultWire(result: MatchedRow) {
  const { ref, match } = result
  if ('details' in result) return { ref, state: 'invalid', companies: [], details: result.details }
  // A hit by number has no highlights, so a row without a name needs none.
  const query = new HighlightQuery(result.row.name ?? '')
  const companies = match?.hits.map(({ hit, score }) => ({
    ...recordWire(hit.record),
    match: { ...matchWire(hit, query), score },
  }))
  return { ref, state: match?.state, companies }
}
