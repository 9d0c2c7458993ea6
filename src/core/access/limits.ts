/** The limits of keys and accounts, and the bounds of an override. */
import type { Limit } from './key.ts'

/** Tenths in one unit: costs are counted in tenths. */
export const TENTHS = 10

/** Cost in units in any five minutes. */
export const DEFAULT_LIMIT: Limit = { quota: 600, windowMs: 300_000 }
/** Requests in any second, whatever their cost. */
export const BURST_LIMIT: Limit = { quota: 20, windowMs: 1000 }
/**
 * The multiple of `DEFAULT_LIMIT` that all live keys of an account share, and likewise all its test keys.
 * Keys with an override do not count.
 */
export const ACCOUNT_FACTOR = 5
/** Cost in units in any five minutes for an account. */
export const ACCOUNT_LIMIT: Limit = {
  quota: DEFAULT_LIMIT.quota * ACCOUNT_FACTOR,
  windowMs: DEFAULT_LIMIT.windowMs,
}

/** Largest quota of an override, in units. */
export const OVERRIDE_QUOTA_MAX = 10_000_000
/** Shortest window of an override. */
export const OVERRIDE_WINDOW_MIN_MS = 1000
/** Longest window of an override. */
export const OVERRIDE_WINDOW_MAX_MS = 86_400_000

/**
 * The limits of one key: its cost, its number of requests, and whether its cost also counts for its account.
 */
export interface KeyLimits {
  readonly default: Limit
  readonly burst: Limit
  readonly countsForAccount: boolean
}

/**
 * Returns the limits of a key. An override replaces both: its quota bounds the cost and the number of
 * requests in any of its windows. A key with an override does not count for its account.
 */
export function limitsOf(override: Limit | undefined): KeyLimits {
  return override === undefined
    ? { default: DEFAULT_LIMIT, burst: BURST_LIMIT, countsForAccount: true }
    : { default: override, burst: override, countsForAccount: false }
}
