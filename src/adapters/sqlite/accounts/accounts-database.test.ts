import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { it } from 'node:test'
import { madeJob } from '../../../../test/contracts/match-job-store.ts'
import { SqlMatchJobStore } from '../../sql/accounts/match-job-store.ts'
import { SqlOutbox } from '../../sql/accounts/outbox.ts'
import { fixDatabases } from '../copy-databases.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open-database.ts'
import { openAccountsDatabase } from './accounts-database.ts'
import { ACCOUNTS_MIGRATIONS } from './accounts-migrations.ts'

it('e-mails that an earlier version stored as `letters` are still sent after the upgrade', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'accounts-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'accounts.db')
  const before = openDatabase(path, { synchronous: 'FULL' })
  const renaming = ACCOUNTS_MIGRATIONS.findIndex(({ name }) => name === 'accounts: table of e-mails renamed')
  migrate(before, ACCOUNTS_MIGRATIONS.slice(0, renaming), 0)
  before.exec(`
    INSERT INTO letters (id, once, kind, recipient, language, data, created_at_ms, due_at_ms, expires_at_ms, state)
    VALUES ('ltr_1', 'once', 'confirm', 'ida@example.com', 'de', '{}', 1, 1, 9, 'waiting')`)
  before.close()

  const database = openAccountsDatabase(path, 2)
  const db = database.file
  t.after(() => database.close())
  assert.equal((await new SqlOutbox(database).due(2))?.recipient, 'ida@example.com')
  const left = db.prepare("SELECT name FROM sqlite_master WHERE name LIKE '%letters%'").all()
  assert.deepEqual(left, [])
})

it('a deleted list is in neither the database nor its log nor the copy of a backup, though others have it open', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'accounts-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'accounts.sqlite')
  const [database, reader] = [openAccountsDatabase(path, 1), openAccountsDatabase(path, 1)]
  t.after(() => Promise.all([database.close(), reader.close()]))
  const marker = 'Geheime Kundin GmbH'
  const jobs = new SqlMatchJobStore(database)
  const job = madeJob('mat_a')
  const rows = Buffer.from(`${marker};Ulm\n`.repeat(50_000))
  await jobs.add(job, Readable.from([rows]))
  await jobs.add(madeJob('mat_b', { isTest: true }), Readable.from([Buffer.from('Firma;Ort\n')]))
  const filesWith = () =>
    readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes(marker))
  assert.notDeepEqual(filesWith(), [])
  assert.ok(await jobs.remove(job, job.id))
  await new SqlMatchJobStore(reader).counts()
  await database.discardLog()
  assert.deepEqual(filesWith(), [])
  const fixed = fixDatabases([['accounts', path]])
  const copy = join(folder, 'copy.sqlite')
  await fixed.copy('accounts', copy, { stop: new AbortController().signal, copied: () => {} })
  assert.deepEqual(filesWith(), [])
  assert.ok(readFileSync(copy).length * 2 < readFileSync(path).length)
})

it('emptying the log waits for nobody who reads', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'accounts-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'accounts.sqlite')
  const database = openAccountsDatabase(path, 1)
  t.after(() => database.close())
  const fixed = fixDatabases([['accounts', path]])
  const jobs = new SqlMatchJobStore(database)
  await jobs.add(madeJob('mat_a'), Readable.from([Buffer.from('Firma;Ort\n')]))
  const log = () => readFileSync(`${path}-wal`).length
  await database.discardLog()
  assert.ok(log() > 0)
  assert.equal(database.file.pragma('busy_timeout', { simple: true }), 0)
  fixed.close()
  await database.discardLog()
  assert.equal(log(), 0)
})
