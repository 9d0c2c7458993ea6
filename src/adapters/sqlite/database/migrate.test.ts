import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { checkMigrated, DatabaseTooNew, type Migration, migrate } from './migrate.ts'
import { type Database, openDatabase } from './open-database.ts'

const first: Migration = { name: 'a table', up: (db) => db.exec('CREATE TABLE a (x INTEGER)') }
const second: Migration = { name: 'a column', up: (db) => db.exec('ALTER TABLE a ADD COLUMN y TEXT') }
const broken: Migration = {
  name: 'broken',
  up: (db) => {
    db.exec('CREATE TABLE half (x INTEGER)')
    throw new Error('no luck')
  },
}

describe('migrate', () => {
  let folder: string
  let db: Database

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'migrate-'))
    db = openDatabase(join(folder, 'x.db'), { synchronous: 'NORMAL' })
  })
  afterEach(() => {
    db.close()
    rmSync(folder, { recursive: true })
  })

  it('runs each migration once, in order, and records its time', () => {
    migrate(db, [first], 1)
    migrate(db, [first, second], 2)
    migrate(db, [first, second], 3)
    assert.deepEqual(db.prepare('SELECT version, name, at_ms FROM migrations').all(), [
      { version: 1, name: 'a table', at_ms: 1 },
      { version: 2, name: 'a column', at_ms: 2 },
    ])
    db.exec("INSERT INTO a (x, y) VALUES (1, 'there')")
  })

  it('undoes a migration that failed and keeps the ones before it', () => {
    assert.throws(() => migrate(db, [first, broken], 1), /no luck/)
    const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").all()
    assert.deepEqual(tables, [{ name: 'a' }, { name: 'migrations' }])
  })

  it('refuses a database of a newer version with a sentence and does not change it', () => {
    migrate(db, [first, second], 1)
    const before = db.prepare('SELECT * FROM sqlite_master').all()
    assert.throws(
      () => migrate(db, [first], 2),
      (error: Error) => {
        assert.ok(error instanceof DatabaseTooNew)
        assert.match(error.message, /newer version of firmensuche .*Nothing was changed/)
        return true
      },
    )
    assert.deepEqual(db.prepare('SELECT * FROM sqlite_master').all(), before)
  })

  it('refuses to open a file read-only if migrations are missing', () => {
    migrate(db, [first], 1)
    assert.throws(() => checkMigrated(db, [first, second]), /has schema version 1, but 2 is required/)
    checkMigrated(db, [first])
  })
})
