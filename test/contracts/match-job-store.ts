/** The contract of the stores of jobs that match lists. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '../../src/core/failure.ts'
import type { AccountId } from '../../src/core/identity/ids.ts'
import { LOCAL_ACCOUNT } from '../../src/core/identity/ids.ts'
import type { MatchedListRow } from '../../src/core/matching/customer-list.ts'
import {
  MATCH_JOBS_MAX,
  MATCH_STARTS_MAX,
  type MatchJob,
  NO_ROWS,
} from '../../src/core/matching/match-job.ts'
import type { MatchedPart, MatchJobStore } from '../../src/core/matching/match-job-store.ts'
import { ROW_STATES, type RowState } from '../../src/core/matching/row-states.ts'

const OWNER = { account: LOCAL_ACCOUNT, isTest: false }
const HOUR_MS = 3_600_000
const isConflict = (error: unknown) => error instanceof Failure && error.code === 'conflict'

/** Makes a job. */
export function madeJob(id: string, more: Partial<MatchJob> = {}): MatchJob {
  return {
    ...{ id, ...OWNER, state: 'queued', fileName: 'kunden.csv', hasNoHeader: false, deep: true },
    ...{ header: ['Firma', 'Ort'], columns: { name: [0], city: [1], number: [] }, rows: 3, rowsDone: 0 },
    ...{ counts: NO_ROWS, fault: '', createdAtMs: HOUR_MS, endedAtMs: null, expiresAtMs: 2 * HOUR_MS },
    ...more,
  }
}

async function* fileOf(...parts: string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part)
}

const row = (name: string, state: RowState = 'not_found'): MatchedListRow => ({
  row: { cells: [name, 'Ulm'] },
  result: { state, companies: [], notes: [], faults: [] },
})
/** Makes a part of a result with a row in each of these states. */
export function partOf(from: number, ...states: readonly RowState[]): MatchedPart {
  return { from, rows: states.map((state) => row('A', state)), counts: NO_ROWS }
}
const counted = (notFound: number) => ({ ...NO_ROWS, not_found: notFound })

/** Two stores over one place, and a way to add and to delete an account there. */
export interface MatchJobPlace {
  readonly store: MatchJobStore
  /** As another node has it. */
  readonly other: MatchJobStore
  addAccount(id: AccountId): Promise<void>
  deleteAccount(id: AccountId): Promise<void>
}

