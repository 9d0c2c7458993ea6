/** Routes of webhooks, with the use cases of `/api/v1/webhooks`. */
import { VISITOR_COSTS } from '../../core/access/visitor-limit.ts'
import { Failure } from '../../core/failure.ts'
import type { Webhook, WebhookId } from '../../core/watching/webhook.ts'
import { createWebhookBody, resumeWebhookBody, rotateWebhookBody } from '../api/webhook-schemas.ts'
import type { Call, HttpNeeds, Route } from '../request/route.ts'
import { appRoute, MEMBER, PROVEN_MEMBER } from './app-route.ts'
import { NOTHING } from './app-schemas.ts'
import { notConfirmed, watcherOf } from './watches-routes.ts'
import {
  APP_EVENTS_PER_PAGE,
  appEventsQuery,
  appEventsResult,
  deleteWebhookBody,
  issuedWebhookResult,
  pingResult,
  webhookResult,
} from './watches-schemas.ts'
import { appEventWire, appWebhookWire } from './watches-wire.ts'

const MS_PER_S = 1000

/** All routes of webhooks. The two that show a secret, one of which sends data to a new address, need a proof as keys do. */
export const WEBHOOKS_ROUTES: readonly Route[] = [
  appRoute({
    id: 'appCreateWebhook',
    path: '/webhooks',
    access: { ...PROVEN_MEMBER, costTenths: VISITOR_COSTS.search },
    body: createWebhookBody,
    result: issuedWebhookResult,
    status: 201,
    async answer(needs, call) {
      const { url, note: description } = call.body
      const made = await needs.sendCommand('createWebhook', { owner: watcherOf(call), url, description })
      return { result: { webhook: await appWebhookWire(needs, made.webhook), secret: made.secret } }
    },
  }),
  appRoute({
    id: 'appRotateWebhook',
    path: '/webhooks/:id/rotate',
    access: { ...PROVEN_MEMBER, costTenths: VISITOR_COSTS.search },
    body: rotateWebhookBody,
    result: issuedWebhookResult,
    async answer(needs, call) {
      const params = { ...targetOf(call), overlapMs: call.body.overlap_s * MS_PER_S }
      const made = await needs.sendCommand('rotateWebhook', params)
      return { result: { webhook: await appWebhookWire(needs, made.webhook), secret: made.secret } }
    },
  }),
  appRoute({
    id: 'appPingWebhook',
    path: '/webhooks/:id/ping',
    access: { ...MEMBER, costTenths: VISITOR_COSTS.search },
    body: NOTHING,
    result: pingResult,
    status: 202,
    async answer(needs, call) {
      const { id, sequence } = await needs.sendCommand('pingWebhook', targetOf(call))
      return { result: { id, number: sequence } }
    },
  }),
  appRoute({
    id: 'appPauseWebhook',
    path: '/webhooks/:id/pause',
    access: MEMBER,
    body: NOTHING,
    result: webhookResult,
    answer: async (needs, call) => shown(needs, await needs.sendCommand('pauseWebhook', targetOf(call))),
  }),
  appRoute({
    id: 'appResumeWebhook',
    path: '/webhooks/:id/resume',
    access: { ...MEMBER, costTenths: VISITOR_COSTS.search },
    body: resumeWebhookBody,
    result: webhookResult,
    async answer(needs, call) {
      const params = { ...targetOf(call), from: call.body.from }
      return shown(needs, await needs.sendCommand('resumeWebhook', params))
    },
  }),
  appRoute({
    id: 'appDeleteWebhook',
    path: '/webhooks/:id/delete',
    access: MEMBER,
    body: deleteWebhookBody,
    async answer(needs, call) {
      const { url } = await ownWebhook(needs, call)
      if (call.body.host.trim() !== new URL(url).host) throw notConfirmed('/host')
      await needs.sendCommand('deleteWebhook', targetOf(call))
      return null
    },
  }),
  appRoute({
    id: 'appWebhookEvents',
    path: '/webhooks/:id/events',
    access: { ...MEMBER, costTenths: VISITOR_COSTS.suggest },
    query: appEventsQuery,
    result: appEventsResult,
    async answer(needs, call) {
      const webhook = await ownWebhook(needs, call)
      const before = Math.min(call.query.before ?? Number.POSITIVE_INFINITY, webhook.lastSequence + 1)
      const after = Math.max(0, before - 1 - APP_EVENTS_PER_PAGE)
      const read = await needs.webhooks.events(webhook.id, after, before - 1 - after)
      const [first] = read
      const events = read.toReversed().map((event) => appEventWire(event, webhook.delivered))
      // Events that are no longer kept are missing at the start.
      const isWhole = first !== undefined && first.sequence === after + 1 && after > 0
      return { result: { events, older: isWhole ? first.sequence : null } }
    },
  }),
]

function targetOf(call: Call) {
  return { owner: watcherOf(call), id: call.params.id as WebhookId }
}

/** @throws {Failure} `not_found` if the account has no such webhook. */
async function ownWebhook({ webhooks }: HttpNeeds, call: Call): Promise<Webhook> {
  const { owner, id } = targetOf(call)
  const webhook = await webhooks.find(owner, id)
  if (webhook === undefined) throw new Failure('not_found', `no webhook ${id}`)
  return webhook
}

async function shown(needs: HttpNeeds, webhook: Webhook) {
  return { result: { webhook: await appWebhookWire(needs, webhook) } }
}
