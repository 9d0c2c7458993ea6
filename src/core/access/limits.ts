/** The limits that are in force, by default and with an override. */
import type { Limit } from './key.ts'

/** Costs are counted in tenths of a unit. */
export const TENTHS = 10

/** Cost in any five minutes. */
export const DEFAULT_LIMIT: Limit = { quota: 600, windowMs: 300_000 }
/** Requests in any second, whatever they cost. */
export const BURST_LIMIT: Limit = { quota: 20, windowMs: 1000 }
/** All live keys of an account together, and all its test keys, may use this many times `DEFAULT_LIMIT`; keys with an override count only for themselves. */
export const ACCOUNT_FACTOR = 5
export const ACCOUNT_LIMIT: Limit = {
  quota: DEFAULT_LIMIT.quota * ACCOUNT_FACTOR,
  windowMs: DEFAULT_LIMIT.windowMs,
}

/** Bounds of an override. */
export const OVERRIDE_QUOTA_MAX = 10_000_000
export const OVERRIDE_WINDOW_MIN_MS = 1000
export const OVERRIDE_WINDOW_MAX_MS = 86_400_000

/** What binds one key: its cost, its number of requests, and its account's cost where it counts for it. */
export interface KeyLimits {
  readonly default: Limit
  readonly burst: Limit
  readonly countsForAccount: boolean
}

/**
 * An override replaces both: its quota bounds the cost, and the number of requests, in any of its windows.
 * A key with one takes nothing from its account.
 */
export function limitsOf(override: Limit | undefined): KeyLimits {
  return override === undefined
    ? { default: DEFAULT_LIMIT, burst: BURST_LIMIT, countsForAccount: true }
    : { default: override, burst: override, countsForAccount: false }
}
