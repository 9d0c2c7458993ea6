import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { incomingCompany, seenBy } from '../../../../../test/fixtures/incoming-companies.ts'
import { administer, NO_POSTGRES } from '../../../../../test/fixtures/postgres.ts'
import { type CompaniesDatabase, companiesDatabase } from '../../../../../test/fixtures/postgres-companies.ts'
import { POLL_MS } from '../../../../../test/journeys/program.ts'
import type { CompanyId } from '../../../../core/company/company.ts'
import type { CompanyStore } from '../../../../core/company/company-store.ts'
import type { CompanyWriter, IncomingCompany } from '../../../../core/company/company-writer.ts'
import { companyUuid } from '../../../../names/reading/company-uuid.ts'
import { openCompanyStore } from '../read/company-store.ts'
import { openCompanyWriter } from './company-writer.ts'

const WRITERS = `FROM pg_stat_activity
  WHERE application_name = 'firmensuche writer' AND datname = current_database() AND state <> 'idle'`
const CUT_CONNECTIONS = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE application_name = 'firmensuche writer' AND datname = current_database()`
const LOST =
  /The connection to PostgreSQL was lost, and with it which entries the files have, so that nothing was withdrawn\. Import them again\./

const numbered = (count: number, from = 1) =>
  Array.from({ length: count }, (_, i) => incomingCompany(from + i))
const uuidOf = ({ register }: IncomingCompany) => companyUuid(register) as CompanyId
const suppression = (company: IncomingCompany, atMs = 5) => ({
  uuid: uuidOf(company),
  ...{ reason: 'r', actor: 'a', atMs },
})

describe('the writer of companies in PostgreSQL', { skip: NO_POSTGRES }, () => {
  let database: CompaniesDatabase
  let writer: CompanyWriter
  let other: CompanyWriter
  let store: CompanyStore
  /** Connections of the test: one looks at those of the writers, one makes them wait. */
  let [watching, holding]: readonly [Client, Client] = [new Client(), new Client()]

  beforeEach(async () => {
    database = await companiesDatabase()
    writer = await openCompanyWriter(database.url, 1)
    other = await openCompanyWriter(database.url, 1)
    store = await openCompanyStore({ url: database.url, connectionsMax: 2 })
    const connected = async () => {
      const client = new Client({ connectionString: database.url })
      await client.connect()
      return client
    }
    ;[watching, holding] = [await connected(), await connected()]
  })
  afterEach(async () => {
    for (const client of [watching, holding]) await client.end()
    for (const closed of [store, writer, other]) await closed.close()
    await database.free()
  })

  /** Resolves when a connection of a writer waits for a lock with a statement that begins so. */
  async function waitsWith(statement: string): Promise<void> {
    const sql = `SELECT 1 ${WRITERS} AND wait_event_type = 'Lock' AND query LIKE $1`
    while ((await watching.query(sql, [`${statement}%`])).rowCount === 0) await wait(POLL_MS)
  }

  /** Makes the next batch wait in the middle of its COPY into the log, after so many changes, until `holding` ends its transaction. */
  async function holdLogAfter(changes: number): Promise<void> {
    await holding.query('BEGIN')
    const sequence = (await store.lastSequence()) + changes
    await holding.query(
      `INSERT INTO changes (sequence, uuid, kind, at_ms, fields) VALUES ($1, gen_random_uuid(), 'changed', 1, '')`,
      [sequence],
    )
  }

  async function assertNoGaps(): Promise<void> {
    const sequences = (await store.changes(0, 100_000)).map(({ sequence }) => sequence)
    assert.deepEqual(
      sequences,
      sequences.map((_, i) => i + 1),
    )
  }

  it('suppresses a company between two batches of a writer on another node, and lifts that', async () => {
    const [first, second] = numbered(2)
    await writer.save([first!], 1)
    await holdLogAfter(3)
    const saving = writer.save(numbered(10, 2), 2)
    await waitsWith('COPY changes')
    const suppressing = other.suppress(suppression(first!))
    const early = other.suppress(suppression(second!))
    await waitsWith('SELECT pg_advisory_xact_lock')
    assert.equal(await store.count(), 1)
    await holding.query('ROLLBACK')
    await saving
    assert.equal(await suppressing, true)
    assert.equal(await early, true, 'it was stored by the batch before')
    await writer.save([incomingCompany(1, { name: 'Neu GmbH', source: seenBy('2020-01-01') })], 6)
    assert.equal(await store.find(uuidOf(first!)), undefined)
    const changes = await store.changes(0, 100)
    assert.deepEqual(
      changes.slice(11).map(({ kind, uuid }) => [kind, uuid]),
      [
        ['suppressed', uuidOf(first!)],
        ['suppressed', uuidOf(second!)],
      ],
    )
    await assertNoGaps()
    assert.equal(await store.count(), 9)
    assert.equal(await other.lift(uuidOf(first!), 7), true)
    assert.equal((await store.find(uuidOf(first!)))?.kind, 'company')
  })

  it('logs every change in order while companies are saved on one node and suppressed and shown again on another', async () => {
    const companies = numbered(40)
    await writer.save(companies, 1)
    let isDone = false
    const saving = (async () => {
      for (let day = 1; day <= 25; day++)
        await writer.save(
          companies.map((company, i) => ({
            ...company,
            name: `${(i + day) % 3} Adler GmbH`,
            source: { ...company.source, asOf: `2020-01-${String(day).padStart(2, '0')}` },
          })),
          1 + day,
        )
      isDone = true
    })()
    let turns = 0
    for (; !isDone; turns++) {
      const company = companies[(turns * 7) % companies.length]!
      if (!(await other.suppress(suppression(company)))) await other.lift(uuidOf(company), 5)
    }
    await saving
    assert.ok(turns > 0)
    await assertNoGaps()
    const changes = await store.changes(0, 100_000)
    const lastKinds = new Map(changes.map(({ uuid, kind }) => [uuid, kind]))
    const hidden = [...lastKinds].filter(([, kind]) => kind === 'suppressed').map(([uuid]) => uuid)
    const stored = (await store.suppressions()).map(({ uuid }) => uuid)
    assert.deepEqual(hidden.sort(), stored.sort())
    assert.equal(await store.count(), companies.length - stored.length)
  })

  it('stores nothing of a batch whose connection is cut in the middle of a COPY, frees its lock, and goes on', async () => {
    await writer.save(numbered(3), 1)
    const before = await Array.fromAsync(store.readAll(100))
    await holdLogAfter(5)
    const saving = (async () => writer.save(numbered(10, 4), 2))()
    await waitsWith('COPY changes')
    const failed = assert.rejects(saving, {
      name: 'Failure',
      code: 'service_unavailable',
      message: /^The PostgreSQL database test_\w+ on 127\.0\.0\.1:\d+ cannot be (?:used|reached): .*\.$/,
    })
    await administer(database.url, CUT_CONNECTIONS)
    await failed
    await holding.query('ROLLBACK')
    assert.deepEqual(await Array.fromAsync(store.readAll(100)), before)
    assert.equal((await other.save(numbered(10, 4), 3)).created, 10)
    await other.close()
    other = await openCompanyWriter(database.url, 1)
    assert.equal((await writer.save(numbered(10, 4), 4)).unchanged, 10)
    await assertNoGaps()
  })

  it('withdraws nothing when the connection was lost that had the notes', async () => {
    const companies = numbered(4)
    const entries = companies.map(({ source }) => source)
    await writer.save(companies, 1)
    await writer.noteEntries(entries.slice(0, 2))
    await administer(database.url, CUT_CONNECTIONS)
    const isConnected = async () => {
      try {
        return (await writer.beginImport(['a'], 1)) > 0
      } catch {
        return false
      }
    }
    while (!(await isConnected())) await wait(POLL_MS)
    await assert.rejects(async () => writer.noteEntries(entries.slice(2)), LOST)
    await assert.rejects(async () => writer.findEntries('not_noted'), LOST)
    await assert.rejects(async () => writer.withdrawFound(10, 1), LOST)
    await writer.forgetNotes()
    await writer.noteEntries(entries.slice(1))
    const [found] = await writer.findEntries('not_noted')
    assert.equal(found?.found, 1)
    assert.deepEqual(await writer.withdrawFound(10, 1), { withdrawn: 1, deleted: 1 })
  })
})
