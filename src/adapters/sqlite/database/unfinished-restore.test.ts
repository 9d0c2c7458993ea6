import assert from 'node:assert/strict'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { DatabaseUnusable, openDatabase } from './open-database.ts'
import { completeRestore, emptyRestoreFolder, replaceByRestored } from './unfinished-restore.ts'

const OLD = {
  'accounts.sqlite': 'old accounts',
  'accounts.sqlite-wal': 'old log',
  'companies.sqlite': 'old companies',
  'companies.index': 'old index',
  secret: 'old secret',
  'owner.json': 'note',
}
const NEW = { 'accounts.sqlite': 'new accounts', 'companies.sqlite': 'new companies', secret: 'new secret' }
const NAMES = ['accounts.sqlite', 'companies.sqlite', 'companies.index', 'counters.sqlite', 'secret']
const CHANGE = { replaced: Object.keys(NEW), removed: ['companies.index', 'counters.sqlite'] }
const AFTER = { ...NEW, 'owner.json': 'note' }

describe('the files of a restore', () => {
  let folder: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'restore-'))
    write(folder, OLD)
    write(emptyRestoreFolder(folder, NAMES), NEW)
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('replace the old ones, with what SQLite keeps beside them, and nothing else', () => {
    replaceByRestored(folder, CHANGE, NAMES)
    assert.deepEqual(contentOf(folder), AFTER)
  })

  it('are forgotten if the restore was interrupted before its mark was set', () => {
    completeRestore(folder, NAMES)
    assert.deepEqual(contentOf(folder), OLD)
  })

  it('are not looked for behind a link or a file of an operator, which a restore refuses', () => {
    const target = join(folder, 'elsewhere')
    rmSync(join(folder, 'restore'), { recursive: true })
    mkdirSync(target)
    write(target, { secret: 'of another service' })
    symlinkSync(target, join(folder, 'restore'))
    completeRestore(folder, NAMES)
    assert.deepEqual(contentOf(target), { secret: 'of another service' })
    assert.throws(() => emptyRestoreFolder(folder, NAMES), /restore is not a folder\. Remove it/)
    rmSync(target, { recursive: true })
  })

  it('are all that is deleted in their folder: what an operator put there stays', () => {
    const own = { 'monday.fsb': 'a backup', 'accounts.sqlite.old': 'a copy' }
    write(join(folder, 'restore'), { ...own, 'companies.sqlite-wal': 'a log', 'counters.sqlite': 'cut' })
    completeRestore(folder, NAMES)
    assert.deepEqual(contentOf(join(folder, 'restore')), own)
    write(emptyRestoreFolder(folder, NAMES), NEW)
    replaceByRestored(folder, CHANGE, NAMES)
    assert.deepEqual(contentOf(join(folder, 'restore')), own)
    rmSync(join(folder, 'restore'), { recursive: true })
    assert.deepEqual(contentOf(folder), AFTER)
  })

  it('replace the old ones after a crash at each step, and until then no database is opened', () => {
    const steps = stepsOf(folder)
    for (let crash = 0; crash <= steps.length; crash++) {
      const copy = mkdtempSync(join(tmpdir(), 'restore-'))
      cpSync(folder, copy, { recursive: true })
      writeFileSync(join(copy, 'restore-unfinished'), `${JSON.stringify(CHANGE)}\n`)
      for (const step of steps.slice(0, crash)) step(copy)
      for (const name of ['accounts', 'companies'])
        assert.throws(
          () => openDatabase(join(copy, `${name}.sqlite`), { synchronous: 'NORMAL' }),
          (error) =>
            error instanceof DatabaseUnusable &&
            /a restore into its folder was interrupted/.test(error.message),
        )
      completeRestore(copy, NAMES)
      assert.deepEqual(contentOf(copy), AFTER, `after ${crash} steps`)
      rmSync(copy, { recursive: true })
    }
  })
})

/** What `completeRestore` does to the disk after the mark, one change at a time. */
function stepsOf(folder: string): readonly ((folder: string) => void)[] {
  const names = readdirSync(join(folder, 'restore'))
  return [
    (at) => rmSync(join(at, 'companies.index')),
    (at) => rmSync(join(at, 'accounts.sqlite-wal')),
    ...names.map((name) => (at: string) => renameSync(join(at, 'restore', name), join(at, name))),
    (at) => rmSync(join(at, 'restore'), { recursive: true }),
  ]
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  if (!existsSync(folder)) mkdirSync(folder)
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
}

function contentOf(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  )
}
