/**
 * What every route of the API refuses, and what all its answers have in common: one test for each, registered in the file of the
 * route, on the service that the file started.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Scope } from '../../src/core/access/key.ts'
import type { Service } from './start-service.ts'

/** A route with a valid request, for the tests that all routes share. */
export interface RefusedRoute {
  readonly method: 'GET' | 'POST'
  /** Path and query of a call that is answered 200; a function where they are known only when the tests run. */
  readonly url: string | (() => string)
  readonly body?: object
  /** `undefined`: any key will do. */
  readonly scope: Scope | undefined
  /** Further scopes that the request needs. */
  readonly alsoScopes?: readonly Scope[]
  readonly bodyBytesMax?: number
  /** Units that the request costs, if more than one. */
  readonly cost?: number
}

const SCOPES: readonly Scope[] = [
  'companies:search',
  'companies:search:deep',
  'companies:read',
  'companies:watch',
]

/** `service` is asked for when the tests run. */
export function testRefusals(service: () => Service, route: RefusedRoute): void {
  const { method, body, scope } = route
  const url = () => (typeof route.url === 'string' ? route.url : route.url())
  const path = () => url().split('?')[0] as string
  const send = async (
    headers: Record<string, string>,
    options: {
      method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD' | 'OPTIONS'
      url?: string
      payload?: string | Buffer
    } = {},
  ) =>
    service().server.inject({
      method: options.method ?? method,
      url: options.url ?? url(),
      headers: { ...(method === 'POST' && { 'content-type': 'application/json' }), ...headers },
      ...(method === 'POST' && { payload: options.payload ?? JSON.stringify(body) }),
    })
  const auth = () => service().auth(...(scope === undefined ? [] : [scope, ...(route.alsoScopes ?? [])]))
  const allow = method === 'GET' ? 'GET, HEAD, OPTIONS' : 'POST, OPTIONS'

  test('200: the response has limits, a request id, CORS headers, and is revalidated before reuse', async () => {
    const response = await send({ ...auth(), 'x-request-id': 'mine-1' })
    assert.equal(response.statusCode, 200, response.body)
    assert.equal(response.headers['x-request-id'], 'mine-1')
    assert.match(String(response.headers['ratelimit-policy']), /^"default";q=\d+;w=\d+, "burst";q=\d+;w=\d+$/)
    assert.match(String(response.headers.ratelimit), /^"default";r=\d+;t=\d+, "burst";r=\d+;t=\d+$/)
    assert.equal(response.headers['access-control-allow-origin'], '*')
    assert.equal(response.headers['cache-control'], 'private, no-cache')
    assert.equal(response.headers.vary, 'Accept, Accept-Language')
    assert.equal(response.headers['content-type'], 'application/json')
  })

  test('200: the path works with and without a final slash, without redirect', async () => {
    const bare = path().replace(/\/$/, '')
    for (const each of [bare, `${bare}/`]) {
      const response = await send(auth(), { url: url().replace(path(), each) })
      assert.equal(response.statusCode, 200, each)
    }
  })

  if (method === 'GET') {
    test('200: HEAD has the headers of GET and no body; a content type without a body is accepted', async () => {
      const head = await send(auth(), { method: 'HEAD' })
      const get = await send({ ...auth(), 'content-type': 'application/json' })
      assert.deepEqual([head.statusCode, get.statusCode, head.body], [200, 200, ''])
      assert.deepEqual(lasting(head.headers), lasting(get.headers))
    })

    test('400: a GET with a body is refused', async () => {
      const response = await service().server.inject({ url: url(), headers: auth(), payload: { name: 'x' } })
      assert.equal(response.statusCode, 400)
      assert.deepEqual(response.json().details, [{ field: '', reason: 'body_not_allowed' }])
    })
  }

  test('204: OPTIONS needs no key', async () => {
    const response = await service().server.inject({ method: 'OPTIONS', url: path() })
    assert.equal(response.statusCode, 204)
    assert.equal(response.headers.allow, allow)
  })

  test('400: an unknown parameter and a key in the URL are refused', async () => {
    const mark = url().includes('?') ? '&' : '?'
    const unknown = await send(auth(), { url: `${url()}${mark}nonsense=1` })
    assert.equal(unknown.statusCode, 400)
    assert.deepEqual(unknown.json().details, [{ field: 'nonsense', reason: 'unknown_parameter' }])
    const withKey = await send(auth(), { url: `${url()}${mark}api_key=1` })
    assert.deepEqual(withKey.json().details, [{ field: 'api_key', reason: 'key_in_query' }])
  })

  test('401: a missing, wrong, expired or revoked key is refused', async () => {
    const none = await send({})
    assert.equal(none.statusCode, 401)
    assert.equal(none.json().code, 'unauthorized')
    assert.equal(none.headers['www-authenticate'], 'Bearer realm="firmensuche"')
    const revoked = service().key()
    await service().revoke(revoked)
    const expired = service().key({ expiresInMs: 1000, agoMs: 1000 })
    for (const token of ['nonsense', expired.secret, revoked.secret, `${revoked.secret.slice(0, -1)}-`]) {
      const response = await send({ authorization: `Bearer ${token}` })
      assert.equal(response.statusCode, 401)
      assert.match(String(response.headers['www-authenticate']), /error="invalid_token"/)
    }
  })

  test(
    scope === undefined ? '200: whatever the key may do' : '403: a key that may do everything else',
    async () => {
      for (const own of SCOPES.filter((one) => one !== scope)) {
        const response = await send(service().auth(own))
        assert.equal(response.statusCode, scope === undefined ? 200 : 403, own)
        if (scope === undefined) continue
        assert.equal(response.json().code, 'forbidden')
        assert.match(
          String(response.headers['www-authenticate']),
          new RegExp(`error="insufficient_scope", scope="${scope}"`),
        )
      }
    },
  )

  test('403: a key bound to other networks is refused', async () => {
    const { secret } = service().key({ addresses: ['192.0.2.0/24'] })
    assert.equal((await send({ authorization: `Bearer ${secret}` })).statusCode, 403)
  })

  test('404: a path below, and one with a double slash, are not found, without a key', async () => {
    const bare = path().replace(/\/$/, '')
    for (const each of [`${bare}/x/y`, bare.replace('/v1', '//v1'), `${bare}//`]) {
      assert.equal((await send({}, { url: each })).statusCode, 404, each)
    }
  })

  test('405: every other method is refused, without a key', async () => {
    const others = ['PUT', 'DELETE', method === 'GET' ? 'POST' : 'GET'] as const
    for (const other of others) {
      const response = await service().server.inject({ method: other, url: path() })
      assert.equal(response.statusCode, 405, other)
      assert.equal(response.headers.allow, allow)
      assert.equal(response.json().code, 'method_not_allowed')
    }
  })

  test('406: an unavailable format is refused at no cost', async () => {
    const { secret } = service().key({ limit: { quota: 5, windowMs: 60_000 } })
    const response = await send({ authorization: `Bearer ${secret}`, accept: 'image/png' })
    assert.equal(response.statusCode, 406)
    assert.match(String(response.headers.ratelimit), /^"default";r=5;/)
  })

  test('429: a request over the limit is refused with the time to wait, and as a problem in English if requested', async () => {
    const { secret } = service().key({ limit: { quota: route.cost ?? 1, windowMs: 60_000 } })
    const headers = { authorization: `Bearer ${secret}` }
    assert.equal((await send(headers)).statusCode, 200)
    // A route that costs less than a unit still counts as one request of the burst.
    const response = await send({
      ...headers,
      'accept-language': 'en',
      accept: 'application/problem+json',
    })
    assert.equal(response.statusCode, 429)
    const problem = response.json()
    assert.deepEqual([problem.status, problem.code], [429, 'rate_limited'])
    assert.equal(problem.error, 'Too many requests. Please try again later.')
    assert.ok(Number(response.headers['retry-after']) >= 1)
    assert.equal(response.headers['cache-control'], 'no-store')
  })

  if (method === 'POST') testBodies(send, auth, route)
}

