/** When a refused e-mail is sent again. */

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/**
 * The waits after the first try, the second and so on: seven more tries, the last 22 hours after the first.
 */
export const RETRY_AFTER_MS: readonly number[] = [
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
]

/** How often an unreachable mail server is probed. */
export const PROBE_EVERY_MS = 3000

/**
 * Returns the time of the next try after `tries` tries, the last at `nowMs`; `undefined` = none, because no
 * tries are left or the e-mail expires before.
 */
export function nextTryMs(tries: number, nowMs: number, expiresAtMs: number): number | undefined {
  const afterMs = RETRY_AFTER_MS[tries - 1]
  if (afterMs === undefined || nowMs + afterMs >= expiresAtMs) return undefined
  return nowMs + afterMs
}
