/** A server that also answers requests without a connection, as most tests of the API send them. */
import { type InjectOptions, inject, type Response } from 'light-my-request'
import type { HttpServer } from '../../src/http/request/create-http-server.ts'

/** A server whose requests can be injected without a socket. */
export interface InjectedServer extends HttpServer {
  inject(request: string | InjectOptions): Promise<Response>
}

/** Adds `inject` to a server. */
export function injected(server: HttpServer): InjectedServer {
  const dispatch = (request: unknown, response: unknown) =>
    server.dispatch(
      request as Parameters<HttpServer['dispatch']>[0],
      response as Parameters<HttpServer['dispatch']>[1],
    )
  return { ...server, inject: (request) => inject(dispatch, request) }
}
