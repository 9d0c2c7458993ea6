/** What a request costs: units charged to its key's limits, and units given back. */
import { TENTHS } from '../../core/access/limits.ts'
import type { KeyGrant } from '../../core/access/request-ports.ts'
import { type Awaitable, whenReady } from '../../core/awaitable.ts'
import type { FailureCode } from '../../core/failure.ts'
import { limited, Refusal } from './refusal.ts'
import type { RequestContext } from './request-context.ts'
import type { HttpNeeds } from './route.ts'
import { chargeVisitor, refundVisitor } from './visitor-charge.ts'

/**
 * Checks that a cost fits into the key's whole limit, before anything is charged. A cost that is only above
 * what is left passes: `chargeTotal` refuses it, and waiting helps.
 *
 * @throws {Refusal} `invalid_request` for `field` if the cost is above the whole limit.
 */
export function checkQuota(context: RequestContext, totalTenths: number, field: string): void {
  const limit = context.limits.find(({ policy }) => policy === 'default')
  if (limit === undefined || totalTenths <= limit.quota * TENTHS) return
  throw new Refusal('invalid_request', 'dearer than the whole limit of the key', {
    details: [{ field, reason: 'too_large' }],
  })
}

/**
 * Raises the cost of the request to a total.
 *
 * @throws {Refusal} `rate_limited` if it does not fit; then everything counted for the request is given back.
 */
export function chargeTotal(needs: HttpNeeds, context: RequestContext, totalTenths: number): Awaitable<void> {
  // A request is charged to a visitor or to a key.
  if (context.visitorLimit !== undefined) return chargeVisitor(needs, context, totalTenths)
  const { grant, tookTenths, countedAt } = context
  if (grant === undefined || totalTenths <= tookTenths) return
  const taken = needs.limiter.takeMore(grant, totalTenths - tookTenths, tookTenths, countedAt)
  return whenReady(taken, (answer) => {
    context.limits = answer.states
    context.tookTenths = answer.accepted ? totalTenths : 0
    context.raisedTenths = answer.accepted ? totalTenths - tookTenths : 0
    context.raisedAt = answer.countedAt
    if (!answer.accepted) throw limited(answer.retryInMs)
  })
}

/** Lowers the cost of the request to a total, but not below one unit. `limits` is updated. */
export function lowerTotal(needs: HttpNeeds, context: RequestContext, totalTenths: number): Awaitable<void> {
  const { grant, tookTenths, raisedAt } = context
  const total = Math.max(TENTHS, totalTenths)
  if (grant === undefined || tookTenths <= total) return
  return whenReady(needs.limiter.lower(grant, tookTenths - total, raisedAt), () => {
    context.raisedTenths -= tookTenths - total
    context.tookTenths = total
    return readLimits(needs, context, grant)
  })
}

/** Failures that cost nothing: the client does not pay for being refused or for faults of the server. */
const FREE: ReadonlySet<FailureCode> = new Set([
  'forbidden',
  'not_acceptable',
  'unsupported_media_type',
  'rate_limited',
  'internal_error',
  'service_unavailable',
])

/**
 * Settles the cost of a failed request. If the failure is one of `FREE`, everything is given back. Otherwise
 * the request of a key costs at least one whole unit, even if the route costs less.
 */
export function settle(needs: HttpNeeds, context: RequestContext, code: FailureCode): Awaitable<void> {
  const { grant, visitorLimit, tookTenths } = context
  if (tookTenths === 0) return
  if (visitorLimit !== undefined && FREE.has(code)) return refundVisitor(needs, context, visitorLimit)
  if (grant === undefined) return
  if (FREE.has(code)) return refund(needs, context, grant)
  if (tookTenths < TENTHS) return fillUnit(needs, context, grant)
}

/** Gives back everything charged for the request and updates `limits`. */
export function refund(needs: HttpNeeds, context: RequestContext, grant: KeyGrant): Awaitable<void> {
  const { limiter } = needs
  const { tookTenths, countedAt, raisedTenths, raisedAt } = context
  const lowered = raisedTenths > 0 ? limiter.lower(grant, raisedTenths, raisedAt) : undefined
  const given = whenReady(lowered, () => {
    context.tookTenths = tookTenths - raisedTenths
    context.raisedTenths = 0
    return limiter.refund(grant, context.tookTenths, countedAt)
  })
  return whenReady(given, () => {
    context.tookTenths = 0
    return readLimits(needs, context, grant)
  })
}

/**
 * Raises the cost to one unit. If that does not fit into the limit, the failure response is sent unchanged.
 */
function fillUnit(needs: HttpNeeds, context: RequestContext, grant: KeyGrant): Awaitable<void> {
  const taken = needs.limiter.takeMore(grant, TENTHS - context.tookTenths, 0, context.countedAt)
  return whenReady(taken, (answer) => {
    context.limits = answer.states
    if (answer.accepted) context.tookTenths = TENTHS
  })
}

/** Reads the current state of the key's limits into the context. Counts nothing: a cost of 0 always fits. */
export function readLimits(needs: HttpNeeds, context: RequestContext, grant: KeyGrant): Awaitable<void> {
  return whenReady(needs.limiter.takeMore(grant, 0, 0, 0), ({ states }) => {
    context.limits = states
  })
}
