/** `GET /metrics` on the port of the API, for whoever has the operator's token. */
import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { chargeAddress, checkAddress } from '../request/guard.ts'
import { unauthorized } from '../request/refusal.ts'
import { type Call, defineRoute, type HttpNeeds, type Route } from '../request/route.ts'
import { METRICS_MEDIA } from './metrics-text.ts'

export function metricsRoute(token: string): Route {
  return defineRoute({
    id: 'metrics',
    method: 'GET',
    path: '/metrics',
    access: 'public',
    costTenths: 0,
    isAlwaysAnswered: true,
    bodyBytesMax: 0,
    produces: ['text/plain'],
    query: z.strictObject({}),
    body: undefined,
    result: undefined,
    resultHeaders: [],
    otherAnswers: [],
    example: '/metrics',
    errors: ['unauthorized', 'rate_limited'],
    summary: { de: 'Messwerte', en: 'Metrics' },
    description: {
      de: 'Im Textformat von Prometheus, für den Betreiber.',
      en: 'In the text format of Prometheus, for the operator.',
    },
    async answer(needs, call) {
      checkToken(needs, call, token)
      const body = await needs.ask('metrics', {})
      return { status: 200, headers: { 'content-type': METRICS_MEDIA, 'cache-control': 'no-store' }, body }
    },
  })
}

/** @throws Refusal `unauthorized`, or `rate_limited` when the address has guessed too often. */
function checkToken(needs: HttpNeeds, call: Call, token: string): void {
  const sent = /^bearer +(\S+) *$/i.exec(call.headers.authorization ?? '')?.[1]
  if (sent === undefined) throw unauthorized()
  const { address } = call.visitor()
  // Before it is compared: a right guess must not pass where wrong ones are counted no more.
  checkAddress(needs, address)
  // Hashes are of one length, as the comparison wants it.
  if (timingSafeEqual(needs.secrets.sha256(sent), needs.secrets.sha256(token))) return
  chargeAddress(needs, address)
  throw unauthorized('invalid_token')
}
