import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ObedientCommands } from '../../../test/fixtures/commanded-thread.ts'
import { Failure } from '../../core/failure.ts'
import { startThread, type Thread } from './thread.ts'
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
        const thread = startThread<ObedientCommands>(THREAD, {})
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
    const thread = startThread<ObedientCommands>(THREAD, {})
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
    const thread = startThread<ObedientCommands>(THREAD, {})
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
