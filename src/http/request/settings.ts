import type { Awaitable } from '../../core/awaitable.ts'
import type { Log } from './log.ts'
import type { Answer, Call, HttpNeeds } from './route.ts'

/** Settings of the HTTP server. */
export interface HttpSettings {
  /** Version of the product, for the documents. */
  readonly version: string
  /** Addresses or networks (`10.0.0.0/8`) whose `X-Forwarded-For` is used; empty: none. */
  readonly trustProxy: readonly string[]
  /**
   * Limit of requests in progress in this thread, as `Connections.refusalMs` counts them; further ones are
   * answered with 503.
   */
  readonly requestsInFlightMax: number
  readonly log: Log
  /** Builds the page for an unknown path; `undefined` for a reader who gets the plain one. */
  readonly missingPage?: (needs: HttpNeeds, call: Pick<Call, 'headers'>) => Awaitable<Answer | undefined>
  /** Token for `/metrics`; without it the path does not exist. */
  readonly metricsToken?: string | undefined
  /**
   * Limit of connections in this thread, each about 10 KB; requests on further ones are answered with 503.
   */
  readonly connectionsMax: number
  /** Limit of open connections in this thread; further ones are closed at once. Default: none. */
  readonly acceptedMax?: number | undefined
  /** A request, headers and body, must arrive completely within this time. Default: `REQUEST_TIMEOUT_MS`. */
  readonly requestTimeoutMs?: number
}
