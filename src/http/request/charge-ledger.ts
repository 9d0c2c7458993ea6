/** The charge ledger of a request: what it took of its key's limits, and what is given back. */
import { TENTHS } from '../../core/access/limits.ts'
import type { KeyGrant, LimitState } from '../../core/access/request-ports.ts'
import type { FailureCode } from '../../core/failure.ts'
import { limited, Refusal } from './refusal.ts'
import type { RequestContext } from './request-context.ts'
import type { HttpNeeds } from './route.ts'
import { chargeVisitor } from './visitor-charge.ts'

/**
 * For a cost that `field` asks for: waiting helps when it is above what is left, not when it is above the whole limit.
 *
 * @throws Refusal `invalid_request` when the key never has so much.
 */
export function checkQuota(context: RequestContext, totalTenths: number, field: string): void {
  const limit = context.limits.find(({ policy }) => policy === 'default')
  if (limit === undefined || totalTenths <= limit.quota * TENTHS) return
  throw new Refusal('invalid_request', 'dearer than the whole limit of the key', {
    details: [{ field, reason: 'too_large' }],
  })
}

/** Raises the cost to a total. @throws Refusal `rate_limited`; then nothing was counted at all. */
export function chargeTotal(needs: HttpNeeds, context: RequestContext, totalTenths: number): void {
  if (context.visitorLimit !== undefined) chargeVisitor(needs, context, totalTenths)
  const { grant, tookTenths, countedAt } = context
  if (grant === undefined || totalTenths <= tookTenths) return
  const answer = needs.limiter.takeMore(grant, totalTenths - tookTenths, tookTenths, countedAt)
  context.limits = answer.states
  context.tookTenths = answer.accepted ? totalTenths : 0
  context.raisedTenths = answer.accepted ? totalTenths - tookTenths : 0
  context.raisedAt = answer.countedAt
  if (answer.accepted) return
  throw limited(answer.retryInMs)
}

/** Lowers a raised cost to a total, a whole unit at least; the limits are told without what came back. */
export function lowerTotal(needs: HttpNeeds, context: RequestContext, totalTenths: number): void {
  const { grant, tookTenths, raisedAt } = context
  const total = Math.max(TENTHS, totalTenths)
  if (grant === undefined || tookTenths <= total) return
  needs.limiter.lower(grant, tookTenths - total, raisedAt)
  context.raisedTenths -= tookTenths - total
  context.tookTenths = total
  context.limits = limitsNow(needs, grant)
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
export function settle(needs: HttpNeeds, context: RequestContext, code: FailureCode): void {
  if (context.grant === undefined || context.tookTenths === 0) return
  if (!FREE.has(code)) {
    if (context.tookTenths < TENTHS) fillUnit(needs, context, context.grant)
    return
  }
  refund(needs, context, context.grant)
}

/** As if the request had cost nothing; the limits are told without it. */
export function refund(needs: HttpNeeds, context: RequestContext, grant: KeyGrant): void {
  const { tookTenths, countedAt, raisedTenths, raisedAt } = context
  if (raisedTenths > 0) needs.limiter.lower(grant, raisedTenths, raisedAt)
  needs.limiter.refund(grant, tookTenths - raisedTenths, countedAt)
  context.tookTenths = 0
  context.raisedTenths = 0
  context.limits = limitsNow(needs, grant)
}

/** What does not fit any more is not asked for: the answer stands. */
function fillUnit(needs: HttpNeeds, context: RequestContext, grant: KeyGrant): void {
  const answer = needs.limiter.takeMore(grant, TENTHS - context.tookTenths, 0, context.countedAt)
  context.limits = answer.states
  if (answer.accepted) context.tookTenths = TENTHS
}

/** How the limits stand; counts nothing, since a cost of nothing always fits. */
export function limitsNow(needs: HttpNeeds, grant: KeyGrant): readonly LimitState[] {
  return needs.limiter.takeMore(grant, 0, 0, 0).states
}
