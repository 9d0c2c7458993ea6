/**
 * The order of refusals: one list for the API, one for the dashboard, checked from the top, the first that objects answers. What comes
 * after it (the body's true size, the input, a right that depends on the input, an unknown id) is in
 * `read-bytes.ts`, `input.ts` and the handlers.
 */
import { authenticate } from '../../core/access/authenticate.ts'
import type { Scope } from '../../core/access/key.ts'
import { TENTHS } from '../../core/access/limits.ts'
import { allowsAddress } from '../../core/access/network.ts'
import type { KeyGrant, LimitState } from '../../core/access/request-ports.ts'
import type { FailureCode } from '../../core/failure.ts'
import { chooseMedia, namesMedia } from '../protocol/accept.ts'
import { isJsonInUtf8 } from '../protocol/content-type.ts'
import { findPattern, isHost, type PathPattern, patternOf } from '../protocol/path.ts'
import { keyInQuery } from '../protocol/query.ts'
import { checkFraming } from './framing.ts'
import { countHeader, tokenOf } from './header-fields.ts'
import { lacksScope, limited, Refusal, unauthorized } from './refusal.ts'
import type { Visit } from './request-context.ts'
import { asksKey, type HttpNeeds, type Route, scopeOf } from './route.ts'
import { APP_CHECKS } from './session-guard.ts'
import { chargeVisit } from './visitor-charge.ts'

/** Longest path with its query. */
export const TARGET_BYTES_MAX = 8192
const PROBLEM = 'application/problem+json'

/** The paths of the table, with the methods of each. */
export interface PathTable {
  readonly patterns: readonly PathPattern[]
  readonly routes: readonly Route[]
}

/** One step: throws a `Refusal`, or lets pass. */
type Check = (needs: HttpNeeds, visit: Visit, table: PathTable) => void

const FORM_CHECKS: readonly Check[] = [checkFraming, checkTarget, checkHost]
const PATH_CHECKS: readonly Check[] = [...FORM_CHECKS, checkPath, checkKeyInQuery]
const CONTENT_CHECKS: readonly Check[] = [checkAccept, checkContentType, checkDeclaredSize]
/** Of the API: whose key it is, from where it may be used, what it may do, how much. */
const KEY_CHECKS: readonly Check[] = [checkKey, checkNetwork, checkScope, checkLimits]
const CHECKS: readonly Check[] = [...PATH_CHECKS, ...KEY_CHECKS, ...CONTENT_CHECKS]
/** Of the dashboard: where the request comes from, who is signed in. */
const DASHBOARD_CHECKS: readonly Check[] = [...PATH_CHECKS, ...APP_CHECKS, ...CONTENT_CHECKS]

/** @throws Refusal at the first check that objects; otherwise the visit holds route, grant, limits and media type. */
export function admit(needs: HttpNeeds, visit: Visit, table: PathTable): void {
  const checks = typeof visit.route?.access === 'object' ? DASHBOARD_CHECKS : CHECKS
  for (const check of checks) check(needs, visit, table)
}

/**
 * What OPTIONS allows; needs no key.
 *
 * @throws Refusal when the request has no proper form, the path is unknown, or a key is in the query.
 */
export function admitOptions(needs: HttpNeeds, visit: Visit, table: PathTable): string {
  for (const check of FORM_CHECKS) check(needs, visit, table)
  if (visit.path === '*') return 'GET, HEAD, POST, OPTIONS'
  const pattern = findPattern(table.patterns, visit.path)
  if (pattern === undefined) throw new Refusal('not_found', 'unknown path')
  checkKeyInQuery(needs, visit)
  return allowedMethods(table, pattern)
}

export function pathTable(routes: readonly Route[]): PathTable {
  const texts = new Set(routes.map(({ path }) => withoutLastSlash(path)))
  return { patterns: [...texts].map(patternOf), routes }
}

/** `GET, HEAD, OPTIONS` for a pattern of the table. */
export function allowedMethods(table: PathTable, pattern: PathPattern): string {
  const here = table.routes.filter(({ path }) => withoutLastSlash(path) === pattern.text)
  const methods = here.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return [...methods, 'OPTIONS'].join(', ')
}

/** Raises what a right would give. @throws Refusal `forbidden`. */
export function needScope(visit: Visit, scope: Scope): void {
  if (visit.grant?.scopes.includes(scope)) return
  throw lacksScope(scope)
}

/**
 * For a cost that `field` asks for: waiting helps when it is above what is left, not when it is above the whole limit.
 *
 * @throws Refusal `invalid_request` when the key never has so much.
 */
