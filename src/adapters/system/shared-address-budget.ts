/** Failed authentications by client address, in the shared block. One object per thread. */

import { clientOf } from '../../core/access/client-address.ts'
import type { AddressBudget } from '../../core/access/gate.ts'
import type { Clock, Needs } from '../../core/ports.ts'
import { ADDRESS_BYTES, ADDRESS_SET_BYTES, ADDRESS_WAYS, HEADER, type SharedBlock } from './shared-block.ts'
import { freeLock, takeLock } from './shared-lock.ts'
import { countInWindow, freeInUs, RING_CELLS, SLOTS, usedInWindow } from './window-ring.ts'

const WINDOW_US = 60_000_000

/** 64 bits of an address; two addresses that share them share their budget. */
interface Mark {
  readonly low: number
  readonly high: number
}

/**
 * A budget of `failuresPerMinute` in any minute for each address; 0 = no budget is kept, nobody ever waits. A fixed number of
 * addresses is remembered: in a set that is full, the one that failed longest ago is forgotten.
 */
export class SharedAddressBudget implements AddressBudget {
  readonly #block: SharedBlock
  readonly #thread: number
  readonly #failuresPerMinute: number
  readonly #clock: Clock

  constructor(block: SharedBlock, thread: number, failuresPerMinute: number, { clock }: Needs<'clock'>) {
    this.#block = block
    this.#thread = thread
    this.#failuresPerMinute = failuresPerMinute
    this.#clock = clock
  }

  waitMs(address: string): number {
    if (this.#failuresPerMinute === 0) return 0
    return this.#inSet(address, (set, mark, nowUs) => {
      const ringAt = this.#find(set, mark)
      if (ringAt === undefined) return 0
      const over = usedInWindow(this.#block.float64, ringAt, WINDOW_US, nowUs) + 1 - this.#failuresPerMinute
      return Math.ceil(freeInUs(this.#block.float64, ringAt, WINDOW_US, nowUs, over) / 1000)
    })
  }

  count(address: string): void {
    if (this.#failuresPerMinute === 0) return
    this.#inSet(address, (set, mark, nowUs) => {
      const ringAt = this.#find(set, mark) ?? this.#enter(set, mark)
      countInWindow(this.#block.float64, ringAt, WINDOW_US, nowUs, 1)
    })
  }

  #inSet<Result>(address: string, step: (set: number, mark: Mark, nowUs: number) => Result): Result {
    const mark = markOf(clientOf(address), this.#block.int32[HEADER.addressSeed]!)
    const number = mark.low & (this.#block.addressSets - 1)
    const set = this.#block.regions.addresses + number * ADDRESS_SET_BYTES
    takeLock(this.#block.int32, set / 4, this.#thread)
    try {
      return step(set, mark, Number(this.#clock.monotonicNs() / 1000n))
    } finally {
      freeLock(this.#block.int32, set / 4)
    }
  }

  /** Index of the address's ring among the block's 64-bit numbers. */
  #find(set: number, mark: Mark): number | undefined {
    for (let way = 0; way < ADDRESS_WAYS; way++) {
      const start = wayStart(set, way)
      const at = start / 4
      if (this.#block.int32[at] === mark.low && this.#block.int32[at + 1] === mark.high) return ringOf(start)
    }
    return undefined
  }

  #enter(set: number, mark: Mark): number {
    let oldest = wayStart(set, 0)
    for (let way = 1; way < ADDRESS_WAYS; way++) {
      const start = wayStart(set, way)
      if (this.#lastFailureUs(start) < this.#lastFailureUs(oldest)) oldest = start
    }
    const ringAt = ringOf(oldest)
    this.#block.float64.fill(0, ringAt, ringAt + RING_CELLS)
    this.#block.int32[oldest / 4] = mark.low
    this.#block.int32[oldest / 4 + 1] = mark.high
    return ringAt
  }

  #lastFailureUs(start: number): number {
    const ringAt = ringOf(start)
    return Math.max(...this.#block.float64.subarray(ringAt, ringAt + SLOTS))
  }
}

function wayStart(set: number, way: number): number {
  return set + 8 + way * ADDRESS_BYTES
}

function ringOf(start: number): number {
  return (start + 8) / 8
}

/** Two rounds of MurmurHash3's 32-bit finish over the characters, seeded; never all zero, which marks an empty place. */
function markOf(client: string, seed: number): Mark {
  let low = seed | 0
  let high = ~seed
  for (let i = 0; i < client.length; i++) {
    low = stir(low ^ client.charCodeAt(i))
    high = stir(high + low)
  }
  return { low, high: high === 0 ? 1 : high }
}

function stir(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}
