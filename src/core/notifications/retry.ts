/** When a letter that was refused for now is tried again. */

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** After the first try, the second …: seven more tries, the last 22 hours after the first. */
export const RETRY_AFTER_MS: readonly number[] = [
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
]

/** How often a mail server that cannot be reached is asked whether it is back. */
export const PROBE_EVERY_MS = 3000

/**
 * When to try again after `tries` tries, the last at `nowMs`; `undefined` = no more, as there are no tries left or
 * the letter expires before.
 */
export function nextTryMs(tries: number, nowMs: number, expiresAtMs: number): number | undefined {
  const afterMs = RETRY_AFTER_MS[tries - 1]
  if (afterMs === undefined || nowMs + afterMs >= expiresAtMs) return undefined
  return nowMs + afterMs
}
