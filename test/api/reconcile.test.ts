/** /api/v1/reconcile/{key}: the service for OpenRefine. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { API_SCOPES } from '../../src/core/access/key.ts'
import { PROPERTIES } from '../../src/http/reconcile/properties.ts'
import { EXTENDED_IDS_MAX, QUERIES_MAX } from '../../src/http/reconcile/query-schemas.ts'
import { requiresKey } from '../../src/http/request/route.ts'
import { apiRoutes } from '../../src/http/routes.ts'
import { courtName } from '../../src/names/reading/court.ts'
import { germanKey, isGerman } from '../../src/names/reading/register-number.ts'
import { assertConforms } from '../fixtures/reconciliation-schemas.ts'
import { often, seed } from '../thorough.ts'
import { openService, type Service } from './start-service.ts'

const service = await openService()
const everything = [...service.companies.readAll(1000)].flat()
const key = service.key({ scopes: ['reconcile'] })
const BASE = `/api/v1/reconcile/${key.secret}`
const FORM = 'application/x-www-form-urlencoded'

function get(url: string, headers: Record<string, string> = { 'accept-language': 'en' }) {
  return service.server.inject({ url, headers })
}

function post(fields: Record<string, string>, base = BASE, headers: Record<string, string> = {}) {
  return service.server.inject({
    method: 'POST',
    url: base,
    headers: { 'content-type': FORM, ...headers },
    payload: new URLSearchParams(fields).toString(),
  })
}

interface Candidate {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly score: number
  readonly match: boolean
  readonly type: readonly { readonly id: string }[]
}

interface Result {
  readonly result: readonly Candidate[]
  readonly details?: readonly object[]
}

/** Sends queries as OpenRefine does; fails unless the answer conforms to the schema. */
async function reconcile(queries: Readonly<Record<string, unknown>>, base = BASE) {
  const response = await post({ queries: JSON.stringify(queries) }, base)
  assert.equal(response.statusCode, 200, response.body)
  const results = response.json() as Record<string, Result>
  assertConforms('reconciliation-result-batch', results)
  return results
}

async function one(query: object): Promise<Result> {
  return (await reconcile({ q0: query })).q0 as Result
}

async function batch(rows: readonly object[]) {
  const response = await service.server.inject({
    method: 'POST',
    url: '/api/v1/companies/search/batch',
    headers: { ...service.auth(), 'content-type': 'application/json' },
    payload: JSON.stringify(rows),
  })
  assert.equal(response.statusCode, 200, response.body)
  return response.json() as { state: string; companies: { uuid: string; match: { score: number } }[] }[]
}

function limitedBase(quota: number) {
  return `/api/v1/reconcile/${service.key({ scopes: ['reconcile'], limit: { quota, windowMs: 60_000 } }).secret}`
}

const left = (response: { headers: Record<string, unknown> }) =>
  Number(/r=(\d+)/.exec(String(response.headers.ratelimit))?.[1])

test('200: the manifest conforms to 0.2, and its addresses are those of the service with this key', async () => {
  const response = await get(BASE)
  assert.equal(response.statusCode, 200, response.body)
  const manifest = response.json()
  assertConforms('manifest', manifest)
  assert.deepEqual(manifest.versions, ['0.2'])
  const url = `http://localhost:8080${BASE}`
  assert.equal(manifest.preview.url, `${url}/preview/{{id}}`)
  assert.equal(manifest.suggest.entity.service_url, url)
  assert.equal(manifest.view.url, 'http://localhost:8080/company/{{id}}')
  for (const space of [manifest.identifierSpace, manifest.schemaSpace]) assert.doesNotMatch(space, /fs_live/)
  assert.equal(response.headers['access-control-allow-origin'], '*')
})

test('200: no response is stored, and the address is not passed on to other pages', async () => {
  const { uuid } = everything[0]!
  for (const path of ['', '/suggest/entity?prefix=Adler', `/preview/${uuid}`, `/flyout/entity?id=${uuid}`]) {
    const response = await get(BASE + path)
    assert.equal(response.statusCode, 200, path)
    assert.equal(response.headers['cache-control'], 'no-store')
    assert.equal(response.headers['referrer-policy'], 'no-referrer')
  }
})

