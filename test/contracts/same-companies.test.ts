/** The same imports into both databases of companies. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import fc from 'fast-check'
import { openCompanyStore as openPostgresStore } from '../../src/adapters/postgres/companies/read/company-store.ts'
import { openCompanyWriter as openPostgresWriter } from '../../src/adapters/postgres/companies/write/company-writer.ts'
import { registerFiles } from '../../src/adapters/registers/entry-source.ts'
import { openCompaniesInMemory } from '../../src/adapters/sqlite/companies/companies-in-memory.ts'
import type { CompanyStore, ListPlace, ListSort } from '../../src/core/company/company-store.ts'
import type { CompanyWriter } from '../../src/core/company/company-writer.ts'
import { importFiles } from '../../src/core/ingest/import-files.ts'
import { detailWire } from '../../src/http/api/company-wire.ts'
import { NO_POSTGRES } from '../fixtures/postgres.ts'
import { companiesDatabase } from '../fixtures/postgres-companies.ts'
import { type RandomStep, randomSteps, writeFiles } from '../fixtures/random-imports.ts'
import { often, seed } from '../thorough.ts'

const RUNS = often(50, 4)
const SORTS: readonly ListSort[] = ['uuid', 'name', '-updated_at']

describe('the same random imports into SQLite and PostgreSQL', { skip: NO_POSTGRES }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'same-companies-'))
  after(() => rmSync(folder, { recursive: true }))

  it('give the same results, and byte for byte the same companies, lists, changes and sources', async () => {
    await fc.assert(
      fc.asyncProperty(randomSteps, async (steps) => {
        const { writer, companies } = openCompaniesInMemory(1)
        const wanted = [await resultsOf(writer, companies, steps), await contentOf(companies)]
        writer.close()
        assert.deepEqual(await onPostgres(steps), wanted)
      }),
      { numRuns: RUNS, seed: seed() },
    )
  })

  async function onPostgres(steps: readonly RandomStep[]) {
    const { url, free } = await companiesDatabase()
    const writer = await openPostgresWriter(url, 1)
    const store = await openPostgresStore({ url, connectionsMax: 2 })
    try {
      return [await resultsOf(writer, store, steps), await contentOf(store)]
    } finally {
      await store.close()
      await writer.close()
      await free()
    }
  }

  /** Does the steps and returns what the writer answered. */
  async function resultsOf(writer: CompanyWriter, store: CompanyStore, steps: readonly RandomStep[]) {
    const results: unknown[] = []
    for (const [i, step] of steps.entries()) results.push(await done(writer, store, step, 1000 + i))
    return results
  }

  async function done(writer: CompanyWriter, store: CompanyStore, step: RandomStep, nowMs: number) {
    if (step.kind === 'import') return imported(writer, step, nowMs)
    const { companies } = await store.list({ sort: 'uuid', limit: 100 })
    const uuidAt = (place: number) => companies[place % companies.length]?.uuid ?? 'none'
    if (step.kind === 'join') return writer.join(uuidAt(step.place), uuidAt(step.into), nowMs)
    const suppressed = (await store.suppressions()).map(({ uuid }) => uuid)
    if (step.kind === 'lift') return writer.lift(suppressed[step.place % suppressed.length] ?? 'none', nowMs)
    return writer.suppress({ uuid: uuidAt(step.place) as never, reason: 'r', actor: 'a', atMs: nowMs })
  }

  async function imported(
    companyWriter: CompanyWriter,
    { files, withdrawal, isForced }: RandomStep & { kind: 'import' },
    nowMs: number,
  ) {
    const clock = { nowMs: () => nowMs, monotonicNs: () => 0n }
    const rejects: unknown[] = []
    const rejectLog = { add: (row: unknown) => void rejects.push(row) }
    const needs = { entrySource: registerFiles(), companyWriter, clock, rejectLog }
    const { paths, how } = writeFiles(folder, files)
    const run = importFiles(needs, paths, { ...how, withdrawal, isForced })
    for (;;) {
      const step = await run.next()
      if (step.done) return { ...step.value, rejects }
    }
  }
})

async function contentOf(store: CompanyStore) {
  const sources = await store.sources()
  const all = (await Array.fromAsync(store.readAll(3))).flat()
  const [changes, forIndex, count, last, suppressions] = [
    await store.changes(0, 10_000),
    (await Array.fromAsync(store.forIndex(3)))
      .flat()
      .map((one) => ({ ...one, uuid: one.uuid.toLowerCase() })),
    ...[await store.count(), await store.lastSequence(), await store.suppressions()],
  ]
  const ndjson = all.map((company) => JSON.stringify(detailWire(company, sources)))
  const found = await Promise.all(changes.map(({ uuid }) => store.find(uuid)))
  const lists = await Promise.all(SORTS.map((sort) => listed(store, sort)))
  assert.equal(count, all.length)
  return { ndjson, all, forIndex, lists, changes, found, sources, count, last, suppressions }
}

async function listed(store: CompanyStore, sort: ListSort): Promise<readonly string[]> {
  const uuids: string[] = []
  for (let after: ListPlace | undefined; ; ) {
    const page = await store.list({ sort, limit: 3, ...(after && { after }) })
    uuids.push(...page.companies.map(({ uuid }) => uuid))
    if (page.next === undefined) return uuids
    after = page.next
  }
}
