/** GET /api/v1/companies/{uuid} */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Company } from '../../src/core/company/company.ts'
import { detailSchema } from '../../src/http/company-schemas.ts'
import { companyUuid } from '../../src/names/company-uuid.ts'
import { type Service, startService } from './start-service.ts'

let service: Service
let auth: { authorization: string }
let everything: Company[]

before(async () => {
  service = await startService()
  auth = service.auth('companies:read')
  everything = [...service.needs.companies.everything(1000)].flat()
})
after(() => service.stop())

function find(uuid: string, headers: Record<string, string> = {}) {
  return service.server.inject({ url: `/api/v1/companies/${uuid}`, headers: { ...auth, ...headers } })
}

test('200: every company of the data is found by its id and shown in the shape of the document', async () => {
  for (const company of everything) {
    const response = await find(company.uuid)
    assert.equal(response.statusCode, 200)
    const detail = detailSchema.parse(response.json())
    assert.equal(detail.uuid, company.uuid)
    assert.equal(detail.status_raw, company.statusWord)
    assert.equal(detail.former_names.length, company.formerNames.length)
    const dates = company.sources.map(({ asOf }) => asOf).sort()
    assert.equal(response.headers['x-data-as-of'], dates[0])
  }
})

test('200: an id in upper case or with a last slash is the same id', async () => {
  const [{ uuid }] = everything as [Company]
  const { body } = await find(uuid)
  assert.equal((await find(uuid.toUpperCase())).body, body)
  assert.equal((await find(`${uuid}/`)).body, body)
  assert.equal((await find(uuid.replace(/^./, (first) => `%${first.charCodeAt(0).toString(16)}`))).body, body)
})

test('304: whoever has the present state is not sent it again', async () => {
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

test('308: a former id leads to the present one, without a body', async () => {
  const moved = everything.find(({ formerNumbers }) => formerNumbers.length > 0)
  assert.ok(moved)
  const former = companyUuid(moved.formerNumbers[0]!.register)
  const response = await find(former)
  assert.equal(response.statusCode, 308)
  assert.equal(response.headers.location, `/api/v1/companies/${moved.uuid}`)
  assert.equal(response.body, '')
})

test('HEAD: the headers of GET without its body', async () => {
  const [{ uuid }] = everything as [Company]
  const get = await find(uuid)
  const head = await service.server.inject({
    method: 'HEAD',
    url: `/api/v1/companies/${uuid}`,
    headers: auth,
  })
  assert.equal(head.statusCode, 200)
  assert.equal(head.body, '')
  assert.equal(head.headers['content-length'], get.headers['content-length'])
  assert.equal(head.headers.etag, get.headers.etag)
})

test('400: detail takes no parameters', async () => {
  const response = await find(`${everything[0]!.uuid}?fields=name`)
  assert.equal(response.statusCode, 400)
  assert.deepEqual(response.json().details, [{ field: 'fields', reason: 'unknown_parameter' }])
})

test('401 and 403: no key, and a key that may only search', async () => {
  const url = `/api/v1/companies/${everything[0]!.uuid}`
  assert.equal((await service.server.inject({ url })).statusCode, 401)
  assert.equal((await find(everything[0]!.uuid, service.auth('companies:search'))).statusCode, 403)
})

test('404: an id that nobody has, and texts that are no id', async () => {
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

test('405: "search" and "suggest" are no ids', async () => {
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

test('405: a company cannot be changed here', async () => {
  const url = `/api/v1/companies/${everything[0]!.uuid}`
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    const response = await service.server.inject({ method, url, headers: auth })
    assert.equal(response.statusCode, 405)
    assert.equal(response.headers.allow, 'GET, HEAD, OPTIONS')
  }
})

test('406: a format that detail does not have', async () => {
  assert.equal((await find(everything[0]!.uuid, { accept: 'text/csv' })).statusCode, 406)
})
