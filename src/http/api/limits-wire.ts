/** The limits of a key as the API returns them. */
import type { LimitLevel } from '../../core/access/request-ports.ts'
import type { Call, HttpNeeds } from '../request/route.ts'

const MS_PER_S = 1000

/**
 * Returns quota and use of each limit, including the current request. `account` is `null` if its limit does
 * not apply to the key.
 */
export async function limitsWire({ limiter }: Pick<HttpNeeds, 'limiter'>, call: Pick<Call, 'key'>) {
  const found = await limiter.levels(call.key)
  const levels = new Map(found.map((level) => [level.of, levelWire(level)]))
  return { default: levels.get('key'), burst: levels.get('burst'), account: levels.get('account') ?? null }
}

/** Returns quota and use of one limit. */
export function levelWire({ quota, windowMs, used }: LimitLevel) {
  return { quota, window_s: windowMs / MS_PER_S, used }
}
