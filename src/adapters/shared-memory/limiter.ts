/** The rate limits in the shared block, exact across all threads of a server. One object per thread. */

import { defaultState, type MeterUse, stateOf } from '../../core/access/limit-state.ts'
import { TENTHS } from '../../core/access/limits.ts'
import type { KeyGrant, LimitAnswer, Limiter, LimitLevel } from '../../core/access/request-ports.ts'
import type { Clock, Needs } from '../../core/ports.ts'
import { freeLock, takeLock } from './lock.ts'
import { type Meter, NO_METER, readMeter } from './meters.ts'
import type { SharedBlock } from './shared-block.ts'
import { countInWindow, freeInUs, takeBackInWindow, usedInWindow } from './window-ring.ts'

/** The meters that one key is counted on. */
interface KeyMeters {
  readonly own: Meter
  readonly burst: Meter
  /** `undefined` for a key with its own limit. */
  readonly account: Meter | undefined
  /**
   * One lock guards all meters of a key: the account's lock if it has one, since all keys of the account use
   * that meter.
   */
  readonly lockAt: number
}

/** The state of one meter, read under the lock. */
interface Reading {
  readonly meter: Meter
  readonly allowedTenths: number
  usedTenths: number
  readonly askedTenths: number
}

/** The readings of the key, of its burst, and of its account if the key counts for it. */
type Readings = readonly [Reading, Reading] | readonly [Reading, Reading, Reading]

/** Implements {@link Limiter} over the shared block. */
export class SharedLimiter implements Limiter {
  readonly #block: SharedBlock
  readonly #thread: number
  readonly #clock: Clock
  readonly #nodes: () => number

  /**
   * `thread` is the thread's number, from 1: the owner of the locks that it takes. `nodes` is the number of
   * nodes that share every limit equally at the moment: each accepts its share, at least one unit.
   */
  constructor(block: SharedBlock, thread: number, { clock }: Needs<'clock'>, nodes = () => 1) {
    this.#block = block
    this.#thread = thread
    this.#clock = clock
    this.#nodes = nodes
  }

