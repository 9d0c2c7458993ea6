import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { Failure } from '../../core/failure.ts'
import { fixDatabases } from './copy-databases.ts'
import { openCountersDatabase } from './counters/counters-database.ts'
import { type Database, openDatabase } from './database/open-database.ts'

const NEVER = new AbortController().signal
/** Several steps of a copy. */
const ROWS = 3000
const ROW_BYTES = 5000

describe('fixDatabases', () => {
  let folder: string
  let path: string
  let writer: Database

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'copy-'))
    path = join(folder, 'counters.sqlite')
    writer = openCountersDatabase(path, 1).file
    add(0, ROWS)
  })
  afterEach(() => {
    writer.close()
    rmSync(folder, { recursive: true })
  })

  function add(from: number, count: number): void {
    const insert = writer.prepare("INSERT INTO usage_hours VALUES (?, 1, 'a', 1, 0, 0, 0, zeroblob(?))")
    writer.transaction(() => {
      for (let i = from; i < from + count; i++) insert.run(`key ${i}`, ROW_BYTES)
    })()
  }

  const rowsOf = (db: Database) => db.prepare('SELECT count(*) FROM usage_hours').pluck().get()

  it('copies what was stored when they were fixed, once, while another connection keeps writing', async () => {
    const fixed = fixDatabases([['counters', path]])
    assert.deepEqual(fixed.schemas, { counters: 1 })
    let [written, copied] = [0, 0]
    const copy = join(folder, 'copy.sqlite')
    await fixed.copy('counters', copy, {
      stop: NEVER,
      copied: (bytes) => {
        copied += bytes
        add(ROWS + written, 10)
        written += 10
      },
    })
    assert.ok(written >= 40, `${written} rows`)
    assert.equal(copied, fixed.bytes)
    assert.equal(rowsOf(writer), ROWS + written)
    const made = openDatabase(copy, { readOnly: true, synchronous: 'NORMAL' })
    assert.equal(rowsOf(made), ROWS)
    assert.equal(made.pragma('integrity_check', { simple: true }), 'ok')
    made.close()
  })

  it('lets the write-ahead log begin anew as soon as the copy is made', async () => {
    writer.pragma('busy_timeout = 0')
    const fixed = fixDatabases([['counters', path]])
    add(ROWS, 10)
    const isBusy = () => (writer.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[])[0]!.busy === 1
    assert.equal(isBusy(), true)
    await fixed.copy('counters', join(folder, 'copy.sqlite'), { stop: NEVER, copied: () => {} })
    assert.equal(isBusy(), false)
  })

  it('leaves out free pages, and keeps the write-ahead mode', async () => {
    const sizes: number[] = []
    for (const kept of [ROWS - 100, 10]) {
      writer
        .prepare('DELETE FROM usage_hours WHERE key NOT IN (SELECT key FROM usage_hours LIMIT ?)')
        .run(kept)
      const fixed = fixDatabases([['counters', path]])
      const copy = join(folder, `copy-${kept}.sqlite`)
      await fixed.copy('counters', copy, { stop: NEVER, copied: () => {} })
      const made = openDatabase(copy, { readOnly: true, synchronous: 'NORMAL' })
      assert.equal(made.pragma('freelist_count', { simple: true }), 0)
      assert.equal(made.pragma('journal_mode', { simple: true }), 'wal')
      assert.equal(rowsOf(made), kept)
      made.close()
      sizes.push(statSync(copy).size)
      fixed.close()
    }
    assert.ok(sizes[1]! * 50 < sizes[0]!, String(sizes))
    assert.deepEqual(
      readdirSync(folder).filter((name) => /whole/.test(name)),
      [],
    )
  })

  it('ends a copy when it is stopped, and refuses a database of a newer version', async () => {
    const stop = new AbortController()
    const fixed = fixDatabases([['counters', path]])
    const copying = fixed.copy('counters', join(folder, 'copy.sqlite'), {
      stop: stop.signal,
      copied: () => stop.abort(new Error('stopped')),
    })
    await assert.rejects(copying, /stopped/)
    fixed.close()
    writer.pragma('user_version = 99')
    assert.throws(
      () => fixDatabases([['counters', path]]),
      (error) => error instanceof Failure && /written by a newer version/.test(error.message),
    )
  })
})
