/** GET /api/v1/companies/{uuid} */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Company } from '../../src/core/company/company.ts'
import { commandLineTrace } from '../../src/core/identity/audit.ts'
import { detailSchema } from '../../src/http/api/company-schemas.ts'
import { companyUuid } from '../../src/names/reading/company-uuid.ts'
import { formatNumber, germanKey } from '../../src/names/reading/register-number.ts'
import { testRefusals } from './refusals.ts'
import { openService, startService } from './start-service.ts'

const service = await openService()
const auth = service.auth('companies:read')
const everything = [...service.companies.readAll(1000)].flat()

function find(uuid: string, headers: Record<string, string> = {}) {
  return service.server.inject({ url: `/api/v1/companies/${uuid}`, headers: { ...auth, ...headers } })
}

test('200: every company is found by its id, in the schema of the OpenAPI document', async () => {
  for (const company of everything) {
    const response = await find(company.uuid)
    assert.equal(response.statusCode, 200)
    const detail = detailSchema.parse(response.json())
    const { register, court, address } = company
    assert.deepEqual(
      [detail.uuid, detail.name, detail.seat, detail.status, detail.legal_form, detail.status_raw],
      [company.uuid, company.name, company.seat, company.status, company.form, company.statusWord],
    )
    assert.deepEqual(
      [detail.court_code, detail.register_type, detail.register_number, detail.register_suffix],
      [court, register.type, germanKey(register).digits, germanKey(register).suffix],
    )
    assert.deepEqual(detail.former_names, company.formerNames)
    assert.deepEqual(
      detail.former_numbers.map((former) => [former.registration_number, former.court_code, former.until]),
      company.formerNumbers.map((former) => [
        formatNumber(former.register),
        germanKey(former.register).court,
        former.until,
      ]),
    )
    assert.deepEqual([detail.address, detail.registered_on], [address, company.registeredOn])
    assert.equal(detail.updated_at, new Date(company.updatedAtMs).toISOString())
    assert.deepEqual(
      detail.sources.map((source) => [source.source, source.source_id, source.as_of]),
      company.sources.map(({ source, sourceKey, asOf }) => [source, sourceKey, asOf]),
    )
    const dates = company.sources.map(({ asOf }) => asOf).sort()
    assert.equal(response.headers['x-data-as-of'], dates[0])
  }
})

test('200: prominence is the sum of the points of its parts, with a live key and in the sandbox', async () => {
  const pointsOf: Readonly<Record<string, number>> = { AG: 9, SE: 9, VVaG: 6, eG: 3, GmbH: 0, unknown: 0 }
  const seen = new Set<string>()
  for (const kind of ['live', 'test'] as const) {
    const companies = kind === 'live' ? everything : [...service.sandbox.companies.readAll(1000)].flat()
    const headers = { authorization: `Bearer ${service.key({ kind }).secret}` }
    for (const { uuid, form, registeredOn, formerNames } of companies) {
      const { prominence } = detailSchema.parse((await find(uuid, headers)).json())
      const [part, ...others] = prominence.parts
      assert.deepEqual([part?.fact, part?.value], ['legal_form', form])
      assert.deepEqual(
        others.map(({ fact }) => fact),
        [
          ...(registeredOn === null ? [] : ['years_in_register']),
          ...(formerNames.length === 0 ? [] : ['former_names']),
        ],
      )
      assert.equal(
        prominence.parts.reduce((sum, { points }) => sum + points, 0),
        prominence.value,
      )
      if (form in pointsOf) assert.equal(part?.points, pointsOf[form], form)
      seen.add(form)
    }
  }
  for (const form of Object.keys(pointsOf)) assert.ok(seen.has(form), form)
})

test('200: prominence is no part of the rows of a list', async () => {
  for (const accept of ['application/json', 'application/x-ndjson', 'text/csv']) {
    const headers = { ...auth, accept }
    const { statusCode, body } = await service.server.inject({ url: '/api/v1/companies', headers })
    assert.equal(statusCode, 200)
    assert.doesNotMatch(body, /prominence/, accept)
  }
})

