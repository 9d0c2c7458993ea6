/** The headers that show rate limits, as in draft-ietf-httpapi-ratelimit-headers. */
import type { LimitState } from '../../core/access/request-ports.ts'

const MS_PER_S = 1000

/** Default `Retry-After` of 503, in seconds. */
export const UNAVAILABLE_RETRY_S = 1

/** Adds `RateLimit-Policy` and `RateLimit` to `headers`; adds nothing if `states` is empty. */
export function addLimitHeaders(headers: Record<string, string>, states: readonly LimitState[]): void {
  if (states.length === 0) return
  let policies = ''
  let rests = ''
  for (const { policy, quota, windowMs, remaining, moreInMs } of states) {
    const comma = policies === '' ? '' : ', '
    policies += `${comma}"${policy}";q=${quota};w=${seconds(windowMs)}`
    rests += `${comma}"${policy}";r=${remaining};t=${seconds(moreInMs)}`
  }
  headers['ratelimit-policy'] = policies
  headers.ratelimit = rests
}

/**
 * Converts milliseconds to whole seconds, rounded up, so that a client that waits that long has waited long
 * enough.
 */
export function seconds(ms: number): number {
  return Math.ceil(ms / MS_PER_S)
}
