import type { IncomingMessage } from 'node:http'
import type { Router } from '../protocol/router.ts'
import type { Connections } from './connections.ts'
import type { HttpNeeds, Route } from './route.ts'
import type { SentHeaders } from './send-response.ts'
import type { HttpSettings } from './settings.ts'

/** The values that one server handles all its requests with. */
export interface ServerContext {
  readonly needs: HttpNeeds
  /** The same ports with the sandbox's companies and index, for test keys. */
  readonly sandbox: HttpNeeds
  readonly settings: HttpSettings
  readonly router: Router<Route>
  /** Position of each route in the list of routes, for the traffic counters. */
  readonly routeNumbers: ReadonlyMap<Route, number>
  /** Headers of every response. */
  readonly always: SentHeaders
  readonly connections: Connections
  idOf(sent: unknown): string
  addressOf(request: IncomingMessage): string
}
