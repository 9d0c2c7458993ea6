/** Records how each request ended: in the traffic counters, in the key's usage, in the log. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestContext } from './request-context.ts'
import type { ServerContext } from './server-context.ts'

/** In a key's usage a request without an answer counts as one that went wrong. */
const UNANSWERED = 499

const NS_PER_MS = 1e6
const NS_PER_US = 1e3

/** Counts the request in, and records its end, whether its response or its connection ended first. */
export function recordRequest(
  { needs, settings, routeNumbers, connections }: ServerContext,
  request: IncomingMessage,
  response: ServerResponse,
  context: RequestContext,
): void {
  const startNs = needs.clock.monotonicNs()
  // Of a connection that broke before there is no status.
  connections.enter(request, response, (status) => {
    const ns = Number(needs.clock.monotonicNs() - startNs)
    const { id, method, route, grant, isDeep, isSimulated } = context
    // A simulated error would be taken for one of ours.
    if (status !== undefined && !isSimulated)
      needs.traffic.noteAnswer(route && routeNumbers.get(route), status)
    if (grant !== undefined)
      needs.usageMeter.note(grant.place, { status: status ?? UNANSWERED, us: ns / NS_PER_US, isDeep })
    settings.log.info({ request_id: id, route: route?.id, method, status, ms: ns / NS_PER_MS }, 'request')
  })
}
