/**
 * Counts by client in a region of the shared block that is an 8-way set-associative table. A fixed number of
 * clients is remembered: in a full set, a new client replaces the one that was counted longest ago.
 */
import type { Clock } from '../../core/ports.ts'
import { freeLock, takeLock } from './lock.ts'
import { ADDRESS_BYTES, ADDRESS_SET_BYTES, ADDRESS_WAYS, HEADER, type SharedBlock } from './shared-block.ts'
import { RING_CELLS, SLOTS } from './window-ring.ts'

/** The 64-bit hash of a client; clients with the same hash share a ring. */
interface ClientHash {
  readonly low: number
  readonly high: number
}

/** The ring of one client while its set is locked. */
export interface OpenRing {
  readonly cells: Float64Array
  readonly nowUs: number
  /** Index of the ring among the cells; `undefined` for a client that is not remembered. */
  readonly at: number | undefined
  /** Returns the index of the ring; remembers the client if it is not remembered yet. */
  enter(): number
}

/** The rings of all clients in one region. */
export class AddressMeters {
  readonly #block: SharedBlock
  readonly #region: 'addresses' | 'visitors'
  readonly #thread: number
  readonly #clock: Clock

  /** `thread` is the thread's number, from 1: the owner of the locks that it takes. */
  constructor(block: SharedBlock, region: 'addresses' | 'visitors', thread: number, clock: Clock) {
    this.#block = block
    this.#region = region
    this.#thread = thread
    this.#clock = clock
  }

  /** Runs `step` with the client's ring, under the lock of its set. */
  open<Result>(client: string, step: (ring: OpenRing) => Result): Result {
    const mark = hashOf(client, this.#block.int32[HEADER.addressSeed]!)
    const number = mark.low & (this.#block.addressSets - 1)
    const set = this.#block.regions[this.#region] + number * ADDRESS_SET_BYTES
    takeLock(this.#block.int32, set / 4, this.#thread)
    try {
      const at = this.#find(set, mark)
      // Read under the lock, so that times never go back from one lock holder to the next.
      const nowUs = Number(this.#clock.monotonicNs() / 1000n)
      return step({ cells: this.#block.float64, nowUs, at, enter: () => at ?? this.#enter(set, mark) })
    } finally {
      freeLock(this.#block.int32, set / 4)
    }
  }

  #find(set: number, mark: ClientHash): number | undefined {
    for (let way = 0; way < ADDRESS_WAYS; way++) {
      const start = wayStart(set, way)
      const at = start / 4
      if (this.#block.int32[at] === mark.low && this.#block.int32[at + 1] === mark.high) return ringOf(start)
    }
    return undefined
  }

  #enter(set: number, mark: ClientHash): number {
    let oldest = wayStart(set, 0)
    for (let way = 1; way < ADDRESS_WAYS; way++) {
      const start = wayStart(set, way)
      if (this.#lastCountUs(start) < this.#lastCountUs(oldest)) oldest = start
    }
    const ringAt = ringOf(oldest)
    this.#block.float64.fill(0, ringAt, ringAt + RING_CELLS)
    this.#block.int32[oldest / 4] = mark.low
    this.#block.int32[oldest / 4 + 1] = mark.high
    return ringAt
  }

  #lastCountUs(start: number): number {
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

/**
 * Returns the seeded hash of a client: two rounds of MurmurHash3's 32-bit finalizer for each character. Never
 * all zero, which means an empty way.
 */
function hashOf(client: string, seed: number): ClientHash {
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
