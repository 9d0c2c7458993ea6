/** The cost of requests, the headers of limits, and the budget of failed authentications. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Limit, Scope } from '../../src/core/access/key.ts'
import { newSecret } from '../../src/core/access/key-secret.ts'
import { handClock } from './hand-clock.ts'
import { openService, startService } from './start-service.ts'

const MINUTE_MS = 60_000
const SEARCH = '/api/v1/companies/search'

const clock = handClock()
const service = await openService({ clock })

interface Sent {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'OPTIONS' | 'HEAD'
  readonly url?: string
  readonly payload?: unknown
  readonly headers?: Record<string, string>
  readonly remoteAddress?: string
}

function send(authorization: string | undefined, sent: Sent = {}) {
  const { method = 'POST', url = SEARCH, payload, headers = {}, remoteAddress } = sent
  const body = payload ?? (method === 'POST' ? { name: 'Adler' } : undefined)
  return service.server.inject({
    method,
    url,
    headers: { ...(authorization && { authorization }), ...headers },
    ...(body !== undefined && { payload: body as object }),
    ...(remoteAddress && { remoteAddress }),
  })
}

function keyWith(limit: Limit | 'default', scopes?: Scope[]): string {
  return `Bearer ${service.key({ limit, ...(scopes && { scopes }) }).secret}`
}

/** Returns the whole units left in the default window, from the header. */
function left(response: { headers: Record<string, unknown> }): number {
  return Number(/"default";r=(\d+);/.exec(String(response.headers.ratelimit))?.[1])
}

test('the headers contain both limits of a key in the form of the draft', async () => {
  const response = await send(keyWith('default'))
  assert.equal(response.headers['ratelimit-policy'], '"default";q=600;w=300, "burst";q=20;w=1')
  assert.match(String(response.headers.ratelimit), /^"default";r=599;t=\d+, "burst";r=19;t=\d+$/)
})

test('the twenty-first request within a second is refused, and accepted after Retry-After', async () => {
  const auth = keyWith('default')
  for (let i = 0; i < 20; i++) assert.equal((await send(auth)).statusCode, 200)
  const refused = await send(auth)
  assert.equal(refused.statusCode, 429)
  assert.equal(refused.json().code, 'rate_limited')
  const wait = Number(refused.headers['retry-after'])
  const stated = /"burst";r=0;t=(\d+)/.exec(String(refused.headers.ratelimit))
  assert.ok(stated && wait >= Number(stated[1]) && wait >= 1, `${wait} ${refused.headers.ratelimit}`)
  // The time is that of the limit that is used up; of the other one there is some left.
  assert.match(String(refused.headers.ratelimit), /^"default";r=580;/)
  clock.pass(wait * 1000)
  assert.equal((await send(auth)).statusCode, 200)
})

