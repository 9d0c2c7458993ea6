import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RepeatedJob, repeatJob } from './repeat-job.ts'

// Own process: it replaces the timers.

test('a job runs immediately and at each interval, never twice at the same time, and stopping it waits for the run in progress', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const runs: PromiseWithResolvers<void>[] = []
  const end = repeatJob(() => {
    const run = Promise.withResolvers<void>()
    runs.push(run)
    return run.promise
  }, 1000)
  assert.equal(runs.length, 1)
  t.mock.timers.tick(2000)
  assert.equal(runs.length, 1)
  runs[0]!.resolve()
  await new Promise(setImmediate)
  t.mock.timers.tick(1000)
  assert.equal(runs.length, 2)
  let hasEnded = false
  const ended = end().then(() => {
    hasEnded = true
  })
  await new Promise(setImmediate)
  assert.equal(hasEnded, false)
  runs[1]!.resolve()
  await ended
  t.mock.timers.tick(5000)
  assert.equal(runs.length, 2)
})

test('a job that is woken while it runs runs once more at once, never twice at the same time, and its end waits for that', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const runs: PromiseWithResolvers<void>[] = []
  const job = new RepeatedJob(() => {
    const run = Promise.withResolvers<void>()
    runs.push(run)
    return run.promise
  }, 1000)
  job.wake()
  job.wake()
  t.mock.timers.tick(1000)
  assert.equal(runs.length, 1)
  runs[0]!.resolve()
  await new Promise(setImmediate)
  assert.equal(runs.length, 2)
  runs[1]!.resolve()
  await new Promise(setImmediate)
  assert.equal(runs.length, 2, 'it was woken before the second run began')
  job.wake()
  job.wake()
  assert.equal(runs.length, 3)
  let hasEnded = false
  const ended = job.end().then(() => {
    hasEnded = true
  })
  await new Promise(setImmediate)
  assert.equal(hasEnded, false)
  runs[2]!.resolve()
  await ended
  job.wake()
  t.mock.timers.tick(5000)
  assert.equal(runs.length, 3, 'none begins after the end')
})
