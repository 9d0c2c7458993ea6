import type { IncomingMessage } from 'node:http'
import type { Router } from '../protocol/router.ts'
import type { Connections } from './connections.ts'
import type { HttpNeeds, Route } from './route.ts'
import type { SentHeaders } from './send-response.ts'
import type { HttpSettings } from './settings.ts'

/** What every request of one server is handled with. */
export interface ServerContext {
  readonly needs: HttpNeeds
  /** The same over the register of test keys. */
  readonly sandbox: HttpNeeds
  readonly settings: HttpSettings
  readonly router: Router<Route>
  /** The number of each route in the table of contents. */
  readonly routeNumbers: ReadonlyMap<Route, number>
  /** Headers of every response. */
  readonly always: SentHeaders
  readonly connections: Connections
  idOf(sent: unknown): string
  addressOf(request: IncomingMessage): string
}
