/** The search page's own rules: the question in the address bar, and the request as a line for the shell. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import fc from 'fast-check'
import { curlOf } from '../dashboard/src/search/curl.ts'
import { KeptAnswers } from '../dashboard/src/search/kept-answers.ts'
import {
  bodyOf,
  FILTER_NAMES,
  type Filters,
  MODES,
  NO_FILTERS,
  readQuestion,
  writeQuestion,
} from '../dashboard/src/search/question.ts'

const value = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => !text.includes('~'))
const filters = fc.record(
  Object.fromEntries(FILTER_NAMES.map((name) => [name, fc.uniqueArray(value, { maxLength: 5 })])),
  { noNullPrototype: true },
) as unknown as fc.Arbitrary<Filters>
const question = fc.record(
  {
    name: fc.string({ unit: 'grapheme' }).map((text) => text.trim()),
    mode: fc.constantFrom(...MODES),
    filters,
  },
  { noNullPrototype: true },
)

test('every search is read back from the URL as it was written', () => {
  fc.assert(fc.property(question, (asked) => assert.deepEqual(readQuestion(writeQuestion(asked)), asked)))
})

test('an initial page has an empty query string, and any query string is read without an error', () => {
  assert.equal(writeQuestion({ name: '', mode: 'normal', filters: NO_FILTERS }), '')
  fc.assert(
    fc.property(fc.string(), (search) => {
      const { mode, filters: read } = readQuestion(search)
      assert.ok(MODES.includes(mode))
      for (const name of FILTER_NAMES) assert.ok(read[name].length <= 50)
    }),
  )
})

test('the request body contains only chosen values, and a comparison sends one body for each search', () => {
  const asked = { name: 'Adler', mode: 'normal', filters: { ...NO_FILTERS, city: ['Köln'] } } as const
  assert.deepEqual(bodyOf(asked, false), { name: 'Adler', city: ['Köln'] })
  assert.deepEqual(bodyOf({ ...asked, mode: 'deep' }, true), { name: 'Adler', deep: true, city: ['Köln'] })
  for (const deep of [true, false])
    assert.deepEqual(bodyOf({ ...asked, mode: 'both' }, deep), { name: 'Adler', deep, city: ['Köln'] })
  const former = { ...asked, filters: { ...NO_FILTERS, state: ['DE-BY'], former: ['only'] } }
  assert.deepEqual(bodyOf(former, false), { name: 'Adler', state: ['DE-BY'], former: 'only' })
})

test('the shown shell command sends exactly the URL and the body, for any name', () => {
  const name = fc.string({ unit: 'grapheme', maxLength: 30 }).filter((text) => !text.includes('\0'))
  fc.assert(
    fc.property(
      fc.oneof(name, fc.constantFrom("O'Neill", '$(id)', '`id`', '"$HOME"', "'; id #")),
      (typed) => {
        const body = { name: typed }
        const line = curlOf('http://localhost:8080/a?b=1&c=2', body)
        const script = `curl() { printf '%s\\0' "$@"; }\n${line}`
        const passed = execFileSync('sh', ['-c', script], { env: { API_KEY: 'k' } })
          .toString()
          .split('\0')
        assert.deepEqual(passed.slice(0, -1), [
          'http://localhost:8080/a?b=1&c=2',
          '-H',
          'Authorization: Bearer k',
          '-H',
          'Content-Type: application/json',
          '-d',
          JSON.stringify(body),
        ])
      },
    ),
    { numRuns: 60 },
  )
})

test('the latest 30 responses are kept for navigating back', () => {
  const answers = new KeptAnswers()
  const answer = {} as never
  for (let i = 0; i <= 30; i++) answers.put(`question ${i}`, answer)
  assert.equal(answers.get('question 0'), undefined)
  assert.equal(answers.get('question 1'), answer)
  answers.drop('question 1')
  assert.equal(answers.get('question 1'), undefined)
})
