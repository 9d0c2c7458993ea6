/** `/api/v1/watches/{id}/companies`: the companies of a watch list. */
import { z } from 'zod'
import type { CompanyId } from '../../core/company/company.ts'
import { Failure, type FailureDetail } from '../../core/failure.ts'
import { findMerged, findWatched, type NamedCompany } from '../../core/watching/find-watched.ts'
import { WATCHED_COMPANIES_MAX, WATCHED_PER_CALL_MAX } from '../../core/watching/watch.ts'
import { faultsOf, pointerField } from '../request/faults.ts'
import { jsonAnswer } from '../request/json-response.ts'
import { type Call, defineRoute, type HttpNeeds, type Route } from '../request/route.ts'
import { NEXT_CURSOR } from './header-notes.ts'
import {
  addCompaniesBody,
  addedResult,
  removeCompaniesBody,
  watchedQuery,
  watchedResult,
  watchedRow,
} from './watch-schemas.ts'
import { idOf, ownerOf, WATCH_BODY_BYTES_MAX, WATCH_ROUTE, watchOf } from './watches-routes.ts'

/** Largest body of a call that adds companies, in bytes. */
const ADD_BODY_BYTES_MAX = 1024 * 1024
/** Cost of a row with a number, which is searched for, in tenths of a unit. */
const NUMBER_COST_TENTHS = 10
const EXAMPLE = '/api/v1/watches/wat_4fGk20LmQ8xZr1Bd/companies'

const addCompaniesRoute: Route = defineRoute({
  ...WATCH_ROUTE,
  id: 'addWatchedCompanies',
  method: 'POST',
  path: '/api/v1/watches/:id/companies',
  example: EXAMPLE,
  bodyBytesMax: ADD_BODY_BYTES_MAX,
  body: addCompaniesBody,
  result: addedResult,
  exampleBody: [{ registration_number: 'HRB 12345', register_court: 'München', ref: 'customer 17' }],
  errors: ['invalid_request', 'not_found', 'conflict'],
  summary: { de: 'Unternehmen beobachten', en: 'Watch companies' },
  description: {
    de: `Fügt bis zu ${WATCHED_PER_CALL_MAX} Unternehmen hinzu, jedes mit Id oder Registernummer. Die Antwort hat dieselbe Reihenfolge; eine ungültige Zeile wirkt sich nicht auf die anderen aus. Kostet 1, und 1 für jede Zeile mit Nummer. Eine Liste hat höchstens ${WATCHED_COMPANIES_MAX} Unternehmen: Werden es mehr, wird keines hinzugefügt (409).`,
    en: `Adds up to ${WATCHED_PER_CALL_MAX} companies, each with an id or a register number. The response has the same order; an invalid row does not affect the others. Costs 1, and 1 for each row with a number. A list has at most ${WATCHED_COMPANIES_MAX} companies: if it would have more, none is added (409).`,
  },
  async answer(needs, call) {
    await watchOf(needs, call)
    return jsonAnswer(await addRows(needs, call))
  },
})

const listCompaniesRoute: Route = defineRoute({
  ...WATCH_ROUTE,
  id: 'listWatchedCompanies',
  method: 'GET',
  path: '/api/v1/watches/:id/companies',
  example: EXAMPLE,
  query: watchedQuery,
  result: watchedResult,
  resultHeaders: [NEXT_CURSOR],
  errors: ['invalid_request', 'not_found'],
  summary: { de: 'Beobachtete Unternehmen', en: 'The watched companies' },
  description: {
    de: 'Die Unternehmen der Liste in der Reihenfolge ihrer Ids. Nach einer Zusammenführung steht hier die Id des Unternehmens, das geblieben ist.',
    en: 'The companies of the list in the order of their ids. After a merger the id is that of the company that is left.',
  },
  async answer(needs, call) {
    const { cursor = '', limit } = call.query
    const { id } = await watchOf(needs, call)
    // One more tells whether there is a next page.
    const rows = await needs.watches.companies(id, cursor, limit + 1)
    const shown = rows.slice(0, limit)
    const last = rows.length > limit ? shown.at(-1) : undefined
    return jsonAnswer(
      shown.map(({ uuid, ref, addedAtMs }) => ({ uuid, ref, added_at: new Date(addedAtMs).toISOString() })),
      last && { 'x-next-cursor': Buffer.from(last.uuid).toString('base64url') },
    )
  },
})

