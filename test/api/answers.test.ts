/**
 * What all responses have in common: errors in two languages and two formats, ids, CORS, logs, unexpected
 * errors.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EmbeddedNameIndex } from '../../src/adapters/embedded/name-index.ts'
import { ERROR_CATALOGUE } from '../../src/http/request/error-catalogue.ts'
import { openService, startService } from './start-service.ts'

const SEARCH = '/api/v1/companies/search/'
const service = await openService()
const auth = service.auth()

function send(headers: Record<string, string> = {}, url = SEARCH, payload: object = { name: 'Adler' }) {
  return service.server.inject({ method: 'POST', url, headers, payload })
}

test('errors are German, or English if preferred', async () => {
  const cases: [string | undefined, 'de' | 'en'][] = [
    [undefined, 'de'],
    ['en', 'en'],
    ['en-GB,en;q=0.9,de;q=0.8', 'en'],
    ['de-DE,de;q=0.9,en;q=0.8', 'de'],
    ['fr', 'de'],
    ['fr;q=0.9, en;q=0.1', 'en'],
    ['en;q=0', 'de'],
    [';;;,,q=', 'de'],
  ]
  for (const [preferred, language] of cases) {
    const response = await send(preferred === undefined ? {} : { 'accept-language': preferred })
    const text = { de: 'Der Token ist ungültig oder abgelaufen.', en: 'The token is invalid or has expired.' }
    assert.equal(response.json().error, text[language], String(preferred))
    assert.equal(response.headers['content-language'], language)
  }
})

test('an error contains error, code and request_id, and details with 400 only', async () => {
  assert.deepEqual(Object.keys((await send()).json()), ['error', 'code', 'request_id'])
  assert.deepEqual(Object.keys((await send(auth, SEARCH, {})).json()), [
    'error',
    'code',
    'request_id',
    'details',
  ])
})

test('errors are problems of RFC 9457 if requested', async () => {
  for (const accept of ['application/problem+json', 'application/json, application/problem+json']) {
    const response = await send({ ...auth, accept }, SEARCH, {})
    assert.equal(response.statusCode, 400)
    assert.match(String(response.headers['content-type']), /^application\/problem\+json/)
    const problem = response.json()
    assert.deepEqual(Object.keys(problem), [
      'type',
      'title',
      'status',
      'error',
      'code',
      'request_id',
      'details',
    ])
    assert.equal(problem.status, 400)
    const [page, code] = problem.type.split('#')
    assert.deepEqual([page, code], ['http://localhost:8080/docs/errors', 'invalid_request'])
    const { body } = await service.server.inject(new URL(page).pathname)
    for (const each of Object.keys(ERROR_CATALOGUE)) assert.ok(body.includes(`id="${each}"`), each)
  }
  for (const accept of ['*/*', 'application/json', 'application/json, application/problem+json;q=0.5']) {
    const response = await send({ ...auth, accept }, SEARCH, {})
    assert.match(String(response.headers['content-type']), /^application\/json/, accept)
  }
})

test("the client's own request id is echoed, any other text is replaced", async () => {
  for (const id of ['a', 'A-z_0', 'x'.repeat(64)]) {
    const response = await send({ 'x-request-id': id })
    assert.equal(response.headers['x-request-id'], id)
    assert.equal(response.json().request_id, id)
  }
  for (const id of ['', 'x'.repeat(65), 'a b', 'ä', '<script>', 'a;b']) {
    const response = await send({ 'x-request-id': id })
    assert.match(String(response.headers['x-request-id']), /^[A-Za-z0-9_-]{1,64}$/)
    assert.notEqual(response.headers['x-request-id'], id)
  }
})

test('each response has its own request id, successful ones included', async () => {
  const ids = await Promise.all(
    Array.from({ length: 50 }, async () => (await send(auth)).headers['x-request-id']),
  )
  assert.equal(new Set(ids).size, 50)
})

