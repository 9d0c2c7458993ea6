/** The search of the dashboard: access, results and cost. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { z } from 'zod'
import { MEMBER_UNITS_PER_MIN } from '../../src/core/access/visitor-limit.ts'
import { APP_SUGGESTIONS_MAX } from '../../src/http/app/search-routes.ts'
import {
  APP_SEARCH_LIMIT_MAX,
  appCompanyResult,
  appFacetsResult,
  appSearchResult,
  referenceResult,
  suggestResult,
} from '../../src/http/app/search-schemas.ts'
import { MATCH_KINDS, MATCH_REASONS } from '../../src/names/ranking/rank.ts'
import { withMethods } from '../fixtures/deferred-ports.ts'
import { newBrowser } from './browser.ts'
import { handClock } from './hand-clock.ts'
import { signedIn } from './signed-in.ts'
import { openService, type Service, type ServiceOptions, startService } from './start-service.ts'

const service = await openService({ site: { publicSearch: true, publicSearchPerMinute: 10_000 } })
const visitor = newBrowser(service)

/** A service of its own for a test that counts. */
async function counted(options: ServiceOptions, run: (own: Service) => Promise<void>): Promise<void> {
  const own = await startService(options)
  try {
    await run(own)
  } finally {
    await own.stop()
  }
}

async function search(body: object, browser = visitor) {
  const { status, json } = await browser.post('/search', body)
  assert.equal(status, 200, JSON.stringify(json))
  return appSearchResult.parse(json)
}

/** The same question with a key. */
async function askApi(body: object) {
  const response = await service.server.inject({
    method: 'POST',
    url: '/api/v1/companies/search/',
    headers: { ...service.auth(), 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  })
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

test('a search without an account returns the same hits as the API for the shown request', async () => {
  for (const body of [
    { name: 'Adler GmbH' },
    { name: 'Adler', deep: true, limit: 25 },
    { name: 'Adler', status: ['removed', 'active'], legal_form: ['GmbH'], register_court: ['Freiburg'] },
    { name: 'Zzyzx Unauffindbar Xqwv', city: ['Köln'] },
  ]) {
    const found = await search(body)
    assert.equal(found.request.url, `${service.needs.site.publicUrl}/api/v1/companies/search/`)
    const shown = found.hits.map(({ address: _address, history: _history, source: _source, ...hit }) => hit)
    assert.deepEqual(await askApi(found.request.body), shown)
  }
})

test('every hit contains its source and date, and the response the oldest date', async () => {
  const { hits, as_of } = await search({ name: 'Adler', limit: APP_SEARCH_LIMIT_MAX })
  assert.ok(hits.length > 10)
  for (const { source } of hits) {
    assert.deepEqual([source?.licence, source?.attribution], ['CC BY 4.0', 'from OpenCorporates'])
  }
  assert.equal(as_of, hits.map(({ source }) => source?.as_of).toSorted()[0])
})

test('the pages joined are the whole result, and the last page has no cursor', async () => {
  const whole = await askApi({ name: 'Adler', limit: 100, include: ['match'] })
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const page: z.output<typeof appSearchResult> = await search({ name: 'Adler', ...(cursor && { cursor }) })
    assert.equal(page.total, whole.length)
    seen.push(...page.hits.map(({ uuid }) => uuid))
    cursor = page.next_cursor
  } while (cursor !== null)
  assert.deepEqual(
    seen,
    whole.map(({ uuid }: { uuid: string }) => uuid),
  )
})

/** A former name: no company bears these words today, so only a deep search finds them. */
const FORMER = { name: 'Continentale Langenmaier' }

test('a normal search without hits returns the deep result and says so', async () => {
  const found = await search(FORMER)
  assert.equal(found.mode, 'deep')
  assert.equal(found.hits[0]?.name, 'Continentale Busam GmbH & Co. KG')
  assert.deepEqual(found.hits, (await search({ ...FORMER, deep: true })).hits)
  assert.equal(found.request.body.deep, true)
  const shown = found.hits.map(({ address: _address, history: _history, source: _source, ...hit }) => hit)
  assert.deepEqual(await askApi(found.request.body), shown)
  assert.equal((await search({ name: 'Adler' })).mode, 'normal')
  const strict = await search({ ...FORMER, deep: false })
  assert.deepEqual([strict.mode, strict.hits, strict.request.body.deep], ['normal', [], undefined])
})

test('filters apply in the deep result of a normal search, and a query without letters and digits causes no deep search', async () => {
  const kept = await search({ name: 'Adlre', legal_form: ['GmbH'], limit: APP_SEARCH_LIMIT_MAX })
  assert.equal(kept.mode, 'deep')
  assert.ok(kept.hits.length > 0)
  for (const { legal_form } of kept.hits) assert.equal(legal_form, 'GmbH')
  assert.deepEqual((await search({ ...FORMER, legal_form: ['eG'] })).hits, [])
  for (const name of ['&&&', '…', '- / -']) {
    const { mode, hits, total } = await search({ name })
    assert.deepEqual([mode, hits, total], ['normal', [], 0], name)
  }
})

test('the deep result of a normal search continues page by page, each at the cost of a normal search', async () => {
  // Three hits, and related names after them.
  const ask = { name: 'Schützenverein Adler Xylophonhausen', limit: 2 }
  const whole = await search({ ...ask, deep: true, limit: APP_SEARCH_LIMIT_MAX })
  assert.ok(whole.hits.length > 4 && whole.next_cursor === null)
  assert.equal(whole.total, whole.hits.filter(({ match }) => match.kind !== 'related').length)
  const pages = Math.ceil(whole.hits.length / ask.limit)
  await counted(
    { clock: handClock(), site: { publicSearch: true, publicSearchPerMinute: pages } },
    async (own) => {
      const one = newBrowser(own)
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const { status, json } = await one.post('/search', { ...ask, ...(cursor && { cursor }) })
        assert.equal(status, 200, JSON.stringify(json))
        const page: z.output<typeof appSearchResult> = appSearchResult.parse(json)
        assert.deepEqual([page.mode, page.total], ['deep', whole.total])
        seen.push(...page.hits.map(({ uuid }) => uuid))
        cursor = page.next_cursor
      } while (cursor !== null)
      assert.deepEqual(
        seen,
        whole.hits.map(({ uuid }) => uuid),
      )
      assert.equal((await one.post('/search', { name: 'Adler' })).status, 429)
    },
  )
})

