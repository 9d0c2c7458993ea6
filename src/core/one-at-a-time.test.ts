import assert from 'node:assert/strict'
import { test } from 'node:test'
import { oneAtATime } from './one-at-a-time.ts'

test('steps run in the order of the calls, each after the previous one has ended or failed', async () => {
  const inTurn = oneAtATime()
  const begun: number[] = []
  const ends = [0, 1, 2].map(() => Promise.withResolvers<number>())
  const results = ends.map(({ promise }, i) =>
    inTurn(() => {
      begun.push(i)
      return promise
    }),
  )
  ends[1]!.resolve(1)
  ends[2]!.resolve(2)
  await new Promise(setImmediate)
  assert.deepEqual(begun, [0])
  ends[0]!.reject(new Error('refused'))
  await assert.rejects(results[0]!, /refused/)
  assert.deepEqual(await Promise.all(results.slice(1)), [1, 2])
  assert.deepEqual(begun, [0, 1, 2])
})