/** The headers of an answer, but those that are another's with each request. */
function lasting(headers: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const own = new Set(['date', 'x-request-id', 'ratelimit', 'server-timing'])
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !own.has(name)))
}

type Response = Awaited<ReturnType<Service['server']['inject']>>
type Send = (headers: Record<string, string>, options?: { payload?: string | Buffer }) => Promise<Response>

function testBodies(
  send: Send,
  auth: () => Record<string, string>,
  { body, bodyBytesMax = 0 }: RefusedRoute,
): void {
  test('400: a body that is missing, not JSON, or not UTF-8 is refused', async () => {
    const cases = [
      ['', 'required'],
      ['{', 'syntax'],
      [Buffer.from('"M\u00fcller"', 'latin1'), 'encoding'],
    ] as const
    for (const [payload, reason] of cases) {
      const response = await send(auth(), { payload })
      assert.equal(response.statusCode, 400)
      assert.deepEqual(response.json().details, [{ field: '', reason }])
    }
  })

  test('413: a too large body is refused', async () => {
    const text = JSON.stringify(body)
    const fits = await send(auth(), { payload: text.padEnd(bodyBytesMax, ' ') })
    assert.equal(fits.statusCode, 200, fits.body)
    const response = await send(auth(), { payload: text.padEnd(bodyBytesMax + 1, ' ') })
    assert.equal(response.statusCode, 413)
    assert.equal(response.json().code, 'payload_too_large')
  })

  test('415: a body that is not declared as JSON in UTF-8 is refused', async () => {
    for (const type of ['text/plain', 'application/json; charset=latin1', 'application/jsonp']) {
      assert.equal((await send({ ...auth(), 'content-type': type })).statusCode, 415, type)
    }
  })
}
