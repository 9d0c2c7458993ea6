import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { Worker } from 'node:worker_threads'
import { BOUNDS_US, LATENCY_BUCKETS } from '../../core/usage/latency-buckets.ts'
import { ROUTES_MAX } from '../../core/usage/traffic.ts'
import { createSharedBlock } from './shared-block.ts'
import { readTraffic, SharedTrafficMeter } from './traffic.ts'

const TIMES = 50_000
const THREADS = [2, 3, 65]

const newBlock = () => createSharedBlock({ keysMax: 2, metersMax: 6, addressesMax: 8 }, 1)

describe('traffic in shared memory', () => {
  it('counts each response by route and status class, and 429 and 503 also by status', () => {
    const block = newBlock()
    const meter = new SharedTrafficMeter(block, 2)
    for (const status of [200, 204, 304, 404, 429, 500, 503]) meter.noteAnswer(0, status)
    meter.noteAnswer(ROUTES_MAX - 1, 200)
    meter.noteAnswer(undefined, 404)
    meter.noteAnswer(ROUTES_MAX, 404)
    const { answers, strayAnswers, limited, unavailable } = readTraffic(block)
    assert.deepEqual(answers[0], [2, 1, 2, 2])
    assert.deepEqual(answers[ROUTES_MAX - 1], [1, 0, 0, 0])
    assert.deepEqual(strayAnswers, [0, 0, 2, 0])
    assert.deepEqual([limited, unavailable], [1, 1])
  })

  it('counts normal and deep searches separately, each with its bucket and its time', () => {
    const block = newBlock()
    const meter = new SharedTrafficMeter(block, 2)
    meter.noteSearch(false, BOUNDS_US[3]!)
    meter.noteSearch(true, BOUNDS_US[3]! + 1)
    meter.noteSearch(true, 1e9)
    const { normal, deep } = readTraffic(block)
    const only = (...buckets: number[]) =>
      Array.from({ length: LATENCY_BUCKETS }, (_, i) => buckets.filter((bucket) => bucket === i).length)
    assert.deepEqual(normal, { counts: only(3), totalUs: BOUNDS_US[3] })
    assert.deepEqual(deep, { counts: only(4, LATENCY_BUCKETS - 1), totalUs: BOUNDS_US[3]! + 1 + 1e9 })
  })

  it('loses no count of several threads that count at the same time', async () => {
    const block = newBlock()
    await Promise.all(
      THREADS.map((thread) => {
        const file = new URL('../../../test/fixtures/traffic-thread.ts', import.meta.url)
        const worker = new Worker(file, { workerData: { block: block.buffer, thread, times: TIMES } })
        return once(worker, 'exit')
      }),
    )
    const { answers, normal, inFlight } = readTraffic(block)
    assert.equal(answers[1]![0], THREADS.length * TIMES)
    assert.equal(normal.totalUs, THREADS.length * TIMES)
    assert.equal(inFlight, THREADS.length)
  })

  it('forgets the requests in flight of a thread that ended, but not those that it has answered', () => {
    const block = newBlock()
    const dead = new SharedTrafficMeter(block, 2)
    dead.addInFlight(1)
    dead.addConnections(1)
    dead.noteAnswer(0, 200)
    new SharedTrafficMeter(block, 3).addInFlight(1)
    new SharedTrafficMeter(block, 2)
    const { inFlight, connections, answers } = readTraffic(block)
    assert.deepEqual([inFlight, connections, answers[0]![0]], [1, 0, 1])
  })
})
