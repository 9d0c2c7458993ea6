/** The selectable periods of the page about usage. */

export const RANGES = ['day', 'week', 'month', 'year'] as const
export type Range = (typeof RANGES)[number]

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const SPANS: Readonly<Record<Range, { readonly ms: number; readonly by: 'hour' | 'day' }>> = {
  day: { ms: DAY_MS, by: 'hour' },
  week: { ms: 7 * DAY_MS, by: 'hour' },
  month: { ms: 30 * DAY_MS, by: 'day' },
  year: { ms: 365 * DAY_MS, by: 'day' },
}

/** The time zone of this browser; days start at its midnight. */
export const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

export interface UsageAsk {
  readonly range: Range
  /** Id of a key; empty for all keys. */
  readonly key: string
}

/** Returns path and query of the call. The period ends with the current hour. */
export function usagePath({ range, key }: UsageAsk, nowMs: number): string {
  const { ms, by } = SPANS[range]
  const toMs = (Math.floor(nowMs / HOUR_MS) + 1) * HOUR_MS
  const query = new URLSearchParams({
    from: new Date(toMs - ms).toISOString(),
    to: new Date(toMs).toISOString(),
    by,
    zone: ZONE,
    ...(key !== '' && { key_id: key }),
  })
  return `usage?${query}`
}

export function stepOf(range: Range): 'hour' | 'day' {
  return SPANS[range].by
}
