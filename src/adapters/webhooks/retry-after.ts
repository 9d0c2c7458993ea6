/** Reads the header `Retry-After` (RFC 9110, 10.2.3). */

const MS_PER_S = 1000
/** More digits are no plausible number of seconds. */
const SECONDS = /^\d{1,9}$/

/** Returns the wait in ms that a header with seconds or an HTTP date asks for; `undefined` = none that can be read. */
export function readRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined
  const text = header.trim()
  if (SECONDS.test(text)) return Number(text) * MS_PER_S
  // Only dates that end as HTTP writes them: `Date.parse` reads much more.
  const atMs = text.endsWith(' GMT') ? Date.parse(text) : Number.NaN
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs)
}
