/** Simulated errors for test keys: the same format, headers and cost as the real ones. */
import type { KeyGrant, LimitState } from '../../core/access/request-ports.ts'
import { type Awaitable, whenReady } from '../../core/awaitable.ts'
import { Failure } from '../../core/failure.ts'
import { type SimulatedError, simulatedErrorFor } from '../../core/sandbox/sandbox-errors.ts'
import { refund } from './charge-ledger.ts'
import { lacksScope, limited, Refusal, unauthorized } from './refusal.ts'
import type { RequestContext } from './request-context.ts'
import { type HttpNeeds, scopeOf } from './route.ts'

/**
 * Throws the error that a text in the input stands for; does nothing if there is none. Simulated errors cost
 * nothing.
 *
 * @throws {Failure} the simulated error.
 */
export function simulateError(
  needs: HttpNeeds,
  context: RequestContext,
  grant: KeyGrant,
  sent: unknown,
): Awaitable<void> {
  const error = simulatedErrorFor(sent)
  if (error === undefined) return
  context.isSimulated = true
  return whenReady(refund(needs, context, grant), () => {
    context.limits = shownLimits(error, context.limits)
    throw failureFor(error, context)
  })
}

/**
 * Returns the limits that the response shows: none for 401 and 408, as with the real errors, and an exhausted
 * one for 429.
 */
function shownLimits({ code, limit }: SimulatedError, limits: readonly LimitState[]): readonly LimitState[] {
  if (code === 'unauthorized' || code === 'request_timeout') return []
  if (limit === undefined) return limits
  const { policy, moreInMs } = limit
  return limits.map((state) => (state.policy === policy ? { ...state, remaining: 0, moreInMs } : state))
}

function failureFor({ code, limit }: SimulatedError, { route }: RequestContext): Failure {
  switch (code) {
    case 'unauthorized':
      return unauthorized('invalid_token')
    case 'forbidden':
      return lacksScope((route && scopeOf(route)) ?? 'companies:read')
    case 'rate_limited':
      return limited(limit?.moreInMs ?? 0)
    case 'request_timeout':
      return new Refusal(code, 'simulated', { headers: { connection: 'close' } })
    case 'internal_error':
      return new Refusal(code, 'simulated')
    case 'service_unavailable':
      return new Failure(code, 'simulated')
  }
}