test('a script of any page may call the API and read every header named in the contract', async () => {
  for (const response of [await send(auth), await send(), await send({}, '/api/v1/nowhere')]) {
    assert.equal(response.headers['access-control-allow-origin'], '*')
    assert.equal(response.headers['access-control-allow-credentials'], undefined)
    const exposed = String(response.headers['access-control-expose-headers']).toLowerCase().split(', ')
    const named = `x-request-id ratelimit ratelimit-policy retry-after x-next-cursor x-total-count x-search-mode
      x-search-partial x-search-truncated server-timing x-data-as-of link etag www-authenticate allow x-changes-cursor`
    for (const name of named.split(/\s+/)) assert.ok(exposed.includes(name), name)
  }
})

test('every response header of the API can be read by scripts of any page', async () => {
  // What may be read anyway (Fetch, section 2.2.2), and what is meant for the browser itself.
  const known = new Set(
    `cache-control content-language content-length content-type expires last-modified pragma
    date connection access-control-allow-origin access-control-expose-headers x-content-type-options`.split(
      /\s+/,
    ),
  )
  const get = (url: string, headers = {}) =>
    service.server.inject({ url, headers: { ...auth, accept: 'application/json', ...headers } })
  const answers = [
    await send(auth, SEARCH, { name: 'Adler', limit: 1 }),
    await send(auth, SEARCH, { name: 'Adler', deep: true }),
    await send(auth, `${SEARCH}batch`, [{ name: 'Adler' }]),
    await send(),
    await get(SEARCH),
    await get('/api/v1/companies?limit=1'),
    await get('/api/v1/reference'),
    await get('/api/v1/changes?limit=1'),
  ]
  for (const { headers } of answers) {
    const exposed = new Set(String(headers['access-control-expose-headers']).toLowerCase().split(', '))
    for (const name of Object.keys(headers)) assert.ok(known.has(name) || exposed.has(name), name)
  }
})

test('OPTIONS is answered without a key, and a preflight is valid for a day', async () => {
  const cases: [string, string][] = [
    [SEARCH, 'POST, OPTIONS'],
    ['/api/v1/companies', 'GET, HEAD, OPTIONS'],
    ['/api/v1/companies/00000000-0000-5000-8000-000000000000', 'GET, HEAD, OPTIONS'],
    ['/health/live', 'GET, HEAD, OPTIONS'],
  ]
  for (const [url, allow] of cases) {
    const response = await service.server.inject({ method: 'OPTIONS', url })
    assert.equal(response.statusCode, 204, url)
    assert.equal(response.body, '')
    assert.equal(response.headers.allow, allow)
    if (!url.startsWith('/api')) continue
    assert.equal(response.headers['access-control-allow-methods'], allow)
    assert.match(String(response.headers['access-control-allow-headers']), /Authorization, Content-Type/)
    assert.equal(response.headers['access-control-max-age'], '86400')
  }
  assert.equal((await service.server.inject({ method: 'OPTIONS', url: '/api/v1/nowhere' })).statusCode, 404)
})

test('OPTIONS with a key in the URL is refused on every known path', async () => {
  const options = (url: string) => service.server.inject({ method: 'OPTIONS', url })
  for (const url of [`${SEARCH}?key=1`, '/api/v1/companies?q=fs_live_x', '/health/live?token=']) {
    const response = await options(url)
    assert.equal(response.statusCode, 400, url)
    assert.equal(response.json().details[0].reason, 'key_in_query')
  }
  assert.equal((await options('/api/v1/nowhere?key=1')).statusCode, 404)
  assert.equal((await options('/api/v1/companies?city=K%C3%B6ln')).statusCode, 204)
})

test('errors are not cached, successful responses are revalidated', async () => {
  assert.equal((await send()).headers['cache-control'], 'no-store')
  assert.equal((await send(auth)).headers['cache-control'], 'private, no-cache')
})

