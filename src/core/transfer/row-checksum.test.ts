import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RowChecksum } from './row-checksum.ts'
import type { TransferRow } from './transfer-ports.ts'

function checksumOf(...rows: readonly TransferRow[]): string {
  const checksum = new RowChecksum()
  for (const row of rows) checksum.add(row)
  assert.equal(checksum.rows, rows.length)
  return checksum.text
}

const A = [1, 'a', null]
const B = [2, 'b', '00ff']

test('the checksum of the same rows in another order is the same', () => {
  assert.equal(checksumOf(A, B, B), checksumOf(B, A, B))
})

test('the checksum differs with a missing, a doubled, a changed row and with values in other columns', () => {
  const others = [
    [A],
    [A, B, B],
    [A, A],
    [A, [2, 'b', '00fe']],
    [A, [2, 'b', null]],
    [A, ['2', 'b', '00ff']],
    [A, [2, '', 'b00ff']],
    [],
  ]
  const all = [[A, B], ...others].map((rows) => checksumOf(...rows))
  assert.equal(new Set(all).size, all.length)
})

test('the checksum of a table without rows is 32 zeros', () => {
  assert.equal(checksumOf(), '0'.repeat(32))
})
