import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ARRAY_BYTES_MAX, GrowingArray, GrowingTexts } from './growing-array.ts'

test('a growing array keeps what was pushed, set or written into reserved elements whenever it grows', () => {
  const numbers = new GrowingArray(Uint16Array)
  for (let i = 0; i < 5000; i++) numbers.push(i)
  numbers.set(4000, 7)
  numbers.reserve(3000)
  for (let i = 0; i < 3000; i++) numbers.backing[numbers.length + i] = 9
  numbers.commit(2500)
  assert.equal(numbers.length, 7500)
  assert.deepEqual(
    [numbers.at(0), numbers.at(1024), numbers.at(4000), numbers.at(4999), numbers.at(7499)],
    [0, 1024, 7, 4999, 9],
  )
  assert.equal(numbers.view().length, 7500)
  numbers.pushAll(new Uint16Array(5000).fill(8))
  assert.deepEqual(
    [numbers.length, numbers.at(7499), numbers.at(7500), numbers.at(12_499)],
    [12_500, 9, 8, 8],
  )
})

test('a discarded array is empty and can be filled again', () => {
  const numbers = new GrowingArray(Uint32Array)
  for (let i = 0; i < 3000; i++) numbers.push(i)
  const view = numbers.view()
  numbers.discard()
  assert.deepEqual([numbers.length, numbers.view().length, view.length], [0, 0, 0])
  numbers.push(5)
  assert.deepEqual([...numbers.view()], [5])
})

test('growth beyond the reserved bytes throws and keeps the elements', () => {
  const numbers = new GrowingArray(Uint32Array)
  numbers.push(1)
  assert.throws(() => numbers.reserve(ARRAY_BYTES_MAX / 4), RangeError)
  assert.deepEqual([...numbers.view()], [1])
})

test('texts are stored one after the other as UTF-8, empty and long ones included', () => {
  const texts = new GrowingTexts()
  const written = ['', 'Müller', '株式会社', 'x'.repeat(3000), '🚀']
  for (const text of written) texts.push(text)
  const [bytes, starts] = [texts.bytes.view(), texts.starts.view()]
  const read = written.map((_, i) => Buffer.from(bytes.slice(starts[i], starts[i + 1])).toString('utf8'))
  assert.deepEqual(read, written)
})