test('200: queries are answered in a form, in JSON and in the query string', async () => {
  const queries = { q0: { query: 'Adler GmbH' }, q1: { query: 'Qxzzyqx' } }
  const expected = await reconcile(queries)
  assert.ok(expected.q0!.result.length > 0)
  assert.deepEqual(expected.q1, { result: [] })
  const asText = JSON.stringify(queries)
  const asJson = await service.server.inject({
    method: 'POST',
    url: BASE,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ queries }),
  })
  assert.deepEqual(asJson.json(), expected)
  assert.deepEqual((await get(`${BASE}?queries=${encodeURIComponent(asText)}`, {})).json(), expected)
  const withCharset = await post({ queries: asText }, BASE, { 'content-type': `${FORM}; charset=UTF-8` })
  assert.deepEqual(withCharset.json(), expected)
})

test('200: a candidate is a certain match exactly where a batch says found, and has its score', async () => {
  const names = everything.slice(0, 150).map(({ name }) => name)
  const queries = names.flatMap((name, i) => [
    name,
    name.slice(0, -1),
    `${name.slice(0, 3)}x${name.slice(3)}`,
    i % 2 ? name.split(' ')[0]! : name.toUpperCase(),
  ])
  let certain = 0
  for (let at = 0; at < queries.length; at += QUERIES_MAX) {
    const part = queries.slice(at, at + QUERIES_MAX)
    const results = await reconcile(
      Object.fromEntries(part.map((query, i) => [`q${i}`, { query, limit: 5 }])),
    )
    const normal = await batch(part.map((name) => ({ name })))
    const deep = await batch(part.map((name) => ({ name, deep: true })))
    for (const [i, query] of part.entries()) {
      const row = normal[i]!.state === 'not_found' ? deep[i]! : normal[i]!
      const { result } = results[`q${i}`] as Result
      assert.deepEqual(
        result.map(({ id, score }) => [id, score]),
        row.companies.map(({ uuid, match }) => [uuid, match.score]),
        query,
      )
      assert.deepEqual(
        result.map(({ match }) => match),
        row.companies.map((_, place) => place === 0 && row.state === 'found'),
        query,
      )
      if (row.state === 'found') certain++
    }
  }
  assert.ok(certain > 50 && certain < queries.length, String(certain))
})

test('200: city, court, form and number are conditions, in any usual spelling', async () => {
  const { result } = await one({ query: 'Adler', limit: 25 })
  const uuids = new Set(result.map(({ id }) => id))
  const some = everything.find(({ uuid, seat }) => uuids.has(uuid) && seat !== '')!
  const { digits, type, court } = germanKey(some.register)
  const conditions: [string, unknown][] = [
    ['city', some.seat.toUpperCase()],
    ['city', ['Nowhere at all', some.seat]],
    ['city', { id: 'Q1', name: some.seat }],
    ['court', `Amtsgericht ${courtName(court)}`],
    ['form', some.form],
    ['number', `${type} ${digits}`],
  ]
  for (const [pid, v] of conditions) {
    const found = await one({ query: 'Adler', limit: 25, properties: [{ pid, v }] })
    assert.ok(
      found.result.some(({ id }) => id === some.uuid),
      `${pid} ${JSON.stringify(found)}`,
    )
    assert.ok(found.result.length <= result.length)
  }
  const elsewhere = await one({ query: 'Adler', properties: [{ pid: 'city', v: 'Nowhere at all' }] })
  assert.deepEqual(elsewhere.result, [])
})

test('200: the long name of a form is read as its code', async () => {
  const long = { pid: 'form', v: 'Gesellschaft mit beschränkter Haftung' }
  const short = { pid: 'form', v: 'GmbH' }
  const query = { query: 'Adler', limit: 25 }
  const expected = await one({ ...query, properties: [short] })
  assert.ok(expected.result.length > 1)
  assert.deepEqual(await one({ ...query, properties: [long] }), expected)
})

