import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { readPlainSearch } from './plain-search.ts'
import { searchBody } from './search-route.ts'

const name = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 5 }),
  fc.constantFrom('', ' ', 'Zeiss', ' a\tb ', 'u\u0308', 'x'.repeat(500), 'x'.repeat(501), '\ud800'),
)
const anything = fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constantFrom(0, 1, 1.5, -0, 100, 101, true, null))
const body = fc.oneof(
  fc.record(
    { name, deep: fc.boolean(), limit: fc.integer({ min: 0, max: 102 }) },
    { requiredKeys: ['name'] },
  ),
  fc.record(
    { name: fc.oneof(name, anything), deep: anything, limit: anything, include: anything, more: anything },
    { requiredKeys: [] },
  ),
  anything,
)

describe('a plain search', () => {
  it('is read as the schema reads it, and left to the schema when that would refuse it', () => {
    let plain = 0
    fc.assert(
      fc.property(body, (sent) => {
        const value: unknown = JSON.parse(JSON.stringify(sent))
        const read = readPlainSearch(value)
        if (read === undefined) return
        plain++
        assert.deepEqual(read, searchBody.parse(value))
      }),
      { numRuns: 3000 },
    )
    assert.ok(plain > 300, `${plain} of 3000 were plain`)
  })

  it('is every body of a sound name with or without deep and limit', () => {
    for (const more of [{}, { deep: true }, { limit: 100 }, { limit: 1, deep: false }])
      assert.deepEqual(
        readPlainSearch({ name: ' Zeiss ', ...more }),
        searchBody.parse({ name: ' Zeiss ', ...more }),
      )
  })

  it('has no other field, not even one of the language', () => {
    for (const text of [
      '{"name":"Zeiss","__proto__":1}',
      '{"name":"Zeiss","constructor":1}',
      '["name"]',
      'null',
      '"a"',
    ])
      assert.equal(readPlainSearch(JSON.parse(text)), undefined, text)
  })
})
