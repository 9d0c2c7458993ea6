/** How limits are told: the header fields of draft-ietf-httpapi-ratelimit-headers. */
import type { LimitState } from '../../core/access/request-ports.ts'

const MS_PER_S = 1000

/** Seconds after which a client may find the service well again: `Retry-After` of 503. */
export const UNAVAILABLE_RETRY_S = 1

/** `RateLimit-Policy` and `RateLimit`, put into `headers`; nothing when no limit was asked. */
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

/** Whole seconds, rounded up: whoever waits that long waited enough. */
export function seconds(ms: number): number {
  return Math.ceil(ms / MS_PER_S)
}
