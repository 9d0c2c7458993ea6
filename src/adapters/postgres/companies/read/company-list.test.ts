import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { incomingCompany } from '../../../../../test/fixtures/incoming-companies.ts'
import { administer, NO_POSTGRES } from '../../../../../test/fixtures/postgres.ts'
import { type CompaniesDatabase, companiesDatabase } from '../../../../../test/fixtures/postgres-companies.ts'
import type { ListQuestion } from '../../../../core/company/company-store.ts'
import { type DatabasePool, openPool } from '../../database/open-pool.ts'
import { type Query, type Statements, statementsOf } from '../../database/statements.ts'
import { openCompanyWriter } from '../write/company-writer.ts'
import { pageQuery, windowEndQuery } from './company-list.ts'
import { READ_SETTINGS } from './company-store.ts'

const UUID = '7f9a0c1e-0000-5000-8000-000000000000'
/** A place far behind, by order, and the index that leads there. */
const PLACES = [
  { sort: 'uuid', value: UUID, index: 'companies_by_uuid' },
  { sort: 'name', value: 'firma 4', index: 'companies_by_name' },
  { sort: '-updated_at', value: 50, index: 'companies_by_update' },
] as const
const COMPANIES = 1000
/** What the planner believes: with few rows it may well sort all of them, and need not be hindered. */
const BELIEVED = 5_000_000

interface Step {
  readonly 'Node Type': string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly Step[]
}

describe('a page of the list in PostgreSQL', { skip: NO_POSTGRES }, () => {
  let place: CompaniesDatabase
  let database: DatabasePool
  let statements: Statements

  before(async () => {
    place = await companiesDatabase()
    const writer = await openCompanyWriter(place.url, 1)
    await writer.beginBulk()
    for (let at = 0; at < COMPANIES; at += 100)
      await writer.save(
        Array.from({ length: 100 }, (_, i) => incomingCompany(at + i)),
        at / 50,
      )
    await writer.endBulk()
    await writer.close()
    const session = READ_SETTINGS
    database = openPool({
      url: place.url,
      purpose: 'test',
      connectionsMax: 1,
      statementTimeoutMs: 0,
      session,
    })
    statements = statementsOf(database.pool, database.place)
    await administer(
      place.url,
      `UPDATE pg_class SET reltuples = ${BELIEVED} WHERE oid = 'companies'::regclass`,
    )
  })
  after(async () => {
    await database.pool.end()
    await place.free()
  })

  async function stepsOf({ sql, parameters }: Query): Promise<readonly Step[]> {
    const row = await statements.first<{ 'QUERY PLAN': readonly [{ readonly Plan: Step }] }>(
      `EXPLAIN (FORMAT JSON) ${sql}`,
      parameters,
    )
    const all = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(all)]
    return all(row!['QUERY PLAN'][0].Plan)
  }

  for (const { sort, value, index } of PLACES) {
    it(`is read along ${index} from its position on, without sorting, so that its cost does not depend on it`, async () => {
      const question: ListQuestion = { sort, limit: 100, after: { value, uuid: UUID } }
      const filtered: ListQuestion = { ...question, city: ['muenchen'], status: ['active'] }
      const end = { value, uuid: UUID.replace('7f', '8f') }
      for (const query of [
        pageQuery(question, undefined),
        pageQuery(filtered, end),
        windowEndQuery(filtered),
      ]) {
        const steps = await stepsOf(query)
        const scan = steps.find((step) => step['Index Name']?.startsWith('companies_'))
        assert.equal(scan?.['Index Name'], index, JSON.stringify(steps))
        assert.match(scan['Index Cond'] ?? '', />/)
        assert.ok(!steps.some((step) => step['Node Type'].includes('Sort')), JSON.stringify(steps))
      }
    })
  }
})
