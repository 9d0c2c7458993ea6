/** docs/dashboard.md shows every page and state that there is. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { MEMBER_VIEWS, NEWCOMER_VIEWS, OPERATOR_VIEWS, VISITOR_VIEWS } from './journeys/views.ts'

const DOCS = join(import.meta.dirname, '../docs')
const page = readFileSync(join(DOCS, 'dashboard.md'), 'utf8')
const shown = [...page.matchAll(/\]\((dashboard\/[^)]+)\)/g)].map((match) => match[1] as string)

test('every picture that is shown exists, and every picture that exists is shown', () => {
  for (const path of shown) assert.ok(existsSync(join(DOCS, path)), path)
  const there = readdirSync(join(DOCS, 'dashboard')).map((name) => `dashboard/${name}`)
  assert.deepEqual(there.toSorted(), [...new Set(shown)].toSorted())
})

test('every page and state has a picture', () => {
  for (const { name } of [...VISITOR_VIEWS, ...NEWCOMER_VIEWS, ...MEMBER_VIEWS, ...OPERATOR_VIEWS]) {
    assert.ok(shown.includes(`dashboard/${name}.png`), name)
  }
})
