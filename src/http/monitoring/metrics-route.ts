/** `GET /metrics` on the API's port, protected by the operator's token. */
import { timingSafeEqual } from 'node:crypto'
import { chargeAddress, checkAddress } from '../request/guard.ts'
import { unauthorized } from '../request/refusal.ts'
import { type Call, defineRoute, type HttpNeeds, type Route } from '../request/route.ts'
import { METRICS_MEDIA } from './metrics-text.ts'

/** Creates the route of the metrics. `token` is the setting's value. */
export function metricsRoute(token: string): Route {
  return defineRoute({
    id: 'metrics',
    method: 'GET',
    path: '/metrics',
    access: 'public',
    costTenths: 0,
    isAlwaysAnswered: true,
    produces: ['text/plain'],
    async answer(needs, call) {
      await checkToken(needs, call, token)
      const body = await needs.sendCommand('metrics', {})
      return { status: 200, headers: { 'content-type': METRICS_MEDIA, 'cache-control': 'no-store' }, body }
    },
  })
}

/**
 * Checks the token of the request.
 *
 * @throws {Refusal} `unauthorized` if it is missing or wrong, `rate_limited` if the address sent too many
 * wrong ones.
 */
async function checkToken(needs: HttpNeeds, call: Call, token: string): Promise<void> {
  const sent = /^bearer +(\S+) *$/i.exec(call.headers.authorization ?? '')?.[1]
  if (sent === undefined) throw unauthorized()
  const { address } = call.visitor
  // Checked before the comparison: once wrong tokens are not counted any more, a right one must not pass.
  await checkAddress(needs, address)
  // Hashes have equal length, which the comparison requires.
  if (timingSafeEqual(needs.secrets.sha256(sent), needs.secrets.sha256(token))) return
  await chargeAddress(needs, address)
  throw unauthorized('invalid_token')
}