  take(grant: KeyGrant, costTenths: number): LimitAnswer {
    const meters = this.#metersOf(grant)
    return this.#locked(meters, (nowUs) => {
      const readings = this.#readings(meters, nowUs, costTenths, TENTHS)
      const accepted = readings.every(fits)
      return this.#answer(accepted ? this.#count(readings, nowUs) : readings, accepted, nowUs)
    })
  }

  takeMore(grant: KeyGrant, costTenths: number, tookTenths: number, countedAt: number): LimitAnswer {
    const meters = this.#metersOf(grant)
    return this.#locked(meters, (nowUs) => {
      const readings = this.#readings(meters, nowUs, costTenths, 0)
      const accepted = readings.every(fits)
      if (accepted) return this.#answer(this.#count(readings, nowUs), true, nowUs)
      this.#takeBack(meters, tookTenths, TENTHS, countedAt)
      const after = this.#readings(meters, nowUs, costTenths, 0)
      return { ...this.#answer(after, false, nowUs), retryInMs: this.#retryInMs(readings, nowUs) }
    })
  }

  refund(grant: KeyGrant, costTenths: number, countedAt: number): void {
    const meters = this.#metersOf(grant)
    this.#locked(meters, () => this.#takeBack(meters, costTenths, TENTHS, countedAt))
  }

  lower(grant: KeyGrant, costTenths: number, countedAt: number): void {
    const meters = this.#metersOf(grant)
    this.#locked(meters, () => this.#takeBack(meters, costTenths, 0, countedAt))
  }

  levels(grant: KeyGrant): readonly LimitLevel[] {
    const meters = this.#metersOf(grant)
    return this.#locked(meters, (nowUs) => {
      const { own, burst, account } = meters
      const levels = [this.#level('key', own, nowUs), this.#level('burst', burst, nowUs)]
      return account === undefined ? levels : [...levels, this.#level('account', account, nowUs)]
    })
  }

  #level(of: LimitLevel['of'], meter: Meter, nowUs: number): LimitLevel {
    const used = usedInWindow(this.#block.float64, meter.ringAt, meter.windowUs, nowUs)
    return { of, quota: meter.quotaTenths / TENTHS, windowMs: meter.windowUs / 1000, used: used / TENTHS }
  }

  #metersOf(grant: KeyGrant): KeyMeters {
    const own = readMeter(this.#block, grant.slot)
    const burst = readMeter(this.#block, grant.slot + 1)
    const account = own.parent === NO_METER ? undefined : readMeter(this.#block, own.parent)
    return { own, burst, account, lockAt: account?.lockAt ?? own.lockAt }
  }

  /**
   * Runs `step` under the lock. The time is read under the lock, so that it never goes back from one lock
   * holder to the next.
   */
  #locked<Result>(meters: KeyMeters, step: (nowUs: number) => Result): Result {
    takeLock(this.#block.int32, meters.lockAt, this.#thread)
    try {
      return step(Number(this.#clock.monotonicNs() / 1000n))
    } finally {
      freeLock(this.#block.int32, meters.lockAt)
    }
  }

  #readings(meters: KeyMeters, nowUs: number, costTenths: number, requestTenths: number): Readings {
    const own = this.#reading(meters.own, nowUs, costTenths)
    const burst = this.#reading(meters.burst, nowUs, requestTenths)
    if (meters.account === undefined) return [own, burst]
    return [own, burst, this.#reading(meters.account, nowUs, costTenths)]
  }

  #reading(meter: Meter, nowUs: number, askedTenths: number): Reading {
    const usedTenths = usedInWindow(this.#block.float64, meter.ringAt, meter.windowUs, nowUs)
    return { meter, allowedTenths: this.#shareOf(meter.quotaTenths), usedTenths, askedTenths }
  }

  /** Returns what this node may accept of a quota, in whole units. */
  #shareOf(quotaTenths: number): number {
    const nodes = this.#nodes()
    if (nodes === 1) return quotaTenths
    return Math.max(1, Math.floor(quotaTenths / TENTHS / nodes)) * TENTHS
  }

  /**
   * Counts the request. The readings are updated without reading the meters again, as no slot that still
   * counts is overwritten.
   */
  #count(readings: Readings, nowUs: number): Readings {
    for (const reading of readings) {
      const { meter, askedTenths } = reading
      if (askedTenths === 0) continue
      countInWindow(this.#block.float64, meter.ringAt, meter.windowUs, nowUs, askedTenths)
      reading.usedTenths += askedTenths
    }
    return readings
  }

  #takeBack(
    { own, burst, account }: KeyMeters,
    costTenths: number,
    requestTenths: number,
    countedUs: number,
  ): void {
    const cells = this.#block.float64
    takeBackInWindow(cells, own.ringAt, own.windowUs, countedUs, costTenths)
    takeBackInWindow(cells, burst.ringAt, burst.windowUs, countedUs, requestTenths)
    if (account) takeBackInWindow(cells, account.ringAt, account.windowUs, countedUs, costTenths)
  }

  #answer(readings: Readings, accepted: boolean, nowUs: number): LimitAnswer {
    const [own, burst, account] = readings
    const ofAccount = account && this.#meterUse(account, nowUs)
    return {
      accepted,
      states: [
        defaultState(this.#meterUse(own, nowUs), ofAccount),
        stateOf('burst', this.#meterUse(burst, nowUs)),
      ],
      retryInMs: accepted ? 0 : this.#retryInMs(readings, nowUs),
      countedAt: nowUs,
    }
  }

  #retryInMs(readings: Readings, nowUs: number): number {
    const short = readings.filter((reading) => !fits(reading))
    return Math.max(0, ...short.map((reading) => this.#waitMs(reading, nowUs)))
  }

  #meterUse({ meter, allowedTenths, usedTenths }: Reading, nowUs: number): MeterUse {
    const { quotaTenths, windowUs, ringAt } = meter
    const moreInUs = freeInUs(this.#block.float64, ringAt, windowUs, nowUs, 1)
    return { quotaTenths, allowedTenths, windowUs, usedTenths, moreInUs }
  }

  /**
   * Returns the wait in ms until the cost fits. A cost above the quota never fits; the window is returned
   * then.
   */
  #waitMs({ meter, allowedTenths, usedTenths, askedTenths }: Reading, nowUs: number): number {
    const { windowUs, ringAt } = meter
    if (askedTenths > allowedTenths) return windowUs / 1000
    const tenths = usedTenths + askedTenths - allowedTenths
    return Math.ceil(freeInUs(this.#block.float64, ringAt, windowUs, nowUs, tenths) / 1000)
  }
}

function fits({ allowedTenths, usedTenths, askedTenths }: Reading): boolean {
  return askedTenths === 0 || usedTenths + askedTenths <= allowedTenths
}
