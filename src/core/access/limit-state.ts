/** How the use of a limit becomes the state that a response shows: the same for every limiter. */
import { TENTHS } from './limits.ts'
import type { LimitState } from './request-ports.ts'

const US_A_MS = 1000

/** One limit after a request was counted. */
export interface MeterUse {
  readonly quotaTenths: number
  /** What may be used of the quota: all of it, or the share of one node. */
  readonly allowedTenths: number
  readonly windowUs: number
  readonly usedTenths: number
  /** Time until something that counts now expires, in µs; 0 if nothing counts. */
  readonly moreInUs: number
}

/** Returns the state of a limit. Its quota is the whole one, because clients know it as their limit. */
export function stateOf(policy: LimitState['policy'], use: MeterUse): LimitState {
  return {
    policy,
    quota: use.quotaTenths / TENTHS,
    windowMs: use.windowUs / US_A_MS,
    remaining: Math.max(0, Math.floor((use.allowedTenths - use.usedTenths) / TENTHS)),
    moreInMs: Math.ceil(use.moreInUs / US_A_MS),
  }
}

/** Returns the state of a key's own limit, or that of its account if less remains there. */
export function defaultState(own: MeterUse, account: MeterUse | undefined): LimitState {
  const state = stateOf('default', own)
  if (account === undefined) return state
  const { remaining, moreInMs } = stateOf('default', account)
  return remaining >= state.remaining ? state : { ...state, remaining, moreInMs }
}
