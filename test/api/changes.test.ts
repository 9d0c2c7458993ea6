/** GET /api/v1/changes */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { z } from 'zod'
import type { Change, CompanyStore } from '../../src/core/company/company-store.ts'
import { changeCursor } from '../../src/core/company/list-changes.ts'
import { changesSchema } from '../../src/http/api/service-schemas.ts'
import { testRefusals } from './refusals.ts'
import { openService, type Service, startService } from './start-service.ts'

const PATH = '/api/v1/changes'
type Row = z.output<typeof changesSchema>[number]

const service = await openService()
const auth = service.auth('companies:read')
const everything = [...service.companies.readAll(1000)].flat()

async function changes(query = '', from = service) {
  const headers = from === service ? auth : from.auth('companies:read')
  const response = await from.server.inject({ url: PATH + query, headers })
  assert.equal(response.statusCode, 200, response.body)
  const next = response.headers['x-next-cursor']
  assert.match(String(next), /^[A-Za-z0-9_-]+$/, 'the cursor is always there')
  return { rows: changesSchema.parse(response.json()), next: String(next) }
}

async function walk(limit: number): Promise<Row[]> {
  const all: Row[] = []
  for (let query = `?limit=${limit}`; ; ) {
    const { rows, next } = await changes(query)
    if (rows.length === 0) return all
    all.push(...rows)
    query = `?limit=${limit}&since=${next}`
  }
}

/** A service over a log of our own making. */
async function over(log: readonly Change[], more: Partial<CompanyStore> = {}): Promise<Service> {
  return startService({
    replace: ({ companies }) => ({
      companies: {
        ...companies,
        lastSequence: () => log.at(-1)?.sequence ?? 0,
        changes: (after, limit) => log.filter(({ sequence }) => sequence > after).slice(0, limit),
        suppressions: () => [],
        ...more,
      },
    }),
  })
}

const A = '11111111-1111-5111-8111-111111111111' as Change['uuid']
const B = '22222222-2222-5222-8222-222222222222' as Change['uuid']

function change(sequence: number, kind: Change['kind'], uuid = A, more: Partial<Change> = {}): Change {
  return { sequence, uuid, kind, atMs: sequence * 1000, fields: [], into: null, ...more }
}

test('200: the log contains every company once as created, in the order of the import', async () => {
  const rows = await walk(1000)
  assert.equal(rows.length, service.companies.lastSequence())
  const created = rows.filter(({ kind }) => kind === 'created')
  assert.deepEqual(created.map(({ uuid }) => uuid).toSorted(), everything.map(({ uuid }) => uuid).toSorted())
  assert.ok(created.every(({ fields }) => fields.length === 0))
})

test('200: the page size changes only the pages; a page has a hundred rows by default', async () => {
  assert.deepEqual(await walk(7), await walk(1000))
  assert.equal((await changes()).rows.length, 100)
})

test('200: the cursor of any row leads to the next row', async () => {
  const all = await walk(1000)
  for (const place of [0, 10, all.length - 1]) {
    const { rows } = await changes(`?limit=1000&since=${all[place]?.cursor}`)
    assert.deepEqual(rows, all.slice(place + 1))
  }
})

test('200: now returns no rows and the present cursor, after which there is nothing', async () => {
  const { rows, next } = await changes('?since=now')
  assert.deepEqual(rows, [])
  assert.equal(next, changeCursor(service.companies.lastSequence()))
  const behind = await changes(`?since=${next}`)
  assert.deepEqual(behind, { rows: [], next })
})

test('200: a list with the changes since its first page is the present register', async () => {
  const list = await service.server.inject({ url: '/api/v1/companies?limit=1', headers: auth })
  const since = String(list.headers['x-changes-cursor'])
  assert.deepEqual((await changes(`?since=${since}`)).rows, [])
})

test('200: changed fields are named, and a merge names the company that it went into', async () => {
  const other = await over([
    change(1, 'created'),
    change(2, 'changed', A, { fields: ['name', 'seat'] }),
    change(3, 'removed', A, { fields: ['status'] }),
    change(4, 'merged', A, { into: B }),
  ])
  try {
    const { rows } = await changes('', other)
    assert.deepEqual(rows, [
      { cursor: 'MQ', uuid: A, kind: 'created', at: '1970-01-01T00:00:01.000Z', fields: [] },
      { cursor: 'Mg', uuid: A, kind: 'changed', at: '1970-01-01T00:00:02.000Z', fields: ['name', 'seat'] },
      { cursor: 'Mw', uuid: A, kind: 'removed', at: '1970-01-01T00:00:03.000Z', fields: ['status'] },
      { cursor: 'NA', uuid: A, kind: 'merged', at: '1970-01-01T00:00:04.000Z', fields: [], into: B },
    ])
  } finally {
    await other.stop()
  }
})

test('200: changes of a suppressed company contain only its suppression, neither earlier nor later fields', async () => {
  const log = [
    change(1, 'changed', A, { fields: ['name'] }),
    change(2, 'changed', B, { fields: ['name'] }),
    change(3, 'suppressed', A),
  ]
  const suppression = { uuid: A, reason: '', atMs: 0, actor: '' }
  const other = await over(log, { suppressions: () => [suppression] })
  try {
    const { rows } = await changes('', other)
    assert.deepEqual(
      rows.map(({ kind, fields }) => [kind, fields]),
      [
        ['changed', []],
        ['changed', ['name']],
        ['suppressed', []],
      ],
    )
  } finally {
    await other.stop()
  }
})

test('200: a cursor in a log that was shortened meanwhile leads to the last state of each company', async () => {
  const shortened = [change(4, 'changed', B), change(5, 'removed', A)]
  const other = await over(shortened)
  try {
    for (const sequence of [0, 1, 2, 3]) {
      const { rows } = await changes(`?since=${changeCursor(sequence)}`, other)
      assert.deepEqual(
        rows.map(({ uuid, kind }) => [uuid, kind]),
        [
          [B, 'changed'],
          [A, 'removed'],
        ],
      )
    }
  } finally {
    await other.stop()
  }
})

test('200: a cursor of another log, beyond the end of this one, starts at the beginning', async () => {
  const { rows } = await changes(`?since=${changeCursor(999_999_999)}&limit=3`)
  assert.deepEqual(rows, (await walk(1000)).slice(0, 3))
})

test('200: an empty log has a cursor', async () => {
  const other = await over([])
  try {
    for (const query of ['', '?since=now']) {
      assert.deepEqual(await changes(query, other), { rows: [], next: changeCursor(0) })
    }
  } finally {
    await other.stop()
  }
})

test('400: each rule of each parameter is enforced', async () => {
  const cases: [string, string, string][] = [
    ['?since=', 'since', 'format'],
    ['?since=yesterday', 'since', 'format'],
    ['?since=NOW', 'since', 'format'],
    ['?since=MQ%3D%3D', 'since', 'format'],
    ['?since=LTE', 'since', 'format'],
    ['?since=MDE', 'since', 'format'],
    [`?since=${'x'.repeat(5000)}`, 'since', 'too_long'],
    ['?since=now&since=now', 'since', 'repeated'],
    ['?limit=0', 'limit', 'too_small'],
    ['?limit=1001', 'limit', 'too_large'],
    ['?limit=many', 'limit', 'type'],
  ]
  for (const [query, field, reason] of cases) {
    const response = await service.server.inject({ url: PATH + query, headers: auth })
    assert.equal(response.statusCode, 400, query)
    assert.deepEqual(response.json().details[0], { field, reason }, query)
  }
})

testRefusals(() => service, { method: 'GET', url: `${PATH}?since=now`, scope: 'companies:read' })
