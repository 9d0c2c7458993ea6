import { Failure } from '../failure.ts'
import type { AccountId, KeyId } from '../identity/ids.ts'
import type { Needs } from '../ports.ts'
import { percentileMs } from './latency-buckets.ts'
import { addUsage, HOUR_MS, NO_USAGE, type UsageSums } from './usage.ts'

/** Longest period by hour: 14 days. */
export const BY_HOUR_MAX_MS = 14 * 24 * HOUR_MS
/** Longest period by day: 400 days and the extra hour of a clock change. */
export const BY_DAY_MAX_MS = 401 * 24 * HOUR_MS

/** A query for the usage of an account or one key. */
export interface UsageQuery {
  readonly account: AccountId
  readonly key?: KeyId
  readonly fromMs: number
  readonly toMs: number
  readonly by: 'hour' | 'day'
  /** IANA name of the time zone of the days. */
  readonly zone: string
}

/** The usage of one hour or day. */
export interface UsageStep {
  /** Its start: an hour in UTC (`2026-11-21T10:00:00.000Z`), or a day of the zone (`2026-11-21`). */
  readonly at: string
  readonly requests: number
  readonly errors: number
  readonly limited: number
  readonly deep: number
  /** Percentiles of successful answers; `undefined` = there is none. */
  readonly p50Ms: number | undefined
  readonly p99Ms: number | undefined
}

/** The usage of a period. */
export interface UsageAnswer {
  /** Every step of the period, also those without requests. */
  readonly steps: readonly UsageStep[]
  readonly total: Omit<UsageStep, 'at'>
}

/**
 * Returns the usage of an account's keys per hour or day.
 *
 * @throws {Failure} `invalid_request` if the period is empty, starts before 1970 or is too long for its
 *   steps, or the zone is unknown.
 */
export async function readUsage({ usage }: Needs<'usage'>, params: UsageQuery): Promise<UsageAnswer> {
  check(params)
  const { fromMs, toMs } = params
  const fromHour = Math.floor(fromMs / HOUR_MS)
  const toHour = Math.ceil(toMs / HOUR_MS)
  const nameOf = params.by === 'hour' ? hourName : dayNames(params.zone)
  const steps = new Map<string, UsageSums>()
  for (let hour = fromHour; hour < toHour; hour++) steps.set(nameOf(hour), NO_USAGE)
  const { account, key } = params
  const rows = await usage.rows({ account, fromHour, toHour, ...(key !== undefined && { key }) })
  for (const row of rows) steps.set(nameOf(row.hour), addUsage(steps.get(nameOf(row.hour))!, row))
  return {
    steps: Array.from(steps, ([at, sums]) => ({ at, ...shown(sums) })),
    total: shown(rows.reduce<UsageSums>(addUsage, NO_USAGE)),
  }
}

function check({ fromMs, toMs, by, zone }: UsageQuery): void {
  if (toMs <= fromMs) throw fault('/to', 'too_small')
  if (fromMs < 0) throw fault('/from', 'too_small')
  if (toMs - fromMs > (by === 'hour' ? BY_HOUR_MAX_MS : BY_DAY_MAX_MS)) throw fault('/from', 'too_small')
  if (!isZone(zone)) throw fault('/zone', 'not_allowed')
}

function fault(field: string, reason: 'too_small' | 'not_allowed'): Failure {
  return new Failure('invalid_request', `${field} is not valid`, [{ field: field.slice(1), reason }])
}

function isZone(zone: string): boolean {
  if (zone === 'UTC') return true
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

function hourName(hour: number): string {
  return new Date(hour * HOUR_MS).toISOString()
}

/**
 * Returns a function from an hour to the day in which it starts. In zones with half hours the whole hour
 * counts for that day.
 */
function dayNames(zone: string): (hour: number) => string {
  // UTC is the zone of the API, and creating a format would cost more than reading the usage.
  if (zone === 'UTC') return (hour) => hourName(hour).slice(0, 'YYYY-MM-DD'.length)
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' })
  return (hour) => format.format(hour * HOUR_MS)
}

function shown({ latencies, ...counts }: UsageSums): Omit<UsageStep, 'at'> {
  return {
    requests: counts.requests,
    errors: counts.errors,
    limited: counts.limited,
    deep: counts.deep,
    p50Ms: percentileMs(latencies, 0.5),
    p99Ms: percentileMs(latencies, 0.99),
  }
}
