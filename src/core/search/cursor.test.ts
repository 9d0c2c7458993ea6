import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readCursor, writeCursor } from './cursor.ts'
import { cursorAfter, placeOfCursor } from './search-cursor.ts'

test('a cursor returns its position for its own query, and a mismatch for any other', () => {
  const places = fc.array(fc.oneof(fc.string(), fc.integer()), { maxLength: 6 })
  fc.assert(
    fc.property(fc.string(), fc.string(), places, (question, other, place) => {
      const cursor = writeCursor(question, place)
      assert.match(cursor, /^[A-Za-z0-9_-]+$/)
      assert.deepEqual(readCursor(question, cursor), { kind: 'place', place })
      if (other !== question) assert.deepEqual(readCursor(other, cursor), { kind: 'mismatch' })
    }),
  )
})

test('no text makes the reader throw, and a text that is not a cursor has no position', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => assert.equal(readCursor('q', text).kind, 'format')),
  )
  for (const value of [null, {}, 'text', 7, [], [7], [null, 1]]) {
    const text = Buffer.from(JSON.stringify(value)).toString('base64url')
    assert.equal(readCursor('q', text).kind, 'format')
  }
})

test('a position within its bounds is read back from its search cursor', () => {
  const asked = { name: 'Adler', deep: false, status: ['active', 'removed'] as const }
  const key = fc.record({
    tier: fc.integer({ min: 0, max: 9 }),
    step: fc.integer({ min: 0, max: 1_000_000 }),
    otherForm: fc.constantFrom(0 as const, 1 as const, 2 as const),
    inactive: fc.constantFrom(0 as const, 1 as const),
    staticRank: fc.integer({ min: 0, max: 1_000_000 }),
    uuid: fc.uuid(),
  })
  fc.assert(
    fc.property(key, (made) => {
      const place = { ...made }
      const cursor = cursorAfter(asked, place)
      assert.deepEqual(placeOfCursor(asked, cursor), place)
      assert.deepEqual(placeOfCursor({ ...asked, status: ['removed', 'active', 'active'] }, cursor), place)
    }),
  )
})
