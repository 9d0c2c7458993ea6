/** The end of an operation, told a year ahead: `Deprecation` (RFC 9745) and `Sunset` (RFC 8594). */

/** Days are `YYYY-MM-DD`, in UTC. */
export interface Deprecation {
  /** From this day on nobody should begin to use it. */
  readonly since: string
  /** On this day it goes: `SUNSET_MONTHS_MIN` later at least. */
  readonly sunset: string
}

/** Within a version nothing goes sooner than so long after it was said. */
export const SUNSET_MONTHS_MIN = 12

const MS_PER_S = 1000

/** Headers of every answer of the operation, its errors among them. */
export function deprecationHeaders({ since, sunset }: Deprecation): Readonly<Record<string, string>> {
  return {
    deprecation: `@${Date.parse(since) / MS_PER_S}`,
    sunset: new Date(sunset).toUTCString(),
  }
}

/** Whether whoever uses it has as long as was promised. */
export function isInTime({ since, sunset }: Deprecation): boolean {
  const soonest = new Date(since)
  soonest.setUTCMonth(soonest.getUTCMonth() + SUNSET_MONTHS_MIN)
  return Date.parse(sunset) >= soonest.getTime()
}