const removeCompaniesRoute: Route = defineRoute({
  ...WATCH_ROUTE,
  id: 'removeWatchedCompanies',
  method: 'POST',
  path: '/api/v1/watches/:id/remove',
  example: '/api/v1/watches/wat_4fGk20LmQ8xZr1Bd/remove',
  bodyBytesMax: WATCH_BODY_BYTES_MAX,
  body: removeCompaniesBody,
  result: z.strictObject({ removed: z.int().min(0) }),
  exampleBody: { uuids: ['5a3c1b2d-1111-4222-8333-444455556666'] },
  errors: ['invalid_request', 'not_found'],
  summary: { de: 'Mehrere Unternehmen nicht mehr beobachten', en: 'Stop watching several companies' },
  description: {
    de: `Entfernt bis zu ${WATCHED_PER_CALL_MAX} Unternehmen aus der Liste. \`removed\` ist die Zahl derer, die in ihr waren.`,
    en: `Removes up to ${WATCHED_PER_CALL_MAX} companies from the list. \`removed\` is the number of those that it had.`,
  },
  async answer(needs, call) {
    const uuids = call.body.uuids.map((uuid) => uuid.toLowerCase())
    const params = { owner: ownerOf(call), id: idOf(call), uuids }
    return jsonAnswer({ removed: await needs.sendCommand('removeFromWatch', params) })
  },
})

const removeCompanyRoute: Route = defineRoute({
  ...WATCH_ROUTE,
  id: 'removeWatchedCompany',
  method: 'DELETE',
  path: '/api/v1/watches/:id/companies/:uuid',
  example: `${EXAMPLE}/5a3c1b2d-1111-4222-8333-444455556666`,
  status: 204,
  errors: ['not_found'],
  summary: { de: 'Ein Unternehmen nicht mehr beobachten', en: 'Stop watching a company' },
  description: {
    de: 'Entfernt ein Unternehmen aus der Liste. 404, wenn es nicht in ihr ist.',
    en: 'Removes a company from the list. 404 if the list does not have it.',
  },
  async answer(needs, call) {
    const uuid = (call.params.uuid as string).toLowerCase()
    const params = { owner: ownerOf(call), id: idOf(call), uuids: [uuid] }
    if ((await needs.sendCommand('removeFromWatch', params)) === 0)
      throw new Failure('not_found', `the watch does not have ${uuid}`)
    return { status: 204, headers: {}, body: undefined }
  },
})

/** The routes of the companies of lists. */
export const watchedCompaniesRoutes: readonly Route[] = [
  addCompaniesRoute,
  listCompaniesRoute,
  removeCompaniesRoute,
  removeCompanyRoute,
]

type ReadRow =
  | { readonly ref: string | null; readonly named: NamedCompany }
  | { readonly ref: string | null; readonly details: readonly FailureDetail[] }

async function addRows(needs: HttpNeeds, call: Call<unknown, unknown[]>) {
  const rows = call.body.map((_, place) => readRow(call.body, place))
  const named = rows.flatMap((row) => ('named' in row ? [row.named] : []))
  const costTenths =
    WATCH_ROUTE.costTenths + NUMBER_COST_TENTHS * named.filter((one) => 'number' in one).length
  call.checkQuota(costTenths, '')
  await call.charge(costTenths)
  const sequence = await needs.companies.lastSequence()
  const found = await findWatched(needs, named)
  const places = found[Symbol.iterator]()
  const results = rows.map((row) => {
    if ('details' in row) return { ref: row.ref, state: 'invalid' as const, uuid: null, details: row.details }
    const one = places.next().value!
    return 'uuid' in one ? { ref: row.ref, uuid: one.uuid } : { ref: row.ref, state: one.fault, uuid: null }
  })
  const companies = results.flatMap(({ ref, uuid }) => (uuid === null ? [] : [{ uuid, ref }]))
  const states = await add(needs, call, companies, sequence)
  const added = states[Symbol.iterator]()
  return results.map((row) =>
    'state' in row ? row : { ref: row.ref, state: added.next().value!, uuid: row.uuid },
  )
}

/** Adds the companies; those that were merged since this change are followed. */
async function add(
  needs: HttpNeeds,
  call: Call,
  companies: readonly { readonly uuid: CompanyId; readonly ref: string | null }[],
  sequence: number,
) {
  if (companies.length === 0) return []
  const states = await needs.sendCommand('addToWatch', { owner: ownerOf(call), id: idOf(call), companies })
  if ((await needs.companies.lastSequence()) !== sequence) {
    const moves = await findMerged(
      needs,
      companies.map(({ uuid }) => uuid),
    )
    if (moves.length > 0) await needs.sendCommand('followCompanies', { moves })
  }
  return states
}

function readRow(rows: readonly unknown[], place: number): ReadRow {
  const read = watchedRow.safeParse(rows[place])
  if (read.success) {
    const { uuid, registration_number: number, register_court: court, ref = null } = read.data
    if (uuid !== undefined) return { ref, named: { uuid } }
    return { ref, named: { number: number!, court } }
  }
  const issues = read.error.issues.map((issue) => ({ ...issue, path: [place, ...issue.path] }))
  const sent = rows[place]
  const ref = watchedRow.shape.ref.safeParse((sent as { ref?: unknown } | null)?.ref)
  return { ref: ref.data ?? null, details: faultsOf(issues, rows, pointerField) }
}
