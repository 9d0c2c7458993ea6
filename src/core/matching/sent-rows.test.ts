import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { Failure } from '../failure.ts'
import { MATCH_FILE_BYTES_MAX, MATCH_ROWS_MAX } from './match-job.ts'
import { readSentRows, VALUES_MAX } from './sent-rows.ts'

const refused = (text: string): Failure => {
  try {
    readSentRows(text)
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
  return assert.fail('accepted')
}

test('rows of which each has faults are refused with the first of them, however many there are', () => {
  const row = JSON.stringify({ name: 1, city: 1, registration_number: 1, ref: 1, deep: true })
  const { code, details } = refused(`{"rows":[${Array(MATCH_ROWS_MAX).fill(row).join()}]}`)
  assert.deepEqual([code, details.length], ['invalid_request', 100])
  assert.deepEqual(details[5], { field: '/rows/1/name', reason: 'type' })
})

test('values inside of each other are read as far as a row can have them, and deeper ones are refused', () => {
  const nested = (depth: number) => `{"rows":[{"name":"A","more":${'['.repeat(depth)}${']'.repeat(depth)}}]}`
  assert.equal(readSentRows(nested(50)).rows.length, 1)
  assert.deepEqual(refused(nested(100_000)).details, [{ field: '', reason: 'syntax' }])
  // Those in texts are none.
  const text = JSON.stringify({ rows: [{ name: `\\"${'['.repeat(1000)}` }] })
  assert.equal(readSentRows(text).rows.length, 1)
})

test('rows have the most values, and one more is refused', () => {
  const withValues = (count: number) => `{"rows":[{"name":"A","more":[${'1,'.repeat(count - 5)}1]}]}`
  assert.equal(readSentRows(withValues(VALUES_MAX)).rows.length, 1)
  assert.equal(refused(withValues(VALUES_MAX + 1)).code, 'payload_too_large')
})

/** Memory that reading takes at most, with a text of 50 MiB, in MiB. */
const MEMORY_MIB_MAX = 1024

for (const [what, made] of [
  ['brackets', `'['.repeat(${MATCH_FILE_BYTES_MAX})`],
  ['empty rows', `'{"rows":[' + '{},'.repeat(${Math.floor(MATCH_FILE_BYTES_MAX / 3) - 5}) + '{}]}'`],
  [
    'empty values',
    `'{"rows":[{"a":[' + '{},'.repeat(${Math.floor(MATCH_FILE_BYTES_MAX / 3) - 9}) + '{}]}]}'`,
  ],
])
  test(`a body of nothing but ${what} is refused, in little memory`, () => {
    const script = `
      import { readSentRows } from ${JSON.stringify(join(import.meta.dirname, 'sent-rows.ts'))}
      let code = 'accepted'
      try { readSentRows(${made}) } catch (error) { code = error.code }
      console.log(code, process.resourceUsage().maxRSS >> 10)`
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
    const [code = '', mib] = said.trim().split(' ')
    assert.ok(code === 'invalid_request' || code === 'payload_too_large', code)
    assert.ok(Number(mib) < MEMORY_MIB_MAX, `${mib} MiB`)
  })
