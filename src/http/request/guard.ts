/**
 * Admission of requests before the body is read: one list of checks for the API, one for the dashboard. The
 * first check that fails determines the response. Later checks (the body's actual size, the input, a scope
 * that depends on the input, an unknown id) are in `protocol/read-body.ts`, `input.ts` and the handlers.
 */
import { authenticate } from '../../core/access/authenticate.ts'
import { isForReconciling, type Scope } from '../../core/access/key.ts'
import { allowsAddress } from '../../core/access/network.ts'
import { type Awaitable, whenReady } from '../../core/awaitable.ts'
import { chooseMedia, namesMedia } from '../protocol/accept.ts'
import { FORM, isFormInUtf8, isJsonInUtf8, mediaTypeOf } from '../protocol/content-type.ts'
import { isHost } from '../protocol/path.ts'
import { keyInQuery } from '../protocol/query.ts'
import type { Router } from '../protocol/router.ts'
import { readLimits } from './charge-ledger.ts'
import { checkFraming } from './framing.ts'
import { countHeader, tokenOf } from './header-fields.ts'
import { lacksScope, limited, Refusal, unauthorized } from './refusal.ts'
import type { RequestContext } from './request-context.ts'
import { type HttpNeeds, isUpload, type Route, requiresKey, scopeOf } from './route.ts'
import { APP_CHECKS } from './session-guard.ts'

/** Longest target: path and query, in bytes. */
export const TARGET_BYTES_MAX = 8192
const PROBLEM = 'application/problem+json'

/** One check. It throws a `Refusal` or returns; a promise of it if a port answers with one. */
type Check = (needs: HttpNeeds, context: RequestContext, router: Router<Route>) => Awaitable<void>

const FORM_CHECKS = [checkFraming, checkTarget, checkHost]
const PATH_CHECKS: readonly Check[] = [...FORM_CHECKS, checkPath, checkKeyInQuery]
const CONTENT_CHECKS: readonly Check[] = [checkAccept, checkContentType, checkDeclaredSize]
/** Checks for the API: the key, the addresses that may use it, its scopes, its limits. */
const KEY_CHECKS: readonly Check[] = [checkKey, checkNetwork, checkScope, checkLimits]
const CHECKS: readonly Check[] = [...PATH_CHECKS, ...KEY_CHECKS, ...CONTENT_CHECKS]
/** Checks for the dashboard: the origin of the request and the session. */
const DASHBOARD_CHECKS: readonly Check[] = [...PATH_CHECKS, ...APP_CHECKS, ...CONTENT_CHECKS]

/**
 * Runs the checks of a route. Afterwards the context holds grant or session, limits and media type. The
 * result is a promise only if a check waits for a port; its rejections are the errors below.
 *
 * @throws {Refusal} of the first check that fails.
 * @throws {Failure} of a check in `session-guard.ts`.
 */
export function admit(needs: HttpNeeds, context: RequestContext, router: Router<Route>): Awaitable<void> {
  const checks = typeof context.route?.access === 'object' ? DASHBOARD_CHECKS : CHECKS
  return runFrom(0, checks, needs, context, router)
}

function runFrom(first: number, checks: readonly Check[], ...args: Parameters<Check>): Awaitable<void> {
  for (let place = first; place < checks.length; place++) {
    const checked = checks[place]!(...args)
    if (checked instanceof Promise) return checked.then(() => runFrom(place + 1, checks, ...args))
  }
}

/**
 * Runs the checks for OPTIONS, which needs no key, and returns the value of `Allow`.
 *
 * @throws {Refusal} if the request is malformed, the path is unknown, or the query contains a key.
 */
export function admitOptions(needs: HttpNeeds, context: RequestContext, router: Router<Route>): string {
  for (const check of FORM_CHECKS) check(needs, context)
  if (context.path === '*') return 'GET, HEAD, POST, DELETE, OPTIONS'
  const allow = router.allowed(context.path)
  if (allow === undefined) throw new Refusal('not_found', 'unknown path')
  checkKeyInQuery(needs, context)
  return allow
}

/**
 * Requires a scope of the request's key.
 *
 * @throws {Refusal} `forbidden` if the key lacks it.
 */
export function needScope(context: RequestContext, scope: Scope): void {
  if (context.grant?.scopes.includes(scope)) return
  throw lacksScope(scope)
}

function checkTarget(_needs: HttpNeeds, context: RequestContext): void {
  const { target, method, httpVersion } = context
  if (target.length > TARGET_BYTES_MAX) throw new Refusal('uri_too_long', 'target too long')
  const isVersion = httpVersion === '1.1' || httpVersion === '1.0'
  // The router would cut off a scheme and host before the path, and a fragment after it.
  const isPath = target.startsWith('/') ? !target.includes('#') : target === '*' && method === 'OPTIONS'
  if (isVersion && isPath) return
  throw new Refusal('invalid_request', 'no request of HTTP/1.1', {
    details: [{ field: '', reason: 'syntax' }],
  })
}

/** Requires exactly one valid `Host`, as RFC 9112, section 3.2 does for HTTP/1.1. HTTP/1.0 may omit it. */
function checkHost(_needs: HttpNeeds, context: RequestContext): void {
  const hosts = countHeader(context, 'host')
  if (hosts > 1 || (hosts === 0 && context.httpVersion !== '1.0')) {
    throw new Refusal('invalid_request', 'no Host, or several', {
      details: [{ field: 'Host', reason: hosts === 0 ? 'required' : 'repeated' }],
    })
  }
  const { host = '' } = context.headers
  if (isHost(host)) return
  throw new Refusal('invalid_request', 'no host', { details: [{ field: 'Host', reason: 'format' }] })
}

