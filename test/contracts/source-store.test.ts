/** The contract of the stores of sources. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SqlSourceStore } from '../../src/adapters/sql/accounts/source-store.ts'
import { Failure } from '../../src/core/failure.ts'
import { type ImportSource, NEVER_RUN, SOURCES_MAX, type SourceState } from '../../src/core/sources/source.ts'
import type { SourceStore } from '../../src/core/sources/source-store.ts'
import { ACCOUNTS_PLACES } from '../fixtures/accounts-places.ts'

const sourceOf = (id: string): ImportSource => ({
  ...{ id, kind: 'https', location: 'https://example.org/a', mapping: '/m.yaml', withdrawal: 'missing' },
  ...{ schedule: 'hourly', sha256: '0'.repeat(64) },
})
const isConflict = (error: unknown) => error instanceof Failure && error.code === 'conflict'

/** Registers a test over each database, with two stores of one place. */
function holds(sentence: string, step: (store: SourceStore, other: SourceStore) => Promise<void>): void {
  for (const { name, skip, make } of ACCOUNTS_PLACES) {
    test(`${name}: ${sentence}`, { skip }, async (t) => {
      const place = await make()
      t.after(place.remove)
      await step(new SqlSourceStore(place.open()), new SqlSourceStore(place.open()))
    })
  }
}

holds(
  'a source and the state of its runs are stored as they were given, ordered by id',
  async (store, other) => {
    await store.add(sourceOf('b'), NEVER_RUN)
    await store.add(sourceOf('a'), NEVER_RUN)
    const state: SourceState = {
      ...{ lastRunAtMs: 1, lastSuccessAtMs: 2, lastResult: 'failed', fault: 'no', failures: 3 },
      ...{ nextRunAtMs: 4, etag: '"e"', lastModified: 'm' },
      ...{ goodFile: 'g', lastFailureAtMs: 5, badFile: 'b' },
    }
    await store.saveState('b', state)
    assert.deepEqual(await other.list(), [
      { ...sourceOf('a'), ...NEVER_RUN },
      { ...sourceOf('b'), ...state },
    ])
    assert.deepEqual(await other.find('b'), { ...sourceOf('b'), ...state })
  },
)

holds('a removed source is gone, and a run that ends later does not bring it back', async (store, other) => {
  await store.add(sourceOf('a'), NEVER_RUN)
  assert.equal(await other.remove('a'), true)
  assert.equal(await store.remove('a'), false)
  await store.saveState('a', NEVER_RUN)
  assert.deepEqual(await store.list(), [])
})

holds(
  'an id is given once, and there are at most SOURCES_MAX sources, also when many are added at once',
  async (store, other) => {
    await store.add(sourceOf('s0'), NEVER_RUN)
    await assert.rejects(async () => other.add(sourceOf('s0'), NEVER_RUN), isConflict)
    const all = Array.from({ length: SOURCES_MAX + 5 }, (_, i) => sourceOf(`s${i + 1}`))
    const added = await Promise.allSettled(
      all.map(async (source, i) => (i % 2 === 0 ? store : other).add(source, NEVER_RUN)),
    )
    assert.equal(added.filter(({ status }) => status === 'fulfilled').length, SOURCES_MAX - 1)
    for (const result of added) if (result.status === 'rejected') assert.ok(isConflict(result.reason))
    assert.equal((await store.list()).length, SOURCES_MAX)
  },
)
