import assert from 'node:assert/strict'
import { beforeEach, describe, it, type TestContext } from 'node:test'
import { emptyDatabase, NO_POSTGRES } from '../../../../test/fixtures/postgres.ts'
import { atEnd } from '../../../../test/journeys/program.ts'
import { Failure } from '../../../core/failure.ts'
import { checkMigrated, type Migration, migrate, type Schema } from './migrate.ts'
import { type DatabasePool, openPool } from './open-pool.ts'
import { type Statements, statementsOf } from './statements.ts'

const first: Migration = { name: 'a', up: (db) => db.run('CREATE TABLE a (x integer)') }
const second: Migration = { name: 'b', up: (db) => db.run('ALTER TABLE a ADD COLUMN y text') }
const broken: Migration = {
  name: 'broken',
  async up(db) {
    await db.run('CREATE TABLE halfway (x integer)')
    throw new Error('no luck')
  },
}

function schemaOf(...migrations: readonly Migration[]): Schema {
  return { part: 'companies', migrations }
}

describe('migrations of PostgreSQL', { skip: NO_POSTGRES }, () => {
  let url: string
  let database: DatabasePool
  let db: Statements

  beforeEach(async (test) => {
    const lifetime = test as TestContext
    url = await emptyDatabase(lifetime)
    database = openPool({ url, purpose: 'test', connectionsMax: 2, statementTimeoutMs: 0 })
    db = statementsOf(database.pool, database.place)
    atEnd(lifetime, () => database.pool.end())
  })

  const tables = async () =>
    (
      await db.all<{ name: string }>(
        "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1",
      )
    ).map(({ name }) => name)
  const record = () => db.all('SELECT part, version, name, at_ms FROM migrations ORDER BY version')

  it('run once and in order, and are recorded', async () => {
    await migrate(url, schemaOf(first), 5)
    await migrate(url, schemaOf(first, second), 7)
    await migrate(url, schemaOf(first, second), 9)
    assert.deepEqual(await record(), [
      { part: 'companies', version: 1, name: 'a', at_ms: 5 },
      { part: 'companies', version: 2, name: 'b', at_ms: 7 },
    ])
    await db.run("INSERT INTO a (x, y) VALUES (1, 'there')")
  })

  it('are counted for each part of the program alone', async () => {
    await migrate(url, schemaOf(first), 5)
    const up: Migration['up'] = (statements) => statements.run('CREATE TABLE c (x integer)')
    await migrate(url, { part: 'accounts', migrations: [{ name: 'c', up }] }, 6)
    assert.deepEqual(await tables(), ['a', 'c', 'migrations'])
  })

  it('run once if four nodes start at the same time', async () => {
    await Promise.all([1, 2, 3, 4].map((nowMs) => migrate(url, schemaOf(first, second), nowMs)))
    assert.equal((await record()).length, 2)
  })

  it('are undone if they fail, and those before are kept', async () => {
    await assert.rejects(migrate(url, schemaOf(first, broken), 1), /no luck/)
    assert.deepEqual(await tables(), ['a', 'migrations'])
    assert.equal((await record()).length, 1)
  })

  it('are not begun if the database is of a newer version, which is told in a sentence', async () => {
    await migrate(url, schemaOf(first, second), 1)
    for (const open of [
      () => migrate(url, schemaOf(first), 2),
      () => checkMigrated(database, schemaOf(first)),
    ]) {
      await assert.rejects(open, (error: Error) => {
        assert.ok(error instanceof Failure)
        assert.equal(error.code, 'service_unavailable')
        assert.match(
          error.message,
          /^The PostgreSQL database test_\w+ on 127\.0\.0\.1:\d+ was written by a newer version of firmensuche .*Nothing was changed/,
        )
        return true
      })
    }
    assert.equal((await record()).length, 2)
  })

  it('that keep old nodes let programs of the version before start and read, but not those before that', async () => {
    const keeping: Migration = { ...second, keepsOldNodes: true }
    const third: Migration = {
      name: 'c',
      up: (db) => db.run('CREATE TABLE c (x integer)'),
      keepsOldNodes: true,
    }
    await migrate(url, schemaOf(first, keeping, third), 1)
    for (const older of [schemaOf(first), schemaOf(first, keeping)]) {
      await migrate(url, older, 2)
      await checkMigrated(database, older)
    }
    assert.equal((await record()).length, 3)
    await migrate(url, schemaOf(first, keeping, third, { name: 'd', up: async () => 0 }), 3)
    await assert.rejects(migrate(url, schemaOf(first, keeping, third), 4), /newer version/)
  })

  it('are required by a reader', async () => {
    await migrate(url, schemaOf(first), 1)
    await assert.rejects(
      checkMigrated(database, schemaOf(first, second)),
      /has schema version 1 of companies, but 2 is required/,
    )
    await checkMigrated(database, schemaOf(first))
  })
})
