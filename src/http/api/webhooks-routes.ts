/** `/api/v1/webhooks`: the addresses that get the events of watch lists. */
import { z } from 'zod'
import { changeCursor } from '../../core/company/list-changes.ts'
import { Failure } from '../../core/failure.ts'
import { EVENTS_KEPT_MS, WEBHOOKS_MAX, type Webhook, type WebhookId } from '../../core/watching/webhook.ts'
import { jsonAnswer } from '../request/json-response.ts'
import { type Call, defineRoute, type HttpNeeds, type Route } from '../request/route.ts'
import { NEXT_CURSOR } from './header-notes.ts'
import { ownerOf, WATCH_BODY_BYTES_MAX, WATCH_ROUTE } from './watches-routes.ts'
import {
  createWebhookBody,
  eventsQuery,
  eventsResult,
  queuedEventSchema,
  resumeWebhookBody,
  rotateWebhookBody,
  webhookSchema,
  webhookSecretSchema,
} from './webhook-schemas.ts'
import { eventWire, webhookWire } from './webhook-wire.ts'

const EXAMPLE = '/api/v1/webhooks/whk_4fGk20LmQ8xZr1Bd'
const KEPT_DAYS = EVENTS_KEPT_MS / 86_400_000
const MS_PER_S = 1000
const ONE = { ...WATCH_ROUTE, path: '/api/v1/webhooks/:id', example: EXAMPLE, errors: ['not_found'] } as const
const POSTED = {
  method: 'POST',
  bodyBytesMax: WATCH_BODY_BYTES_MAX,
  errors: ['invalid_request', 'not_found'],
} as const

const createWebhookRoute: Route = defineRoute({
  ...WATCH_ROUTE,
  id: 'createWebhook',
  method: 'POST',
  path: '/api/v1/webhooks',
  bodyBytesMax: WATCH_BODY_BYTES_MAX,
  body: createWebhookBody,
  status: 201,
  result: webhookSecretSchema,
  resultHeaders: [
    { name: 'Location', de: 'Pfad des Webhooks.', en: 'Path of the webhook.', example: EXAMPLE },
  ],
  exampleBody: { url: 'https://crm.example.com/firmensuche' },
  errors: ['invalid_request', 'conflict'],
  summary: { de: 'Webhook anlegen', en: 'Create a webhook' },
  description: {
    de: `Eine Adresse, an die Ereignisse gesendet werden, signiert nach Standard Webhooks. Die Antwort enthält das Secret der Signaturen, keine spätere. Ein Konto hat höchstens ${WEBHOOKS_MAX} Webhooks.`,
    en: `An address that events are sent to, signed as Standard Webhooks says. The response contains the secret of the signatures, no later one does. An account has at most ${WEBHOOKS_MAX} webhooks.`,
  },
  async answer(needs, call) {
    const { url, note: description } = call.body
    const made = await needs.sendCommand('createWebhook', { owner: ownerOf(call), url, description })
    const body = { ...webhookWire(made.webhook), secret: made.secret }
    const headers = { location: `/api/v1/webhooks/${made.webhook.id}`, 'cache-control': 'no-store' }
    return { ...jsonAnswer(body, headers), status: 201 }
  },
})

const listWebhooksRoute: Route = defineRoute({
  ...WATCH_ROUTE,
  id: 'listWebhooks',
  method: 'GET',
  path: '/api/v1/webhooks',
  result: z.array(webhookSchema).max(WEBHOOKS_MAX),
  summary: { de: 'Webhooks auflisten', en: 'List the webhooks' },
  description: {
    de: 'Die Webhooks des Kontos, der neueste zuerst. Ein Testschlüssel zeigt die von Testschlüsseln.',
    en: 'The webhooks of the account, the newest first. A test key shows those of test keys.',
  },
  async answer({ webhooks }, call) {
    return jsonAnswer((await webhooks.list(ownerOf(call))).map(webhookWire))
  },
})

const getWebhookRoute: Route = defineRoute({
  ...ONE,
  id: 'getWebhook',
  method: 'GET',
  result: webhookSchema,
  summary: { de: 'Stand eines Webhooks', en: 'State of a webhook' },
  description: {
    de: 'Wie viele Ereignisse warten, und ob die Zustellung scheitert.',
    en: 'How many events wait, and whether deliveries fail.',
  },
  async answer(needs, call) {
    return jsonAnswer(webhookWire(await webhookOf(needs, call)))
  },
})

const deleteWebhookRoute: Route = defineRoute({
  ...ONE,
  id: 'deleteWebhook',
  method: 'DELETE',
  status: 204,
  summary: { de: 'Webhook löschen', en: 'Delete a webhook' },
  description: {
    de: 'Löscht den Webhook mit seinen Ereignissen. Beobachtungslisten melden ihm nichts mehr.',
    en: 'Deletes the webhook with its events. Watch lists no longer report to it.',
  },
  async answer(needs, call) {
    await needs.sendCommand('deleteWebhook', targetOf(call))
    return { status: 204, headers: {}, body: undefined }
  },
})