test('HEAD is answered without a body, errors included', async () => {
  for (const url of ['/api/v1/companies', '/api/v1/nowhere', SEARCH]) {
    const response = await service.server.inject({ method: 'HEAD', url })
    assert.ok([401, 404, 405].includes(response.statusCode))
    assert.equal(response.body, '')
    assert.ok(response.headers['x-request-id'])
  }
})

test('a key in the URL is refused on every path, and not repeated in the response', async () => {
  const { secret } = service.key()
  const keys = [
    `key=1`,
    'a=%zz&key=1',
    `a=${secret}%zz`,
    'api_key=1',
    'TOKEN=1',
    'access_token=',
    `q=${secret}`,
    `q=fs_test_x`,
    `${secret}=1`,
  ]
  for (const url of [SEARCH, '/api/v1/companies', '/health/live', '/docs']) {
    for (const query of keys) {
      const method = url === SEARCH ? 'POST' : 'GET'
      const response = await service.server.inject({ method, url: `${url}?${query}` })
      assert.equal(response.statusCode, 400, `${url} ${query}`)
      assert.equal(response.json().details[0].reason, 'key_in_query')
      assert.ok(!response.body.includes(secret))
    }
  }
})

test('a token is read in any case of its scheme, from a single header only', async () => {
  const { secret } = service.key()
  for (const authorization of [`bearer ${secret}`, `BEARER  ${secret}`, `Bearer ${secret} `]) {
    assert.equal((await send({ authorization })).statusCode, 200, authorization)
  }
  for (const authorization of [
    secret,
    `Token ${secret}`,
    `Bearer${secret}`,
    `Bearer "${secret}"`,
    `Bearer ${secret}x`,
  ]) {
    assert.equal((await send({ authorization })).statusCode, 401, authorization)
  }
})

test('a challenge names invalid_token only if a token was sent', async () => {
  const bare = 'Bearer realm="firmensuche"'
  assert.equal((await send()).headers['www-authenticate'], bare)
  assert.equal((await send({ authorization: 'Basic YTpi' })).headers['www-authenticate'], bare)
  const { headers } = await send({ authorization: 'Bearer nonsense' })
  assert.equal(headers['www-authenticate'], `${bare}, error="invalid_token"`)
})

test('a double slash and a broken percent encoding are unknown paths', async () => {
  for (const url of [
    '//api/v1/companies',
    '/api//v1/companies',
    '/api/v1/companies//',
    '/api/v1/%zz',
    '/api/v1/%ff',
  ]) {
    const response = await service.server.inject({ url, headers: auth })
    assert.equal(response.statusCode, 404, url)
    assert.equal(response.json().code, 'not_found')
  }
})

test('a path with needless percent encodings is answered like the path without them', async () => {
  const accept = 'text/html,application/json;q=0.9'
  for (const [url, plain] of [
    ['/%61pi/v1/%63ompanies', '/api/v1/companies'],
    ['/%61pi/nowhere', '/api/nowhere'],
    ['/api/v1/companies/%73earch', '/api/v1/companies/search'],
    ['/%61pp/api/session', '/app/api/session'],
  ] as const) {
    const headers = { ...auth, accept }
    const [encoded, same] = [
      await service.server.inject({ url, headers }),
      await service.server.inject({ url: plain, headers }),
    ]
    assert.equal(encoded.statusCode, same.statusCode, url)
    const lasting = ({ headers: all }: typeof same) => {
      const { date: _date, 'x-request-id': _id, ratelimit: _limits, ...rest } = all
      return rest
    }
    assert.deepEqual(lasting(encoded), lasting(same), url)
  }
})

test('an unknown path outside the API is answered with a page if the client accepts HTML; inside the API never', async () => {
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'
  const page = await service.server.inject({ url: '/nowhere', headers: { accept } })
  assert.equal(page.statusCode, 404)
  assert.match(String(page.headers['content-type']), /^text\/html/)
  assert.match(page.body, /<html lang="de">/)
  for (const url of ['/api/nowhere', '/api']) {
    const inside = await service.server.inject({ url, headers: { accept } })
    assert.equal(inside.statusCode, 404)
    assert.match(String(inside.headers['content-type']), /^application\/json/)
  }
  assert.equal((await service.server.inject({ url: '/nowhere' })).json().code, 'not_found')
})