test('200: a postcode is a condition, as text, as a number, and in a longer text', async () => {
  const some = everything.find(({ address }) => address?.postcode)!
  const postcode = some.address!.postcode!
  for (const v of [postcode, Number(postcode), `D-${postcode} ${some.seat}`]) {
    const { result } = await one({ query: some.name, properties: [{ pid: 'postcode', v }] })
    assert.equal(result[0]?.id, some.uuid, String(v))
  }
  const elsewhere = await one({ query: some.name, properties: [{ pid: 'postcode', v: '00000' }] })
  assert.deepEqual(elsewhere.result, [])
})

test('200: a number and its court alone find the company, with no name', async () => {
  for (const { uuid, register } of everything.filter(({ register }) => isGerman(register)).slice(0, 20)) {
    const { type, digits, suffix, court } = germanKey(register)
    const properties = [
      { pid: 'number', v: `${type} ${digits} ${suffix}` },
      { pid: 'court', v: courtName(court) },
    ]
    const { result } = await one({ properties })
    assert.equal(result[0]?.id, uuid)
    assert.equal(result[0]?.match, true)
  }
})

test('200: a value that is no condition of its kind is left out, and then nothing is a certain match', async () => {
  const { name, uuid } = everything.find(({ name }) => name === 'Adler Apotheke OHG') ?? everything[3]!
  const sure = await one({ query: name })
  for (const [pid, v] of [
    ['form', 'Ulm'],
    ['number', 'customer 17'],
    ['court', 'Atlantis'],
    ['postcode', 'unknown'],
    ['city', '\u0007'],
  ] as const) {
    const { result } = await one({ query: name, properties: [{ pid, v }] })
    assert.ok(
      result.some(({ id }) => id === uuid),
      pid,
    )
    assert.deepEqual(
      result.map(({ id, score, match }) => [id, score, match]),
      sure.result.map(({ id, score }) => [id, score, false]),
    )
  }
  const ignored = await one({
    query: name,
    properties: [
      { pid: 'colour', v: 'red' },
      { pid: 'city', v: ' ' },
    ],
  })
  assert.deepEqual(ignored, sure)
})

test('200: an entity of another type is not found', async () => {
  assert.deepEqual((await one({ query: 'Adler', type: 'person' })).result, [])
  const asked = await one({ query: 'Adler', type: ['person', 'company'], type_strict: 'should' })
  assert.ok(asked.result.length > 0)
})

test('200: at most as many candidates as asked for', async () => {
  for (const [limit, expected] of [
    [1, 1],
    [3, 3],
    [1000, 25],
    [0, 10],
    [-5, 1],
    [2.7, 2],
  ] as const) {
    assert.equal((await one({ query: 'Adler', limit })).result.length, expected, String(limit))
  }
})

test('200: an invalid query has no candidates and says why; the others are answered', async () => {
  const results = await reconcile({
    a: { query: 'x'.repeat(501) },
    'b/c~': { query: 'a\u0000' },
    c: { query: '\ud800' },
    d: 5,
    e: { query: ['x'] },
    f: { query: 'Adler', properties: [{ pid: 'city' }] },
    g: {},
    h: { query: ' ' },
    __proto__x: { query: 'Adler' },
  })
  assert.deepEqual(results.a, { result: [], details: [{ field: '/a/query', reason: 'too_long' }] })
  assert.deepEqual(results['b/c~']?.details, [{ field: '/b~1c~0/query', reason: 'control_character' }])
  assert.deepEqual(results.c?.details, [{ field: '/c/query', reason: 'control_character' }])
  for (const id of ['d', 'e', 'f']) assert.ok(results[id]!.details!.length > 0, id)
  for (const id of ['g', 'h']) assert.deepEqual(results[id], { result: [] })
  assert.ok(results.__proto__x!.result.length > 0)
})

test('200: a query under a name that JavaScript objects inherit is answered under it', async () => {
  const queries = '{"__proto__": {"query": "Adler"}, "constructor": {"query": "Adler"}}'
  const { body } = await post({ queries })
  for (const name of ['__proto__', 'constructor']) assert.ok(body.includes(`"${name}":{"result":[{`), body)
})

