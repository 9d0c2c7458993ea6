import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { exampleKey } from '../../../test/contracts/key-store.ts'
import { familyOf, isLive, stateOf } from './key.ts'

describe('the state of a key', () => {
  const cases: [string, Parameters<typeof exampleKey>[1], string, boolean][] = [
    ['nothing has ended it', {}, 'live', true],
    ['it will expire', { expiresAtMs: 1001 }, 'live', true],
    ['it has expired, to the millisecond', { expiresAtMs: 1000 }, 'expired', false],
    ['it was rotated and its overlap runs', { endsAtMs: 1001 }, 'rotated', true],
    ['it was rotated and its overlap is over', { endsAtMs: 1000 }, 'rotated', false],
    ['it was rotated, and expired in its overlap', { endsAtMs: 2000, expiresAtMs: 1000 }, 'expired', false],
    [
      'it was revoked, whatever else',
      { endsAtMs: 500, expiresAtMs: 400, revokedAtMs: 900 },
      'revoked',
      false,
    ],
  ]
  for (const [when, change, state, works] of cases) {
    it(`is ${state} when ${when}`, () => {
      const key = exampleKey(1, change)
      assert.deepEqual([stateOf(key, 1000), isLive(key, 1000)], [state, works])
    })
  }
})

describe('the family of a key', () => {
  it('contains every key that was rotated from the same one, over any number of steps and branches', () => {
    const first = exampleKey(1)
    const second = exampleKey(2, { rotatedFrom: first.id })
    const stranger = exampleKey(3)
    const third = exampleKey(4, { rotatedFrom: second.id })
    const branch = exampleKey(5, { rotatedFrom: first.id })
    const all = [first, second, stranger, third, branch]
    for (const key of [first, second, third, branch]) {
      assert.deepEqual(familyOf(all, key), [first, second, third, branch])
    }
    assert.deepEqual(familyOf(all, stranger), [stranger])
  })

  it('starts with the oldest known key', () => {
    const orphan = exampleKey(2, { rotatedFrom: exampleKey(1).id })
    const child = exampleKey(3, { rotatedFrom: orphan.id })
    assert.deepEqual(familyOf([orphan, child], child), [orphan, child])
  })
})
