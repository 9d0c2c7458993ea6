/** Creates an HTTP server from the table of routes, the connections and the request handler. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { inspect } from 'node:util'
import { ROUTES_MAX } from '../../core/usage/traffic.ts'
import { clientAddresses } from '../protocol/client-address.ts'
import { STRICT_TRANSPORT } from '../protocol/csp.ts'
import { close, type ListenPlan, listen, makeServer } from '../protocol/http-server.ts'
import { requestIds } from '../protocol/request-id.ts'
import { Router } from '../protocol/router.ts'
import { limitAccepted } from './accept-limit.ts'
import { Connections } from './connections.ts'
import { handleRequest } from './handle-request.ts'
import { destroyStalledConnections, listenToProtocol } from './protocol-listeners.ts'
import type { HttpNeeds, Route, ServerNeeds } from './route.ts'
import type { ServerContext } from './server-context.ts'
import { isSecure } from './session-guard.ts'
import type { HttpSettings } from './settings.ts'

/** A server that answers requests, on a port once it listens. */
export interface HttpServer {
  readonly server: Server
  /** Handles a request that did not arrive on a connection of this server. */
  dispatch(request: IncomingMessage, response: ServerResponse): void
  /**
   * Starts listening and resolves with the port.
   *
   * @throws The error of the operating system.
   */
  listen(plan: ListenPlan): Promise<number>
  /**
   * Makes `/health/ready` answer 503, and ends each connection after its next response. The server goes on
   * accepting connections and answering.
   */
  drain(): void
  /** Stops the server and resolves when every request in progress is answered. */
  close(): Promise<void>
}

/**
 * Creates a server that does not listen yet.
 *
 * @throws {RangeError} if there are more than `ROUTES_MAX` routes, the number that the traffic counters can
 * tell apart.
 */
export function createHttpServer(
  ports: ServerNeeds,
  settings: HttpSettings,
  routes: readonly Route[],
): HttpServer {
  if (routes.length > ROUTES_MAX) throw new RangeError(`${routes.length} routes cannot be counted apart`)
  const server = makeServer({
    requestTimeoutMs: settings.requestTimeoutMs,
    // Node drops the data after such a request in its packet, so the connection is closed.
    upgradeIgnored: (request) => connections.endAfter(request),
    request: (request, response) => handleRequest(context, request, response),
  })
  const connections = new Connections(server, settings.connectionsMax, ports.traffic)
  const needs: HttpNeeds = { ...ports, isDraining: () => connections.isDraining }
  const context: ServerContext = {
    ...{ needs, sandbox: { ...needs, ...needs.sandbox }, settings, connections },
    router: routerOf(routes),
    routeNumbers: new Map(routes.map((route, number) => [route, number])),
    always: isSecure(needs.site) ? STRICT_TRANSPORT : {},
    idOf: requestIds(needs),
    addressOf: clientAddresses(settings.trustProxy),
  }
  // Emitted for a connection that the operating system could not hand over; without a listener it would end
  // the thread.
  server.on('error', (error) => settings.log.error({ error: inspect(error) }, 'a fault of the HTTP server'))
  if (settings.acceptedMax !== undefined) limitAccepted(server, settings.acceptedMax, settings.log)
  listenToProtocol(server, connections, context.idOf, needs.traffic)
  destroyStalledConnections(server)
  return {
    server,
    dispatch: (request, response) => handleRequest(context, request, response),
    listen: (plan) => listen(server, plan),
    drain: () => connections.drain(),
    close: () => {
      connections.end()
      return close(server)
    },
  }
}

/** Returns a router with all routes. */
export function routerOf(routes: readonly Route[]): Router<Route> {
  const router = new Router<Route>()
  for (const route of routes) router.add(route.method, route.path, route)
  return router
}
