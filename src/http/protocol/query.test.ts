import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { BROKEN_MAX, keyInQuery, readQuery } from './query.ts'

function valuesOf(text: string): [string, readonly string[]][] {
  const read = readQuery(text)
  assert.deepEqual(read.broken, [], text)
  return [...read.values]
}

test('parameters are decoded as form data', () => {
  assert.deepEqual(valuesOf('a=1&b=x+y&a=%C3%A4'), [
    ['a', ['1', 'ä']],
    ['b', ['x y']],
  ])
  assert.deepEqual(valuesOf('a&=1&&b='), [
    ['a', ['']],
    ['', ['1']],
    ['b', ['']],
  ])
  assert.deepEqual(valuesOf('a=1=2'), [['a', ['1=2']]])
})

test('a broken percent encoding and bytes that are not UTF-8 are reported with their parameter', () => {
  for (const text of ['a=%', 'a=%z1', 'a=%c3', 'a=%ed%a0%80', 'b=1&a=%&a=%']) {
    assert.deepEqual(readQuery(text).broken, ['a'], text)
  }
  assert.deepEqual(readQuery('a=%&%ff=1&b=%&c=1').broken, ['a', '?', 'b'])
})

test('at most twenty invalid parameters are reported, and the rest is not read', () => {
  const pairs = (count: number) => Array.from({ length: count }, (_, i) => `a${i}=%`).join('&')
  assert.equal(readQuery(pairs(BROKEN_MAX)).broken.length, BROKEN_MAX)
  const more = readQuery(`${pairs(BROKEN_MAX + 1)}&b=%41&key=1`)
  assert.equal(more.broken.length, BROKEN_MAX)
  assert.deepEqual(more.values.get('b'), ['%41'])
  assert.equal(keyInQuery(more.values), 'key')
})

test('a key is detected beside and inside of an invalid parameter', () => {
  const found = (text: string) => keyInQuery(readQuery(text).values)
  assert.equal(found('a=%zz&key=1'), 'key')
  assert.equal(found('token=%zz'), 'token')
  assert.equal(found('a=fs_live_x%zz'), 'a')
  assert.equal(found('fs_live_x%zz=1'), '')
  assert.equal(found('a=%zz'), undefined)
})

test('a query written by URLSearchParams is read back unchanged', () => {
  const pairs = fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' })), {
    maxLength: 8,
  })
  fc.assert(
    fc.property(pairs, (sent) => {
      const read = valuesOf(new URLSearchParams(sent).toString())
      const flat = read.flatMap(([name, values]) => values.map((value) => [name, value]))
      const sorted = [...new Set(sent.map(([name]) => name))].flatMap((name) =>
        sent.filter((pair) => pair[0] === name),
      )
      assert.deepEqual(flat, sorted)
    }),
  )
})

test('no text makes the reader throw', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void readQuery(text)))
})

test('a key is detected by the parameter name or by its prefix, and never repeated', () => {
  const found = (text: string) => keyInQuery(new Map(valuesOf(text)))
  assert.equal(found('token=x'), 'token')
  assert.equal(found('API_KEY='), 'API_KEY')
  assert.equal(found('a=1&b=2&b=fs_live_x'), 'b')
  assert.equal(found('fs_test_x=1'), '')
  assert.equal(found('tokens=1&monkey=2&a=xfs_live_'), undefined)
})