test('400: queries that are no object, no JSON, missing, repeated, or too many', async () => {
  const many = Object.fromEntries(Array.from({ length: QUERIES_MAX + 1 }, (_, i) => [`q${i}`, {}]))
  const tooMany = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`q${i}`, { query: 'a' }]))
  const cases: [string, string, string][] = [
    ['queries=%7B', '/queries', 'syntax'],
    ['queries=', '/queries', 'syntax'],
    ['queries=[]', '/queries', 'type'],
    ['queries=null', '/queries', 'type'],
    ['queries=5', '/queries', 'type'],
    ['other=5', '/queries', 'required'],
    ['queries={}&queries={}', '/queries', 'repeated'],
    ['queries=%ff', '/queries', 'encoding'],
    [`queries=${encodeURIComponent(JSON.stringify(many))}`, '/queries', 'too_many'],
    [`queries=${encodeURIComponent(JSON.stringify(tooMany))}`, '/queries', 'too_many'],
    ['', '', 'required'],
  ]
  for (const [payload, field, reason] of cases) {
    const headers = { 'content-type': FORM }
    const response = await service.server.inject({ method: 'POST', url: BASE, headers, payload })
    assert.equal(response.statusCode, 400, payload.slice(0, 50))
    assert.deepEqual(response.json().details, [{ field, reason }], payload.slice(0, 50))
  }
  const most = Object.fromEntries(Object.entries(many).slice(0, QUERIES_MAX))
  assert.equal(Object.keys(await reconcile(most)).length, QUERIES_MAX)
})

test('200, 400 or 413: whatever a form contains, the response is JSON of the protocol or of our errors', async () => {
  const value = fc.anything({ maxDepth: 3, withNullPrototype: false })
  const query = fc.record(
    {
      query: fc.oneof(fc.string({ unit: 'binary' }), value),
      type: value,
      limit: fc.oneof(fc.double(), value),
      properties: fc.oneof(
        fc.array(
          fc.record({ pid: fc.constantFrom('city', 'postcode', 'number', 'court', 'form', 'x'), v: value }),
        ),
        value,
      ),
    },
    { requiredKeys: [] },
  )
  const sent = fc.oneof(
    fc.json(),
    fc.string({ unit: 'binary' }),
    fc.dictionary(fc.string(), query).map(textOf),
  )
  await fc.assert(
    fc.asyncProperty(sent, fc.constantFrom('queries', 'extend'), async (text, field) => {
      const response = await post({ [field]: text.toWellFormed() })
      assert.ok([200, 400].includes(response.statusCode), `${response.statusCode} ${response.body}`)
      const answer = response.json()
      if (response.statusCode === 400) assert.equal(answer.code, 'invalid_request')
      else
        assertConforms(
          field === 'queries' ? 'reconciliation-result-batch' : 'data-extension-response',
          answer,
        )
    }),
    { numRuns: often(500), seed: seed() },
  )
})

function textOf(value: unknown): string {
  return JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? String(each) : each)) ?? ''
}

test('413: a too large form; 415: a body that is neither form nor JSON', async () => {
  const large = await post({ queries: ' '.repeat(1024 * 1024) })
  assert.equal(large.statusCode, 413)
  for (const type of ['text/plain', 'multipart/form-data; boundary=x', `${FORM}; charset=latin1`]) {
    const response = await post({ queries: '{}' }, BASE, { 'content-type': type })
    assert.equal(response.statusCode, 415, type)
    assert.equal(response.headers.accept, `application/json, ${FORM}`)
  }
})

test('200: an extension returns the values of the properties, and conforms to 0.2', async () => {
  const former = everything.find(({ formerNames }) => formerNames.length > 0)!
  const ids = [
    ...everything.slice(0, 50).map(({ uuid }): string => uuid),
    former.uuid,
    'nonsense',
    '__proto__',
  ]
  const extend = { ids, properties: PROPERTIES.map(({ id }) => ({ id, settings: {} })) }
  assertConforms('data-extension-query', extend)
  const response = await post({ extend: JSON.stringify(extend) }, BASE, { 'accept-language': 'en' })
  assert.equal(response.statusCode, 200, response.body)
  const { meta, rows } = response.json()
  assertConforms('data-extension-response', response.json())
  assert.deepEqual(meta[1], { id: 'number', name: 'Register number' })
  for (const company of everything.slice(0, 50)) {
    const values = rows[company.uuid]
    assert.deepEqual(values.name, [{ str: company.name }])
    assert.deepEqual(values.status, [{ str: company.status }])
    assert.deepEqual(values.city, company.seat === '' ? [] : [{ str: company.seat }])
    const { address } = company
    if (values.street.length > 0) assert.ok(address!.text.startsWith(values.street[0].str))
  }
  assert.deepEqual(
    rows[former.uuid].former_names,
    former.formerNames.map(({ name }) => ({ str: name })),
  )
  assert.deepEqual(rows.nonsense.name, [])
})