test('a page of a deep search has the cost of a deep search if the normal search has hits', async () => {
  const { next_cursor: cursor } = await search({ name: 'Adler', deep: true, limit: 1 })
  assert.equal((await search({ name: 'Adler', limit: 1, cursor })).mode, 'deep')
  await counted(
    { clock: handClock(), site: { publicSearch: true, publicSearchPerMinute: 9 } },
    async (own) => {
      const one = newBrowser(own)
      const statuses = []
      for (let i = 0; i < 2; i++)
        statuses.push((await one.post('/search', { name: 'Adler', limit: 1, cursor })).status)
      assert.deepEqual(statuses, [200, 429])
    },
  )
  const other = await visitor.post('/search', { name: 'Adler Automaten', limit: 1, cursor })
  assert.deepEqual([other.status, other.json.details[0].reason], [400, 'mismatch'])
})

test('the counts for the filters are those of the hits that the search shows, normal or deep', async () => {
  for (const body of [
    { name: 'Adler' },
    { name: 'Adler', deep: true, state: ['DE-BW'] },
    { ...FORMER },
    { ...FORMER, deep: false },
    { name: 'Adlre', legal_form: ['GmbH'] },
    { name: 'Busam Xylophon' },
    { name: '&&&' },
  ]) {
    const { total, request } = await search(body)
    const { include: _include, limit: _limit, ...apiBody } = request.body
    const response = await service.server.inject({
      method: 'POST',
      url: '/api/v1/companies/search/facets',
      headers: service.auth(),
      payload: apiBody,
    })
    const { status, json } = await visitor.post('/search/facets', body)
    assert.equal(status, 200, JSON.stringify(json))
    assert.deepEqual(appFacetsResult.parse(json), response.json())
    assert.equal(json.total, total)
  }
  const refused = await visitor.post('/search/facets', { name: 'Adler', limit: 1 })
  assert.deepEqual([refused.status, refused.json.details[0].field], [400, '/limit'])
})

test('the counts for the filters cost as much as the search: five if it is deep, one if it only turns deep', async () => {
  const site = { publicSearch: true, publicSearchPerMinute: 7 }
  await counted({ clock: handClock(), site }, async (own) => {
    const one = newBrowser(own)
    const statuses = []
    for (const body of [FORMER, { name: 'Adler', deep: true }, { name: 'Adler' }, { name: 'Adler' }])
      statuses.push((await one.post('/search/facets', body)).status)
    assert.deepEqual(statuses, [200, 200, 200, 429])
  })
})

