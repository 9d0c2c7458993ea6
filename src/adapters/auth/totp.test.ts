import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCode } from './totp.ts'

const SECRET = Buffer.from('12345678901234567890')

test('the codes of RFC 6238, appendix B, are valid at their times and one step before and after', () => {
  const codes: readonly (readonly [seconds: number, code: string])[] = [
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ]
  for (const [seconds, code] of codes) {
    const stepMs = Math.floor(seconds / 30) * 30_000
    for (const nowMs of [seconds * 1000, stepMs - 30_000, stepMs + 59_999]) {
      assert.equal(isCode(SECRET, code, nowMs), true, `${seconds} ${nowMs}`)
    }
    for (const nowMs of [stepMs - 30_001, stepMs + 60_000]) {
      assert.equal(isCode(SECRET, code, nowMs), false, `${seconds} ${nowMs}`)
    }
    assert.equal(isCode(Buffer.from('12345678901234567891'), code, seconds * 1000), false)
  }
})

test('a text that is not six digits is refused', () => {
  assert.equal(isCode(SECRET, '287082', 59_000), true)
  for (const text of ['', '28708', '2870822', ' 287082', '２８７０８２', '287082\n', '94287082']) {
    assert.equal(isCode(SECRET, text, 59_000), false, text)
  }
})
