import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '../../../core/failure.ts'
import { type ImportSource, NEVER_RUN, SOURCES_MAX, type SourceState } from '../../../core/sources/source.ts'
import { openAccountsDatabase } from './accounts-database.ts'
import { SqliteSourceStore } from './source-store.ts'

const sourceOf = (id: string): ImportSource => ({
  ...{ id, kind: 'https', location: 'https://example.org/a', mapping: '/m.yaml', withdrawal: 'missing' },
  ...{ schedule: 'hourly', sha256: '0'.repeat(64) },
})
const open = () => new SqliteSourceStore(openAccountsDatabase(':memory:', 0))
const isConflict = (error: unknown) => error instanceof Failure && error.code === 'conflict'

test('a source and the state of its runs are stored as they were given, ordered by id', () => {
  const store = open()
  store.add(sourceOf('b'), NEVER_RUN)
  store.add(sourceOf('a'), NEVER_RUN)
  const state: SourceState = {
    ...{ lastRunAtMs: 1, lastSuccessAtMs: 2, lastResult: 'failed', fault: 'no', failures: 3 },
    ...{ nextRunAtMs: 4, etag: '"e"', lastModified: 'm' },
    ...{ goodFile: 'g', lastFailureAtMs: 5, badFile: 'b' },
  }
  store.saveState('b', state)
  assert.deepEqual(store.list(), [
    { ...sourceOf('a'), ...NEVER_RUN },
    { ...sourceOf('b'), ...state },
  ])
  assert.deepEqual(store.find('b'), { ...sourceOf('b'), ...state })
})

test('a removed source is gone, and a run that ends later does not bring it back', () => {
  const store = open()
  store.add(sourceOf('a'), NEVER_RUN)
  assert.equal(store.remove('a'), true)
  assert.equal(store.remove('a'), false)
  store.saveState('a', NEVER_RUN)
  assert.deepEqual(store.list(), [])
})

test('an id is given once, and there are at most SOURCES_MAX sources', () => {
  const store = open()
  for (let i = 0; i < SOURCES_MAX; i++) store.add(sourceOf(`s${i}`), NEVER_RUN)
  assert.throws(() => store.add(sourceOf('s0'), NEVER_RUN), isConflict)
  assert.throws(() => store.add(sourceOf('more'), NEVER_RUN), isConflict)
  assert.equal(store.list().length, SOURCES_MAX)
})
