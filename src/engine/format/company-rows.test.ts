import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  compareRowUuids,
  hasUuid,
  ROW_WORDS,
  readRow,
  uuidWords,
  writeRow,
  writeUuid,
} from './company-rows.ts'

const half = fc.nat(0xffff)
const whole = fc.nat(0xffffffff)
const byte = fc.nat(0xff)
const threeBits = fc.nat(7)
const fields = fc.record(
  {
    ...{ digits: whole, seat: whole, staticRank: half, court: half, form: byte, suffix: half, date: half },
    ...{ status: threeBits, type: threeBits, postcode: fc.nat(0x3ffff) },
  },
  { noNullPrototype: true },
)

test('a row returns what was written, up to the largest value of each field', () => {
  fc.assert(
    fc.property(fields, fields, (first, second) => {
      const rows = new Uint32Array(2 * ROW_WORDS)
      writeRow(rows, 0, first)
      writeRow(rows, 1, second)
      assert.deepEqual([readRow(rows, 0), readRow(rows, 1)], [first, second])
    }),
  )
})

test('rows sort by uuid in the order of its text and match no other uuid', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), (a, b) => {
      const rows = new Uint32Array(2 * ROW_WORDS)
      ;[a, b].forEach((uuid, company) => {
        writeUuid(rows, company, Buffer.from(uuid.replaceAll('-', ''), 'hex'), 0)
      })
      assert.equal(Math.sign(compareRowUuids(rows, 0, rows, 1)), a < b ? -1 : a === b ? 0 : 1)
      assert.deepEqual([hasUuid(rows, 0, uuidWords(a)), hasUuid(rows, 1, uuidWords(a))], [true, a === b])
    }),
  )
})