const rotateWebhookRoute: Route = defineRoute({
  ...ONE,
  ...POSTED,
  id: 'rotateWebhook',
  path: `${ONE.path}/rotate`,
  example: `${EXAMPLE}/rotate`,
  body: rotateWebhookBody,
  result: webhookSecretSchema,
  exampleBody: { overlap_s: 86_400 },
  summary: { de: 'Secret erneuern', en: 'Rotate the secret' },
  description: {
    de: 'Ein neues Secret. Während der Überlappung hat jedes Ereignis zwei Signaturen, damit der Empfänger wechseln kann, ohne eines abzulehnen.',
    en: 'A new secret. During the overlap each event has two signatures, so that the receiver can change over without refusing one.',
  },
  async answer(needs, call) {
    const params = { ...targetOf(call), overlapMs: call.body.overlap_s * MS_PER_S }
    const { webhook, secret } = await needs.sendCommand('rotateWebhook', params)
    return jsonAnswer({ ...webhookWire(webhook), secret }, { 'cache-control': 'no-store' })
  },
})

const pingWebhookRoute: Route = defineRoute({
  ...ONE,
  id: 'pingWebhook',
  method: 'POST',
  path: `${ONE.path}/ping`,
  example: `${EXAMPLE}/ping`,
  status: 202,
  result: queuedEventSchema,
  summary: { de: 'Testereignis senden', en: 'Send a test event' },
  description: {
    de: 'Reiht ein Ereignis der Art `ping` ein. Es wird nach den wartenden Ereignissen zugestellt; ob es gelang, zeigt der Webhook.',
    en: 'Queues an event of type `ping`. It is delivered after the events that wait; the webhook shows whether that succeeded.',
  },
  async answer(needs, call) {
    const { id, sequence } = await needs.sendCommand('pingWebhook', targetOf(call))
    return { ...jsonAnswer({ id, cursor: changeCursor(sequence) }), status: 202 }
  },
})

const pauseWebhookRoute: Route = defineRoute({
  ...ONE,
  id: 'pauseWebhook',
  method: 'POST',
  path: `${ONE.path}/pause`,
  example: `${EXAMPLE}/pause`,
  result: webhookSchema,
  summary: { de: 'Webhook anhalten', en: 'Pause a webhook' },
  description: {
    de: `Ereignisse werden nicht mehr gesendet. Sie entstehen weiter und warten, höchstens ${KEPT_DAYS} Tage.`,
    en: `Events are no longer sent. They are still made and wait, for ${KEPT_DAYS} days at most.`,
  },
  async answer(needs, call) {
    return jsonAnswer(webhookWire(await needs.sendCommand('pauseWebhook', targetOf(call))))
  },
})

const resumeWebhookRoute: Route = defineRoute({
  ...ONE,
  ...POSTED,
  id: 'resumeWebhook',
  path: `${ONE.path}/resume`,
  example: `${EXAMPLE}/resume`,
  body: resumeWebhookBody,
  result: webhookSchema,
  exampleBody: {},
  summary: { de: 'Webhook fortsetzen', en: 'Resume a webhook' },
  description: {
    de: 'Sendet wartende Ereignisse sofort, der Reihe nach; mit `from` auch frühere noch einmal, ebenso bei einem Webhook, der nicht angehalten ist.',
    en: 'Sends waiting events at once, in their order; with `from` earlier ones again, too, also for a webhook that is not paused.',
  },
  async answer(needs, call) {
    const params = { ...targetOf(call), from: call.body.from }
    return jsonAnswer(webhookWire(await needs.sendCommand('resumeWebhook', params)))
  },
})

const listEventsRoute: Route = defineRoute({
  ...ONE,
  id: 'listWebhookEvents',
  method: 'GET',
  path: `${ONE.path}/events`,
  example: `${EXAMPLE}/events`,
  query: eventsQuery,
  result: eventsResult,
  resultHeaders: [NEXT_CURSOR],
  errors: ['invalid_request', 'not_found'],
  summary: { de: 'Ereignisse eines Webhooks', en: 'Events of a webhook' },
  description: {
    de: `Die Ereignisse der letzten ${KEPT_DAYS} Tage in ihrer Reihenfolge, zugestellt oder nicht.`,
    en: `The events of the last ${KEPT_DAYS} days in their order, delivered or not.`,
  },
  async answer(needs, call) {
    const { cursor = 0, limit } = call.query
    const webhook = await webhookOf(needs, call)
    const events = await needs.webhooks.events(webhook.id, cursor, limit + 1)
    const shown = events.slice(0, limit)
    const last = events.length > limit ? shown.at(-1) : undefined
    return jsonAnswer(
      shown.map((event) => eventWire(event, webhook.delivered)),
      last && { 'x-next-cursor': changeCursor(last.sequence) },
    )
  },
})

/** The routes of webhooks. */
export const webhooksRoutes: readonly Route[] = [
  createWebhookRoute,
  listWebhooksRoute,
  getWebhookRoute,
  deleteWebhookRoute,
  rotateWebhookRoute,
  pingWebhookRoute,
  pauseWebhookRoute,
  resumeWebhookRoute,
  listEventsRoute,
]

function targetOf(call: Pick<Call, 'key' | 'params'>) {
  return { owner: ownerOf(call), id: call.params.id as WebhookId }
}

/** @throws {Failure} `not_found` if the account has no such webhook. */
async function webhookOf({ webhooks }: Pick<HttpNeeds, 'webhooks'>, call: Call): Promise<Webhook> {
  const { owner, id } = targetOf(call)
  const webhook = await webhooks.find(owner, id)
  if (webhook === undefined) throw new Failure('not_found', `no webhook ${id}`)
  return webhook
}
