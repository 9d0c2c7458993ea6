/** How limits are told: the header fields of draft-ietf-httpapi-ratelimit-headers. */
import type { LimitState } from '../core/access/gate.ts'

const MS_PER_S = 1000

/** `RateLimit-Policy` and `RateLimit`; nothing when no limit was asked. */
export function limitHeaders(states: readonly LimitState[]): Record<string, string> {
  if (states.length === 0) return {}
  const policies = states.map(
    ({ policy, quota, windowMs }) => `"${policy}";q=${quota};w=${seconds(windowMs)}`,
  )
  const rests = states.map(
    ({ policy, remaining, moreInMs }) => `"${policy}";r=${remaining};t=${seconds(moreInMs)}`,
  )
  return { 'ratelimit-policy': policies.join(', '), ratelimit: rests.join(', ') }
}

/** Whole seconds, rounded up: whoever waits that long waited enough. */
export function seconds(ms: number): number {
  return Math.ceil(ms / MS_PER_S)
}
