/** Deprecation of an operation: the headers `Deprecation` (RFC 9745) and `Sunset` (RFC 8594). */

/** The dates of a deprecated operation, as `YYYY-MM-DD` in UTC. */
export interface Deprecation {
  /** From this day on new clients should not use it. */
  readonly since: string
  /** On this day it is removed: at least `SUNSET_MONTHS_MIN` months after `since`. */
  readonly sunset: string
}

/** Months from the announcement to the removal of an operation within an API version, at least. */
export const SUNSET_MONTHS_MIN = 12

const MS_PER_S = 1000

/** Returns the headers of every response of a deprecated operation, error responses included. */
export function deprecationHeaders({ since, sunset }: Deprecation): Readonly<Record<string, string>> {
  return {
    deprecation: `@${Date.parse(since) / MS_PER_S}`,
    sunset: new Date(sunset).toUTCString(),
  }
}

/** Whether `sunset` is at least `SUNSET_MONTHS_MIN` months after `since`. */
export function isInTime({ since, sunset }: Deprecation): boolean {
  const soonest = new Date(since)
  soonest.setUTCMonth(soonest.getUTCMonth() + SUNSET_MONTHS_MIN)
  return Date.parse(sunset) >= soonest.getTime()
}
