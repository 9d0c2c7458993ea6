import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Generated } from 'kysely'
import { administer, emptyDatabase, NO_POSTGRES, sharedCluster } from '../../../../test/fixtures/postgres.ts'
import { Failure } from '../../../core/failure.ts'
import { sql } from '../../sql/database/kysely.ts'
import { LOCKS } from './advisory-locks.ts'
import { openPool } from './open-pool.ts'
import { PostgresDatabase } from './postgres-database.ts'

const skip = NO_POSTGRES
/** A step that never gets its turn would wait for ever. */
const timeout = 30_000

interface Tables {
  counts: { id: string; n: number; number: Generated<number> }
}

/** Databases of several nodes with a table `counts`, in which `a` and `b` are 0. */
async function nodes(t: TestContext, count: number, connectionsMax = 4): Promise<PostgresDatabase<Tables>[]> {
  const url = await emptyDatabase(t)
  const opened = Array.from({ length: count }, () => {
    const pool = openPool({ url, purpose: 'test', connectionsMax, statementTimeoutMs: 0 })
    const database = new PostgresDatabase<Tables>({ pool, release: () => pool.pool.end() }, LOCKS.accounts)
    t.after(() => database.close())
    return database
  })
  const { tables } = opened[0]!
  await sql`CREATE TABLE counts (id text PRIMARY KEY, n bigint NOT NULL, number bigint GENERATED ALWAYS AS IDENTITY)`.execute(
    tables,
  )
  await tables
    .insertInto('counts')
    .values([
      { id: 'a', n: 0 },
      { id: 'b', n: 0 },
    ])
    .execute()
  return opened
}

type Step = Parameters<PostgresDatabase<Tables>['alone']>[0]

const add = (id: string) => (tables: Parameters<Step>[0]) =>
  tables
    .updateTable('counts')
    .set(({ eb }) => ({ n: eb('n', '+', 1) }))
    .where('id', '=', id)
    .execute()

async function countOf({ tables }: PostgresDatabase<Tables>, id: string): Promise<number> {
  return (await tables.selectFrom('counts').select('n').where('id', '=', id).executeTakeFirstOrThrow()).n
}

test('transactions for two accounts run at the same time on two nodes', { skip, timeout }, async (t) => {
  const [one, two] = await nodes(t, 2)
  const both = Promise.withResolvers<void>()
  let begun = 0
  const meet = async () => {
    begun += 1
    if (begun === 2) both.resolve()
    await both.promise
  }
  await Promise.all([one!.forAccount('acc_a', meet), two!.forAccount('acc_b', meet)])
  assert.equal(begun, 2)
})

test('transactions for one account, and one that runs alone, see all that those before them stored', {
  skip,
  timeout,
}, async (t) => {
  const opened = await nodes(t, 3)
  /** Reads, waits a turn and writes: two of them at the same time would lose one count. */
  const step: Step = async (tables) => {
    const { n } = await tables
      .selectFrom('counts')
      .select('n')
      .where('id', '=', 'a')
      .executeTakeFirstOrThrow()
    await tables
      .updateTable('counts')
      .set({ n: n + 1 })
      .where('id', '=', 'a')
      .execute()
  }
  const steps = Array.from({ length: 30 }, (_, i) => {
    const database = opened[i % 3]!
    return i % 5 === 0 ? database.alone(step) : database.forAccount('acc_a', step)
  })
  await Promise.all(steps)
  assert.equal(await countOf(opened[0]!, 'a'), 30)
})

test('a transaction that PostgreSQL ends because of a deadlock is repeated', { skip, timeout }, async (t) => {
  const [one, two] = await nodes(t, 2)
  const both = Promise.withResolvers<void>()
  let begun = 0
  const crossing =
    (first: string, second: string): Step =>
    async (tables) => {
      await add(first)(tables)
      begun += 1
      if (begun === 2) both.resolve()
      await both.promise
      await add(second)(tables)
    }
  await Promise.all([
    one!.forAccount(undefined, crossing('a', 'b')),
    two!.forAccount(undefined, crossing('b', 'a')),
  ])
  // More often if the repeated one takes its row before the other one, which waits for it, is woken.
  assert.ok(begun >= 3, `${begun}`)
  assert.deepEqual([await countOf(one!, 'a'), await countOf(one!, 'b')], [2, 2])
})

test('a step that throws stores nothing, and its connection is used again', { skip, timeout }, async (t) => {
  const [database] = await nodes(t, 1, 1)
  const refused = new Failure('conflict', 'no')
  for (let i = 0; i < 3; i++) {
    const failing = database!.alone(async (tables) => {
      await add('a')(tables)
      throw refused
    })
    await assert.rejects(failing, (error) => error === refused)
  }
  assert.equal(await countOf(database!, 'a'), 0)
  await database!.alone(add('a'))
  assert.equal(await countOf(database!, 'a'), 1)
})

test('a transaction whose connection is lost stores nothing and fails with a sentence; the next one connects again', {
  skip,
  timeout,
}, async (t) => {
  const [database] = await nodes(t, 1, 1)
  const cluster = await sharedCluster()
  const cut = database!.alone(async (tables) => {
    await add('a')(tables)
    const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tables)
    await administer(cluster, `SELECT pg_terminate_backend(${rows[0]!.pid})`)
    await add('a')(tables)
  })
  await assert.rejects(cut, (error) => error instanceof Failure && error.code === 'service_unavailable')
  assert.equal(await countOf(database!, 'a'), 0)
  await database!.alone(add('a'))
  assert.equal(await countOf(database!, 'a'), 1)
})

test('the server ends a transaction whose node sends nothing for ten seconds', {
  skip,
  timeout,
}, async (t) => {
  const [database] = await nodes(t, 1)
  const shown = await database!.alone((tables) =>
    sql<{ idle_in_transaction_session_timeout: string }>`SHOW idle_in_transaction_session_timeout`.execute(
      tables,
    ),
  )
  assert.equal(shown.rows[0]?.idle_in_transaction_session_timeout, '10s')
})

test('a text with NUL, which PostgreSQL cannot store, finds nothing', { skip, timeout }, async (t) => {
  const [database] = await nodes(t, 1)
  const { tables } = database!
  assert.deepEqual(await tables.selectFrom('counts').select('n').where('id', '=', 'a\0').execute(), [])
})
