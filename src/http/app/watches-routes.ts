/** Routes of watch lists, with the use cases of `/api/v1/watches`. */
import { VISITOR_COSTS } from '../../core/access/visitor-limit.ts'
import { Failure } from '../../core/failure.ts'
import {
  WATCHED_COMPANIES_MAX,
  WATCHES_MAX,
  type Watch,
  type WatchId,
  type WatchOwner,
} from '../../core/watching/watch.ts'
import { WEBHOOKS_MAX, type WebhookId } from '../../core/watching/webhook.ts'
import { addWatched } from '../api/add-watched.ts'
import { changeWatchBody, createWatchBody, removeCompaniesBody, watchedQuery } from '../api/watch-schemas.ts'
import { watchedPage } from '../api/watch-wire.ts'
import { ADD_BODY_BYTES_MAX } from '../api/watched-companies-routes.ts'
import { termsOf, WATCH_BODY_BYTES_MAX } from '../api/watches-routes.ts'
import type { Call, HttpNeeds, Route } from '../request/route.ts'
import { appRoute, MEMBER } from './app-route.ts'
import {
  appAddCompaniesBody,
  appAddedResult,
  appWatchedResult,
  deleteWatchBody,
  removedResult,
  watchesResult,
  watchResult,
} from './watches-schemas.ts'
import { appWatchWire, appWebhookWire, watchedCompanyWire } from './watches-wire.ts'

/** All routes of watch lists. */
export const WATCHES_ROUTES: readonly Route[] = [
  appRoute({
    id: 'appWatches',
    path: '/watches',
    access: { ...MEMBER, costTenths: VISITOR_COSTS.suggest },
    result: watchesResult,
    async answer(needs, call) {
      const owner = watcherOf(call)
      const [watches, webhooks] = await Promise.all([needs.watches.list(owner), needs.webhooks.list(owner)])
      return {
        result: {
          watches: watches.map(appWatchWire),
          watches_max: WATCHES_MAX,
          companies_max: WATCHED_COMPANIES_MAX,
          webhooks: await Promise.all(webhooks.map((webhook) => appWebhookWire(needs, webhook))),
          webhooks_max: WEBHOOKS_MAX,
        },
      }
    },
  }),
  appRoute({
    id: 'appCreateWatch',
    path: '/watches',
    access: { ...MEMBER, costTenths: VISITOR_COSTS.suggest },
    body: createWatchBody,
    result: watchResult,
    status: 201,
    async answer(needs, call) {
      const { name, webhooks, email, language } = call.body
      const watch = await needs.sendCommand('createWatch', {
        owner: watcherOf(call),
        terms: { name, webhooks: webhooks as WebhookId[], email },
        language,
        feedEnd: await needs.companies.lastSequence(),
      })
      return { result: { watch: appWatchWire(watch) } }
    },
  }),
  appRoute({
    id: 'appChangeWatch',
    path: '/watches/:id/terms',
    access: MEMBER,
    body: changeWatchBody,
    result: watchResult,
    async answer(needs, call) {
      const watch = await needs.sendCommand('changeWatch', { ...listOf(call), terms: termsOf(call.body) })
      return { result: { watch: appWatchWire(watch) } }
    },
  }),
  appRoute({
    id: 'appDeleteWatch',
    path: '/watches/:id/delete',
    access: MEMBER,
    body: deleteWatchBody,
    async answer(needs, call) {
      const { name } = await ownWatch(needs, call)
      if (call.body.name.trim() !== name.trim()) throw notConfirmed('/name')
      await needs.sendCommand('deleteWatch', listOf(call))
      return null
    },
  }),
  appRoute({
    id: 'appWatchedCompanies',
    path: '/watches/:id/companies',
    // Up to a thousand companies are read; a list has ten such pages at most.
    access: { ...MEMBER, costTenths: VISITOR_COSTS.suggest },
    query: watchedQuery,
    result: appWatchedResult,
    async answer(needs, call) {
      const { cursor = '', limit } = call.query
      const { id } = await ownWatch(needs, call)
      const { rows, next } = await watchedPage(needs.watches, id, cursor, limit)
      const found = await needs.companies.findMany(rows.map(({ uuid }) => uuid))
      const companies = new Map<string, (typeof found)[number]>(found.map((one) => [one.uuid, one]))
      return {
        result: {
          companies: rows.map((row) => watchedCompanyWire(row, companies.get(row.uuid))),
          next_cursor: next ?? null,
        },
      }
    },
  }),
  appRoute({
    id: 'appAddCompanies',
    path: '/watches/:id/companies',
    access: { ...MEMBER, costTenths: VISITOR_COSTS.search },
    body: appAddCompaniesBody,
    bodyBytesMax: ADD_BODY_BYTES_MAX,
    result: appAddedResult,
    async answer(needs, call) {
      await ownWatch(needs, call)
      // Numbers are looked up one by one, which for a thousand takes as long as a deep search.
      const charge = async (numbers: number) => {
        if (numbers > 0) await call.charge(VISITOR_COSTS.deep)
      }
      return {
        result: { companies: await addWatched(needs, listOf(call), call.body.companies, charge) },
      }
    },
  }),
  appRoute({
    id: 'appRemoveCompanies',
    path: '/watches/:id/remove',
    access: MEMBER,
    body: removeCompaniesBody,
    bodyBytesMax: WATCH_BODY_BYTES_MAX,
    result: removedResult,
    async answer(needs, call) {
      const uuids = call.body.uuids.map((uuid) => uuid.toLowerCase())
      return { result: { removed: await needs.sendCommand('removeFromWatch', { ...listOf(call), uuids }) } }
    },
  }),
]

/** Returns whose lists and webhooks the dashboard shows: those of live keys, which watch the register. */
export function watcherOf({ member: { account } }: Pick<Call, 'member'>): WatchOwner {
  return { account, isTest: false }
}

/** Returns the failure of a confirmation that is not the text that was asked for. */
export function notConfirmed(field: string): Failure {
  const details = [{ field, reason: 'mismatch' }] as const
  return new Failure(
    'invalid_request',
    'another text than that of the confirmation',
    details,
    'name_mismatch',
  )
}

function listOf(call: Call) {
  return { owner: watcherOf(call), id: call.params.id as WatchId }
}

/** @throws {Failure} `not_found` if the account has no such list. */
async function ownWatch({ watches }: HttpNeeds, call: Call): Promise<Watch> {
  const { owner, id } = listOf(call)
  const watch = await watches.find(owner, id)
  if (watch === undefined) throw new Failure('not_found', `no watch ${id}`)
  return watch
}
