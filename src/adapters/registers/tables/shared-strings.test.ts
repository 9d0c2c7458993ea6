import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SHARED_TEXT_BYTES_MAX, SharedStrings } from './shared-strings.ts'

test('texts are found by their number, over many pages', () => {
  const strings = new SharedStrings()
  const textOf = (i: number) => (i % 7 === 0 ? '' : `Größe ${'ü'.repeat((i * 131) % 3000)} ${i}`)
  for (let i = 0; i < 20_000; i++) assert.ok(strings.add(textOf(i)))
  for (const i of [0, 1, 6, 7, 8, 5000, 19_998, 19_999]) assert.equal(strings.at(i), textOf(i))
  for (const none of [-1, 20_000, 1.5, Number.NaN]) assert.equal(strings.at(none), undefined)
})

test('a text has room up to the limit of the memory, and none beyond it', () => {
  const entryBytes = 8
  const strings = new SharedStrings(2 * entryBytes + 10)
  assert.ok(strings.add('12345'))
  assert.ok(strings.add('12345'))
  assert.equal(strings.add(''), false)
})

test('a text is cut at the longest length', () => {
  const strings = new SharedStrings()
  strings.add('x'.repeat(SHARED_TEXT_BYTES_MAX))
  strings.add('x'.repeat(SHARED_TEXT_BYTES_MAX + 1))
  assert.deepEqual(
    [strings.at(0)?.length, strings.at(1)?.length],
    [SHARED_TEXT_BYTES_MAX, SHARED_TEXT_BYTES_MAX],
  )
})