export function checkQuota(visit: Visit, totalTenths: number, field: string): void {
  const limit = visit.limits.find(({ policy }) => policy === 'default')
  if (limit === undefined || totalTenths <= limit.quota * TENTHS) return
  throw new Refusal('invalid_request', 'dearer than the whole limit of the key', {
    details: [{ field, reason: 'too_large' }],
  })
}

/** Raises the cost to a total. @throws Refusal `rate_limited`; then nothing was counted at all. */
export function chargeTotal(needs: HttpNeeds, visit: Visit, totalTenths: number): void {
  if (visit.visitorLimit !== undefined) chargeVisit(needs, visit, totalTenths)
  const { grant, tookTenths, countedAt } = visit
  if (grant === undefined || totalTenths <= tookTenths) return
  const answer = needs.limiter.takeMore(grant, totalTenths - tookTenths, tookTenths, countedAt)
  visit.limits = answer.states
  visit.tookTenths = answer.accepted ? totalTenths : 0
  visit.raisedTenths = answer.accepted ? totalTenths - tookTenths : 0
  visit.raisedAt = answer.countedAt
  if (answer.accepted) return
  throw limited(answer.retryInMs)
}

/** Lowers a raised cost to a total, a whole unit at least; the limits are told without what came back. */
export function lowerTotal(needs: HttpNeeds, visit: Visit, totalTenths: number): void {
  const { grant, tookTenths, raisedAt } = visit
  const total = Math.max(TENTHS, totalTenths)
  if (grant === undefined || tookTenths <= total) return
  needs.limiter.lower(grant, tookTenths - total, raisedAt)
  visit.raisedTenths -= tookTenths - total
  visit.tookTenths = total
  visit.limits = limitsNow(needs, grant)
}

/** Answers that cost nothing: the client is not charged for being turned away, nor for our faults. */
const FREE: ReadonlySet<FailureCode> = new Set([
  'forbidden',
  'not_acceptable',
  'unsupported_media_type',
  'rate_limited',
  'internal_error',
  'service_unavailable',
])

/**
 * After a refusal: gives back what the gate took, where the answer costs nothing, so that the limits are told without it. Any other
 * costs a whole unit, also where the route costs less.
 */
export function settle(needs: HttpNeeds, visit: Visit, code: FailureCode): void {
  if (visit.grant === undefined || visit.tookTenths === 0) return
  if (!FREE.has(code)) {
    if (visit.tookTenths < TENTHS) fillUnit(needs, visit, visit.grant)
    return
  }
  giveBack(needs, visit, visit.grant)
}

/** As if the request had cost nothing; the limits are told without it. */
export function giveBack(needs: HttpNeeds, visit: Visit, grant: KeyGrant): void {
  const { tookTenths, countedAt, raisedTenths, raisedAt } = visit
  if (raisedTenths > 0) needs.limiter.lower(grant, raisedTenths, raisedAt)
  needs.limiter.giveBack(grant, tookTenths - raisedTenths, countedAt)
  visit.tookTenths = 0
  visit.raisedTenths = 0
  visit.limits = limitsNow(needs, grant)
}

/** What does not fit any more is not asked for: the answer stands. */
function fillUnit(needs: HttpNeeds, visit: Visit, grant: KeyGrant): void {
  const answer = needs.limiter.takeMore(grant, TENTHS - visit.tookTenths, 0, visit.countedAt)
  visit.limits = answer.states
  if (answer.accepted) visit.tookTenths = TENTHS
}

/** How the limits stand; counts nothing, since a cost of nothing always fits. */
function limitsNow(needs: HttpNeeds, grant: KeyGrant): readonly LimitState[] {
  return needs.limiter.takeMore(grant, 0, 0, 0).states
}

function checkTarget(_needs: HttpNeeds, visit: Visit): void {
  const { target, method, httpVersion } = visit
  if (target.length > TARGET_BYTES_MAX) throw new Refusal('uri_too_long', 'target too long')
  const isVersion = httpVersion === '1.1' || httpVersion === '1.0'
  // The router would cut off what is before the path and behind it.
  const isPath = target.startsWith('/') ? !target.includes('#') : target === '*' && method === 'OPTIONS'
  if (isVersion && isPath) return
  throw new Refusal('invalid_request', 'no request of HTTP/1.1', {
    details: [{ field: '', reason: 'syntax' }],
  })
}

/** RFC 9112, section 3.2: HTTP/1.1 wants exactly one, and it must be one. */
function checkHost(_needs: HttpNeeds, visit: Visit): void {
  const hosts = countHeader(visit, 'host')
  if (hosts > 1 || (hosts === 0 && visit.httpVersion !== '1.0')) {
    throw new Refusal('invalid_request', 'no Host, or several', {
      details: [{ field: 'Host', reason: hosts === 0 ? 'required' : 'repeated' }],
    })
  }
  const { host = '' } = visit.headers
  if (isHost(host)) return
  throw new Refusal('invalid_request', 'no host', { details: [{ field: 'Host', reason: 'format' }] })
}

