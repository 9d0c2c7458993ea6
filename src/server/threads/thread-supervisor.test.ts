import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ObedientCommands } from '../../../test/fixtures/commanded-thread.ts'
import { Failure } from '../../core/failure.ts'
import { startThread, type Thread, ThreadExhausted } from './thread.ts'
import { ThreadSupervisor } from './thread-supervisor.ts'

const THREAD = new URL('../../../test/fixtures/commanded-thread.ts', import.meta.url)

function supervisor(
  prepare: (thread: Thread<ObedientCommands>) => Promise<unknown> = (thread) => thread.send('echo', 1),
) {
  const deaths: string[] = []
  const waits: number[] = []
  const threads: Thread<ObedientCommands>[] = []
  let onStart = () => {}
  const kept = new ThreadSupervisor<ObedientCommands>(
    {
      start: () => {
        const thread = startThread<ObedientCommands>(THREAD, {}, { oldMbMax: 64 })
        threads.push(thread)
        return thread
      },
      prepare: async (thread) => {
        await prepare(thread)
        onStart()
      },
      died: (error, restartInMs) => {
        deaths.push(error.message)
        waits.push(restartInMs)
      },
    },
    () => performance.now(),
  )
  const nextStart = () =>
    new Promise<void>((resolve) => {
      onStart = resolve
    })
  return { kept, deaths, waits, threads, nextStart }
}

describe('a thread', () => {
  it('answers, reports progress, and transmits failures unchanged', async () => {
    const thread = startThread<ObedientCommands>(THREAD, {}, { oldMbMax: 64 })
    const heard: unknown[] = []
    assert.equal(await thread.send('echo', 'x', (progress) => heard.push(progress)), 'x')
    assert.deepEqual(heard, ['half'])
    await assert.rejects(thread.send('refuse', {}), (error: unknown) => {
      assert.ok(error instanceof Failure)
      assert.deepEqual(
        [error.code, error.message, error.details],
        ['conflict', 'not now', [{ field: '/x', reason: 'type' }]],
      )
      return true
    })
    await thread.kill()
    await thread.ended
  })

  it('that dies fails every open call with the error that ended it', async () => {
    const thread = startThread<ObedientCommands>(THREAD, {}, { oldMbMax: 64 })
    const open = thread.send('wait', {})
    await thread.send('echo', 1)
    const dying = thread.send('die', {})
    for (const question of [open, dying]) {
      await assert.rejects(
        question,
        (error: unknown) => error instanceof Failure && error.message === 'of old age',
      )
    }
    assert.equal((await thread.ended)?.message, 'of old age')
  })
})

const SOON = { beats: { missedMax: 2, everyMs: 20 } }

describe('a thread with limits', () => {
  it('is ended, with its calls, when its event loop stops while it is watched', async () => {
    const thread = startThread<ObedientCommands>(THREAD, {}, { oldMbMax: 64, ...SOON })
    await thread.send('echo', 1)
    thread.watch()
    const isEnded = (error: unknown) =>
      error instanceof Failure &&
      error.code === 'service_unavailable' &&
      error.message === 'The thread made no progress for 0.04 seconds.'
    await Promise.all([
      assert.rejects(thread.send('spin', {}), isEnded),
      assert.rejects(thread.send('wait', {}), isEnded),
    ])
    assert.ok(thread.fault instanceof ThreadExhausted)
    assert.equal(await thread.ended, thread.fault)
  })

  it('ends alone when it needs more memory than it may have', async () => {
    const thread = startThread<ObedientCommands>(THREAD, {}, { oldMbMax: 32, youngMbMax: 4 })
    await assert.rejects(thread.send('fill', {}), /The thread needed more than 32 MB of memory\./)
    assert.ok(thread.fault instanceof ThreadExhausted)
  })
})

describe('a supervised thread', () => {
  it('is restarted after each death with an increasing delay, and each death is logged', async () => {
    const { kept, deaths, waits, threads, nextStart } = supervisor()
    await kept.start()
    for (let i = 0; i < 3; i++) {
      const again = nextStart()
      await kept.thread?.send('die', {}).catch(() => undefined)
      await again
    }
    assert.deepEqual(deaths, Array(3).fill('of old age'))
    assert.deepEqual(waits, [100, 200, 400])
    assert.equal(threads.length, 4)
    assert.equal(await kept.thread?.send('echo', 'alive'), 'alive')
    await kept.stop((thread) => thread.send('close', {}))
    assert.equal(kept.state, 'stopped')
    assert.equal(threads.length, 4)
  })

  it('that does not start is reported at once and not restarted', async () => {
    const { kept } = supervisor((thread) => thread.send('die', {}))
    await assert.rejects(kept.start(), /of old age/)
  })

  it('stays stopped, even if it is stopped while it waits for its restart', async () => {
    const { kept, threads, deaths } = supervisor()
    await kept.start()
    await kept.thread?.send('die', {}).catch(() => undefined)
    await threads[0]?.ended
    await kept.stop((thread) => thread.send('close', {}))
    assert.ok(deaths.length <= 1)
    assert.equal(threads.length, 1)
  })
})
