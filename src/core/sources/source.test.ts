import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '../failure.ts'
import { checkSource, type ImportSource, LOCATION_CHARS_MAX } from './source.ts'

const FILE: ImportSource = {
  ...{ id: 'a', kind: 'file', location: '/a.jsonl' },
  ...{ mapping: null, schedule: null, sha256: null, withdrawal: 'nothing' },
}
const ADDRESS: ImportSource = { ...FILE, kind: 'https', location: 'https://example.org/a' }

const refused = (source: ImportSource) => {
  try {
    checkSource(source)
  } catch (error) {
    if (error instanceof Failure && error.code === 'invalid_request') return error.message
    throw error
  }
  return undefined
}

test('an id has 1 to 32 lower-case letters, digits and hyphens and begins with a letter, so that it names a folder', () => {
  for (const id of ['a', 'a-1', 'a'.repeat(32)]) assert.equal(refused({ ...FILE, id }), undefined, id)
  for (const id of ['', '..', '1a', 'A', 'a/b', 'a b', 'a'.repeat(33), 'a\n']) {
    assert.match(refused({ ...FILE, id }) ?? '', /The id must/, id)
  }
})

test('a file needs an absolute path, an address http or https without user name and password', () => {
  assert.match(refused({ ...FILE, location: 'a.jsonl' }) ?? '', /absolute/)
  assert.match(refused({ ...FILE, location: '/a\0' }) ?? '', /absolute/)
  assert.equal(refused({ ...FILE, location: `/${'a'.repeat(LOCATION_CHARS_MAX - 1)}` }), undefined)
  assert.match(refused({ ...FILE, location: `/${'a'.repeat(LOCATION_CHARS_MAX)}` }) ?? '', /absolute/)
  assert.equal(refused(ADDRESS), undefined)
  for (const location of ['', 'file:///etc/passwd', 'ftp://example.org', 'example.org']) {
    assert.match(refused({ ...ADDRESS, location }) ?? '', /must begin with https/, location)
  }
  for (const user of ['a:b@', 'a@', ':b@']) {
    assert.match(refused({ ...ADDRESS, location: `https://${user}example.org` }) ?? '', /password/, user)
  }
})

test('a schedule that is not known is refused, and a watched folder takes none', () => {
  assert.match(refused({ ...FILE, schedule: 'weekly' }) ?? '', /The schedule must be/)
  assert.match(refused({ ...FILE, kind: 'inbox', location: '', schedule: 'hourly' }) ?? '', /no schedule/)
})

test('a checksum is 64 hexadecimal digits or the address of a file, and needs an address', () => {
  assert.equal(refused({ ...ADDRESS, sha256: '0'.repeat(64) }), undefined)
  assert.equal(refused({ ...ADDRESS, sha256: 'https://example.org/a.sha256' }), undefined)
  assert.match(refused({ ...ADDRESS, sha256: '0'.repeat(63) }) ?? '', /The checksum must have 64 hexadecimal/)
  assert.match(refused({ ...ADDRESS, sha256: 'ftp://example.org/a' }) ?? '', /https/)
  assert.match(refused({ ...FILE, sha256: '0'.repeat(64) }) ?? '', /needs an address/)
})
