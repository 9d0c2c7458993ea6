/** The state of one request during its handling: what was sent, and what the checks found out. */
import type { IncomingHttpHeaders } from 'node:http'
import type { KeyGrant, LimitState } from '../../core/access/request-ports.ts'
import type { VisitorLimit } from '../../core/access/visitor-limit.ts'
import type { SessionView } from '../../core/accounts/account-reader.ts'
import { plainPath } from '../protocol/path.ts'
import { type QueryRead, readQuery } from '../protocol/query.ts'
import type { Router } from '../protocol/router.ts'
import type { Route } from './route.ts'

/** The request as sent, independent of any framework. */
export interface SentRequest {
  readonly id: string
  readonly method: string
  /** Path and query as sent. */
  readonly target: string
  readonly httpVersion: string
  readonly headers: IncomingHttpHeaders
  /** Names and values alternate, as sent, repeated ones too. */
  readonly rawHeaders: readonly string[]
  /** The client's address; failed authentications are counted for it. */
  readonly address: string
}

/** A request with the results of its checks so far. */
export interface RequestContext extends SentRequest {
  /** The path without needless percent encodings. */
  readonly path: string
  readonly query: QueryRead
  /** The route of path and method; `undefined` if there is none. */
  readonly route: Route | undefined
  /** Decoded values of the path's parameters. */
  readonly params: Readonly<Record<string, string>>
  grant: KeyGrant | undefined
  /** The session, on routes of the dashboard; `undefined` if nobody is signed in. */
  signedIn: SessionView | undefined
  /** The limit that the dashboard's search is charged to, on its routes. */
  visitorLimit: VisitorLimit | undefined
  /** State of the key's limits; empty while nothing was counted. */
  limits: readonly LimitState[]
  /** Tenths of units counted so far, and the time of the guard's charge. 0 after it was given back. */
  tookTenths: number
  countedAt: number
  /** The part of `tookTenths` counted later, when the cost was raised, and the time of that. */
  raisedTenths: number
  raisedAt: number
  /** The file with the body, of a route with `uploads`. */
  upload: string | undefined
  /** Whether a client that waits with its body was asked for it. */
  isBodyAsked: boolean
  media: string
  /** Whether a deep search was made. */
  isDeep: boolean
  /** Whether it ended in an error that a test key simulates. */
  isSimulated: boolean
}

const NO_PARAMS: Readonly<Record<string, string>> = {}

/** Creates the context of a new request. */
export function newRequestContext(sent: SentRequest, router: Router<Route>): RequestContext {
  const { target, method } = sent
  const cut = target.indexOf('?')
  const path = plainPath(cut < 0 ? target : target.slice(0, cut))
  const match = router.find(method, path)
  return {
    ...sent,
    path,
    query: readQuery(cut < 0 ? '' : target.slice(cut + 1)),
    route: match?.target,
    params: match?.params ?? NO_PARAMS,
    grant: undefined,
    signedIn: undefined,
    visitorLimit: undefined,
    limits: [],
    tookTenths: 0,
    countedAt: 0,
    raisedTenths: 0,
    raisedAt: 0,
    upload: undefined,
    isBodyAsked: false,
    media: '',
    isDeep: false,
    isSimulated: false,
  }
}
