import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { incomingCompany } from '../../../../../test/fixtures/incoming-companies.ts'
import type { ListSort } from '../../../../core/company/company-store.ts'
import type { IncomingCompany } from '../../../../core/company/company-writer.ts'
import { type Database, openDatabase } from '../../database/open-database.ts'
import { pageQuery, windowEndQuery } from '../read/company-list.ts'
import { openCompanyStore } from '../read/company-store.ts'
import { openCompanyWriter } from './company-writer.ts'

describe('the writer of the companies file', () => {
  let folder: string
  let path: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'writer-'))
    path = join(folder, 'companies.sqlite')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  /** Looks at the file as it is, whatever else is open. */
  function look<Answer>(at: (db: Database) => Answer): Answer {
    const db = openDatabase(path, { readOnly: true, synchronous: 'NORMAL' })
    try {
      return at(db)
    } finally {
      db.close()
    }
  }

  const indexes = (): unknown[] =>
    look((db) =>
      db
        .prepare(
          "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN ('changes', 'companies') ORDER BY 1",
        )
        .pluck()
        .all(),
    )

  const ALL = ['changes_by_company', 'companies_by_name', 'companies_by_update', 'companies_by_uuid']

  it('fills an empty store without indexes and creates them at the end', () => {
    const writer = openCompanyWriter(path, 1)
    assert.deepEqual(indexes(), ALL)
    writer.beginBulk()
    writer.save([incomingCompany(1)], 1)
    assert.deepEqual(indexes(), [])
    writer.endBulk()
    assert.deepEqual(indexes(), ALL)
    writer.close()
  })

  it('continues to examine old changes where the last call stopped', () => {
    const before = openCompanyWriter(path, 1)
    before.save(
      [1, 2, 3].map((digits) => incomingCompany(digits)),
      1,
    )
    assert.equal(before.shortenChanges(2, 2), 2)
    before.close()
    const writer = openCompanyWriter(path, 1)
    assert.equal(writer.shortenChanges(2, 2), 1)
    writer.close()
  })

  it('keeps the indexes of a store that has companies', () => {
    const writer = openCompanyWriter(path, 1)
    writer.save([incomingCompany(1)], 1)
    writer.beginBulk()
    assert.deepEqual(indexes(), ALL)
    writer.close()
  })

  it('moves a batch to the file with the next batch or at its end, so that searches need not wait for it', () => {
    const batchOf = (from: number) => Array.from({ length: 5000 }, (_, i) => incomingCompany(from + i))
    const before = openCompanyWriter(path, 1)
    before.save([incomingCompany(1)], 1)
    before.close()
    const empty = statSync(path).size
    const writer = openCompanyWriter(path, 1)
    writer.beginBulk()
    writer.save(batchOf(1), 1)
    writer.endBulk()
    assert.equal(statSync(path).size, empty, 'the import has ended and nothing is moved')
    writer.save(batchOf(10_000), 1)
    const first = statSync(path).size
    assert.ok(first > 2 * empty, 'the next batch moves the one before')
    writer.close()
    assert.ok(statSync(path).size > 1.5 * first)
    assert.equal(statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0, 0)
  })

  it('creates the list indexes that an interrupted bulk import has not created', () => {
    const cutOff = openCompanyWriter(path, 1)
    cutOff.beginBulk()
    cutOff.save([incomingCompany(1)], 1)
    cutOff.close()
    openCompanyWriter(path, 2).close()
    assert.deepEqual(indexes(), ALL)
  })

  it('continues after a batch of a bulk import failed', () => {
    const writer = openCompanyWriter(path, 1)
    writer.beginBulk()
    const broken = { ...incomingCompany(2), name: Symbol('no text') } as never as IncomingCompany
    assert.throws(() => writer.save([incomingCompany(1), broken], 1))
    assert.partialDeepStrictEqual(
      writer.save([incomingCompany(1), incomingCompany(2), incomingCompany(1)], 1),
      {
        created: 2,
        changed: 0,
        unchanged: 1,
      },
    )
    writer.endBulk()
    writer.close()
    const store = openCompanyStore(path)
    assert.equal(store.count(), 2)
    store.close()
  })

  it('lists in every order along an index, without sorting', () => {
    openCompanyWriter(path, 1).close()
    const uuid = '00000000-0000-5000-8000-000000000000'
    const places: Record<ListSort, string | number> = { uuid, name: 'x', '-updated_at': 5 }
    for (const [sort, value] of Object.entries(places) as [ListSort, string | number][]) {
      const place = { value, uuid }
      for (const query of [
        pageQuery({ sort, limit: 10 }, undefined),
        pageQuery({ sort, limit: 10, after: place, status: ['active'] }, place),
        windowEndQuery({ sort, limit: 10, after: place, status: ['active'] }),
      ]) {
        const plan = look((db) => db.prepare(`EXPLAIN QUERY PLAN ${query.sql}`).all(...query.parameters))
        const steps = plan.map((step) => (step as { detail: string }).detail).join('\n')
        assert.match(steps, /USING INDEX companies_by_/)
        assert.doesNotMatch(steps, /TEMP B-TREE/)
        if (query.parameters.length > 2) assert.match(steps, /^SEARCH companies/)
      }
    }
  })

  it('must have created the file before a store can open it', () => {
    assert.throws(() => openCompanyStore(path), /missing/)
  })
})
