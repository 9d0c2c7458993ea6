/** Answers queries: the companies that each may mean. */
import { setImmediate } from 'node:timers/promises'
import type { FailureDetail } from '../../core/failure.ts'
import type { CustomerRow } from '../../core/matching/match-row.ts'
import { type ReconciledRow, reconcileRow } from '../../core/matching/reconcile-row.ts'
import { readSearchText } from '../../core/search/search-text.ts'
import { dataAgeOf } from '../api/data-age.ts'
import { DEEP_COST_TENTHS, SEARCH_COST_TENTHS } from '../api/search-route.ts'
import type { Language } from '../protocol/language.ts'
import { faultsOf, pointerField } from '../request/faults.ts'
import type { Answer, Call, HttpNeeds } from '../request/route.ts'
import { descriptionOf } from './company-summary.ts'
import { readConditions, rowOf } from './conditions.ts'
import { entityType, TYPE_ID } from './entity-type.ts'
import { CANDIDATES_DEFAULT, CANDIDATES_MAX, type Query, querySchema } from './query-schemas.ts'
import { serviceAnswer } from './service-paths.ts'

/** A query as it is searched. */
interface Question {
  readonly row: Omit<CustomerRow, 'deep'>
  readonly most: number
  readonly isDoubtful: boolean
}

/** A valid query with its question, `undefined` if nothing can be found, or the faults of an invalid one. */
type ReadQuery = { readonly question: Question | undefined } | { readonly details: readonly FailureDetail[] }

/**
 * Searches all queries. The cost of deep searches is charged before and given back where none was needed.
 *
 * @throws {Refusal} `invalid_request` for `field` if the cost is above the key's whole limit; `rate_limited` if it
 *   does not fit now.
 */
export async function answerQueries(
  needs: HttpNeeds,
  call: Call,
  queries: Readonly<Record<string, unknown>>,
  field: string,
): Promise<Answer> {
  const read = Object.entries(queries).map(([id, query]) => [id, readQuery(query, id)] as const)
  const asked = read.filter(([, each]) => 'question' in each && each.question !== undefined)
  const highest = asked.length * DEEP_COST_TENTHS
  call.checkQuota(highest, field)
  await call.charge(highest)
  const found = new Map<string, ReconciledRow>()
  for (const [id, each] of asked) {
    // Lets the thread handle other requests between two queries.
    if (found.size > 0) await setImmediate()
    const { row, most } = (each as { question: Question }).question
    found.set(id, await reconcileRow(needs, row, most))
  }
  const rows = [...found.values()]
  const deepRows = rows.filter(({ deep }) => deep).length
  if (deepRows > 0) call.markDeep()
  await call.lower(deepRows * DEEP_COST_TENTHS + (rows.length - deepRows) * SEARCH_COST_TENTHS)
  const results = read.map(([id, each]) => [id, resultWire(each, found.get(id), call.language)])
  const dates = rows.flatMap(({ hits }) => hits.map(({ hit }) => hit.record.asOf))
  return serviceAnswer(Object.fromEntries(results), {
    ...(rows.some(({ partial }) => partial) && { 'x-search-partial': 'true' }),
    ...dataAgeOf(dates, await needs.companies.sources()),
  })
}

function readQuery(sent: unknown, id: string): ReadQuery {
  const read = querySchema.safeParse(sent)
  if (!read.success) {
    const issues = read.error.issues.map((issue) => ({ ...issue, path: [id, ...issue.path] }))
    return { details: faultsOf(issues, { [id]: sent }, pointerField) }
  }
  return readValidQuery(read.data, id)
}

function readValidQuery({ query = '', type, limit, properties = [] }: Query, id: string): ReadQuery {
  const name = query.trim() === '' ? undefined : readSearchText(query)
  if (name !== undefined && 'fault' in name) {
    return { details: [{ field: pointerField([id, 'query']), reason: name.fault }] }
  }
  if (!wantsCompanies(type)) return { question: undefined }
  const read = readConditions(properties.map(({ pid, v }) => ({ pid, values: Array.isArray(v) ? v : [v] })))
  const row = rowOf(name?.text, read)
  const most = Math.min(CANDIDATES_MAX, Math.max(1, Math.floor(limit || CANDIDATES_DEFAULT)))
  return { question: row && { row, most, isDoubtful: read.isDoubtful } }
}

function wantsCompanies(type: Query['type']): boolean {
  const types = [type ?? []].flat().filter((each) => each !== '')
  return types.length === 0 || types.includes(TYPE_ID)
}

/** A candidate is a certain match where a batch says `found`, and every condition could be read. */
function resultWire(read: ReadQuery, found: ReconciledRow | undefined, language: Language) {
  if ('details' in read) return { result: [], details: read.details }
  const isCertain = found?.state === 'found' && read.question?.isDoubtful === false
  return {
    result: (found?.hits ?? []).map(({ hit, score }, place) => ({
      id: hit.record.uuid,
      name: hit.record.name,
      description: descriptionOf(hit.record, language),
      type: [entityType(language)],
      score,
      match: isCertain && place === 0,
      features: hit.reasons.map((id) => ({ id, value: true })),
    })),
  }
}
