/** GET /api/v1/sources */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sourcesSchema } from '../../src/http/api/service-schemas.ts'
import { testRefusals } from './refusals.ts'
import { openService, startService } from './start-service.ts'

const URL = '/api/v1/sources'
const service = await openService()

test('200: each data set has its rows, its oldest date, its licence and its attribution', async () => {
  const response = await service.server.inject({ url: URL, headers: service.auth() })
  const rows = sourcesSchema.parse(response.json())
  const companies = [...service.companies.readAll(1000)].flat()
  const looks = companies.flatMap(({ sources }) => sources.map(({ asOf }) => asOf)).toSorted()
  assert.deepEqual(rows, [
    {
      source: 'offeneregister',
      title: 'OffeneRegister',
      rows: looks.length,
      as_of: looks[0],
      licence: 'CC BY 4.0',
      attribution: 'from OpenCorporates',
    },
  ])
})

test('200: a data set without rows has no date', async () => {
  const empty = { source: 'a', title: 'A', licence: 'B', attribution: 'C', rows: 0, asOf: '' }
  const other = await startService({
    replace: ({ companies }) => ({ companies: { ...companies, sources: () => [empty as never] } }),
  })
  try {
    const response = await other.server.inject({ url: URL, headers: other.auth() })
    assert.equal(sourcesSchema.parse(response.json())[0]?.as_of, null)
  } finally {
    await other.stop()
  }
})

test('304: the current list is not sent again', async () => {
  const headers = service.auth()
  const { etag } = (await service.server.inject({ url: URL, headers })).headers
  const known = { ...headers, 'if-none-match': String(etag) }
  const response = await service.server.inject({ url: URL, headers: known })
  assert.deepEqual([response.statusCode, response.body, response.headers.etag], [304, '', etag])
})

testRefusals(() => service, { method: 'GET', url: URL, scope: undefined })
