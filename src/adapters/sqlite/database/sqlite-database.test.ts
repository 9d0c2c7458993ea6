import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Failure } from '../../../core/failure.ts'
import { openDatabase } from './open-database.ts'
import { SqliteDatabase } from './sqlite-database.ts'

// Own process: one test replaces the timers.

interface Tables {
  counts: { id: string; n: number }
}

/** Connections to one file with a table `counts`, in which `a` is 0. */
function connections(t: TestContext, count: number): SqliteDatabase<Tables>[] {
  const folder = mkdtempSync(join(tmpdir(), 'sqlite-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'a.sqlite')
  const setUp = openDatabase(path, { synchronous: 'NORMAL' })
  setUp.exec("CREATE TABLE counts (id TEXT PRIMARY KEY, n INTEGER); INSERT INTO counts VALUES ('a', 0)")
  setUp.close()
  return Array.from({ length: count }, () => {
    const database = new SqliteDatabase<Tables>(openDatabase(path, { synchronous: 'NORMAL' }))
    t.after(() => database.close())
    return database
  })
}

/** Reads, lets everything else run, and writes: two of them at the same time would lose one count. */
async function addSlowly(tables: SqliteDatabase<Tables>['tables']): Promise<void> {
  const { n } = await tables.selectFrom('counts').select('n').executeTakeFirstOrThrow()
  await new Promise(setImmediate)
  await tables
    .updateTable('counts')
    .set({ n: n + 1 })
    .execute()
}

async function countOf({ tables }: SqliteDatabase<Tables>): Promise<number> {
  return (await tables.selectFrom('counts').select('n').executeTakeFirstOrThrow()).n
}

test('transactions of one connection, and of several connections in one thread, run one after another', async (t) => {
  const opened = connections(t, 3)
  await Promise.all(
    Array.from({ length: 12 }, (_, i) => {
      const database = opened[i % 3]!
      return i % 2 === 0 ? database.alone(addSlowly) : database.forAccount('acc_a', addSlowly)
    }),
  )
  assert.equal(await countOf(opened[0]!), 12)
})

test('a statement waits for the transaction of the same connection, and does not become part of it', async (t) => {
  const [database] = connections(t, 1)
  const refused = new Failure('conflict', 'no')
  const failing = database!.alone(async (tables) => {
    await addSlowly(tables)
    throw refused
  })
  const beside = database!.tables.updateTable('counts').set({ n: 7 }).execute()
  await assert.rejects(failing, (error) => error === refused)
  await beside
  assert.equal(await countOf(database!), 7)
})

test('a write waits five seconds for another connection, without blocking the thread', async (t) => {
  const [database, other] = connections(t, 2)
  await countOf(database!)
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { file } = other!
  file.exec('BEGIN IMMEDIATE')
  let waitedMs = 0
  const isBusy = assert.rejects(
    database!.tables.updateTable('counts').set({ n: 1 }).execute(),
    (error) => (error as { code?: string }).code === 'SQLITE_BUSY',
  )
  let isDone = false
  void isBusy.then(() => {
    isDone = true
  })
  while (!isDone) {
    t.mock.timers.tick(1)
    waitedMs += 1
    await new Promise(setImmediate)
  }
  assert.ok(waitedMs >= 5000 && waitedMs <= 5100, `${waitedMs} ms`)
  file.exec('COMMIT')
  t.mock.timers.reset()
  await database!.tables.updateTable('counts').set({ n: 2 }).execute()
  assert.equal(await countOf(other!), 2)
})

test('a full disk is reported in a sentence, and the connection works afterwards', async (t) => {
  const [database] = connections(t, 1)
  const { file } = database!
  const pages = Number(file.pragma('page_count', { simple: true }))
  file.pragma(`max_page_count = ${pages}`)
  const filling = database!.alone(async (tables) => {
    await addSlowly(tables)
    await tables
      .insertInto('counts')
      .values({ id: 'x'.repeat(100_000), n: 1 })
      .execute()
  })
  await assert.rejects(filling, (error) => error instanceof Failure && /the disk is full/.test(error.message))
  assert.equal(await countOf(database!), 0)
  file.pragma(`max_page_count = ${pages * 2}`)
  await database!.alone(addSlowly)
  assert.equal(await countOf(database!), 1)
})

test('a database closes after the steps before it', async (t) => {
  const [database] = connections(t, 1)
  const [added] = await Promise.all([database!.alone(addSlowly), database!.close()])
  assert.equal(added, undefined)
  assert.equal(database!.file.open, false)
})
