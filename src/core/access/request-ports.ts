/**
 * The ports of the request path. The key ring works on shared memory; limits and budgets may also be kept by
 * a server for several processes, so they may answer with promises.
 */

import type { Awaitable } from '../awaitable.ts'
import type { AccountId, KeyId } from '../identity/ids.ts'
import type { Scope } from './key.ts'
import type { KeyKind } from './key-kind.ts'
import type { KeyLimits } from './limits.ts'
import type { Network } from './network.ts'
import type { VisitorLimit } from './visitor-limit.ts'

/** The permissions of a key that the key ring found. */
export interface KeyGrant {
  readonly id: KeyId
  readonly account: AccountId
  readonly kind: KeyKind
  readonly scopes: readonly Scope[]
  /**
   * `undefined` = no end. A key past its end stays known until its place is reused; until then its 401 costs
   * no budget.
   */
  readonly endsAtMs: number | undefined
  /** Networks that may use the key; none = all. */
  readonly addresses: readonly Network[]
  /** Index of the key's counters; keys linked by rotations share it. Opaque to core. */
  readonly slot: number
  /** Index of the key in the ring, kept until long after its end. Opaque to core. */
  readonly place: number
}

/** Look-up of keys in shared memory. */
export interface KeyRing {
  /**
   * Finds the grant of a key by the SHA-256 of its secret and notes the use; `undefined` = unknown.
   *
   * @throws {Failure} `service_unavailable` if this node cannot know at the moment which keys are revoked.
   */
  find(hash: Uint8Array): KeyGrant | undefined
  /**
   * Whether this node may answer requests with keys: `none` = the server is alone and needs no lease; `over` = `find` throws.
   */
  lease(): 'none' | 'held' | 'over'
  /** As `find`, without noting a use of the key. */
  peek(hash: Uint8Array): KeyGrant | undefined
  /** Start of the minute in which `find` last found the key; `undefined` = never. Notes no use itself. */
  usedAtMs(hash: Uint8Array): number | undefined
}

/** The state of one limit after a request was counted. */
export interface LimitState {
  readonly policy: 'default' | 'burst'
  readonly quota: number
  readonly windowMs: number
  /** Whole units left. */
  readonly remaining: number
  /** Milliseconds until more is available. */
  readonly moreInMs: number
}

/** The result of counting a request. */
export interface LimitAnswer {
  readonly accepted: boolean
  readonly states: readonly LimitState[]
  /**
   * When refused: milliseconds until the same request fits if no other is counted, at least every binding
   * `moreInMs`; else 0.
   */
  readonly retryInMs: number
  /**
   * The time of the count on the limiter's own clock, which `takeMore`, `refund` and `lower` need to undo
   * exactly this count. Opaque.
   */
  readonly countedAt: number
}

/** The use of one limit. */
export interface LimitLevel {
  readonly of: 'key' | 'burst' | 'account'
  readonly quota: number
  readonly windowMs: number
  /** Used units, with tenths. */
  readonly used: number
}

/**
 * The limits of keys and accounts. Costs are tenths of a unit. Exact over all threads: no window ever exceeds
 * its quota.
 */
export interface Limiter {
  /**
   * Counts one request for the burst limit and `costTenths` for the default limit, or nothing if either does
   * not fit.
   */
  take(grant: KeyGrant, costTenths: number): Awaitable<LimitAnswer>
  /**
   * Counts the rest of a cost after validation. When it does not fit, the count of the `take` (`tookTenths`,
   * and its request in the burst) is undone too. `countedAt` is that of the `take`.
   */
  takeMore(grant: KeyGrant, costTenths: number, tookTenths: number, countedAt: number): Awaitable<LimitAnswer>
  /**
   * Undoes a `take` whose request ended in a response that costs nothing. `countedAt` is that of the `take`.
   */
  refund(grant: KeyGrant, costTenths: number, countedAt: number): Awaitable<void>
  /**
   * Undoes a part of a cost that was too high; the request in the burst stays counted. `countedAt` is that of
   * the part.
   */
  lower(grant: KeyGrant, costTenths: number, countedAt: number): Awaitable<void>
  /**
   * Returns the use of a key's limits, and of its account's limit if the key counts for it. Counts nothing.
   */
  levels(grant: KeyGrant): Awaitable<readonly LimitLevel[]>
}

/** How a key is counted. */
export interface KeyCounting {
  /** The first key of a chain of rotated keys, which are counted together. */
  readonly root: KeyId
  readonly limits: KeyLimits
}

/** Look-up of how a key is counted, for a limiter that keeps its counts outside of this process. */
export interface KeyCountings {
  countingOf(grant: KeyGrant): KeyCounting
}

/** The budget of failed authentications per client address. */
export interface AddressBudget {
  /** Milliseconds until the address has budget again; 0 = it has budget now. */
  waitMs(address: string): Awaitable<number>
  /** Counts one failed authentication. */
  count(address: string): Awaitable<void>
}

/** The result of counting a cost of the dashboard's search. */
export interface VisitorAnswer {
  readonly accepted: boolean
  /** When refused: milliseconds until the whole cost fits if no other is counted; else 0. */
  readonly retryInMs: number
  /** The time of the count, which `takeMore` needs to undo exactly this count. Opaque. */
  readonly countedAt: number
}

/** The budget of the dashboard's search per visitor in any minute. Exact over all threads. */
export interface VisitorBudget {
  /** Counts the cost, or nothing if it does not fit. A cost above the whole quota uses the whole quota. */
  take(visitor: VisitorLimit, costTenths: number): Awaitable<VisitorAnswer>
  /**
   * Raises the count of a `take` (`tookTenths` at `countedAt`). When the rest does not fit, that count is
   * undone too.
   */
  takeMore(
    visitor: VisitorLimit,
    costTenths: number,
    tookTenths: number,
    countedAt: number,
  ): Awaitable<VisitorAnswer>
  /** Undoes a count (`tookTenths` at `countedAt`). */
  refund(visitor: VisitorLimit, tookTenths: number, countedAt: number): Awaitable<void>
}
