import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FORMAT_NAMES } from '../../core/ingest/file-format.ts'
import { formatNamed } from './formats.ts'

test('every name is that of a format, but the one of tables, whose mapping makes the format', () => {
  for (const name of FORMAT_NAMES) assert.equal(formatNamed(name)?.name, name === 'table' ? undefined : name)
})
