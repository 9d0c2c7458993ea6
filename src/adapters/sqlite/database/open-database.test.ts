import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { DatabaseUnusable, explained, openDatabase } from './open-database.ts'

describe('openDatabase', () => {
  let folder: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'open-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('shows a reader what a writer committed while both have the file open', () => {
    const path = join(folder, 'x.sqlite')
    const writer = openDatabase(path, { synchronous: 'FULL' })
    writer.exec('CREATE TABLE a (x INTEGER)')
    const reader = openDatabase(path, { readOnly: true, synchronous: 'NORMAL' })
    writer.exec('INSERT INTO a (x) VALUES (7)')
    assert.deepEqual(reader.prepare('SELECT x FROM a').all(), [{ x: 7 }])
    assert.throws(() => reader.exec('INSERT INTO a (x) VALUES (8)'), /readonly/)
    reader.close()
    writer.close()
  })

  it('keeps nothing of a deleted row in the file', () => {
    const path = join(folder, 'x.sqlite')
    const db = openDatabase(path, { synchronous: 'NORMAL' })
    db.exec("CREATE TABLE a (x TEXT); INSERT INTO a (x) VALUES ('Geheime Kundin GmbH')")
    db.pragma('wal_checkpoint(TRUNCATE)')
    assert.ok(readFileSync(path).includes('Geheime Kundin'))
    db.exec('DELETE FROM a')
    db.close()
    assert.ok(!readFileSync(path).includes('Geheime Kundin'))
  })

  it('describes in a sentence why a file cannot be used, and does not change it', () => {
    const text = join(folder, 'text.sqlite')
    writeFileSync(text, 'no database, but long enough to look at. '.repeat(100))
    mkdirSync(join(folder, 'folder.sqlite'))
    for (const [path, readOnly, sentence] of [
      [text, false, /text\.sqlite is not a database of firmensuche\./],
      [text, true, /text\.sqlite is not a database of firmensuche\./],
      [join(folder, 'none.sqlite'), true, /cannot be opened: it is missing/],
      [join(folder, 'folder.sqlite'), false, /cannot be opened: .* a folder/],
      [join(folder, 'no/such/folder.sqlite'), false, /its folder does not exist/],
    ] as const) {
      assert.throws(
        () => openDatabase(path, { readOnly, synchronous: 'NORMAL' }),
        (error: Error) => error instanceof DatabaseUnusable && sentence.test(error.message),
        path,
      )
    }
    assert.match(readFileSync(text, 'utf8'), /^no database/)
  })

  it('describes a full disk in a sentence, and returns an unknown error unchanged', () => {
    const path = join(folder, 'small.sqlite')
    const db = openDatabase(path, { synchronous: 'NORMAL' })
    db.exec('CREATE TABLE a (x TEXT)')
    db.pragma('max_page_count = 4')
    const fill = () => db.prepare('INSERT INTO a (x) VALUES (?)').run('x'.repeat(100_000))
    assert.throws(() => {
      try {
        fill()
      } catch (error) {
        throw explained(path, error)
      }
    }, /small\.sqlite cannot be written: the disk is full\.$/)
    db.close()
    const other = new Error('something else')
    assert.equal(explained(path, other), other)
  })
})
