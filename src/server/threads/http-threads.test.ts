import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { ScriptedSnapshot } from '../../../test/fixtures/index-thread.ts'
import { systemClock } from '../../adapters/system/clock.ts'
import type { PublishedIndex } from '../../core/search/published-index.ts'
import { HttpThreads, type HttpThreadsOptions } from './http-threads.ts'

const FILE = new URL('../../../test/fixtures/index-thread.ts', import.meta.url)
const COUNT = 3
const FIRST_THREAD = 2
/** Snapshots that are published one after the other. */
const SNAPSHOTS = 15

type Faults = ScriptedSnapshot['faults']

/** Threads that follow the script of the snapshots, and what each answers from. */
async function scripted(test: TestContext) {
  const buffer = new SharedArrayBuffer(1024)
  const answersFrom = new Int32Array(buffer, 0, 8)
  const told: string[] = []
  const log = {
    debug: () => {},
    info: () => {},
    warn: () => {},
    error: ({ error }: Readonly<Record<string, unknown>>) => told.push(String(error)),
    flush: () => {},
  }
  const threads = new HttpThreads({
    // No lock and no setting is used by these threads.
    memory: { buffer, freeLocksOfDead: () => {} },
    clock: systemClock,
    data: {} as HttpThreadsOptions['data'],
    count: COUNT,
    isShared: COUNT > 1,
    port: 0,
    answer: async () => assert.fail('these threads send no command'),
    log,
    file: FILE,
    publishMsMax: 500,
  })
  await threads.start()
  test.after(() => threads.stop())
  const publish = (number: number, faults: Faults = {}) =>
    threads.publish({ number, faults } satisfies ScriptedSnapshot as unknown as PublishedIndex)
  /** What the threads answer from that work. */
  const answers = () =>
    threads.states.flatMap((state, i) => (state === 'working' ? [answersFrom[FIRST_THREAD + i]!] : []))
  const allWork = async () => {
    while (threads.states.some((state) => state !== 'working')) await setImmediate()
  }
  return { threads, told, publish, answers, allWork }
}

describe('HTTP threads that receive a new index', () => {
  for (const fault of ['refuses', 'dies', 'hangs'] as const) {
    it(`all answer from it when publishing resolves; a thread that ${fault} is replaced by one that starts with it`, async (test) => {
      const { told, publish, answers, allWork } = await scripted(test)
      await publish(1)
      assert.deepEqual(answers(), [1, 1, 1])
      await publish(2, { 3: fault })
      assert.deepEqual(answers(), [2, 2])
      assert.equal(told.length, 1)
      assert.match(told[0]!, /refused|died of it|no answer within 500 ms/)
      await allWork()
      assert.deepEqual(answers(), [2, 2, 2])
    })
  }

  it('never answer from an older one after a newer one was published, even if threads die and restart', async (test) => {
    const { publish, answers, allWork } = await scripted(test)
    for (let number = 1; number <= SNAPSHOTS; number++) {
      const faults: Faults =
        number % 3 === 0 ? { [FIRST_THREAD + (number % COUNT)]: number % 2 ? 'dies' : 'refuses' } : {}
      await publish(number, faults)
      for (const answered of answers()) assert.ok(answered >= number, `${answered} after ${number}`)
      if (number % 5 === 0) await allWork()
    }
    await allWork()
    assert.deepEqual(answers(), [SNAPSHOTS, SNAPSHOTS, SNAPSHOTS])
  })

  it('start with the newest one, even if an older one is published last', async (test) => {
    const { publish, answers, allWork } = await scripted(test)
    await Promise.all([publish(2, { 2: 'dies' }), publish(1)])
    await allWork()
    assert.deepEqual(answers(), [2, 2, 2])
  })
})
