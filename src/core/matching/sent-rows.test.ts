import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { Failure } from '../failure.ts'
import { MATCH_FILE_BYTES_MAX, MATCH_ROWS_MAX } from './match-job.ts'
import { SENT_ROW_BYTES_MAX, SentRows, VALUES_MAX } from './sent-rows.ts'

/** Returns the rows of a text that arrives in parts of this size. */
async function read(text: string, partBytes = 65_536) {
  const bytes = Buffer.from(text)
  const rows = new SentRows()
  let lines = ''
  async function* parts() {
    for (let at = 0; at < bytes.length; at += partBytes) yield bytes.subarray(at, at + partBytes)
  }
  for await (const part of rows.lines(parts())) lines += Buffer.from(part)
  return {
    rows: lines
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line)),
    deep: rows.deep,
  }
}

async function refused(text: string): Promise<Failure> {
  const error = await read(text).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof Failure) return error
  throw error ?? new Error('accepted')
}

test('rows are read wherever the parts of the body end, with any spaces', async () => {
  const rows = [{ name: 'Müller "&" [Söhne]\\', ref: '{1,2]' }, { name: 'A', more: [[{ a: [] }], 1] }, {}]
  const text = JSON.stringify({ deep: true, rows }, null, '\t ')
  for (const partBytes of [1, 2, 3, 7, text.length])
    assert.deepEqual(await read(` \n${text}\r\n `, partBytes), { rows, deep: true })
  assert.deepEqual(await read('{"rows":[{"name":"A"}]}'), { rows: [{ name: 'A' }], deep: undefined })
})

test('what is no JSON, no object or no list of rows is refused with the place', async () => {
  for (const [text, field, reason] of [
    ['', '', 'required'],
    ['\u0001{"rows":[{}]}', '', 'syntax'],
    ['{"rows":[{}', '', 'syntax'],
    ['{"rows":[{"name":"A}]}', '', 'syntax'],
    ['{"rows":[{"a":1 2}]}', '', 'syntax'],
    ['{"rows":[{"a":1]]}', '', 'syntax'],
    ['{"rows":[{}]}]', '', 'syntax'],
    ['{"rows":[{} {}]}', '', 'syntax'],
    ['{"rows":[{},]}', '', 'syntax'],
    ['{"deep":1 2,"rows":[{}]}', '', 'syntax'],
    ['[{"name":"A"}]', '', 'type'],
    ['[[{"name":"A"}]]', '', 'type'],
    ['{"deep":true}', '/rows', 'required'],
    ['{"rows":{"name":"A"}}', '/rows', 'type'],
    ['{"rows":[]}', '/rows', 'too_short'],
    ['{"rows":[{}],"rows":[{}]}', '/rows', 'syntax'],
    ['{"rows":[{}],"deep":{"a":{}}}', '/deep', 'type'],
    ['{"rows":[{}],"other":[{}]}', '/other', 'unknown_field'],
  ] as const)
    assert.deepEqual((await refused(text)).details, [{ field, reason }], text)
})

test('the faults of rows are in their order', async () => {
  const { details } = await refused('{"rows":["A",{"name":1},[],null,{"deep":true}]}')
  assert.deepEqual(
    details.map(({ field, reason }) => `${field} ${reason}`),
    ['/rows/0 type', '/rows/1/name type', '/rows/2 type', '/rows/3 type', '/rows/4/deep unknown_field'],
  )
})

test('a row has the most bytes, and one more is refused', async () => {
  const row = (bytes: number) => `{"name":"${'a'.repeat(bytes - '{"name":""}'.length)}"}`
  assert.equal((await read(`{"rows":[${row(SENT_ROW_BYTES_MAX)}]}`)).rows.length, 1)
  assert.equal((await refused(`{"rows":[${row(SENT_ROW_BYTES_MAX + 1)}]}`)).code, 'payload_too_large')
})

test('the most rows are read, and one more is refused', async () => {
  const withRows = (count: number) => `{"rows":[${'{},'.repeat(count - 1)}{}]}`
  assert.equal((await read(withRows(MATCH_ROWS_MAX))).rows.length, MATCH_ROWS_MAX)
  assert.equal((await refused(withRows(MATCH_ROWS_MAX + 1))).code, 'payload_too_large')
})

