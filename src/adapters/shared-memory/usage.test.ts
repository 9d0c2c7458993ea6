import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { exampleKey } from '../../../test/contracts/key-store.ts'
import { addUsage, NO_USAGE, type UsageRow, type UsageSums } from '../../core/usage/usage.ts'
import { SharedKeyRing } from './key-ring.ts'
import { SharedKeyWriter } from './key-writer.ts'
import { createSharedBlock } from './shared-block.ts'
import { collectUsage, SharedUsageMeter } from './usage.ts'

const THREADS = 8
const TIMES = 30_000

function board() {
  const block = createSharedBlock({ keysMax: 100, metersMax: 300, addressesMax: 8 }, 1)
  const writer = new SharedKeyWriter(block)
  const ring = new SharedKeyRing(block, { clock: { nowMs: () => 1, monotonicNs: () => 0n } })
  const enter = (number: number) => {
    const key = exampleKey(number)
    writer.put(key, 0)
    return { key, place: ring.find(key.hash)!.place }
  }
  return { block, enter }
}

const sum = (rows: readonly UsageRow[]) => rows.reduce<UsageSums>(addUsage, NO_USAGE)

describe('usage in shared memory', () => {
  it('is collected once, by key and account', () => {
    const { block, enter } = board()
    const [one, other] = [enter(1), enter(2)]
    const meter = new SharedUsageMeter(block)
    meter.note(one.place, { status: 200, us: 49, isDeep: false })
    meter.note(one.place, { status: 500, us: 49, isDeep: true })
    meter.note(other.place, { status: 429, us: 49, isDeep: false })
    const rows = collectUsage(block, 7).toSorted((a, b) => a.limited - b.limited)
    assert.deepEqual(rows, [
      {
        key: one.key.id,
        account: one.key.account,
        hour: 7,
        requests: 2,
        errors: 1,
        limited: 0,
        deep: 1,
        latencies: NO_USAGE.latencies.with(0, 1),
      },
      {
        ...{ key: other.key.id, account: other.key.account, hour: 7 },
        ...{ ...NO_USAGE, requests: 1, limited: 1 },
      },
    ])
    assert.deepEqual(collectUsage(block, 8), [])
  })

  it('is exact over eight threads while it is collected', async () => {
    const { block, enter } = board()
    const { place } = enter(1)
    const workers = Array.from(
      { length: THREADS },
      () =>
        new Worker(new URL('../../../test/fixtures/usage-thread.ts', import.meta.url), {
          workerData: { buffer: block.buffer, place, times: TIMES },
        }),
    )
    let isOver = false
    const over = Promise.all(workers.map((worker) => once(worker, 'exit'))).then(() => {
      isOver = true
    })
    const rows: UsageRow[] = []
    while (!isOver) {
      rows.push(...collectUsage(block, 7))
      await turn()
    }
    await over
    rows.push(...collectUsage(block, 7))
    const { latencies, ...counts } = sum(rows)
    const all = THREADS * TIMES
    assert.deepEqual(counts, { requests: all, errors: all / 3, limited: all / 3, deep: all / 2 })
    assert.equal(
      latencies.reduce((a, b) => a + b),
      all / 3,
    )
  })
})
