import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CompanyId } from './company.ts'
import type { Change, CompanyStore } from './company-store.ts'
import { CHANGES_AT_ONCE, CHANGES_LIMIT_MAX, listChanges } from './list-changes.ts'

const STORED = 2 * CHANGES_LIMIT_MAX

const changeOf = (sequence: number): Change => ({
  ...{
    sequence,
    uuid: `company ${sequence}` as CompanyId,
    kind: 'changed',
    atMs: 0,
    fields: ['name'],
    into: null,
  },
})

/** A log of `STORED` changes that has only odd numbers, as old ones were deleted. */
function storeWithLog(read: (limit: number) => void = () => undefined) {
  const log = Array.from({ length: STORED }, (_, i) => changeOf(2 * i + 1))
  const companies: Pick<CompanyStore, 'lastSequence' | 'changes' | 'suppressions'> = {
    lastSequence: () => 2 * STORED,
    changes(after, limit) {
      read(limit)
      return log.filter(({ sequence }) => sequence > after).slice(0, limit)
    },
    suppressions: () => [],
  }
  return { companies: companies as CompanyStore, log }
}

test('a page has the next changes in order, however many parts it is read in', async () => {
  const { companies, log } = storeWithLog()
  const start = log.findIndex(({ sequence }) => sequence > 101)
  for (const limit of [1, CHANGES_AT_ONCE - 1, CHANGES_AT_ONCE, CHANGES_AT_ONCE + 1, CHANGES_LIMIT_MAX]) {
    const { changes, last } = await listChanges({ companies }, { since: 101, limit })
    assert.deepEqual(changes, log.slice(start, start + limit))
    assert.equal(last, changes.at(-1)?.sequence)
  }
})

test('the last page ends with the log, also where a part ends there', async () => {
  const { companies, log } = storeWithLog()
  for (const rest of [0, 1, CHANGES_AT_ONCE, CHANGES_AT_ONCE + 1]) {
    const since = log[STORED - rest - 1]!.sequence
    const { changes } = await listChanges({ companies }, { since, limit: CHANGES_LIMIT_MAX })
    assert.deepEqual(changes, log.slice(STORED - rest))
  }
})

test('other requests have their turn while a long page is read', async () => {
  let turns = 0
  const turnsBefore: number[] = []
  const { companies } = storeWithLog((limit) => {
    assert.ok(limit <= CHANGES_AT_ONCE)
    turnsBefore.push(turns)
    setImmediate(() => turns++)
  })
  await listChanges({ companies }, { since: undefined, limit: CHANGES_LIMIT_MAX })
  assert.deepEqual(turnsBefore, [0, 1, 2, 3, 4])
})