test('each response has the cost that the contract states', async () => {
  const [company] = [...service.companies.readAll(1)].flat()
  const detail = `/api/v1/companies/${company?.uuid}`
  const auth = keyWith({ quota: 1000, windowMs: MINUTE_MS })
  const etag = String((await send(auth, { method: 'GET', url: detail })).headers.etag)
  const cases: [string, number, number, Sent][] = [
    ['search', 200, 1, {}],
    ['deep search', 200, 5, { payload: { name: 'Adler', deep: true } }],
    ['list', 200, 1, { method: 'GET', url: '/api/v1/companies?limit=100' }],
    ['detail', 200, 1, { method: 'GET', url: detail }],
    ['batch', 200, 7, { url: `${SEARCH}/batch`, payload: [{ name: 'a' }, { name: 'b', deep: true }, {}] }],
    ['a faulty batch', 400, 1, { url: `${SEARCH}/batch`, payload: [] }],
    [
      'ten rows an export',
      200,
      1,
      { method: 'GET', url: '/api/v1/companies?limit=10', headers: { accept: 'text/csv' } },
    ],
    ['a wrong suggestion', 400, 1, { method: 'GET', url: '/api/v1/companies/suggest?q=' }],
    ['entry point', 200, 1, { method: 'GET', url: '/api/v1' }],
    ['changes', 200, 1, { method: 'GET', url: '/api/v1/changes?limit=1000' }],
    ['usage', 200, 1, { method: 'GET', url: '/api/v1/usage' }],
    ['reference', 200, 1, { method: 'GET', url: '/api/v1/reference' }],
    ['sources', 200, 1, { method: 'GET', url: '/api/v1/sources' }],
    ['HEAD', 200, 1, { method: 'HEAD', url: detail }],
    ['not modified', 304, 1, { method: 'GET', url: detail, headers: { 'if-none-match': etag } }],
    ['a faulty body', 400, 1, { payload: { name: 7 } }],
    ['a faulty deep search', 400, 1, { payload: { name: 7, deep: true } }],
    ['a foreign cursor in a deep search', 400, 1, { payload: { name: 'Adler', deep: true, cursor: 'AAAA' } }],
    ['too large', 413, 1, { payload: { name: 'x'.repeat(70_000) } }],
    ['an unknown id', 404, 1, { method: 'GET', url: '/api/v1/companies/nobody' }],
    ['an unknown path', 404, 0, { method: 'GET', url: '/api/v1/nowhere' }],
    ['a wrong method', 405, 0, { method: 'PUT' }],
    ['not acceptable', 406, 0, { headers: { accept: 'text/html' } }],
    ['a wrong media type', 415, 0, { headers: { 'content-type': 'text/plain' }, payload: 'x' }],
    ['preflight', 204, 0, { method: 'OPTIONS' }],
  ]
  let before = left(await send(auth))
  for (const [name, status, cost, sent] of cases) {
    assert.equal((await send(auth, sent)).statusCode, status, name)
    const now = left(await send(auth))
    assert.equal(before - now - 1, cost, name)
    before = now
  }
})

test('a request without the scope costs nothing', async () => {
  const auth = keyWith({ quota: 100, windowMs: MINUTE_MS }, ['companies:search'])
  const before = left(await send(auth))
  const foreign = await send(auth, { method: 'GET', url: '/api/v1/companies' })
  assert.equal(foreign.statusCode, 403)
  assert.match(String(foreign.headers.ratelimit), /^"default";r=99;t=\d+, "burst";r=99;/)
  assert.equal((await send(auth, { payload: { name: 'a', deep: true } })).statusCode, 403)
  assert.equal(left(await send(auth)), before - 1)
})

test('the headers of a free response do not count it', async () => {
  const auth = keyWith({ quota: 7, windowMs: 4000 }, ['companies:search'])
  for (let i = 0; i < 4; i++) assert.equal((await send(auth)).statusCode, 200)
  const free: [number, Sent][] = [
    [415, { headers: { 'content-type': 'text/plain' }, payload: 'x' }],
    [406, { headers: { accept: 'text/html' } }],
    [403, { payload: { name: 'a', deep: true } }],
    [403, { method: 'GET', url: '/api/v1/companies' }],
  ]
  for (const [status, sent] of free) {
    const response = await send(auth, sent)
    assert.equal(response.statusCode, status)
    assert.match(
      String(response.headers.ratelimit),
      /^"default";r=3;t=\d+, "burst";r=3;t=\d+$/,
      String(status),
    )
  }
  assert.match(String((await send(auth)).headers.ratelimit), /^"default";r=2;/)
})

test('requests without the scope do not count against the burst', async () => {
  const response = await send(keyWith('default', ['companies:search']), {
    method: 'GET',
    url: '/api/v1/companies',
  })
  assert.equal(response.statusCode, 403)
  assert.equal(response.headers.ratelimit, '"default";r=600;t=0, "burst";r=20;t=0')
})

