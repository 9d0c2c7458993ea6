import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { Failure } from '../../core/failure.ts'
import { readOrMakeSecret, readSecret } from './secret-file.ts'

// Own process: it has hooks for each test.

let folder: string
let path: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'secret-'))
  path = join(folder, 'secret')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('the secret is created once, readable by its owner only, and no other file is left', () => {
  assert.equal(readSecret(path), undefined)
  const secret = readOrMakeSecret(path)
  assert.match(secret, /^[0-9a-f]{64}$/)
  assert.equal(readOrMakeSecret(path), secret)
  assert.equal(readSecret(path), secret)
  assert.equal(statSync(path).mode & 0o777, 0o600)
  assert.deepEqual(readdirSync(folder), ['secret'])
})

test('a file with other content is not changed and is refused with a sentence', () => {
  for (const text of ['', 'hello', 'A'.repeat(64), '5e'.repeat(31)]) {
    writeFileSync(path, text)
    assert.throws(
      () => readOrMakeSecret(path),
      (error: Error) => error instanceof Failure && error.message.startsWith(`${path} is not a secret`),
    )
    assert.equal(readFileSync(path, 'utf8'), text)
  }
})

test('a missing folder is reported in a sentence', () => {
  const lost = join(folder, 'no/secret')
  assert.equal(readSecret(lost), undefined)
  assert.throws(
    () => readOrMakeSecret(lost),
    (error: Error) => error instanceof Failure && /cannot be created/.test(error.message),
  )
})