test('rows of which each has faults are refused with the first of them, however many there are', async () => {
  const row = JSON.stringify({ name: 1, city: 1, registration_number: 1, ref: 1, deep: true })
  const { code, details } = await refused(`{"rows":[${Array(MATCH_ROWS_MAX).fill(row).join()}]}`)
  assert.deepEqual([code, details.length], ['invalid_request', 100])
  assert.deepEqual(details[5], { field: '/rows/1/name', reason: 'type' })
})

test('values inside of each other are read as far as a row can have them, and deeper ones are refused', async () => {
  const nested = (depth: number) => `{"rows":[{"name":"A","more":${'['.repeat(depth)}${']'.repeat(depth)}}]}`
  assert.equal((await read(nested(50))).rows.length, 1)
  assert.deepEqual((await refused(nested(100_000))).details, [{ field: '', reason: 'syntax' }])
  // Those in texts are none.
  const text = JSON.stringify({ rows: [{ name: `\\"${'['.repeat(1000)}` }] })
  assert.equal((await read(text)).rows.length, 1)
})

test('rows have the most values, and one more is refused', async () => {
  const row = `{"name":"A","more":[${'1,'.repeat(99_996)}1]},`
  const withValues = (count: number) =>
    `{"rows":[${row.repeat(14)}{"name":"A","more":[${'1,'.repeat(count - 5)}1]}]}`
  const most = VALUES_MAX - 14 * 100_000
  assert.equal((await read(withValues(most))).rows.length, 15)
  assert.equal((await refused(withValues(most + 1))).code, 'payload_too_large')
})

/** What list threads have (`OLD_MB_MAX`), in MB. */
const HEAP_MB = 128

const MIB = 1024 * 1024
const wide = { name: 'Łódź GmbH', note: 'a'.repeat(560) }
for (const [what, code, head, piece, tail] of [
  ['brackets', 'invalid_request', '', '['.repeat(MIB), ''],
  ['empty rows', 'payload_too_large', '{"rows":[', '{},'.repeat(MIB / 3), '{}]}'],
  ['empty values', 'payload_too_large', '{"rows":[{"a":[', '{},'.repeat(MIB / 3), '{}]}]}'],
  ['one text', 'payload_too_large', '{"rows":[{"name":"Ł', 'a'.repeat(MIB), '"}]}'],
  ['one name of a field', 'payload_too_large', '{"rows":[{"Ł', 'a'.repeat(MIB), '":1}]}'],
  ['one text beside the rows', 'payload_too_large', '{"rows":[{}],"deep":"Ł', 'a'.repeat(MIB), '"}'],
  ['large rows', 'accepted', '{"rows":[{}', `,{"name":"Ł${'a'.repeat(MIB - 50)}"}`, ']}'],
  ['rows of companies', 'accepted', '{"rows":[{}', `,${JSON.stringify(wide)}`.repeat(2000), ']}'],
  ['spaces', 'accepted', '{"rows":[{}', ' '.repeat(MIB), ']}'],
] as const)
  test(`a body of nothing but ${what} is ${code}, in little memory`, () => {
    const times = Math.floor((MATCH_FILE_BYTES_MAX - head.length - tail.length) / Buffer.byteLength(piece))
    const script = `
      import { SentRows } from ${JSON.stringify(join(import.meta.dirname, 'sent-rows.ts'))}
      const [head, piece, tail] = ${JSON.stringify([head, piece, tail])}.map((text) => Buffer.from(text))
      async function* parts() {
        yield head
        for (let i = 0; i < ${times}; i++) yield piece
        yield tail
      }
      let code = 'accepted'
      try { for await (const _ of new SentRows().lines(parts())); } catch (error) { code = error.code }
      console.log(code)`
    const args = [`--max-old-space-size=${HEAP_MB}`, '--input-type=module', '-']
    assert.equal(execFileSync(process.execPath, args, { input: script, encoding: 'utf8' }).trim(), code)
  })
