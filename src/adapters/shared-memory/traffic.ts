/**
 * Counts the responses of all HTTP threads in the shared block. Each thread has a row that no other thread
 * writes, so counting is a plain addition to a 64-bit number without locks; readers add the rows up.
 */
import { bucketOf, LATENCY_BUCKETS } from '../../core/usage/latency-buckets.ts'
import {
  type Durations,
  NOW_UNAVAILABLE,
  ROUTES_MAX,
  STATUS_CLASSES,
  TOO_MANY_REQUESTS,
  type Traffic,
  type TrafficMeter,
} from '../../core/usage/traffic.ts'
import { type SharedBlock, TRAFFIC_BYTES, TRAFFIC_ROWS } from './shared-block.ts'

const IN_FLIGHT = 0
const CONNECTIONS = 1
const LIMITED = 2
const UNAVAILABLE = 3
/** Start of a histogram: counts by bucket, then the sum of all times. */
const NORMAL = 4
const DEEP = NORMAL + LATENCY_BUCKETS + 1
const CLASSES = STATUS_CLASSES.length
/** Start of the response counts: those of unknown paths, then those of each route. */
const ANSWERS = DEEP + LATENCY_BUCKETS + 1

/** The traffic counts of one thread. */
export class SharedTrafficMeter implements TrafficMeter {
  readonly #cells: Float64Array

  /**
   * `thread` is the thread's number, which no other living thread has. Requests and connections of its
   * predecessor are gone, so their counts are reset.
   */
  constructor(block: SharedBlock, thread: number) {
    this.#cells = rowOf(block, thread)
    this.#cells[IN_FLIGHT] = 0
    this.#cells[CONNECTIONS] = 0
  }

  addInFlight(by: 1 | -1): void {
    this.#cells[IN_FLIGHT]! += by
  }

  addConnections(by: 1 | -1): void {
    this.#cells[CONNECTIONS]! += by
  }

  noteAnswer(place: number | undefined, status: number): void {
    if (status === TOO_MANY_REQUESTS) this.#cells[LIMITED]!++
    else if (status === NOW_UNAVAILABLE) this.#cells[UNAVAILABLE]!++
    const route = place === undefined || place >= ROUTES_MAX ? 0 : place + 1
    this.#cells[ANSWERS + route * CLASSES + classOf(status)]!++
  }

  noteSearch(isDeep: boolean, us: number): void {
    const start = isDeep ? DEEP : NORMAL
    this.#cells[start + bucketOf(us)]!++
    this.#cells[start + LATENCY_BUCKETS]! += us
  }
}

/** Returns the sums over all threads, ended ones included. */
export function readTraffic(block: SharedBlock): Traffic {
  const sums = new Float64Array(TRAFFIC_BYTES / 8)
  for (let thread = 0; thread < TRAFFIC_ROWS; thread++) {
    rowOf(block, thread).forEach((count, cell) => {
      sums[cell]! += count
    })
  }
  const answers = Array.from({ length: ROUTES_MAX + 1 }, (_, route) => {
    const start = ANSWERS + route * CLASSES
    return Array.from(sums.subarray(start, start + CLASSES))
  })
  return {
    inFlight: sums[IN_FLIGHT]!,
    connections: sums[CONNECTIONS]!,
    limited: sums[LIMITED]!,
    unavailable: sums[UNAVAILABLE]!,
    answers: answers.slice(1),
    strayAnswers: answers[0]!,
    normal: durationsAt(sums, NORMAL),
    deep: durationsAt(sums, DEEP),
  }
}

function durationsAt(sums: Float64Array, start: number): Durations {
  const end = start + LATENCY_BUCKETS
  return { counts: Array.from(sums.subarray(start, end)), totalUs: sums[end]! }
}

function rowOf({ float64, regions }: SharedBlock, thread: number): Float64Array {
  if (thread >= TRAFFIC_ROWS) throw new RangeError(`no row for thread ${thread}`)
  const start = (regions.traffic + thread * TRAFFIC_BYTES) / 8
  return float64.subarray(start, start + TRAFFIC_BYTES / 8)
}

/** Returns the index in `STATUS_CLASSES`; 1xx and invalid statuses count with the first class. */
function classOf(status: number): number {
  return Math.min(CLASSES - 1, Math.max(0, Math.floor(status / 100) - 2))
}