test('a search with related names only has no hit in its total', async () => {
  const { mode, hits, total } = await search({ name: 'Busam Xylophon' })
  assert.deepEqual([mode, total], ['deep', 0])
  assert.deepEqual([...new Set(hits.map(({ match }) => match.kind))], ['related'])
})

test('an invalid search is refused with the field', async () => {
  for (const [body, field] of [
    [{}, '/name'],
    [{ name: '' }, '/name'],
    [{ name: 'Adler', limit: APP_SEARCH_LIMIT_MAX + 1 }, '/limit'],
    [{ name: 'Adler', legal_form: ['XY'] }, '/legal_form/0'],
    [{ name: 'Adler', include: ['match'] }, '/include'],
    [{ name: 'Adler', cursor: 'nonsense' }, '/cursor'],
  ] as const) {
    const { status, json } = await visitor.post('/search', body)
    assert.deepEqual([status, json.code, json.details[0].field], [400, 'invalid_request', field])
  }
})

test('suggestions are the first eight of the API, and contain the former name that was typed', async () => {
  const { status, json } = await visitor.get('/suggest?q=Adl')
  assert.equal(status, 200)
  const offered = suggestResult.parse(json)
  assert.equal(offered.length, APP_SUGGESTIONS_MAX)
  const response = await service.server.inject({
    url: '/api/v1/companies/suggest?q=Adl',
    headers: service.auth(),
  })
  assert.deepEqual(
    offered.map(({ uuid }) => uuid),
    response
      .json()
      .slice(0, APP_SUGGESTIONS_MAX)
      .map(({ uuid }: { uuid: string }) => uuid),
  )
  const [renamed] = (await visitor.get('/suggest?q=Continentale+Langenm')).json
  assert.deepEqual(
    [renamed.name, renamed.former_name],
    ['Continentale Busam GmbH & Co. KG', 'Continentale Langenmaier & Co.'],
  )
  const [misspelt] = (await visitor.get('/suggest?q=Continentale+Langnem')).json
  assert.equal(misspelt.name, 'Continentale Busam GmbH & Co. KG')
  assert.deepEqual((await visitor.get('/suggest?q=%26')).json, [])
  assert.equal((await visitor.get('/suggest?q=')).status, 400)
  assert.equal((await visitor.get('/suggest')).status, 400)
})

test('a company has the fields of the API; an unknown id is 404', async () => {
  const [first] = (await search({ name: 'Adler GmbH' })).hits
  const { json } = await visitor.get(`/companies/${first!.uuid}`)
  const response = await service.server.inject({
    url: `/api/v1/companies/${first!.uuid}`,
    headers: service.auth(),
  })
  assert.deepEqual(appCompanyResult.parse(json), { company: response.json(), moved_to: null })
  assert.equal((await visitor.get('/companies/00000000-0000-5000-8000-000000000000')).status, 404)
  assert.equal((await visitor.get('/companies/adler')).status, 404)
})

test('a former id of a company leads to its present id', async () => {
  const moved = '0c6f7a57-3b9c-5a0e-9a0b-0123456789ab'
  const [first] = (await search({ name: 'Adler GmbH' })).hits
  const uuid = first!.uuid
  await counted(
    {
      site: { publicSearch: true },
      replace: ({ companies }) => ({
        companies: Object.assign(Object.create(companies), {
          find: (id: string) => (id === moved ? { kind: 'alias', of: uuid } : companies.find(id)),
        }),
      }),
    },
    async (own) => {
      const { json } = await newBrowser(own).get(`/companies/${moved}`)
      assert.deepEqual(appCompanyResult.parse(json), { company: null, moved_to: uuid })
    },
  )
})

test('the reference lists have texts in both languages, and are sent once', async () => {
  const { json, headers } = await visitor.get('/reference')
  const reference = referenceResult.parse(json)
  assert.deepEqual(
    reference.match_kinds.map(({ code }) => code),
    MATCH_KINDS,
  )
  assert.deepEqual(
    reference.match_reasons.map(({ code }) => code),
    MATCH_REASONS,
  )
  assert.equal(reference.companies, service.companies.count())
  const lists = [reference.statuses, reference.legal_forms, reference.register_types]
  for (const { code, name } of [...lists.flat(), ...reference.match_kinds, ...reference.match_reasons]) {
    assert.ok(name.de !== '' && name.en !== '', code)
  }
  const again = await service.server.inject({
    url: '/app/api/reference',
    headers: {
      host: new URL(service.needs.site.publicUrl).host,
      'if-none-match': String(headers.etag),
    },
  })
  assert.deepEqual([again.statusCode, again.body], [304, ''])
})