test('400: an extension with an unknown property, too many ids, or of the wrong form', async () => {
  const property = { id: 'name' }
  const cases: [unknown, string, string][] = [
    [{ ids: [], properties: [{ id: 'colour' }] }, '/extend/properties/0/id', 'not_allowed'],
    [{ ids: Array(EXTENDED_IDS_MAX + 1).fill('a'), properties: [property] }, '/extend/ids', 'too_many'],
    [{ ids: 'a', properties: [] }, '/extend/ids', 'type'],
    [{ ids: [] }, '/extend/properties', 'required'],
    [[], '/extend', 'type'],
  ]
  for (const [extend, field, reason] of cases) {
    const response = await post({ extend: JSON.stringify(extend) })
    assert.equal(response.statusCode, 400, JSON.stringify(extend))
    const [detail] = response.json().details
    assert.deepEqual([detail.field, detail.reason], [field, reason])
  }
  const most = { ids: Array(EXTENDED_IDS_MAX).fill('a'), properties: [property] }
  assert.equal((await post({ extend: JSON.stringify(most) })).statusCode, 200)
})

test('200: suggestions and proposals conform to 0.2, whatever parameters a client adds', async () => {
  const more = '&type=company&type_strict=any&cursor=5&callback=jQuery17&_=1'
  const entities = (await get(`${BASE}/suggest/entity?prefix=Adl${more}`)).json()
  assertConforms('suggest-entities-response', entities)
  assert.ok(entities.result.length > 0)
  const types = (await get(`${BASE}/suggest/type?prefix=comp${more}`)).json()
  assertConforms('suggest-types-response', types)
  assert.equal(types.result[0].id, 'company')
  const properties = (await get(`${BASE}/suggest/property?prefix=post${more}`)).json()
  assertConforms('suggest-properties-response', properties)
  assert.deepEqual(
    properties.result.map(({ id }: { id: string }) => id),
    ['postcode'],
  )
  const proposed = (await get(`${BASE}/extend/propose?type=company&limit=3`)).json()
  assertConforms('data-extension-property-proposal', proposed)
  assert.deepEqual([proposed.type, proposed.limit, proposed.properties.length], ['company', 3, 3])
  assert.deepEqual((await get(`${BASE}/extend/propose?type=person`)).json().properties, [])
  const all = (await get(`${BASE}/extend/propose`)).json().properties
  assert.equal(all.length, PROPERTIES.length)
  assert.equal(
    (await get(`${BASE}/extend/propose`, { 'accept-language': 'de' })).json().properties[1].name,
    'Registernummer',
  )
})

test('200: an id in place of a prefix suggests its company; a prefix that is no text suggests nothing', async () => {
  const { uuid, name } = everything[0]!
  const [only, ...others] = (await get(`${BASE}/suggest/entity?prefix=${uuid}`)).json().result
  assert.deepEqual([only.id, only.name, others], [uuid, name, []])
  for (const prefix of ['', '%00', '...', '%20']) {
    assert.deepEqual((await get(`${BASE}/suggest/entity?prefix=${prefix}`)).json().result, [], prefix)
  }
})

test('200: a flyout describes a company, a type or a property; 404: an unknown one', async () => {
  const { uuid, name } = everything[0]!
  for (const [kind, id, expected] of [
    ['entity', uuid, name],
    ['type', 'company', 'Company'],
    ['property', 'court', 'Register court'],
  ] as const) {
    const response = await get(`${BASE}/flyout/${kind}?id=${id}`)
    assert.equal(response.json().id, id)
    assert.ok(response.json().html.startsWith(`<h1>${expected.replaceAll('&', '&amp;')}</h1>`), response.body)
    assert.equal((await get(`${BASE}/flyout/${kind}?id=nonsense`)).statusCode, 404)
    assert.equal((await get(`${BASE}/flyout/${kind}`)).statusCode, 400)
  }
})

