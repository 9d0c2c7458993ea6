/** `/api/v1/watches/{id}/companies`: the companies of a watch list. */
import { z } from 'zod'
import { Failure } from '../../core/failure.ts'
import { WATCHED_COMPANIES_MAX, WATCHED_PER_CALL_MAX } from '../../core/watching/watch.ts'
import { jsonAnswer } from '../request/json-response.ts'
import { defineRoute, type Route } from '../request/route.ts'
import { addWatched } from './add-watched.ts'
import { NEXT_CURSOR } from './header-notes.ts'
import {
  addCompaniesBody,
  addedResult,
  removeCompaniesBody,
  watchedQuery,
  watchedResult,
} from './watch-schemas.ts'
import { watchedPage, watchedWire } from './watch-wire.ts'
import { idOf, ownerOf, WATCH_BODY_BYTES_MAX, WATCH_ROUTE, watchOf } from './watches-routes.ts'

/** Largest body of a call that adds companies, in bytes. */
export const ADD_BODY_BYTES_MAX = 1024 * 1024
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
    const charge = async (numbers: number) => {
      const costTenths = WATCH_ROUTE.costTenths + NUMBER_COST_TENTHS * numbers
      call.checkQuota(costTenths, '')
      await call.charge(costTenths)
    }
    return jsonAnswer(await addWatched(needs, { owner: ownerOf(call), id: idOf(call) }, call.body, charge))
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
    const { rows, next } = await watchedPage(needs.watches, id, cursor, limit)
    return jsonAnswer(rows.map(watchedWire), next === undefined ? undefined : { 'x-next-cursor': next })
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
