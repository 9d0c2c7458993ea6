/**
 * The usage of keys, counted in the shared block by every HTTP thread and collected by the supervisor. A cell
 * is a 32-bit number; each key has its own cells, at the place of its entry in the key table.
 */
import { bucketOf, LATENCY_BUCKETS } from '../../core/usage/latency-buckets.ts'
import { TOO_MANY_REQUESTS } from '../../core/usage/traffic.ts'
import type { UsageRow } from '../../core/usage/usage.ts'
import type { RequestOutcome, UsageMeter } from '../../core/usage/usage-meter.ts'
import { readEntry, startOf } from './key-table.ts'
import { type SharedBlock, USAGE_BYTES } from './shared-block.ts'

const REQUESTS = 0
const ERRORS = 1
const LIMITED = 2
const DEEP = 3
const LATENCIES = 4

const FIRST_ERROR = 400

/** Counts usage for one thread: two to four additions per request. */
export class SharedUsageMeter implements UsageMeter {
  readonly #block: SharedBlock

  constructor(block: SharedBlock) {
    this.#block = block
  }

  note(place: number, { status, us, isDeep }: RequestOutcome): void {
    const { int32, regions } = this.#block
    const at = (regions.usage + place * USAGE_BYTES) / 4
    if (isDeep) Atomics.add(int32, at + DEEP, 1)
    if (status === TOO_MANY_REQUESTS) Atomics.add(int32, at + LIMITED, 1)
    else if (status >= FIRST_ERROR) Atomics.add(int32, at + ERRORS, 1)
    else Atomics.add(int32, at + LATENCIES + bucketOf(us), 1)
    // Last, because the collector reads this cell to see whether there is anything to collect.
    Atomics.add(int32, at + REQUESTS, 1)
  }
}

/**
 * Takes the usage since the last call as rows of this hour; unused keys have no row. What threads count
 * meanwhile is in this collection or in the next one, never in both.
 */
export function collectUsage(block: SharedBlock, hour: number): UsageRow[] {
  const rows: UsageRow[] = []
  for (let place = 0; place < block.keyPlaces; place++) {
    const at = (block.regions.usage + place * USAGE_BYTES) / 4
    if (Atomics.load(block.int32, at + REQUESTS) === 0) continue
    const take = (cell: number) => Atomics.exchange(block.int32, at + cell, 0)
    const { id, account } = readEntry(block, startOf(block, place)).facts
    rows.push({
      key: id,
      account,
      hour,
      requests: take(REQUESTS),
      errors: take(ERRORS),
      limited: take(LIMITED),
      deep: take(DEEP),
      latencies: Array.from({ length: LATENCY_BUCKETS }, (_, i) => take(LATENCIES + i)),
    })
  }
  return rows
}