function checkPath(_needs: HttpNeeds, { route, path }: RequestContext, router: Router<Route>): void {
  if (route !== undefined) return
  const allow = router.allowed(path)
  if (allow === undefined) throw new Refusal('not_found', 'unknown path')
  throw new Refusal('method_not_allowed', 'wrong method', { headers: { allow } })
}

function checkKeyInQuery(_needs: HttpNeeds, context: RequestContext): void {
  if (context.query.values.size === 0) return
  const field = keyInQuery(context.query.values)
  if (field === undefined) return
  throw new Refusal('invalid_request', 'a key in the query', { details: [{ field, reason: 'key_in_query' }] })
}

function checkKey(needs: HttpNeeds, context: RequestContext): Awaitable<void> {
  if (context.route === undefined || !requiresKey(context.route)) return
  const token = context.route.isKeyInPath ? context.params.key : tokenOf(context)
  if (token === undefined) throw unauthorized()
  const found = authenticate(needs, token)
  if (found.kind === 'key') {
    context.grant = found.grant
    return
  }
  return whenReady(found.isGuess ? chargeAddress(needs, context.address) : undefined, () => {
    throw unauthorized('invalid_token')
  })
}

/**
 * Counts a failed authentication for the client's address.
 *
 * @throws {Refusal} `rate_limited` if the address has too many of them.
 */
export function chargeAddress(needs: HttpNeeds, address: string): Awaitable<void> {
  return whenReady(checkAddress(needs, address), () => needs.addressBudget.count(address))
}

/**
 * Checks an address without counting.
 *
 * @throws {Refusal} `rate_limited` if the address has too many failed authentications.
 */
export function checkAddress({ addressBudget }: HttpNeeds, address: string): Awaitable<void> {
  return whenReady(addressBudget.waitMs(address), (waitMs) => {
    if (waitMs > 0) throw limited(waitMs)
  })
}

/** Checks that the key may be used from the client's address. A 403 costs nothing but shows the limits. */
function checkNetwork(needs: HttpNeeds, context: RequestContext): Awaitable<void> {
  if (context.grant === undefined || allowsAddress(context.grant.addresses, context.address)) return
  return whenReady(readLimits(needs, context, context.grant), () => {
    throw new Refusal('forbidden', 'the key may not be used from this address')
  })
}

/**
 * Checks the scope of the key. A key for OpenRefine also fails where any key of a program will do: it is part of
 * an address, and addresses are passed on. A 403 costs nothing but shows the limits.
 */
function checkScope(needs: HttpNeeds, context: RequestContext): Awaitable<void> {
  const { grant, route } = context
  if (grant === undefined || route === undefined) return
  const scope = scopeOf(route)
  if (scope === undefined ? !isForReconciling(grant) : grant.scopes.includes(scope)) return
  return whenReady(readLimits(needs, context, grant), () => {
    throw scope === undefined ? new Refusal('forbidden', 'a key for OpenRefine') : lacksScope(scope)
  })
}

function checkLimits(needs: HttpNeeds, context: RequestContext): Awaitable<void> {
  const { grant, route } = context
  if (grant === undefined || route === undefined) return
  return whenReady(needs.limiter.take(grant, route.costTenths), (answer) => {
    context.limits = answer.states
    if (!answer.accepted) throw limited(answer.retryInMs)
    context.tookTenths = route.costTenths
    context.countedAt = answer.countedAt
  })
}

/**
 * Chooses the media type of the response. A client that accepts only `application/problem+json` receives the
 * route's default type, because its errors still have that format.
 */
function checkAccept(_needs: HttpNeeds, context: RequestContext): void {
  const produces = context.route?.produces ?? []
  const accept = context.headers.accept
  const media = chooseMedia(accept, produces) ?? (namesMedia(accept, PROBLEM) ? produces[0] : undefined)
  if (media === undefined) throw new Refusal('not_acceptable', `accepts none of ${produces.join(', ')}`)
  context.media = media
}

function checkContentType(_needs: HttpNeeds, context: RequestContext): void {
  if (context.route?.body === undefined) return
  if (isUpload(context.route)) {
    checkUploadType(context, context.route.uploads)
    return
  }
  checkTextType(context, context.route)
}

function checkTextType(context: RequestContext, route: Route): void {
  const takesForm = route.takesForm === true
  const type = context.headers['content-type']
  const coding = context.headers['content-encoding'] ?? 'identity'
  if (type === 'application/json' && coding === 'identity') return
  const isRead = type !== undefined && (isJsonInUtf8(type) || (takesForm && isFormInUtf8(type)))
  if (isRead && coding.trim().toLowerCase() === 'identity') return
  const accept = takesForm ? `application/json, ${FORM}` : 'application/json'
  throw new Refusal('unsupported_media_type', `not ${accept} in UTF-8`, {
    headers: { accept, 'accept-encoding': 'identity' },
  })
}

function checkUploadType({ headers }: RequestContext, accepted: readonly string[]): void {
  const { 'content-type': type = '', 'content-encoding': coding = 'identity' } = headers
  const media = mediaTypeOf(type)
  const isKnown = media === 'application/json' ? isJsonInUtf8(type) : accepted.includes(media)
  if (isKnown && coding.trim().toLowerCase() === 'identity') return
  throw new Refusal('unsupported_media_type', `none of ${accepted.join(', ')}`, {
    headers: { accept: accepted.join(', '), 'accept-encoding': 'identity' },
  })
}

function checkDeclaredSize(_needs: HttpNeeds, context: RequestContext): void {
  const max = context.route?.body === undefined ? undefined : context.route.bodyBytesMax
  if (max !== undefined && Number(context.headers['content-length'] ?? 0) > max) {
    throw new Refusal('payload_too_large', `more than ${max} bytes declared`)
  }
}
