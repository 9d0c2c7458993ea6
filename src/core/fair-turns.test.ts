import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from './failure.ts'
import { FairTurns } from './fair-turns.ts'

const LIMITS = { runningMax: 2, waitingMax: 4, waitingOfOwnerMax: 2 }

/** Steps that a test ends. */
function steps() {
  const turns = new FairTurns<string>(LIMITS)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const add = (name: string) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    ends.set(name, resolve)
    return turns.run(name.charAt(0), async () => {
      begun.push(name)
      await promise
      return name
    })
  }
  const end = async (name: string) => {
    ends.get(name)?.()
    await new Promise((done) => setImmediate(done))
  }
  return { turns, begun, add, end }
}

const isUnavailable = (error: unknown) => error instanceof Failure && error.code === 'service_unavailable'

test('one step of an owner runs at a time, and another owner does not wait for its second one', async () => {
  const { begun, add, end } = steps()
  const all = ['a1', 'a2', 'b1', 'c1'].map(add)
  await end('')
  assert.deepEqual(begun, ['a1', 'b1'])
  await end('b1')
  assert.deepEqual(begun, ['a1', 'b1', 'c1'])
  await end('a1')
  assert.deepEqual(begun, ['a1', 'b1', 'c1', 'a2'])
  for (const name of ['a2', 'c1']) await end(name)
  assert.deepEqual(await Promise.all(all), ['a1', 'a2', 'b1', 'c1'])
})

test('an owner is refused more waiting steps than its share, and everybody more than there are', async () => {
  const { add, begun, end } = steps()
  const all = ['a1', 'a2', 'a3', 'b1'].map(add)
  await assert.rejects(add('a4'), isUnavailable)
  all.push(add('c1'), add('d1'))
  await assert.rejects(add('e1'), isUnavailable)
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'd1']) await end(name)
  for (const name of ['c1', 'a2', 'd1', 'a3']) await end(name)
  await Promise.all(all)
  assert.equal(begun.length, 6)
})

test('a step that fails gives its turn to the next one', async () => {
  const { turns } = steps()
  await assert.rejects(
    turns.run('a', () => Promise.reject(new Error('no'))),
    /no/,
  )
  assert.equal(await turns.run('a', async () => 'yes'), 'yes')
})
