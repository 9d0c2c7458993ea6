/**
 * The shortening of the change log: an import removes old superseded changes, and the log still contains
 * each last state.
 */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { registerFiles } from '../src/adapters/registers/entry-source.ts'
import { openCompanyStore } from '../src/adapters/sqlite/companies/read/company-store.ts'
import { openCompanyWriter } from '../src/adapters/sqlite/companies/write/company-writer.ts'
import { openDatabase } from '../src/adapters/sqlite/database/open-database.ts'
import { CHANGES_KEPT_MS } from '../src/core/company/company-store.ts'
import { importFiles } from '../src/core/ingest/import-files.ts'
import { EXTRA_CHANGES_READ } from '../src/core/ingest/shorten-log.ts'
import { handClock } from './api/hand-clock.ts'
import { ENTRIES, temporaryFolder } from './journeys/program.ts'

const lines = readFileSync(ENTRIES, 'utf8').split('\n').slice(0, 3)

/** The entry as it was read in that year, with another seat. */
function moved(line: string, seat: string, year: number): string {
  const entry = JSON.parse(line)
  entry.all_attributes.registered_office = seat
  return JSON.stringify({ ...entry, retrieved_at: `${year}-01-01T00:00:00Z` })
}

test('an import keeps only the last change of each company from those older than 400 days, to the millisecond', async (t) => {
  const folder = temporaryFolder(t)
  const clock = handClock()
  const companies = openCompanyWriter(join(folder, 'companies.sqlite'), clock.nowMs())
  const store = openCompanyStore(join(folder, 'companies.sqlite'))
  t.after(() => {
    store.close()
    companies.close()
  })
  const file = join(folder, 'entries.jsonl')
  /** The first `count` entries, which moved to another seat. */
  const importMoved = async (count: number, seat: string, year: number) => {
    const entries = lines.slice(0, count).map((line) => moved(line, seat, year))
    writeFileSync(file, `${entries.join('\n')}\n`)
    const run = importFiles(
      { entrySource: registerFiles(), companyWriter: companies, clock, rejectLog: { add() {} } },
      [file],
    )
    for await (const _progress of run) {
      // Only the end matters here.
    }
  }
  const kinds = () => store.changes(0, 100).map(({ kind, sequence }) => [sequence, kind])
  await importMoved(3, 'Ulm', 2019)
  await importMoved(2, 'Bonn', 2020)
  const whole = [
    [1, 'created'],
    [2, 'created'],
    [3, 'created'],
    [4, 'changed'],
    [5, 'changed'],
  ]
  clock.pass(CHANGES_KEPT_MS)
  await importMoved(1, 'Bonn', 2020)
  assert.deepEqual(kinds(), whole, 'old enough is what is older than that')
  clock.pass(1)
  await importMoved(1, 'Köln', 2021)
  assert.deepEqual(kinds(), [
    [3, 'created'],
    [4, 'changed'],
    [5, 'changed'],
    [6, 'changed'],
  ])
  assert.equal(store.lastSequence(), 6)
})

/** A store beside what an import of the first entries needs, and how to look into it. */
function smallStore(t: TestContext) {
  const folder = temporaryFolder(t)
  const clock = handClock()
  const path = join(folder, 'companies.sqlite')
  const companies = openCompanyWriter(path, clock.nowMs())
  const db = openDatabase(path, { synchronous: 'NORMAL' })
  t.after(() => {
    db.close()
    companies.close()
  })
  const file = join(folder, 'entries.jsonl')
  const importAll = async (entries: readonly string[] = lines) => {
    writeFileSync(file, `${entries.join('\n')}\n`)
    const run = importFiles(
      { entrySource: registerFiles(), companyWriter: companies, clock, rejectLog: { add() {} } },
      [file],
    )
    for (;;) {
      const step = await run.next()
      if (step.done) return step.value
    }
  }
  return { clock, db, importAll }
}

test('an import examines at most the given number of changes, and the next one continues there', async (t) => {
  const { clock, db, importAll } = smallStore(t)
  await importAll()
  const log = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${EXTRA_CHANGES_READ})
    INSERT INTO changes (uuid, kind, at_ms, fields) SELECT randomblob(16), 'created', ${clock.nowMs()}, '' FROM n`
  db.exec(log)
  clock.pass(CHANGES_KEPT_MS + 1)
  const through = db.prepare('SELECT through FROM shortened_log').pluck()
  const { changed, notShortened } = await importAll([moved(lines[0]!, 'Ulm', 2030), ...lines.slice(1)])
  assert.deepEqual([changed, notShortened, through.get()], [1, undefined, EXTRA_CHANGES_READ + 1])
  await importAll()
  assert.equal(through.get(), EXTRA_CHANGES_READ + lines.length)
})

test('an import succeeds and reports it if the log cannot be shortened afterwards', async (t) => {
  const { clock, db, importAll } = smallStore(t)
  assert.equal((await importAll()).notShortened, undefined)
  clock.pass(CHANGES_KEPT_MS + 1)
  db.exec('DROP TABLE shortened_log')
  const { unchanged, faults, notShortened } = await importAll()
  assert.deepEqual([unchanged, faults], [lines.length, []])
  assert.match(String(notShortened), /could not be shortened: .*shortened_log/)
})
