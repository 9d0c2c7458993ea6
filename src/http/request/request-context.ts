/** One request on its way through the guard: what was sent, and what has been found out about it so far. */
import type { IncomingHttpHeaders } from 'node:http'
import type { KeyGrant, LimitState } from '../../core/access/request-ports.ts'
import type { VisitorLimit } from '../../core/access/visitor-limit.ts'
import type { SessionView } from '../../core/accounts/account-reader.ts'
import { plainPath } from '../protocol/path.ts'
import { type QueryRead, readQuery } from '../protocol/query.ts'
import type { Router } from '../protocol/router.ts'
import type { Route } from './route.ts'

/** What was sent, free of any framework. */
export interface Asked {
  readonly id: string
  readonly method: string
  /** Path and query as sent. */
  readonly target: string
  readonly httpVersion: string
  readonly headers: IncomingHttpHeaders
  /** Names and values alternate, as sent, repeated ones too. */
  readonly rawHeaders: readonly string[]
  /** Whom a failed authentication is charged to. */
  readonly address: string
}

export interface RequestContext extends Asked {
  /** Without needless percent encodings. */
  readonly path: string
  readonly query: QueryRead
  /** The route of path and method; `undefined`: there is none. */
  readonly route: Route | undefined
  /** Values of the path's parameters, decoded. */
  readonly params: Readonly<Record<string, string>>
  grant: KeyGrant | undefined
  /** Who is signed in, on routes of the dashboard. */
  signedIn: SessionView | undefined
  /** Whom the dashboard's search is charged to, on its routes. */
  visitorLimit: VisitorLimit | undefined
  /** How the key's limits stand; empty while nothing was counted. */
  limits: readonly LimitState[]
  /** What was counted so far, and when the gate counted first; 0 once it was given back. */
  tookTenths: number
  countedAt: number
  /** What of it was counted later, when the cost was raised, and when that was. */
  raisedTenths: number
  raisedAt: number
  media: string
  /** Whether a deep search was made. */
  isDeep: boolean
  /** Whether it ended in an error that a test key asked for. */
  isSimulated: boolean
}

const NO_PARAMS: Readonly<Record<string, string>> = {}

/** The context of a request as it comes in. */
export function newRequestContext(asked: Asked, router: Router<Route>): RequestContext {
  const { target, method } = asked
  const cut = target.indexOf('?')
  const path = plainPath(cut < 0 ? target : target.slice(0, cut))
  const match = router.find(method, path)
  return {
    ...asked,
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
    media: '',
    isDeep: false,
    isSimulated: false,
  }
}
