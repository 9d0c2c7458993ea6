/** Records how each request ended: in the traffic counters, in the key's usage, and in the log. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestContext } from './request-context.ts'
import type { ServerContext } from './server-context.ts'

/** Status recorded in a key's usage for a request without a response, which counts as an error. */
const UNANSWERED = 499

const NS_PER_MS = 1e6
const NS_PER_US = 1e3

/**
 * Counts a request as in progress, and records its end when its response is finished or its connection is
 * closed.
 */
export function recordRequest(
  { needs, settings, routeNumbers, connections }: ServerContext,
  request: IncomingMessage,
  response: ServerResponse,
  context: RequestContext,
): void {
  const startNs = needs.clock.monotonicNs()
  // There is no status if the connection was closed before a response.
  connections.enter(request, response, (status) => {
    const ns = Number(needs.clock.monotonicNs() - startNs)
    const { id, method, route, grant, isDeep, isSimulated } = context
    // A simulated error must not count as an error of the server.
    if (status !== undefined && !isSimulated)
      needs.traffic.noteAnswer(route && routeNumbers.get(route), status)
    if (grant !== undefined)
      needs.usageMeter.note(grant.place, { status: status ?? UNANSWERED, us: ns / NS_PER_US, isDeep })
    settings.log.info({ request_id: id, route: route?.id, method, status, ms: ns / NS_PER_MS }, 'request')
  })
}
