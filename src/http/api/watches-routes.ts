/** `/api/v1/watches`: the lists of watched companies. */
import { z } from 'zod'
import { Failure } from '../../core/failure.ts'
import {
  WATCHES_MAX,
  type Watch,
  type WatchChange,
  type WatchId,
  type WatchOwner,
} from '../../core/watching/watch.ts'
import type { WebhookId } from '../../core/watching/webhook.ts'
import { jsonAnswer } from '../request/json-response.ts'
import { type Call, defineRoute, type HttpNeeds, type Route } from '../request/route.ts'
import { changeWatchBody, createWatchBody, watchSchema } from './watch-schemas.ts'
import { watchWire } from './watch-wire.ts'

/** What all routes of watches have in common. */
export const WATCH_ROUTE = { access: 'companies:watch', costTenths: 10 } as const
/** Largest body of these routes, in bytes. */
export const WATCH_BODY_BYTES_MAX = 64 * 1024
const EXAMPLE = '/api/v1/watches/wat_4fGk20LmQ8xZr1Bd'

const createWatchRoute: Route = defineRoute({
  ...WATCH_ROUTE,
  id: 'createWatch',
  method: 'POST',
  path: '/api/v1/watches',
  bodyBytesMax: WATCH_BODY_BYTES_MAX,
  body: createWatchBody,
  status: 201,
  result: watchSchema,
  resultHeaders: [{ name: 'Location', de: 'Pfad der Liste.', en: 'Path of the list.', example: EXAMPLE }],
  exampleBody: { name: 'Kunden', webhooks: [] },
  errors: ['invalid_request', 'conflict'],
  summary: { de: 'Beobachtungsliste anlegen', en: 'Create a watch list' },
  description: {
    de: `Änderungen der Unternehmen einer Liste werden an Webhooks und per E-Mail gemeldet. Ein Konto hat höchstens ${WATCHES_MAX} Listen. Listen von Testschlüsseln enthalten Unternehmen der Sandbox, die sich nie ändern.`,
    en: `Changes of the companies of a list are reported to webhooks and by e-mail. An account has at most ${WATCHES_MAX} lists. Lists of test keys contain companies of the sandbox, which never change.`,
  },
  async answer(needs, call) {
    const { name, webhooks, email, language } = call.body
    const watch = await needs.sendCommand('createWatch', {
      owner: ownerOf(call),
      terms: { name, webhooks: webhooks as WebhookId[], email },
      language,
      feedEnd: await needs.companies.lastSequence(),
    })
    return { ...jsonAnswer(watchWire(watch), { location: `/api/v1/watches/${watch.id}` }), status: 201 }
  },
})

const listWatchesRoute: Route = defineRoute({
  ...WATCH_ROUTE,
  id: 'listWatches',
  method: 'GET',
  path: '/api/v1/watches',
  result: z.array(watchSchema).max(WATCHES_MAX),
  summary: { de: 'Beobachtungslisten auflisten', en: 'List the watch lists' },
  description: {
    de: 'Die Listen des Kontos, die neueste zuerst. Ein Testschlüssel zeigt die von Testschlüsseln.',
    en: 'The lists of the account, the newest first. A test key shows those of test keys.',
  },
  async answer({ watches }, call) {
    return jsonAnswer((await watches.list(ownerOf(call))).map(watchWire))
  },
})

const getWatchRoute: Route = defineRoute({
  ...WATCH_ROUTE,
  id: 'getWatch',
  method: 'GET',
  path: '/api/v1/watches/:id',
  example: EXAMPLE,
  result: watchSchema,
  errors: ['not_found'],
  summary: { de: 'Beobachtungsliste', en: 'A watch list' },
  description: { de: 'Die Liste ohne ihre Unternehmen.', en: 'The list without its companies.' },
  async answer(needs, call) {
    return jsonAnswer(watchWire(await watchOf(needs, call)))
  },
})

const changeWatchRoute: Route = defineRoute({
  ...WATCH_ROUTE,
  id: 'changeWatch',
  method: 'POST',
  path: '/api/v1/watches/:id',
  example: EXAMPLE,
  bodyBytesMax: WATCH_BODY_BYTES_MAX,
  body: changeWatchBody,
  result: watchSchema,
  exampleBody: { email: 'none' },
  errors: ['invalid_request', 'not_found'],
  summary: { de: 'Beobachtungsliste ändern', en: 'Change a watch list' },
  description: {
    de: 'Ändert Name, Webhooks, E-Mails oder die Sprache der E-Mails. Was fehlt, bleibt.',
    en: 'Changes name, webhooks, e-mails or the language of the e-mails. What is absent stays.',
  },
  async answer(needs, call) {
    const params = { owner: ownerOf(call), id: idOf(call), terms: termsOf(call.body) }
    const watch = await needs.sendCommand('changeWatch', params)
    return jsonAnswer(watchWire(watch))
  },
})

const deleteWatchRoute: Route = defineRoute({
  ...WATCH_ROUTE,
  id: 'deleteWatch',
  method: 'DELETE',
  path: '/api/v1/watches/:id',
  example: EXAMPLE,
  status: 204,
  errors: ['not_found'],
  summary: { de: 'Beobachtungsliste löschen', en: 'Delete a watch list' },
  description: {
    de: 'Löscht die Liste mit ihren Unternehmen. Ereignisse, die schon entstanden sind, werden noch gesendet.',
    en: 'Deletes the list with its companies. Events that were made before are still sent.',
  },
  async answer(needs, call) {
    await needs.sendCommand('deleteWatch', { owner: ownerOf(call), id: idOf(call) })
    return { status: 204, headers: {}, body: undefined }
  },
})

/** The routes of lists, without those of their companies. */
export const watchesRoutes: readonly Route[] = [
  createWatchRoute,
  listWatchesRoute,
  getWatchRoute,
  changeWatchRoute,
  deleteWatchRoute,
]

/** Returns whose watches and webhooks a key manages. */
export function ownerOf({ key: { account, kind } }: Pick<Call, 'key'>): WatchOwner {
  return { account, isTest: kind === 'test' }
}

/** Returns the id in the path. */
export function idOf({ params }: Pick<Call, 'params'>): WatchId {
  return params.id as WatchId
}

/** Returns the terms that a body changes. */
export function termsOf(body: z.output<typeof changeWatchBody>): WatchChange {
  const { name, webhooks, email, language } = body
  return {
    ...(name !== undefined && { name }),
    ...(webhooks !== undefined && { webhooks: webhooks as WebhookId[] }),
    ...(email !== undefined && { email }),
    ...(language !== undefined && { language }),
  }
}

/** @throws {Failure} `not_found` if the account has no such watch. */
export async function watchOf({ watches }: Pick<HttpNeeds, 'watches'>, call: Call): Promise<Watch> {
  const watch = await watches.find(ownerOf(call), idOf(call))
  if (watch === undefined) throw new Failure('not_found', `no watch ${idOf(call)}`)
  return watch
}
