/** A server of `node:http` with our limits of time and size. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request, headers and body, must have arrived whole in this time unless the settings say otherwise. */
export const REQUEST_TIMEOUT_MS = 30_000
/** How long an idle connection is kept for the next request. */
const KEEP_ALIVE_TIMEOUT_MS = 72_000
/** How often the time limits are checked. */
const TIMEOUT_CHECK_MS = 2000
/** All headers of a request together. */
export const HEADER_BYTES_MAX = 16 * 1024

export interface ServerPlan {
  /** `REQUEST_TIMEOUT_MS` when absent. */
  readonly requestTimeoutMs?: number | undefined
  /** Called for a request that asks for another protocol, which no answer offers. */
  upgradeIgnored(request: IncomingMessage): void
  request(request: IncomingMessage, response: ServerResponse): void
}

/** A server that does not listen yet. A missing `Host` is let through: the guard refuses it in our own shape. */
export function makeServer(plan: ServerPlan): Server {
  const requestTimeout = plan.requestTimeoutMs ?? REQUEST_TIMEOUT_MS
  const server = createServer(
    {
      requestTimeout,
      headersTimeout: requestTimeout,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      connectionsCheckingInterval: Math.min(TIMEOUT_CHECK_MS, requestTimeout),
      maxHeaderSize: HEADER_BYTES_MAX,
      requireHostHeader: false,
      shouldUpgradeCallback: (request) => {
        plan.upgradeIgnored(request)
        return false
      },
    },
    (request, response) => plan.request(request, response),
  )
  // Node checks twice whether an answer goes on: a client that does not read is let go when a request would have had to be there.
  server.timeout = requestTimeout / 2
  return server
}

export interface ListenPlan {
  readonly port: number
  readonly host: string
  /** Connections that wait to be taken; the system may allow fewer. */
  readonly backlog?: number
  /** Several threads listen on one port. */
  readonly reusePort?: boolean
}

/** Resolves with the port when the server listens. @throws What the system says. */
export async function listen(server: Server, plan: ListenPlan): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen({ ...plan }, resolve)
  await promise
  server.off('error', reject)
  return (server.address() as AddressInfo).port
}

/** Resolves when every connection is closed. */
export async function close(server: Server): Promise<void> {
  if (!server.listening) return
  const { promise, resolve } = Promise.withResolvers<void>()
  server.close(() => resolve())
  server.closeIdleConnections()
  await promise
}