function checkPath(_needs: HttpNeeds, visit: Visit, table: PathTable): void {
  if (visit.route !== undefined && !visit.route.path.includes(':')) return
  const pattern = findPattern(table.patterns, visit.path)
  if (pattern === undefined) throw new Refusal('not_found', 'unknown path')
  if (visit.route !== undefined && withoutLastSlash(visit.route.path) === pattern.text) return
  throw new Refusal('method_not_allowed', 'wrong method', {
    headers: { allow: allowedMethods(table, pattern) },
  })
}

function checkKeyInQuery(_needs: HttpNeeds, visit: Visit): void {
  if (visit.query.values.size === 0) return
  const field = keyInQuery(visit.query.values)
  if (field === undefined) return
  throw new Refusal('invalid_request', 'a key in the query', { details: [{ field, reason: 'key_in_query' }] })
}

function checkKey(needs: HttpNeeds, visit: Visit): void {
  if (visit.route === undefined || !asksKey(visit.route)) return
  const token = tokenOf(visit)
  if (token === undefined) throw unauthorized()
  const found = authenticate(needs, token)
  if (found.kind === 'key') {
    visit.grant = found.grant
    return
  }
  if (found.isGuess) chargeAddress(needs, visit.address)
  throw unauthorized('invalid_token')
}

/** @throws Refusal `rate_limited` when the address has guessed too often. */
export function chargeAddress(needs: HttpNeeds, address: string): void {
  checkAddress(needs, address)
  needs.addressBudget.count(address)
}

/** @throws Refusal as `chargeAddress`, and counts nothing. */
export function checkAddress({ addressBudget }: HttpNeeds, address: string): void {
  const waitMs = addressBudget.waitMs(address)
  if (waitMs > 0) throw limited(waitMs)
}

/** A key may be bound to networks. A 403 costs nothing, and still shows how the limits stand. */
function checkNetwork(needs: HttpNeeds, visit: Visit): void {
  if (visit.grant === undefined || allowsAddress(visit.grant.addresses, visit.address)) return
  visit.limits = limitsNow(needs, visit.grant)
  throw new Refusal('forbidden', 'the key may not be used from this address')
}

/** A 403 costs nothing here as well. */
function checkScope(needs: HttpNeeds, visit: Visit): void {
  const scope = visit.route && scopeOf(visit.route)
  if (scope === undefined || visit.grant === undefined) return
  if (visit.grant.scopes.includes(scope)) return
  visit.limits = limitsNow(needs, visit.grant)
  needScope(visit, scope)
}

function checkLimits(needs: HttpNeeds, visit: Visit): void {
  if (visit.grant === undefined || visit.route === undefined) return
  const { costTenths } = visit.route
  const answer = needs.limiter.take(visit.grant, costTenths)
  visit.limits = answer.states
  if (!answer.accepted) throw limited(answer.retryInMs)
  visit.tookTenths = costTenths
  visit.countedAt = answer.countedAt
}

/** Who accepts errors in the form of RFC 9457 only is given the answer in the route's first form all the same. */
function checkAccept(_needs: HttpNeeds, visit: Visit): void {
  const produces = visit.route?.produces ?? []
  const accept = visit.headers.accept
  const media = chooseMedia(accept, produces) ?? (namesMedia(accept, PROBLEM) ? produces[0] : undefined)
  if (media === undefined) throw new Refusal('not_acceptable', `accepts none of ${produces.join(', ')}`)
  visit.media = media
}

function checkContentType(_needs: HttpNeeds, visit: Visit): void {
  if (visit.route?.body === undefined) return
  const type = visit.headers['content-type']
  const coding = visit.headers['content-encoding'] ?? 'identity'
  if (type === 'application/json' && coding === 'identity') return
  if (type !== undefined && isJsonInUtf8(type) && coding.trim().toLowerCase() === 'identity') return
  throw new Refusal('unsupported_media_type', 'not application/json in UTF-8', {
    headers: { accept: 'application/json', 'accept-encoding': 'identity' },
  })
}

function checkDeclaredSize(_needs: HttpNeeds, visit: Visit): void {
  const max = visit.route?.body === undefined ? undefined : visit.route.bodyBytesMax
  if (max !== undefined && Number(visit.headers['content-length'] ?? 0) > max) {
    throw new Refusal('payload_too_large', `more than ${max} bytes declared`)
  }
}

function withoutLastSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}
