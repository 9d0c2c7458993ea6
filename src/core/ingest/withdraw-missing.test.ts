import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SourceId } from '../company/company.ts'
import { stopOf } from './withdraw-missing.ts'

const FILES = { isForced: false, hasFault: false, unknownRows: 0 }

test('5 % of the entries of a source are withdrawn without being forced, more are not: of a snapshot as of a deletion list', () => {
  for (const which of ['missing', 'listed'] as const) {
    const of = (found: number, files = FILES) =>
      stopOf(which, [{ source: 'partners' as SourceId, entries: 1000, found }], files, 'was')
    assert.equal(of(50), '')
    assert.match(
      of(51),
      new RegExp(`51 of the 1,000 entries of partners are ${which}, which is more than 5 %`),
    )
    assert.equal(of(1000, { ...FILES, isForced: true }), '')
  }
})

test('rows that could not be read stop a snapshot, which may lack their entries, and not a deletion list', () => {
  const of = (which: 'missing' | 'listed', files: Partial<typeof FILES>) =>
    stopOf(
      which,
      [{ source: 'partners' as SourceId, entries: 1000, found: 1 }],
      { ...FILES, ...files },
      'was',
    )
  assert.match(of('missing', { hasFault: true, isForced: true }), /could not be read to their end/)
  assert.match(of('missing', { unknownRows: 1 }), /of 1 rejected rows the id could not be read/)
  assert.equal(of('listed', { hasFault: true }), '')
  assert.equal(of('listed', { unknownRows: 1 }), '')
})
