/** The charge ledger of a request: what it took of its key's limits, and what is given back. */
import { TENTHS } from '../../core/access/limits.ts'
import type { KeyGrant, LimitState } from '../../core/access/request-ports.ts'
import type { FailureCode } from '../../core/failure.ts'
import { limited, Refusal } from './refusal.ts'
import type { Visit } from './request-context.ts'
import type { HttpNeeds } from './route.ts'
import { chargeVisit } from './visitor-charge.ts'

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
export function limitsNow(needs: HttpNeeds, grant: KeyGrant): readonly LimitState[] {
  return needs.limiter.takeMore(grant, 0, 0, 0).states
}