test('200: the preview is a page in the language of the reader that runs nothing and may be framed', async () => {
  const former = everything.find(({ formerNames }) => formerNames.length > 0)!
  const german = await get(`${BASE}/preview/${former.uuid.toUpperCase()}`, { accept: 'text/html,*/*;q=0.8' })
  assert.equal(german.statusCode, 200)
  assert.match(german.body, /<html lang="de">/)
  assert.match(german.body, /<dt>Früher<\/dt>/)
  const english = await get(`${BASE}/preview/${former.uuid}`)
  assert.match(english.body, /<html lang="en">[\s\S]*<dt>Formerly<\/dt>[\s\S]*OpenCorporates/)
  const policy = String(english.headers['content-security-policy'])
  assert.match(
    policy,
    /^default-src 'none'; style-src 'sha256-[^']+'; .*form-action 'none'; frame-ancestors \*$/,
  )
  assert.equal(english.headers['x-frame-options'], undefined)
  assert.doesNotMatch(english.body, /<script|<a |<form|<button|fs_live_/)
  assert.equal((await get(`${BASE}/preview/nonsense`)).statusCode, 404)
})

test('200: names with markup are text in the preview and the flyout', async () => {
  for (const { uuid, name } of everything.filter(({ name }) => /[<>&"']/.test(name)).slice(0, 20)) {
    for (const path of [`/preview/${uuid}`, `/flyout/entity?id=${uuid}`]) {
      const { body } = await get(BASE + path)
      assert.ok(!body.includes(`>${name}<`), name)
    }
  }
})

test('200: the cost is that of the same batch, deep where nothing was found, and one for each extended company', async () => {
  const base = limitedBase(1000)
  const costs: [Record<string, string>, number][] = [
    [{ queries: JSON.stringify({ a: { query: 'Adler' }, b: { query: 'Adler GmbH' } }) }, 2],
    [{ queries: JSON.stringify({ a: { query: 'Adler' }, b: { query: 'Qxzzyqx' } }) }, 6],
    [{ queries: '{}' }, 1],
    [{ extend: JSON.stringify({ ids: ['a', 'b', 'c'], properties: [{ id: 'name' }] }) }, 3],
    [{ queries: '[' }, 1],
  ]
  let before = 1000
  for (const [fields, cost] of costs) {
    const now = left(await post(fields, base))
    assert.equal(before - now, cost, JSON.stringify(fields))
    before = now
  }
})

test('429: what does not fit now, with the time to wait; 400: what never fits', async () => {
  const base = limitedBase(10)
  const queries = JSON.stringify({ a: { query: 'Adler' }, b: { query: 'Adler GmbH' } })
  assert.equal((await post({ queries }, base)).statusCode, 200)
  const later = await post({ queries }, base)
  assert.equal(later.statusCode, 429)
  assert.ok(Number(later.headers['retry-after']) >= 1)
  assert.equal(left(later), 8)
  const never = { a: { query: 'a' }, b: { query: 'b' }, c: { query: 'c' } }
  const refused = await post({ queries: JSON.stringify(never) }, base)
  assert.deepEqual(refused.json().details, [{ field: '/queries', reason: 'too_large' }])
})

test('403: a key of a program in the address, whatever it may do', async () => {
  for (const scopes of [API_SCOPES, ['companies:search'], ['companies:read']] as const) {
    const { secret } = service.key({ scopes })
    for (const path of ['', '/suggest/entity?prefix=a', `/preview/${everything[0]!.uuid}`]) {
      const response = await get(`/api/v1/reconcile/${secret}${path}`)
      assert.equal(response.statusCode, 403, path)
      assert.match(
        String(response.headers['www-authenticate']),
        /error="insufficient_scope", scope="reconcile"/,
      )
    }
  }
})

test('403: a key for OpenRefine as a bearer token, on every route', async () => {
  for (const { method, example, id } of apiRoutes().filter(requiresKey)) {
    const response = await service.server.inject({
      method,
      url: example,
      headers: { authorization: `Bearer ${key.secret}`, 'content-type': 'application/json' },
      ...(method === 'POST' && { payload: '{}' }),
    })
    assert.equal(response.statusCode, 403, id)
    assert.equal(response.json().code, 'forbidden')
  }
})

test('401: a wrong, expired or revoked key in the address, and one in a header only', async () => {
  const revoked = service.key({ scopes: ['reconcile'] })
  await service.revoke(revoked)
  const expired = service.key({ scopes: ['reconcile'], expiresInMs: 1000, agoMs: 1000 })
  for (const text of ['nonsense', revoked.secret, expired.secret, `${key.secret.slice(0, -1)}-`]) {
    const response = await get(`/api/v1/reconcile/${text}`)
    assert.equal(response.statusCode, 401)
    assert.equal(response.json().code, 'unauthorized')
  }
  const auth = { authorization: `Bearer ${key.secret}` }
  assert.equal((await get('/api/v1/reconcile/x', auth)).statusCode, 401)
  assert.equal((await get('/api/v1/reconcile', auth)).statusCode, 404)
})

test('404 and 405: unknown paths and methods need no key', async () => {
  assert.equal((await get(`${BASE}/nonsense`)).statusCode, 404)
  const wrong = await service.server.inject({ method: 'DELETE', url: BASE })
  assert.equal(wrong.statusCode, 405)
  assert.equal(wrong.headers.allow, 'GET, HEAD, POST, OPTIONS')
})

test('200: a test key matches companies of the sandbox, and gets the errors that it asks for', async () => {
  const base = `/api/v1/reconcile/${service.key({ scopes: ['reconcile'], kind: 'test' }).secret}`
  const sandbox = new Set([...service.sandbox.companies.readAll(1000)].flat().map(({ uuid }): string => uuid))
  const { q0 } = await reconcile({ q0: { query: 'Sandbox Ahorn' } }, base)
  assert.ok(q0!.result.length > 0)
  for (const { id } of q0!.result) assert.ok(sandbox.has(id))
  const failing = JSON.stringify({ q0: { query: 'Adler' }, q1: { query: 'Sandbox Error 503' } })
  assert.equal((await post({ queries: failing }, base)).statusCode, 503)
  assert.equal((await get(`${base}/preview/00000000-0000-5000-8000-000000000429`)).statusCode, 429)
  assert.equal((await get(`${base}/preview/${q0!.result[0]!.id}`)).statusCode, 200)
  assert.equal((await get(`${base}/preview/${everything[0]!.uuid}`)).statusCode, 404)
})

test('the key is in no line of the log and in no response but the manifest, faults of the server included', async () => {
  const broken: Service = await openService({
    replace: ({ companies }) => ({
      companies: {
        ...companies,
        sources: companies.sources,
        find() {
          throw new Error('a bug')
        },
      } as Service['companies'],
    }),
  })
  const { secret } = broken.key({ scopes: ['reconcile'] })
  const base = `/api/v1/reconcile/${secret}`
  const { uuid } = everything[0]!
  const urls = ['/preview/', '/flyout/entity?id=', '/suggest/entity?prefix='].map(
    (path) => base + path + uuid,
  )
  const others = [
    `${base}?queries=[`,
    `${base}/nonsense`,
    `${base}//`,
    `${base}?api_key=1`,
    `${base}/%ff`,
    `${base}-`,
  ]
  const statuses = new Set<number>()
  for (const url of [...urls, ...others]) {
    const response = await broken.server.inject({
      url,
      headers: { accept: 'application/problem+json, text/html' },
    })
    statuses.add(response.statusCode)
    assert.ok(!response.body.includes(secret), url)
    assert.ok(!JSON.stringify(response.headers).includes(secret), url)
  }
  assert.ok(
    statuses.has(500) && statuses.has(400) && statuses.has(404) && statuses.has(401),
    [...statuses].join(),
  )
  assert.ok(broken.log.length > 0)
  assert.ok(!JSON.stringify(broken.log).includes(secret.slice(12)))
})
