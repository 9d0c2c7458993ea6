import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readMetrics } from '../../../test/fixtures/prometheus-text.ts'
import { type Family, metricsText, type Sample } from './metrics-text.ts'

const anyText = fc.string({ unit: fc.constantFrom('a', 'Ä', '"', '\\', '\n', '{', '}', ',', '=', '#', ' ') })
const value = fc.oneof(
  fc.double(),
  fc.constantFrom(0, 1, 1e21, 5e-7, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN),
)
const labels = fc.dictionary(fc.constantFrom('route', 'code', '_x1'), anyText, { noNullPrototype: true })
const samples: fc.Arbitrary<Sample[]> = fc.uniqueArray(fc.record({ labels, value }), {
  minLength: 1,
  maxLength: 5,
  selector: ({ labels: of }) => JSON.stringify(Object.entries(of).sort()),
})

test('any label, help text or value is read back unchanged', () => {
  const type = fc.constantFrom('counter' as const, 'gauge' as const)
  const family: fc.Arbitrary<Family> = fc.record({
    name: fc.constantFrom('a_total', 'b_bytes', 'c:d'),
    type,
    help: anyText,
    samples,
  })
  const all = fc.uniqueArray(family, { selector: ({ name }) => name, maxLength: 3 })
  fc.assert(
    fc.property(all, (families) => {
      const read = readMetrics(metricsText(families))
      assert.deepEqual(
        [...read.keys()],
        families.map(({ name }) => name),
      )
      for (const { name, type: kind, help, samples: told } of families) {
        const found = read.get(name)!
        assert.deepEqual([found.type, found.help], [kind, help])
        const plain = told.map((sample) => ({ name, labels: sample.labels, value: sample.value + 0 }))
        assert.deepEqual(
          found.samples.map((sample) => ({ ...sample, value: sample.value + 0 })),
          plain,
        )
      }
    }),
  )
})

test('a family without series is omitted, and no families give an empty text', () => {
  assert.equal(metricsText([{ name: 'a', type: 'gauge', help: 'b', samples: [] }]), '')
})
