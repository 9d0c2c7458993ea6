/** The ports of the request path: they answer from shared memory, in microseconds, without a database. */

import type { AccountId, KeyId } from '../identity/ids.ts'
import type { Scope } from './key.ts'
import type { KeyKind } from './key-kind.ts'
import type { Network } from './network.ts'
import type { VisitorLimit } from './visitor-limit.ts'

/** What a known key may do. */
export interface KeyGrant {
  readonly id: KeyId
  readonly account: AccountId
  readonly kind: KeyKind
  readonly scopes: readonly Scope[]
  /** `undefined` = no end. A key past its end is known until its place is given to another; until then its 401 costs no budget. */
  readonly endsAtMs: number | undefined
  /** Networks that may use the key; none = everybody. */
  readonly addresses: readonly Network[]
  /** Where the counts of this key stand; keys rotated from one another share it. Opaque to core. */
  readonly slot: number
  /** Where the key stands among all, until long after its end. Opaque to core. */
  readonly place: number
}

export interface KeyRing {
  /** By SHA-256 of the secret; `undefined` = never heard of. */
  find(hash: Uint8Array): KeyGrant | undefined
  /** As `find`, but it is no use of the key. */
  look(hash: Uint8Array): KeyGrant | undefined
  /** Start of the minute of the last use that the key was found for; `undefined` = never. Notes nothing itself. */
  usedAtMs(hash: Uint8Array): number | undefined
}

/** How one limit stands after a request was counted. */
export interface LimitState {
  readonly policy: 'default' | 'burst'
  readonly quota: number
  readonly windowMs: number
  /** Whole units left. */
  readonly remaining: number
  /** Milliseconds until more is available. */
  readonly moreInMs: number
}

export interface LimitAnswer {
  readonly accepted: boolean
  readonly states: readonly LimitState[]
  /** When refused: milliseconds until the same request would fit, were it alone; else 0. At least every `moreInMs` that binds. */
  readonly retryInMs: number
  /** When it was counted, on the limiter's own clock: what `takeMore` and `giveBack` need to undo exactly this. Opaque. */
  readonly countedAt: number
}

/** How full one limit is. */
export interface LimitLevel {
  readonly of: 'key' | 'burst' | 'account'
  readonly quota: number
  readonly windowMs: number
  /** In units, with tenths. */
  readonly used: number
}

/** Costs are tenths of a unit. Exact over all threads: never above the quota in any window. */
export interface Limiter {
  /** The gate: one request of the burst and `costTenths` of the default, or nothing at all. */
  take(grant: KeyGrant, costTenths: number): LimitAnswer
  /**
   * After validation: the rest of the cost; when it does not fit, what `take` took (`tookTenths`, and its request
   * of the burst) is given back too. `countedAt` is that of the `take`.
   */
  takeMore(grant: KeyGrant, costTenths: number, tookTenths: number, countedAt: number): LimitAnswer
  /** Undoes a `take` whose request ended in an answer that costs nothing; `countedAt` is that of the `take`. */
  refund(grant: KeyGrant, costTenths: number, countedAt: number): void
  /** Gives back a part of a cost that turned out too high; the request of the burst stays counted. `countedAt`: when that part was. */
  lower(grant: KeyGrant, costTenths: number, countedAt: number): void
  /** How full the limits of a key are, and that of its account where it counts for it. Counts nothing. */
  levels(grant: KeyGrant): readonly LimitLevel[]
}

/** Failed authentications per client address. */
export interface AddressBudget {
  /** 0 = there is budget; else milliseconds until there is. */
  waitMs(address: string): number
  count(address: string): void
}

/** What a visitor of the dashboard's search has counted, or why not. */
export interface VisitorAnswer {
  readonly accepted: boolean
  /** When refused: milliseconds until the whole would fit, were it alone; else 0. */
  readonly retryInMs: number
  /** What `more` needs to undo exactly this. Opaque. */
  readonly countedAt: number
}

/** What the dashboard's search costs, per visitor in any minute. Exact over all threads. */
export interface VisitorBudget {
  /** Counts the cost, or nothing at all. A cost above the whole quota takes all of it. */
  take(visitor: VisitorLimit, costTenths: number): VisitorAnswer
  /** Raises what `take` counted (`tookTenths` at `countedAt`); when the rest does not fit, that is given back too. */
  takeMore(visitor: VisitorLimit, costTenths: number, tookTenths: number, countedAt: number): VisitorAnswer
}
