/** The schedule of a source: when its next run is due. Times of day are UTC. */

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Longest interval of `every …h`, in hours. */
export const EVERY_HOURS_MAX = 168
/** Longest time that is added to a due time, so that sources do not all run in the same second, in ms. */
export const JITTER_MS_MAX = 5 * MINUTE_MS
/** Delay after the first failed download, in ms; it doubles with each further one up to `RETRY_MS_MAX`. */
export const RETRY_MS = MINUTE_MS
/** Longest delay after failed downloads, in ms. */
export const RETRY_MS_MAX = 6 * HOUR_MS

/** When a source runs: once a day at a time after midnight UTC, or at an interval. Both in ms. */
export type Schedule =
  | { readonly kind: 'daily'; readonly afterMidnightMs: number }
  | { readonly kind: 'every'; readonly intervalMs: number }

/** Describes the accepted texts; completes a sentence that ends with "must be". */
export const SCHEDULE_SHAPE = `\`hourly\`, \`daily HH:MM\` (UTC) or \`every Nh\` with N from 1 to ${EVERY_HOURS_MAX}`

/** Parses `hourly`, `daily 03:30` or `every 6h`; returns `undefined` for any other text. */
export function readSchedule(text: string): Schedule | undefined {
  if (text === 'hourly') return { kind: 'every', intervalMs: HOUR_MS }
  const daily = /^daily ([01]\d|2[0-3]):([0-5]\d)$/.exec(text)
  if (daily !== null) {
    return { kind: 'daily', afterMidnightMs: Number(daily[1]) * HOUR_MS + Number(daily[2]) * MINUTE_MS }
  }
  const hours = Number(/^every ([1-9]\d{0,2})h$/.exec(text)?.[1] ?? 0)
  return hours >= 1 && hours <= EVERY_HOURS_MAX ? { kind: 'every', intervalMs: hours * HOUR_MS } : undefined
}

/**
 * Returns the first due time after `nowMs`, in ms since 1970. `random` is from 0 to 1 (exclusive) and chooses
 * the jitter.
 */
export function nextRunMs(schedule: Schedule, nowMs: number, random: number): number {
  const jitterMs = Math.floor(random * JITTER_MS_MAX)
  if (schedule.kind === 'every') return nowMs + schedule.intervalMs + jitterMs
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS + schedule.afterMidnightMs
  return (today > nowMs ? today : today + DAY_MS) + jitterMs
}

/**
 * Returns the delay after a number of failed downloads in a row, in ms: exponential, of which `random` (0 to
 * 1, exclusive) chooses the upper half.
 */
export function retryDelayMs(failures: number, random: number): number {
  const delayMs = Math.min(RETRY_MS_MAX, RETRY_MS * 2 ** Math.min(30, Math.max(0, failures - 1)))
  return Math.floor(delayMs * (0.5 + random / 2))
}
