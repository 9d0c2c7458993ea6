import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { JsonElementSplitter } from './json-elements.ts'
import { LINE_BYTES_MAX } from './line-splitter.ts'

function split(document: string | Buffer, chunkBytes = Number.POSITIVE_INFINITY) {
  const splitter = new JsonElementSplitter()
  const bytes = Buffer.from(document)
  const out = []
  for (let from = 0; from < bytes.length; from += chunkBytes)
    out.push(...splitter.feed(bytes.subarray(from, Math.min(bytes.length, from + chunkBytes))))
  return [...out, ...splitter.end()]
}

test('the elements of a list are the same as JSON.parse gives, in chunks of any size', () => {
  fc.assert(
    fc.property(
      fc.array(fc.jsonValue({ maxDepth: 3 })),
      fc.integer({ min: 1, max: 40 }),
      fc.boolean(),
      fc.boolean(),
      (elements, chunkBytes, isPretty, isWrapped) => {
        const document = isWrapped ? { meta: { list: [1], note: '[]' }, data: elements, end: [2] } : elements
        const text = JSON.stringify(document, null, isPretty ? 2 : undefined)
        const found = split(text, chunkBytes).map((element) => JSON.parse(element.text))
        assert.deepEqual(found, JSON.parse(JSON.stringify(elements)))
      },
    ),
    { numRuns: 2000 },
  )
})

test('an element has the number of the line on which it begins', () => {
  const lines = split('{"data": [\n{"a":\n1},\n\n{"b": 2}\n]}').map(({ number }) => number)
  assert.deepEqual(lines, [2, 5])
})

test('a document that ends before its list does has a last element that is no JSON', () => {
  for (const text of ['[{"a": 1},{"b"', '[{"a": 1}', '[', '{"data": [1,', '{"a": 1', '"[']) {
    const last = split(text).at(-1)
    assert.throws(() => JSON.parse(last?.text ?? '1'), text)
  }
})

test('a document without a list is one element, however it is cut into chunks', () => {
  const text = '{\n  "meta": {"of": {"list": [1]}},\n  "data": {"a": [1, {"b": "}"}]}\n}\n'
  for (const chunk of [1, 7, 1000]) {
    const [one, ...others] = split(text, chunk)
    assert.deepEqual([one?.number, one?.text, others.length], [1, text.trim(), 0])
  }
})

test('an element longer than a line may be is a fault, and those around it are not', () => {
  const long = `"${'x'.repeat(LINE_BYTES_MAX - 2)}"`
  const faults = (text: string) => split(`[1,${text},2]`, 100_000).map(({ fault }) => fault)
  assert.deepEqual(faults(long), [undefined, undefined, undefined])
  assert.deepEqual(faults(` ${long}`.replace('xx', 'xxx')), [undefined, 'line_too_long', undefined])
  assert.deepEqual(faults('['.repeat(3 * LINE_BYTES_MAX)), [undefined, 'line_too_long'])
})

test('an element that is not UTF-8 is a fault', () => {
  const bytes = Buffer.concat([Buffer.from('["a","'), Buffer.from([0xff]), Buffer.from('","b"]')])
  assert.deepEqual(
    split(bytes).map(({ fault }) => fault),
    [undefined, 'not_utf8', undefined],
  )
})