test('400: a request that costs more than the whole limit of the key', async () => {
  const fault = async (auth: string, sent: Sent) => {
    const response = await send(auth, sent)
    assert.equal(response.statusCode, 400, response.body)
    assert.equal(response.headers['retry-after'], undefined)
    return response.json().details
  }
  const deep = { payload: { name: 'Adler', deep: true } }
  const small = keyWith({ quota: 4, windowMs: MINUTE_MS })
  assert.deepEqual(await fault(small, deep), [{ field: '/deep', reason: 'too_large' }])
  assert.equal((await send(keyWith({ quota: 5, windowMs: MINUTE_MS }), deep)).statusCode, 200)
  const shallow = keyWith({ quota: 4, windowMs: MINUTE_MS }, ['companies:search'])
  assert.deepEqual(await fault(shallow, deep), [{ field: '/deep', reason: 'too_large' }])

  const csv = (limit: number): Sent => ({
    method: 'GET',
    url: `/api/v1/companies?limit=${limit}`,
    headers: { accept: 'text/csv' },
  })
  const tiny = { quota: 1, windowMs: MINUTE_MS }
  assert.deepEqual(await fault(keyWith(tiny), csv(101)), [{ field: 'limit', reason: 'too_large' }])
  assert.equal((await send(keyWith(tiny), csv(100))).statusCode, 200)
})

test('a deep search whose rest does not fit is refused and costs nothing', async () => {
  const auth = keyWith({ quota: 5, windowMs: MINUTE_MS })
  await send(auth)
  clock.pass(10_000)
  const deep = { payload: { name: 'Adler', deep: true } }
  const refused = await send(auth, deep)
  assert.equal(refused.statusCode, 429)
  assert.equal(refused.headers.ratelimit, '"default";r=4;t=50, "burst";r=4;t=50')
  assert.equal(refused.headers['retry-after'], '50')
  clock.pass(49_999)
  assert.equal((await send(auth, deep)).statusCode, 429)
  clock.pass(1)
  assert.equal((await send(auth, deep)).statusCode, 200)
})

test('500: the whole cost of a deep search is refunded, including the part that is counted after admission', async () => {
  const slow = handClock()
  const broken = await startService({
    clock: slow,
    replace: ({ index, limiter }) => ({
      index: {
        state: () => index.state(),
        corrections: (text) => index.corrections(text),
        facets: (question) => index.facets(question),
        search: () => {
          throw new TypeError('broken')
        },
      },
      limiter: {
        take: (...asked) => limiter.take(...asked),
        // As if the body had been on its way for ten seconds: a slot of this window is one.
        takeMore(...asked) {
          slow.pass(10_000)
          return limiter.takeMore(...asked)
        },
        refund: (...asked) => limiter.refund(...asked),
        lower: (...asked) => limiter.lower(...asked),
        levels: (...asked) => limiter.levels(...asked),
      },
    }),
  })
  try {
    const { secret } = broken.key({ limit: { quota: 10, windowMs: MINUTE_MS } })
    const response = await broken.server.inject({
      method: 'POST',
      url: SEARCH,
      headers: { authorization: `Bearer ${secret}` },
      payload: { name: 'Adler', deep: true },
    })
    assert.equal(response.statusCode, 500)
    assert.equal(response.headers.ratelimit, '"default";r=10;t=0, "burst";r=10;t=0')
  } finally {
    await broken.stop()
  }
})

test('the own limit of a key replaces window and burst', async () => {
  const response = await send(keyWith({ quota: 3, windowMs: 10_000 }))
  assert.equal(response.headers['ratelimit-policy'], '"default";q=3;w=10, "burst";q=3;w=10')
})

test('responses without a key have no limit headers', async () => {
  for (const sent of [{}, { method: 'GET', url: '/health/live' }, { method: 'OPTIONS' }] as const) {
    const response = await send(undefined, sent)
    assert.equal(response.headers.ratelimit, undefined)
  }
})

/** An unknown key in the right form, with the right checksum. */
const guess = () => `Bearer ${newSecret({ secrets: service.needs.secrets }, 'live')}`

test('twenty guesses a minute are answered 401, the next one 429, and valid keys are not affected', async () => {
  const remoteAddress = '192.0.2.10'
  for (let i = 0; i < 20; i++) assert.equal((await send(guess(), { remoteAddress })).statusCode, 401)
  const refused = await send(guess(), { remoteAddress })
  assert.equal(refused.statusCode, 429)
  assert.equal(refused.json().code, 'rate_limited')
  assert.equal(refused.headers.ratelimit, undefined)
  const wait = Number(refused.headers['retry-after'])
  assert.ok(wait >= 1 && wait <= 60)
  assert.equal((await send(keyWith('default'), { remoteAddress })).statusCode, 200)
  assert.equal((await send(guess(), { remoteAddress: '192.0.2.11' })).statusCode, 401)
  clock.pass(wait * 1000)
  assert.equal((await send(guess(), { remoteAddress })).statusCode, 401)
})

