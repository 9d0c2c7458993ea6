/** What the transport is told when it is made. */
import type { Log } from './log.ts'
import type { Answer, Call, HttpNeeds } from './route.ts'

export interface HttpSettings {
  /** Of the product, as the documents show it. */
  readonly version: string
  /** Addresses or networks (`10.0.0.0/8`) whose `X-Forwarded-For` is believed; empty = nobody's. */
  readonly trustProxy: readonly string[]
  /** Requests in hand of this thread, as `Connections.refusalMs` counts them; those beyond are answered 503. */
  readonly requestsInFlightMax: number
  readonly log: Log
  /** The page in place of one that is not there; `undefined` for a reader who gets the plain one. */
  readonly missingPage?: (needs: HttpNeeds, call: Pick<Call, 'headers'>) => Answer | undefined
  /** Opens `/metrics`; without it there is no such path. */
  readonly metricsToken?: string | undefined
  /** Connections of this thread, each about 10 KB; requests on those beyond are answered 503. */
  readonly connectionsMax: number
  /** A request, headers and body, must have arrived whole in this time; `REQUEST_TIMEOUT_MS` when absent. */
  readonly requestTimeoutMs?: number
}
