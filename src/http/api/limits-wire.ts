/** The limits of a key as the wire shows them. */
import type { LimitLevel } from '../../core/access/request-ports.ts'
import type { Call, HttpNeeds } from '../request/route.ts'

const MS_PER_S = 1000

/** How full each is after this request. */
export function limitsWire({ limiter }: Pick<HttpNeeds, 'limiter'>, call: Pick<Call, 'key'>) {
  const levels = new Map(limiter.levels(call.key()).map((level) => [level.of, levelWire(level)]))
  return { default: levels.get('key'), burst: levels.get('burst'), account: levels.get('account') ?? null }
}

function levelWire({ quota, windowMs, used }: LimitLevel) {
  return { quota, window_s: windowMs / MS_PER_S, used }
}
