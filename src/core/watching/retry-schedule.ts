/** When a failed delivery is tried again, and when the webhook is paused instead. */
import type { DeliveryFault, Webhook } from './webhook.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** The waits after the first failed attempt, the second and so on; after the others the last one. */
export const RETRY_WAITS_MS: readonly number[] = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  6 * HOUR_MS,
]
/** Time after the first failed attempt of which one more is made; if it fails, too, the webhook is paused. In ms. */
export const GIVE_UP_MS = 72 * HOUR_MS
/** Share by which a wait is longer at most, so that many webhooks of one receiver do not return at the same moment. */
export const JITTER_SHARE = 0.2
/** Longest wait that a receiver can ask for with `Retry-After`, in ms. */
export const RETRY_AFTER_MS_MAX = 6 * HOUR_MS
/** 410 Gone: the receiver wants no more events. */
const GONE = 410

/** A failed attempt. */
export interface FailedAttempt {
  readonly fault: DeliveryFault
  /** Wait that the receiver asked for in ms; `undefined` = none. */
  readonly retryAfterMs?: number | undefined
  readonly nowMs: number
  /** A random number from 0 to 1 (exclusive). */
  readonly random: number
}

/** What follows a failed attempt. */
export interface NextAttempt {
  readonly nextAttemptAtMs: number
  /** Whether no further attempt is made until the owner resumes. */
  readonly pause: boolean
}

/**
 * Returns what follows a failed attempt. `webhook`: its failures before this one. The last attempt is made `GIVE_UP_MS`
 * after the first failed one.
 */
export function nextAttempt(
  { attempts, firstFailedAtMs }: Pick<Webhook, 'attempts' | 'firstFailedAtMs'>,
  { fault, retryAfterMs = 0, nowMs, random }: FailedAttempt,
): NextAttempt {
  const lastMs = (firstFailedAtMs ?? nowMs) + GIVE_UP_MS
  if (fault.status === GONE || nowMs >= lastMs) return { nextAttemptAtMs: nowMs, pause: true }
  const planMs = RETRY_WAITS_MS[Math.min(attempts, RETRY_WAITS_MS.length - 1)]!
  const jitteredMs = Math.round(planMs * (1 + JITTER_SHARE * random))
  const waitMs = Math.max(jitteredMs, Math.min(retryAfterMs, RETRY_AFTER_MS_MAX))
  return { nextAttemptAtMs: Math.min(nowMs + waitMs, lastMs), pause: false }
}