test('200: an id is found in upper case and with a final slash', async () => {
  const [{ uuid }] = everything as [Company]
  const { body } = await find(uuid)
  assert.equal((await find(uuid.toUpperCase())).body, body)
  assert.equal((await find(`${uuid}/`)).body, body)
  assert.equal((await find(uuid.replace(/^./, (first) => `%${first.charCodeAt(0).toString(16)}`))).body, body)
})

test('304: the current state is not sent again', async () => {
  const [{ uuid }] = everything as [Company]
  const { etag } = (await find(uuid)).headers
  assert.match(String(etag), /^"[A-Za-z0-9_-]{16}"$/)
  for (const known of [String(etag), `"x", W/${etag}`, '*']) {
    const response = await find(uuid, { 'if-none-match': known })
    assert.equal(response.statusCode, 304, known)
    assert.equal(response.body, '')
    assert.equal(response.headers.etag, etag)
    assert.equal(response.headers['cache-control'], 'private, no-cache')
  }
  assert.equal((await find(uuid, { 'if-none-match': '"x"' })).statusCode, 200)
})

test('308: a former id redirects to the present one, without a body', async () => {
  const moved = everything.find(({ formerNumbers }) => formerNumbers.length > 0)
  assert.ok(moved)
  const former = companyUuid(moved.formerNumbers[0]!.register)
  const response = await find(former)
  assert.equal(response.statusCode, 308)
  assert.equal(response.headers.location, `/api/v1/companies/${moved.uuid}`)
  assert.equal(response.body, '')
})

test('404: a suppressed company is not found by its id or a former id, and no other route shows it', async () => {
  const moved = everything.find(({ formerNumbers }) => formerNumbers.length > 0)
  assert.ok(moved)
  const other = await startService()
  try {
    const headers = other.auth('companies:read', 'companies:search')
    const ids = [moved.uuid, companyUuid(moved.formerNumbers[0]!.register)]
    const ask = async (url: string) => other.server.inject({ url: `/api/v1/${url}`, headers })
    const statuses = () => Promise.all(ids.map(async (id) => (await ask(`companies/${id}`)).statusCode))
    const list = async () => {
      const ndjson = { ...headers, accept: 'application/x-ndjson' }
      const { body } = await other.server.inject({ url: '/api/v1/companies?limit=10000', headers: ndjson })
      return body.split('\n')
    }
    const before = await list()
    assert.equal(before.filter((row) => row.includes(moved.uuid)).length, 1)
    assert.deepEqual(await statuses(), [200, 308])
    await other.needs.sendCommand('suppress', {
      trace: commandLineTrace(1),
      uuid: moved.uuid,
      reason: 'a court',
    })
    assert.deepEqual(await statuses(), [404, 404])
    type Row = { readonly uuid: string; readonly kind: string; readonly fields: string[] }
    const changes: Row[] = (await ask('changes?limit=1000')).json()
    const rows = changes.filter(({ uuid }) => uuid === moved.uuid)
    assert.equal(rows.at(-1)?.kind, 'suppressed')
    assert.ok(rows.every(({ fields }) => fields.length === 0))
    assert.deepEqual(
      await list(),
      before.filter((row) => !row.includes(moved.uuid)),
    )
  } finally {
    await other.stop()
  }
})

test('404: an unknown id, and texts that are not ids', async () => {
  for (const id of [
    '00000000-0000-5000-8000-000000000000',
    'abc',
    '%00',
    '%2e%2e%2fetc',
    `${everything[0]!.uuid}x`,
    'x'.repeat(4000),
    "1'%20OR%20'1'='1",
  ]) {
    const response = await find(id)
    assert.equal(response.statusCode, 404, id)
    assert.equal(response.json().code, 'not_found')
  }
})

test('405: "search" and "suggest" are not ids', async () => {
  const cases = [
    ['GET', '/api/v1/companies/search', 'POST, OPTIONS'],
    ['GET', '/api/v1/companies/search/', 'POST, OPTIONS'],
    ['POST', '/api/v1/companies/suggest', 'GET, HEAD, OPTIONS'],
  ] as const
  for (const [method, url, allow] of cases) {
    const response = await service.server.inject({ method, url })
    assert.equal(response.statusCode, 405, url)
    assert.equal(response.headers.allow, allow)
  }
})

testRefusals(() => service, {
  method: 'GET',
  url: () => `/api/v1/companies/${everything[0]?.uuid}`,
  scope: 'companies:read',
})