test('wrong checksums, ended keys and missing keys are always answered 401, and do not count as guesses', async () => {
  const remoteAddress = '192.0.2.20'
  const made = service.key()
  const revoked = service.key()
  await service.revoke(revoked)
  const expired = service.key({ expiresInMs: 60_000 })
  clock.pass(60_000)
  const last = made.secret.slice(-1) === 'A' ? 'B' : 'A'
  const tokens = [
    `Bearer ${made.secret.slice(0, -1)}${last}`,
    `Bearer ${revoked.secret}`,
    `Bearer ${expired.secret}`,
    'Basic YTpi',
    undefined,
  ]
  for (let i = 0; i < 30; i++) {
    for (const token of tokens)
      assert.equal((await send(token, { remoteAddress })).statusCode, 401, String(token))
  }
  for (let i = 0; i < 20; i++) assert.equal((await send(guess(), { remoteAddress })).statusCode, 401)
  assert.equal((await send(guess(), { remoteAddress })).statusCode, 429)
  for (const token of tokens)
    assert.equal((await send(token, { remoteAddress })).statusCode, 401, String(token))
})

test('neither a wrong checksum nor a text that is no key is looked up', async () => {
  const blind = await startService({
    replace: ({ keyRing }) => ({ keyRing: { ...keyRing, find: () => assert.fail('the ring is not asked') } }),
  })
  try {
    const { secret } = blind.key()
    const last = secret.endsWith('A') ? 'B' : 'A'
    const ask = async (token: string) =>
      (
        await blind.server.inject({
          method: 'POST',
          url: SEARCH,
          headers: { authorization: `Bearer ${token}` },
          payload: { name: 'Adler' },
        })
      ).statusCode
    for (const token of [secret.slice(0, -1) + last, 'nonsense']) assert.equal(await ask(token), 401)
    assert.equal(await ask(secret), 500, 'the right one is')
  } finally {
    await blind.stop()
  }
})

test('texts that are not keys count as guesses', async () => {
  const remoteAddress = '192.0.2.30'
  for (let i = 0; i < 20; i++) assert.equal((await send(`Bearer ${i}`, { remoteAddress })).statusCode, 401)
  assert.equal((await send('Bearer 21', { remoteAddress })).statusCode, 429)
})

test('without TRUST_PROXY a forwarded address is not believed', async () => {
  const remoteAddress = '192.0.2.40'
  const send21 = async (i: number) =>
    (await send(guess(), { remoteAddress, headers: { 'x-forwarded-for': `198.51.100.${i}` } })).statusCode
  for (let i = 0; i < 20; i++) assert.equal(await send21(i), 401)
  assert.equal(await send21(21), 429)
})

test('with TRUST_PROXY the address that the proxy forwards is charged, and a forged one before it is not', async () => {
  const behind = await startService({ clock, settings: { trustProxy: ['10.0.0.0/8'] } })
  try {
    const from = async (forwarded: string) =>
      (
        await behind.server.inject({
          method: 'POST',
          url: SEARCH,
          remoteAddress: '10.1.2.3',
          headers: { authorization: guess(), 'x-forwarded-for': forwarded },
        })
      ).statusCode
    for (let i = 0; i < 20; i++) assert.equal(await from(`203.0.113.${i}, 198.51.100.7`), 401)
    assert.equal(await from('203.0.113.99, 198.51.100.7'), 429)
    assert.equal(await from('198.51.100.8'), 401)
  } finally {
    await behind.stop()
  }
})

test('a budget of 0 turns the limit off', async () => {
  const open = await startService({ clock, authFailuresPerMinute: 0 })
  try {
    for (let i = 0; i < 50; i++) {
      const response = await open.server.inject({
        method: 'POST',
        url: SEARCH,
        headers: { authorization: guess() },
      })
      assert.equal(response.statusCode, 401)
    }
  } finally {
    await open.stop()
  }
})
