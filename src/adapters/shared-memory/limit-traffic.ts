/**
 * The notes about the server for limits in the shared block. Each thread has a row that no other thread
 * writes; readers add the rows up.
 */
import { bucketOf, LATENCY_BUCKETS } from '../../core/usage/latency-buckets.ts'
import type { LimitTraffic, LimitTrafficMeter } from '../../core/usage/limit-traffic.ts'
import { HEADER, LIMIT_TRAFFIC_BYTES, type SharedBlock, TRAFFIC_ROWS } from './shared-block.ts'

const STATE = 0
const FALL_BACKS = 1
/** Start of the histogram: counts by bucket, then the sum of all times. */
const ROUND_TRIPS = 2

/** The states of a thread; without a server for limits it has none. */
const REACHED = 1
const LOST = 2

/** The notes of one thread. */
export class SharedLimitTrafficMeter implements LimitTrafficMeter {
  readonly #cells: Float64Array

  /** `thread` is the thread's number, which no other living thread has. Its predecessor's state is reset. */
  constructor(block: SharedBlock, thread: number) {
    this.#cells = rowOf(block, thread)
    this.#cells[STATE] = 0
  }

  noteReached(isReached: boolean): void {
    this.#cells[STATE] = isReached ? REACHED : LOST
  }

  noteRoundTrip(us: number): void {
    this.#cells[ROUND_TRIPS + bucketOf(us)]!++
    this.#cells[ROUND_TRIPS + LATENCY_BUCKETS]! += us
  }

  noteFallBack(): void {
    this.#cells[FALL_BACKS]!++
  }
}

/** Returns the cells in which all threads note when the server for limits was lost, for `OutageLog`. */
export function limitServerCells({ int32 }: SharedBlock): Int32Array {
  return int32.subarray(HEADER.limitServerLostAt, HEADER.limitServerLoggedAt + 1)
}

/** Returns the sums over all threads, ended ones included. */
export function readLimitTraffic(block: SharedBlock): LimitTraffic {
  const rows = Array.from({ length: TRAFFIC_ROWS }, (_, thread) => rowOf(block, thread))
  const sum = (cell: number) => rows.reduce((total, row) => total + row[cell]!, 0)
  const inState = (state: number) => rows.filter((row) => row[STATE] === state).length
  return {
    reached: inState(REACHED),
    lost: inState(LOST),
    fallBacks: sum(FALL_BACKS),
    roundTrips: {
      counts: Array.from({ length: LATENCY_BUCKETS }, (_, bucket) => sum(ROUND_TRIPS + bucket)),
      totalUs: sum(ROUND_TRIPS + LATENCY_BUCKETS),
    },
  }
}

function rowOf({ float64, regions }: SharedBlock, thread: number): Float64Array {
  if (thread >= TRAFFIC_ROWS) throw new RangeError(`no row for thread ${thread}`)
  const start = (regions.limitTraffic + thread * LIMIT_TRAFFIC_BYTES) / 8
  return float64.subarray(start, start + LIMIT_TRAFFIC_BYTES / 8)
}