/** Registers the tests over one kind of database. */
export function matchJobStoreContract(
  name: string,
  skip: string | false,
  open: (after: (end: () => unknown) => void) => Promise<MatchJobPlace>,
): void {
  const holds = (sentence: string, step: (place: MatchJobPlace) => Promise<void>) =>
    test(`${name}: ${sentence}`, { skip }, async (t) => {
      await step(await open((end) => t.after(end)))
    })

  holds('a job and its file are stored as they were given', async ({ store, other }) => {
    const job = madeJob('mat_a')
    await store.add(job, fileOf('Firma;Ort\n', 'A;B\n'))
    assert.deepEqual(await other.list(OWNER), [job])
    assert.deepEqual(await other.find(OWNER, 'mat_a'), job)
    const parts: string[] = []
    for await (const part of other.file('mat_a')) parts.push(Buffer.from(part).toString())
    assert.deepEqual(parts, ['Firma;Ort\n', 'A;B\n'])
    assert.equal((await store.counts()).queued, 1)
  })

  holds('of many jobs that an owner starts at once, one is accepted', async ({ store, other }) => {
    const starts = Array.from({ length: 8 }, (_, i) =>
      (i % 2 ? store : other).add(madeJob(`mat_${i}`), fileOf('a')),
    )
    const ended = await Promise.allSettled(starts)
    assert.equal(ended.filter(({ status }) => status === 'fulfilled').length, 1)
    for (const one of ended) if (one.status === 'rejected') assert.ok(isConflict(one.reason))
    assert.equal((await store.list(OWNER)).length, 1)
    await assert.rejects(async () => other.checkStart(OWNER, HOUR_MS), isConflict)
    await store.checkStart({ ...OWNER, isTest: true }, HOUR_MS)
    await store.add(madeJob('mat_test', { isTest: true }), fileOf('a'))
  })

  holds('an owner keeps at most MATCH_JOBS_MAX jobs, the newest listed first', async ({ store }) => {
    for (let i = 0; i < MATCH_JOBS_MAX; i++) {
      await store.add(madeJob(`mat_${i}`, { createdAtMs: i }), fileOf('a'))
      await store.claim({ node: 'a', untilMs: 10 }, 0)
      await store.end(`mat_${i}`, 'a', { state: 'done', fault: '', atMs: i })
    }
    await assert.rejects(async () => store.checkStart(OWNER, HOUR_MS), isConflict)
    await assert.rejects(store.add(madeJob('mat_more'), fileOf('a')), isConflict)
    const jobs = await store.list(OWNER)
    assert.deepEqual([jobs.length, jobs[0]!.id], [MATCH_JOBS_MAX, `mat_${MATCH_JOBS_MAX - 1}`])
    assert.equal(await store.remove(OWNER, 'mat_0'), true)
    await store.add(madeJob('mat_more'), fileOf('a'))
  })

  holds('a job whose file breaks off is not there', async ({ store }) => {
    async function* broken() {
      yield Buffer.from('a')
      throw new Error('broke off')
    }
    await assert.rejects(store.add(madeJob('mat_a'), broken()), /broke off/)
    assert.equal(await store.claim({ node: 'a', untilMs: 2 }, 1), undefined)
    await store.add(madeJob('mat_b'), fileOf('a'))
  })

  holds('another owner sees and deletes nothing', async ({ store, addAccount }) => {
    await addAccount('acc_b' as AccountId)
    await store.add(madeJob('mat_a'), fileOf('a'))
    for (const owner of [
      { account: 'acc_b' as AccountId, isTest: false },
      { ...OWNER, isTest: true },
    ]) {
      assert.deepEqual(await store.list(owner), [])
      assert.equal(await store.find(owner, 'mat_a'), undefined)
      assert.equal(await store.remove(owner, 'mat_a'), false)
    }
  })

  holds('each queued job is claimed once, the oldest first', async ({ store, other, addAccount }) => {
    const ids = ['mat_1', 'mat_2', 'mat_3', 'mat_4']
    for (const [i, id] of ids.entries()) {
      const account = `acc_${i}` as AccountId
      await addAccount(account)
      await store.add(madeJob(id, { account, createdAtMs: 100 - i }), fileOf('a'))
    }
    assert.equal((await store.claim({ node: 'a', untilMs: 1000 }, 1))?.id, 'mat_4')
    const claims = await Promise.all(
      [store, other, store, other].map((one, i) => one.claim({ node: `n${i}`, untilMs: 1000 }, 1)),
    )
    assert.deepEqual(claims.map((job) => job?.id ?? '').toSorted(), ['', 'mat_1', 'mat_2', 'mat_3'])
  })

  holds(
    'results are stored once, in order, and only by the node that has the job',
    async ({ store, other }) => {
      await store.add(madeJob('mat_a'), fileOf('a'))
      await store.claim({ node: 'a', untilMs: 100 }, 1)
      const part = { from: 0, rows: [row('A'), row('B')], counts: counted(2) }
      assert.equal(await other.save('mat_a', 'b', part), false)
      assert.equal(await store.save('mat_a', 'a', part), true)
      assert.equal(await store.save('mat_a', 'a', part), false)
      assert.deepEqual(await other.results('mat_a', 0), part.rows)
      assert.deepEqual(await other.results('mat_a', 2), [])
      const job = await other.find(OWNER, 'mat_a')
      assert.deepEqual([job?.state, job?.rowsDone, job?.counts], ['running', 2, counted(2)])
    },
  )

  holds('the states of stored rows are read in the order of the list', async ({ store, other }) => {
    await store.add(madeJob('mat_a'), fileOf('a'))
    assert.equal(await other.states('mat_a'), '')
    await store.claim({ node: 'a', untilMs: 100 }, 1)
    const rows = ROW_STATES.map((state) => row('A', state))
    await store.save('mat_a', 'a', { from: 0, rows, counts: NO_ROWS })
    await store.save('mat_a', 'a', { from: rows.length, rows: [row('B', 'found')], counts: NO_ROWS })
    assert.equal(await other.states('mat_a'), 'fapnif')
  })

  holds(
    'of decisions about a row the last one is kept, and none after it is taken back',
    async ({ store, other }) => {
      await store.add(madeJob('mat_a'), fileOf('a'))
      const decision = { state: 'possible', atMs: 5 } as const
      for (const [place, choice] of [
        [0, 'none'],
        [0, 'uuid-a'],
        [2, 'none'],
        [3, 'uuid-b'],
        [3, null],
        [3, null],
      ] as const)
        assert.equal(await store.decide('mat_a', { ...decision, row: place, choice }), true)
      await store.decide('mat_a', { ...decision, state: 'found', row: 7, choice: 'none' })
      assert.deepEqual([...(await other.decisions('mat_a', 0, 8))].toSorted(), [
        [0, 'uuid-a'],
        [2, 'none'],
        [7, 'none'],
      ])
      assert.deepEqual([...(await other.decisions('mat_a', 1, 7))], [[2, 'none']])
      assert.deepEqual(await other.decidedRows('mat_a', 'possible'), [0, 2])
      assert.deepEqual(await other.decidedCounts('mat_a'), { ...NO_ROWS, possible: 2, found: 1 })
      assert.deepEqual([...(await other.decisions('mat_b', 0, 8))], [])
    },
  )

  holds('decisions are deleted with their job, and none is stored after it', async ({ store, other }) => {
    await store.add(madeJob('mat_a'), fileOf('a'))
    const decision = { row: 0, state: 'found', choice: 'none', atMs: 5 } as const
    await store.decide('mat_a', decision)
    await other.remove(OWNER, 'mat_a')
    assert.equal(await store.decide('mat_a', decision), false)
    await store.add(madeJob('mat_a'), fileOf('a'))
    assert.deepEqual([...(await other.decisions('mat_a', 0, 8))], [])
  })

  holds(
    'a job passes to another node when its claim has ended, with what is stored',
    async ({ store, other }) => {
      await store.add(madeJob('mat_a'), fileOf('a'))
      await store.claim({ node: 'a', untilMs: 100 }, 1)
      await store.save('mat_a', 'a', { from: 0, rows: [row('A')], counts: counted(1) })
      assert.equal(await other.claim({ node: 'b', untilMs: 300 }, 99), undefined)
      assert.equal(await store.renew('mat_a', { node: 'a', untilMs: 200 }), true)
      assert.equal(await other.claim({ node: 'b', untilMs: 300 }, 199), undefined)
      assert.equal((await other.claim({ node: 'b', untilMs: 300 }, 200))?.rowsDone, 1)
      assert.equal(await store.renew('mat_a', { node: 'a', untilMs: 900 }), false)
      assert.equal(await store.save('mat_a', 'a', { from: 1, rows: [row('B')], counts: counted(2) }), false)
      await store.end('mat_a', 'a', { state: 'failed', fault: 'late', atMs: 5 })
      await other.end('mat_a', 'b', { state: 'done', fault: '', atMs: 6 })
      const job = await store.find(OWNER, 'mat_a')
      assert.deepEqual([job?.state, job?.fault, job?.endedAtMs], ['done', '', 6])
    },
  )

  holds(
    'a job that is given back is claimed after those that never had a node and those that were given back before',
    async ({ store, addAccount }) => {
      for (const letter of ['b', 'c']) await addAccount(`acc_${letter}` as AccountId)
      const next = (nowMs: number) => store.claim({ node: 'a', untilMs: 1000 }, nowMs)
      await store.add(madeJob('mat_a', { createdAtMs: 1 }), fileOf('a'))
      assert.equal(await store.isAnyWaiting(1), true)
      assert.equal((await next(1))?.id, 'mat_a')
      assert.equal(await store.isAnyWaiting(1), false)
      await store.save('mat_a', 'a', { from: 0, rows: [row('A')], counts: counted(1) })
      for (const [id, account] of [
        ['mat_b', 'acc_b'],
        ['mat_c', 'acc_c'],
      ] as const)
        await store.add(madeJob(id, { account: account as AccountId }), fileOf('a'))
      assert.equal(await store.renew('mat_a', { node: 'a', untilMs: 2 }), true)
      assert.equal((await next(2))?.id, 'mat_b')
      await store.renew('mat_b', { node: 'a', untilMs: 3 })
      assert.equal((await next(3))?.id, 'mat_c')
      const again = await next(3)
      assert.deepEqual([again?.id, again?.rowsDone], ['mat_a', 1])
      assert.equal((await next(3))?.id, 'mat_b')
      assert.equal(await store.isAnyWaiting(3), false)
    },
  )

  holds(
    'a released job can be claimed at once, and that of another node not',
    async ({ store, addAccount }) => {
      await addAccount('acc_b' as AccountId)
      await store.add(madeJob('mat_a'), fileOf('a'))
      await store.claim({ node: 'a', untilMs: 100 }, 1)
      await store.release('b')
      assert.equal(await store.claim({ node: 'c', untilMs: 100 }, 2), undefined)
      await store.release('a')
      assert.equal((await store.claim({ node: 'c', untilMs: 100 }, 2))?.id, 'mat_a')
      await store.release('all')
      assert.equal((await store.claim({ node: 'd', untilMs: 100 }, 2))?.id, 'mat_a')
    },
  )

  holds('a job fails that is begun MATCH_STARTS_MAX times without storing a row', async ({ store }) => {
    await store.add(madeJob('mat_a'), fileOf('a'))
    const begin = () => store.claim({ node: 'a', untilMs: 0 }, 1)
    for (let i = 1; i < MATCH_STARTS_MAX; i++) assert.ok(await begin())
    await store.save('mat_a', 'a', { from: 0, rows: [row('A')], counts: counted(1) })
    for (let i = 0; i < MATCH_STARTS_MAX; i++) assert.ok(await begin())
    assert.equal(await begin(), undefined)
    const job = await store.find(OWNER, 'mat_a')
    assert.equal(job?.state, 'failed')
    assert.match(job!.fault, /begun several times/)
  })

  holds('a start that its node gives back, as when a server stops, does not count', async ({ store }) => {
    await store.add(madeJob('mat_a'), fileOf('a'))
    for (let start = 0; start <= MATCH_STARTS_MAX; start++) {
      assert.ok(await store.claim({ node: 'a', untilMs: 100 }, 1), `start ${start}`)
      await store.release('a')
    }
  })

  holds('a start that its node takes back does not count', async ({ store, other }) => {
    await store.add(madeJob('mat_a'), fileOf('a'))
    const begin = () => store.claim({ node: 'a', untilMs: 0 }, 1)
    for (let start = 0; start <= MATCH_STARTS_MAX; start++) {
      assert.ok(await begin(), `start ${start}`)
      await store.takeBackStart('mat_a', 'a')
      await store.takeBackStart('mat_a', 'a')
    }
    for (let start = 0; start < MATCH_STARTS_MAX; start++) {
      assert.ok(await begin())
      await other.takeBackStart('mat_a', 'b')
      await other.takeBackStart('mat_b', 'a')
    }
    assert.equal(await begin(), undefined)
  })

  holds(
    'a deleted job is gone with its file and its results, and is not brought back',
    async ({ store, other }) => {
      await store.add(madeJob('mat_a'), fileOf('a'))
      await store.claim({ node: 'a', untilMs: 100 }, 1)
      await store.save('mat_a', 'a', { from: 0, rows: [row('A')], counts: counted(1) })
      assert.equal(await other.remove(OWNER, 'mat_a'), true)
      assert.equal(await other.remove(OWNER, 'mat_a'), false)
      assert.equal(await store.save('mat_a', 'a', { from: 1, rows: [row('B')], counts: counted(2) }), false)
      assert.deepEqual(await store.results('mat_a', 0), [])
      for await (const _part of store.file('mat_a')) assert.fail('there is a file')
      assert.deepEqual(await store.list(OWNER), [])
    },
  )

  holds('a job is deleted when its time has come, not before', async ({ store }) => {
    await store.add(madeJob('mat_a', { expiresAtMs: 500 }), fileOf('a'))
    assert.equal(await store.purge(499), 0)
    assert.equal(await store.purge(500), 1)
    assert.deepEqual(await store.list(OWNER), [])
  })

  holds('the jobs of a deleted account are gone, and it gets no new one', async (place) => {
    const account = 'acc_gone' as AccountId
    await place.addAccount(account)
    await place.store.add(madeJob('mat_a', { account }), fileOf('a'))
    await place.deleteAccount(account)
    assert.deepEqual(await place.store.list({ account, isTest: false }), [])
    await assert.rejects(place.store.add(madeJob('mat_b', { account }), fileOf('a')), isConflict)
  })
}
