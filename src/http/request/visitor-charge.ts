/** What the dashboard's search costs whoever uses it, signed in or not. */
import { visitorLimitOf } from '../../core/access/visitor-limit.ts'
import type { Site } from '../../core/accounts/site.ts'
import { seconds } from '../protocol/limit-headers.ts'
import { Refusal } from './refusal.ts'
import type { Visit } from './request-context.ts'
import type { HttpNeeds } from './route.ts'

/**
 * The gate's part, of a route whose access tells a cost; after it is known who is signed in.
 *
 * @throws Refusal `rate_limited`, reason `too_many`.
 */
export function chargeVisitAtGate(
  needs: Pick<HttpNeeds, 'visitorBudget'>,
  visit: Visit,
  { publicSearchPerMinute }: Pick<Site, 'publicSearchPerMinute'>,
): void {
  const access = visit.route?.access
  if (typeof access !== 'object' || access.costTenths === undefined) return
  visit.visitorLimit = visitorLimitOf(visit.address, visit.signedIn?.account.id, publicSearchPerMinute)
  const answer = needs.visitorBudget.take(visit.visitorLimit, access.costTenths)
  if (!answer.accepted) throw limited(answer.retryInMs)
  visit.tookTenths = access.costTenths
  visit.countedAt = answer.countedAt
}

/** Raises the cost to a total. @throws Refusal `rate_limited`; then nothing was counted at all. */
export function chargeVisit(
  needs: Pick<HttpNeeds, 'visitorBudget'>,
  visit: Visit,
  totalTenths: number,
): void {
  const { visitorLimit, tookTenths, countedAt } = visit
  if (visitorLimit === undefined || totalTenths <= tookTenths) return
  const answer = needs.visitorBudget.takeMore(visitorLimit, totalTenths - tookTenths, tookTenths, countedAt)
  visit.tookTenths = answer.accepted ? totalTenths : 0
  if (!answer.accepted) throw limited(answer.retryInMs)
}

function limited(waitMs: number): Refusal {
  return new Refusal('rate_limited', 'a visitor is over the limit', {
    headers: { 'retry-after': String(Math.max(1, seconds(waitMs))) },
    reason: 'too_many',
  })
}
