/** A server of `node:http` with limits of time and size. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request, headers and body, must arrive completely within this time, unless the settings override it. */
export const REQUEST_TIMEOUT_MS = 30_000
/** How long an idle connection stays open for the next request. */
const KEEP_ALIVE_TIMEOUT_MS = 72_000
/** Interval at which Node checks the time limits, at most. */
const TIMEOUT_CHECK_MS = 2000
/** Limit of all headers of a request together. */
export const HEADER_BYTES_MAX = 16 * 1024

/** Options and callbacks of a server. */
export interface ServerPlan {
  /** Default: `REQUEST_TIMEOUT_MS`. */
  readonly requestTimeoutMs?: number | undefined
  /** Called for a request with `Upgrade`. The server never upgrades; the request is then handled as usual. */
  upgradeIgnored(request: IncomingMessage): void
  request(request: IncomingMessage, response: ServerResponse): void
}

/**
 * Creates a server that does not listen yet. Node's own check for a missing `Host` is off, because the guard
 * refuses such a request with an error in the API's format.
 */
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
  // A socket with a pending write times out at the second check without progress. So a client that does not
  // read its response is disconnected after the request timeout.
  server.timeout = requestTimeout / 2
  return server
}

/** Where a server listens. */
export interface ListenPlan {
  readonly port: number
  readonly host: string
  /** Length of the queue of connections not yet accepted; the operating system may allow fewer. */
  readonly backlog?: number
  /** For several threads that listen on the same port. */
  readonly reusePort?: boolean
}

/**
 * Starts listening and resolves with the port.
 *
 * @throws The error of the operating system, e.g. `EADDRINUSE`.
 */
export async function listen(server: Server, plan: ListenPlan): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen({ ...plan }, resolve)
  await promise
  server.off('error', reject)
  return (server.address() as AddressInfo).port
}

/** Stops accepting connections and resolves when all of them are closed. Idle ones are closed at once. */
export async function close(server: Server): Promise<void> {
  if (!server.listening) return
  const { promise, resolve } = Promise.withResolvers<void>()
  server.close(() => resolve())
  server.closeIdleConnections()
  await promise
}
