/** The dashboard's types are those of the server's schemas. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { APP_TYPES_PATH, appTypes } from '../scripts/make-app-types.ts'

test('dashboard/src/api/types.ts is the output of scripts/make-app-types.ts', () => {
  assert.equal(readFileSync(APP_TYPES_PATH, 'utf8'), appTypes(), 'run node scripts/make-app-types.ts')
})
