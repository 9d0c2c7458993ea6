import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { ListQuestion } from '../../../../core/company/company-store.ts'
import { openDatabase } from '../../database/open-database.ts'
import { openCompanyWriter } from '../write/company-writer.ts'
import { pageQuery, windowEndQuery } from './company-list.ts'

const UUID = '7f9a0c1e-0000-5000-8000-000000000000'
/** A place far behind, by order, and the index that leads there. */
const PLACES = [
  { sort: 'uuid', value: UUID, index: 'companies_by_uuid (uuid>?)' },
  { sort: 'name', value: 'muster', index: 'companies_by_name (name_folded>?)' },
  { sort: '-updated_at', value: 5, index: 'companies_by_update (updated_at_ms<?)' },
] as const

test('a page in any order is read along an index without sorting, so that its cost does not depend on its position', () => {
  const folder = mkdtempSync(join(tmpdir(), 'firmensuche-'))
  openCompanyWriter(join(folder, 'companies.sqlite'), 0).close()
  const db = openDatabase(join(folder, 'companies.sqlite'), { readOnly: true, synchronous: 'NORMAL' })
  const stepsOf = ({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) =>
    (db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...parameters) as { detail: string }[]).map(
      ({ detail }) => detail,
    )
  try {
    for (const { sort, value, index } of PLACES) {
      const question: ListQuestion = { sort, limit: 100, after: { value, uuid: UUID } }
      const filtered: ListQuestion = { ...question, city: ['berlin'], status: ['active'] }
      const queries = [question, filtered].map((each) => pageQuery(each, undefined))
      for (const query of [...queries, windowEndQuery(filtered)]) {
        const steps = stepsOf(query)
        assert.equal(steps[0], `SEARCH companies USING INDEX ${index}`)
        assert.ok(!steps.some((step) => /SCAN companies|TEMP B-TREE/.test(step)), steps.join('\n'))
      }
    }
  } finally {
    db.close()
    rmSync(folder, { recursive: true })
  }
})
