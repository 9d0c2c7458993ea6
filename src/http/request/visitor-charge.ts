/**
 * The cost of the dashboard's search, charged to the signed-in account or, without one, to the client's
 * network.
 */
import { type VisitorLimit, visitorLimitOf } from '../../core/access/visitor-limit.ts'
import type { Site } from '../../core/accounts/site.ts'
import { type Awaitable, whenReady } from '../../core/awaitable.ts'
import { limited } from './refusal.ts'
import type { RequestContext } from './request-context.ts'
import type { HttpNeeds } from './route.ts'

/**
 * Charges the fixed cost of a dashboard route, after the session check.
 *
 * @throws {Refusal} `rate_limited` with reason `too_many` if it does not fit.
 */
export function admitVisitor(
  needs: Pick<HttpNeeds, 'visitorBudget'>,
  context: RequestContext,
  { publicSearchPerMinute }: Pick<Site, 'publicSearchPerMinute'>,
): Awaitable<void> {
  const access = context.route?.access
  const costTenths = typeof access === 'object' ? access.costTenths : undefined
  if (costTenths === undefined) return
  context.visitorLimit = visitorLimitOf(context.address, context.signedIn?.account.id, publicSearchPerMinute)
  return whenReady(needs.visitorBudget.take(context.visitorLimit, costTenths), (answer) => {
    if (!answer.accepted) throw limited(answer.retryInMs, 'too_many')
    context.tookTenths = costTenths
    context.countedAt = answer.countedAt
  })
}

/**
 * Raises the cost to a total.
 *
 * @throws {Refusal} `rate_limited` if it does not fit; then everything counted for the request is given back.
 */
export function chargeVisitor(
  needs: Pick<HttpNeeds, 'visitorBudget'>,
  context: RequestContext,
  totalTenths: number,
): Awaitable<void> {
  const { visitorLimit, tookTenths, countedAt } = context
  if (visitorLimit === undefined || totalTenths <= tookTenths) return
  const taken = needs.visitorBudget.takeMore(visitorLimit, totalTenths - tookTenths, tookTenths, countedAt)
  return whenReady(taken, (answer) => {
    context.tookTenths = answer.accepted ? totalTenths : 0
    context.countedAt = answer.countedAt
    if (!answer.accepted) throw limited(answer.retryInMs, 'too_many')
  })
}

/** Gives back everything charged for the request. */
export function refundVisitor(
  needs: Pick<HttpNeeds, 'visitorBudget'>,
  context: RequestContext,
  visitor: VisitorLimit,
): Awaitable<void> {
  return whenReady(needs.visitorBudget.refund(visitor, context.tookTenths, context.countedAt), () => {
    context.tookTenths = 0
  })
}
