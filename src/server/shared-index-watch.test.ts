import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '../core/failure.ts'
import { SharedIndexWatch } from './shared-index-watch.ts'

// Own process: it replaces the timers.

const READ_MS = 5000
const AWAY = 'OpenSearch cannot be searched, searches are answered with 503'
const BACK = 'OpenSearch can be searched again'
const LOST = 'the index in OpenSearch is incomplete and is being restored'
const WHOLE = 'the index in OpenSearch is complete again'

/** A watch of an index that tests lose and restore. */
function openWatch(isShared = true) {
  const index = { sequence: 7 as number | undefined, fault: undefined as Error | undefined }
  const lines: string[] = []
  const restored: PromiseWithResolvers<void>[] = []
  const time = { ms: 0 }
  const write = (fields: object, message: string) =>
    void lines.push('error' in fields ? `${message}: ${fields.error}` : message)
  const watch = new SharedIndexWatch({
    ...{
      isShared,
      log: { warn: write, error: write },
      clock: { monotonicNs: () => BigInt(time.ms) * 1_000_000n },
    },
    async readSequence() {
      if (index.fault !== undefined) throw index.fault
      return index.sequence
    },
    searchedSequence: () => 7,
    restore() {
      restored.push(Promise.withResolvers<void>())
      return restored.at(-1)!.promise
    },
  })
  return { watch, index, lines, restored, time }
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
}

test('an index that is away is said to be so once a minute, and is compared with the store when it is back', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { watch, index, lines, restored, time } = openWatch()
  const end = watch.start()
  const tick = async (times = 1) => {
    for (let i = 0; i < times; i++) {
      time.ms += READ_MS
      t.mock.timers.tick(READ_MS)
      await settle()
    }
    return lines.splice(0)
  }
  assert.deepEqual([await tick(), watch.state, restored.length], [[], 'reached', 0])
  index.fault = new Error('refused')
  assert.deepEqual([await tick(), watch.state], [[`${AWAY}: refused`], 'lost'])
  assert.deepEqual(await tick(11), [])
  assert.deepEqual(await tick(), [`${AWAY}: refused`])
  index.fault = undefined
  assert.deepEqual([await tick(), watch.state, restored.length], [[BACK], 'reached', 1])
  // One comparison at a time.
  assert.deepEqual([await tick(3), restored.length], [[], 1])
  // One that fails, as when the store is away, is repeated; nothing is known to be lost.
  restored[0]!.reject(new Error('the store is away'))
  assert.deepEqual([await tick(2), watch.state, restored.length], [[], 'reached', 2])
  restored[1]!.resolve()
  assert.deepEqual([await tick(3), restored.length], [[], 2])
  await end()
})

test('an index that is gone, or older than it was, is said to be incomplete until it is restored', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  for (const [sequence, reason] of [
    [undefined, 'it is gone, or its state is'],
    [5, 'it has changes up to 5, and had 7'],
  ] as const) {
    const { watch, index, lines, restored } = openWatch()
    const end = watch.start()
    const tick = async () => {
      t.mock.timers.tick(READ_MS)
      await settle()
      return lines.splice(0)
    }
    await tick()
    index.sequence = sequence
    assert.deepEqual([await tick(), watch.state], [[`${LOST}: ${reason}`], 'lost'])
    // An attempt that failed is repeated.
    restored[0]!.reject(new Error('refused'))
    await tick()
    await tick()
    assert.deepEqual([restored.length, watch.state], [2, 'lost'])
    index.sequence = 7
    restored[1]!.resolve()
    assert.deepEqual([await tick(), watch.state], [[WHOLE], 'reached'])
    assert.deepEqual([await tick(), restored.length], [[], 2])
    await end()
  }
})

test('a server starts although the index that nodes share cannot be used, but not with a fault of its own', async () => {
  const unavailable = new Failure('service_unavailable', 'OpenSearch at a cannot be used.')
  const shared = openWatch().watch
  assert.equal(await shared.open(Promise.resolve()), undefined)
  assert.equal(shared.state, 'reached')
  assert.equal(await shared.open(Promise.reject(unavailable)), unavailable.message)
  assert.equal(shared.state, 'lost')
  const wrong = new Failure('invalid_request', 'OPENSEARCH_URL is no address.')
  await assert.rejects(shared.open(Promise.reject(wrong)), wrong)
  const own = openWatch(false).watch
  await assert.rejects(own.open(Promise.reject(unavailable)), unavailable)
  assert.equal(own.state, 'none')
})