test('500: an unexpected error is logged once with its cause, and the response contains only the request id', async () => {
  const broken = await startService({
    replace: ({ index }) => ({
      index: {
        state: () => index.state(),
        corrections: (text) => index.corrections(text),
        facets: (question) => index.facets(question),
        search: () => {
          throw new TypeError('the secret inside')
        },
      },
    }),
  })
  try {
    const limit = { quota: 10, windowMs: 60_000 }
    const headers = { authorization: `Bearer ${broken.key({ limit }).secret}` }
    const ask = () =>
      broken.server.inject({ method: 'POST', url: SEARCH, headers, payload: { name: 'Geheimrat' } })
    const response = await ask()
    assert.equal(response.statusCode, 500)
    assert.deepEqual(response.json(), {
      error: 'Im Dienst ist ein Fehler aufgetreten.',
      code: 'internal_error',
      request_id: response.headers['x-request-id'],
    })
    const errors = broken.log.filter(({ level }) => level === 'error')
    assert.equal(errors.length, 1)
    assert.equal(errors[0]?.fields.request_id, response.headers['x-request-id'])
    assert.ok(errors[0]?.fields.err instanceof TypeError)
    assert.match(String((await ask()).headers.ratelimit), /^"default";r=10;/)
  } finally {
    await broken.stop()
  }
})

test('503: more requests in progress than allowed', async () => {
  const full = await startService({ settings: { requestsInFlightMax: 0 } })
  try {
    const response = await full.server.inject({
      method: 'POST',
      url: SEARCH,
      headers: full.auth(),
      payload: { name: 'a' },
    })
    assert.equal(response.statusCode, 503)
    assert.equal(response.json().code, 'service_unavailable')
    assert.ok(Number(response.headers['retry-after']) >= 1)
  } finally {
    await full.stop()
  }
})

test('503: a search without an index is refused instead of finding nothing, and costs nothing', async () => {
  const early = await startService({ replace: () => ({ index: new EmbeddedNameIndex() }) })
  try {
    const limit = { quota: 10, windowMs: 60_000 }
    const headers = { authorization: `Bearer ${early.key({ limit }).secret}` }
    for (const deep of [false, true, false]) {
      const response = await early.server.inject({
        method: 'POST',
        url: SEARCH,
        headers,
        payload: { name: 'a', deep },
      })
      assert.equal(response.statusCode, 503)
      assert.equal(response.headers['retry-after'], '1')
      // Given back, so that no limit is used up: the time to wait is that of the service.
      assert.match(String(response.headers.ratelimit), /^"default";r=10;t=\d+, "burst";r=10;/)
    }
  } finally {
    await early.stop()
  }
})

test('the log contains id, route, status and time of a request, and never names, queries, bodies or keys', async () => {
  const { secret } = service.key()
  const headers = { authorization: `Bearer ${secret}` }
  await send({ ...headers, 'x-request-id': 'logged-one' }, SEARCH, { name: 'Unverwechselbar' })
  await service.server.inject({ url: '/api/v1/companies?city=Unverwechselbar', headers })
  await service.server.inject({ url: `/api/v1/companies?token=${secret}` })
  const line = service.log.find(({ fields }) => fields.request_id === 'logged-one')
  assert.equal(line?.fields.route, 'searchCompanies')
  assert.equal(line?.fields.status, 200)
  assert.equal(typeof line?.fields.ms, 'number')
  const text = JSON.stringify(service.log)
  for (const never of ['Unverwechselbar', secret, secret.slice(8), '?'])
    assert.ok(!text.includes(never), never)
})
