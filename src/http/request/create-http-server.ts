/** Puts a server together: the table of routes, the connections, and the way of a request. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { inspect } from 'node:util'
import { ROUTES_MAX } from '../../core/usage/traffic.ts'
import { clientAddresses } from '../protocol/client-address.ts'
import { STRICT_TRANSPORT } from '../protocol/csp.ts'
import { close, type ListenPlan, listen, makeServer } from '../protocol/http-server.ts'
import { requestIds } from '../protocol/request-id.ts'
import { Router } from '../protocol/router.ts'
import { Connections, letGoWhoReadsNothing, listenToProtocol } from './connections.ts'
import { handleRequest } from './handle-request.ts'
import type { HttpNeeds, Route } from './route.ts'
import type { ServerContext } from './server-context.ts'
import { isSecure } from './session-guard.ts'
import type { HttpSettings } from './settings.ts'

/** A server that answers requests, on a port once it listens. */
export interface HttpServer {
  readonly server: Server
  /** Handles a request that came otherwise than by a connection of the server. */
  dispatch(request: IncomingMessage, response: ServerResponse): void
  /** Resolves with the port. @throws What the system says. */
  listen(plan: ListenPlan): Promise<number>
  /** Resolves when every request in flight is answered. */
  close(): Promise<void>
}

/** @throws RangeError for more routes than can be counted apart. */
export function createHttpServer(
  needs: HttpNeeds,
  settings: HttpSettings,
  routes: readonly Route[],
): HttpServer {
  if (routes.length > ROUTES_MAX) throw new RangeError(`${routes.length} routes cannot be counted apart`)
  const server = makeServer({
    requestTimeoutMs: settings.requestTimeoutMs,
    // Node drops what is behind such a request in its packet, so the connection ends.
    upgradeIgnored: (request) => connections.endAfter(request),
    request: (request, response) => handleRequest(context, request, response),
  })
  const connections = new Connections(server, settings.connectionsMax, needs.traffic)
  const context: ServerContext = {
    ...{ needs, sandbox: { ...needs, ...needs.sandbox }, settings, connections },
    router: routerOf(routes),
    routeNumbers: new Map(routes.map((route, number) => [route, number])),
    always: isSecure(needs.site) ? STRICT_TRANSPORT : {},
    idOf: requestIds(needs),
    addressOf: clientAddresses(settings.trustProxy),
  }
  // Of a connection that the system could not hand over; without a listener it would end the thread.
  server.on('error', (error) => settings.log.error({ error: inspect(error) }, 'a fault of the HTTP server'))
  listenToProtocol(server, connections, context.idOf, needs.traffic)
  letGoWhoReadsNothing(server)
  return {
    server,
    dispatch: (request, response) => handleRequest(context, request, response),
    listen: (plan) => listen(server, plan),
    close: () => {
      connections.end()
      return close(server)
    },
  }
}

/** The routes by method and path. */
export function routerOf(routes: readonly Route[]): Router<Route> {
  const router = new Router<Route>()
  for (const route of routes) router.add(route.method, route.path, route)
  return router
}
