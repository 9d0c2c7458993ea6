import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { incomingCompany } from '../../../../../test/fixtures/incoming-companies.ts'
import { openDatabase } from '../../database/open-database.ts'
import { companyStoreOn } from '../read/company-store.ts'
import { companyWriterOn } from './company-writer.ts'

/** What SQLite calls `NORMAL` and `FULL`: only with the latter a commit waits for the disk. */
const [NORMAL, FULL] = [1, 2]

test('the end of an import, a suppression and its end are on disk when they return, single batches need not be', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'durable-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const db = openDatabase(join(folder, 'companies.db'), { synchronous: 'NORMAL' })
  const writer = companyWriterOn(db, 1)
  t.after(() => writer.close())
  db.exec('CREATE TEMP TABLE seen (step TEXT, synchronous INTEGER)')
  for (const [table, event] of [
    ['companies', 'INSERT'],
    ['imports', 'UPDATE'],
    ['suppressions', 'INSERT'],
    ['suppressions', 'DELETE'],
  ])
    db.exec(`CREATE TEMP TRIGGER ${table}_${event} AFTER ${event} ON main.${table} BEGIN
      INSERT INTO seen SELECT '${event} ${table}', synchronous FROM pragma_synchronous; END`)
  const number = writer.beginImport(['a'], 1)
  writer.save([incomingCompany(1, { name: 'Adler GmbH' })], 1)
  const end = {
    state: 'done',
    said: '',
    counts: {},
    reasons: {},
    rejects: null,
    faults: [],
    endedAtMs: 2,
  } as const
  writer.endImport(number, end)
  const { uuid } = companyStoreOn(db).list({ sort: 'uuid', limit: 1 }).companies[0]!
  writer.suppress({ uuid, reason: 'r', atMs: 3, actor: 'a' })
  writer.lift(uuid, 4)
  writer.save([incomingCompany(2, { name: 'Bussard GmbH' })], 5)
  assert.deepEqual(db.prepare('SELECT DISTINCT step, synchronous FROM seen').raw().all(), [
    ['INSERT companies', NORMAL],
    ['UPDATE imports', FULL],
    ['INSERT suppressions', FULL],
    ['DELETE suppressions', FULL],
  ])
})