test('without PUBLIC_SEARCH only people who are signed in can search', async () => {
  await counted({ site: { publicSearch: false } }, async (own) => {
    const stranger = newBrowser(own)
    for (const path of [
      '/suggest?q=Adler',
      '/reference',
      '/companies/00000000-0000-5000-8000-000000000000',
    ]) {
      const { status, json } = await stranger.get(path)
      assert.deepEqual([status, json.reason], [401, 'signed_out'], path)
    }
    for (const path of ['/search', '/search/facets']) {
      const refused = await stranger.post(path, { name: 'Adler' })
      assert.deepEqual([refused.status, refused.json.reason], [401, 'signed_out'], path)
    }
    const member = signedIn(own)
    assert.equal((await member.post('/search', { name: 'Adler' })).statusCode, 200)
    assert.equal((await member.get('/reference')).statusCode, 200)
  })
})

test('a visitor has 30 searches a minute over all threads; the response to the 31st says when to retry', async () => {
  const clock = handClock()
  await counted({ clock, site: { publicSearch: true } }, async (own) => {
    const one = newBrowser(own, { address: '192.0.2.1' })
    for (let i = 0; i < 29; i++) assert.equal((await one.post('/search', { name: 'Adler' })).status, 200)
    const deep = await one.post('/search', { name: 'Adler', deep: true })
    assert.deepEqual([deep.status, deep.json.reason], [429, 'too_many'])
    for (let i = 0; i < 10; i++) assert.equal((await one.get('/suggest?q=Adler')).status, 200)
    const limited = await one.get('/suggest?q=Adler')
    assert.deepEqual([limited.status, limited.headers['retry-after']], [429, '60'])
    assert.equal((await newBrowser(own, { address: '192.0.2.2' }).post('/search', { name: 'A' })).status, 200)
    clock.pass(60_000)
    const later = []
    for (let i = 0; i < 7; i++) later.push((await one.post('/search', { name: 'A', deep: true })).status)
    assert.deepEqual(later, [200, 200, 200, 200, 200, 200, 429])
  })
})

test('a visitor does not pay for a search that the server fails at, or whose answer is not acceptable', async () => {
  let isDown = true
  const replace: ServiceOptions['replace'] = ({ index }) => ({
    index: withMethods(index, { state: () => (isDown ? undefined : index.state()) }),
  })
  const site = { publicSearch: true, publicSearchPerMinute: 5 }
  await counted({ clock: handClock(), site, replace }, async (own) => {
    const one = newBrowser(own)
    const statusOf = async (deep: boolean, accept = '*/*') =>
      (await one.post('/search', { name: 'Adler', deep }, { accept })).status
    for (let i = 0; i < 3; i++) {
      for (const deep of [true, false]) assert.equal(await statusOf(deep), 503)
      assert.equal(await statusOf(false, 'image/png'), 406)
    }
    isDown = false
    assert.equal(await statusOf(true), 200)
    assert.equal(await statusOf(false), 429)
  })
})

test('a person who is signed in has a separate budget', async () => {
  await counted(
    { clock: handClock(), site: { publicSearch: true, publicSearchPerMinute: 1 } },
    async (own) => {
      const member = signedIn(own)
      const searches = MEMBER_UNITS_PER_MIN / 5
      for (let i = 0; i < searches; i++) {
        assert.equal((await member.post('/search', { name: 'Adler', deep: true })).statusCode, 200)
      }
      assert.equal((await member.post('/search', { name: 'Adler' })).statusCode, 429)
      assert.equal((await newBrowser(own).post('/search', { name: 'Adler' })).status, 200)
    },
  )
})

test('a search without an index is answered 503, not with an empty result', async () => {
  const replace: ServiceOptions['replace'] = ({ index }) => ({
    index: Object.assign(Object.create(index), { state: () => undefined }),
  })
  await counted({ site: { publicSearch: true }, replace }, async (own) => {
    const { status, json } = await newBrowser(own).post('/search', { name: 'Adler' })
    assert.deepEqual([status, json.code], [503, 'service_unavailable'])
  })
})
