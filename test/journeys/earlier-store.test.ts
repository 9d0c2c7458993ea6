/** A data folder of an earlier version of the program: what is in it, and that later imports make of it what they make of a new one. */
// Thorough: one store of an earlier version.
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { type Lifetime, ROOT, run, temporaryFolder } from './program.ts'

const FIXTURES = join(ROOT, 'test/fixtures/earlier-store')
const [REGISTER, LEIS, SECOND] = ['register.jsonl', 'lei2.csv', 'second.jsonl']

test('a store of a version that joined LEIs for good keeps its companies, and separates them when GLEIF’s file is imported again', async (t) => {
  const earlier = earlierFolder(t)
  const fresh = join(temporaryFolder(t), 'data')
  const refused = await run(['export', '--format', 'ndjson', '--data-dir', earlier])
  assert.notEqual(refused.code, 0)
  assert.match(
    refused.err,
    /has schema version 11, but \d+ is required\. Start the server once; it migrates the file\./,
  )

  assert.match(await imported(earlier, REGISTER), /0 companies new, 0 changed, 40 unchanged/)
  for (const file of [REGISTER, LEIS]) await imported(fresh, file)
  assert.deepEqual(await companiesIn(earlier), await companiesIn(fresh))

  // Three of nine numbers and names are now of two companies.
  for (const folder of [earlier, fresh]) assert.match(await imported(folder, SECOND), /3 companies new/)
  const [joined, apart] = [await companiesIn(earlier), await companiesIn(fresh)]
  assert.deepEqual([joined.length, apart.length], [46, 49])
  await imported(earlier, LEIS)
  assert.deepEqual(await companiesIn(earlier), apart)
})

function earlierFolder(test: Lifetime): string {
  const folder = join(temporaryFolder(test), 'data')
  mkdirSync(folder, { mode: 0o700 })
  const file = brotliDecompressSync(readFileSync(join(FIXTURES, 'companies.sqlite.br')))
  writeFileSync(join(folder, 'companies.sqlite'), file, { mode: 0o600 })
  return folder
}

async function imported(folder: string, file: string): Promise<string> {
  const { code, out, err } = await run(['import', join(FIXTURES, file), '--data-dir', folder])
  assert.equal(code, 0, err)
  return out
}

/** Returns all companies in NDJSON, sorted, without the time of their import. */
async function companiesIn(folder: string): Promise<readonly string[]> {
  const { code, out, err } = await run(['export', '--format', 'ndjson', '--data-dir', folder])
  assert.equal(code, 0, err)
  const companies = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  return companies.map((company) => JSON.stringify({ ...company, updated_at: '' })).sort()
}
