/**
 * Requests that a browser sends for another site: refused on every route of the dashboard before any other
 * check.
 */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { appRoutes } from '../../src/http/app/app-routes.ts'
import type { Route } from '../../src/http/request/route.ts'
import { newBrowser, rowsOf } from './browser.ts'
import { signedIn } from './signed-in.ts'
import { openService, startService } from './start-service.ts'

// Own process: a session that is older than a minute is marked as used.

const OURS = 'http://localhost:8080'
const HOST = 'localhost:8080'
const routes = appRoutes('0.0.0')
const changes = routes.filter(({ method }) => method === 'POST')
const looks = routes.filter(({ method }) => method === 'GET')

const service = await openService({ site: { publicSearch: true } })
const cookie = signedIn(service, { role: 'operator' }).cookie

/** What `fetch` of a page sends; `undefined` leaves a header out. */
type Sent = Readonly<Record<string, string | undefined>>

async function send(route: Route, headers: Sent, payload: string | undefined) {
  const known = Object.entries({ host: HOST, cookie, ...headers }).filter(([, value]) => value !== undefined)
  const response = await service.server.inject({
    method: route.method,
    url: route.path.replace(/:\w+/, 'x'),
    headers: Object.fromEntries(known) as Record<string, string>,
    ...(payload !== undefined && { payload }),
  })
  const { reason } = response.body === '' ? {} : response.json()
  return { status: response.statusCode, reason, headers: response.headers }
}

/** Everything in the accounts file. */
function everything(): string {
  const tables = rowsOf<{ name: string }>(service, "SELECT name FROM sqlite_schema WHERE type = 'table'")
  const rows = tables.map(({ name }) => JSON.stringify(rowsOf(service, `SELECT * FROM "${name}"`)))
  return createHash('sha256').update(rows.join('\n')).digest('hex')
}

const json = { 'content-type': 'application/json' }

test('there are routes that read and routes that change, and every change is a POST with a JSON body', () => {
  assert.ok(changes.length >= 25 && looks.length >= 8, `${changes.length} ${looks.length}`)
  for (const { id, body } of changes) assert.ok(body !== undefined, id)
  assert.deepEqual(
    routes.filter(({ method }) => method !== 'GET' && method !== 'POST').map(({ id }) => id),
    [],
  )
})

test('no change is made for another origin, a missing origin, or another port or subdomain of the own one', async () => {
  const before = everything()
  const foreign: readonly Sent[] = [
    {},
    { 'sec-fetch-site': 'same-origin' },
    { origin: 'null' },
    { origin: 'https://evil.example' },
    { origin: 'http://localhost:8081' },
    { origin: 'https://localhost:8080' },
    { origin: `${OURS}.evil.example` },
    { origin: `${OURS}/` },
    { origin: OURS, 'sec-fetch-site': 'cross-site' },
    { origin: OURS, 'sec-fetch-site': 'same-site' },
    { origin: OURS, 'sec-fetch-site': 'none' },
  ]
  for (const route of changes) {
    for (const headers of foreign) {
      const { status, reason } = await send(route, { ...json, ...headers }, '{}')
      assert.deepEqual([status, reason], [403, 'cross_site'], `${route.id} ${JSON.stringify(headers)}`)
    }
  }
  assert.equal(everything(), before)
})

test('a form of the own origin changes nothing: only JSON is accepted', async () => {
  const before = everything()
  for (const route of changes) {
    for (const type of [
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'text/plain',
      undefined,
    ]) {
      const { status } = await send(route, { origin: OURS, 'content-type': type }, '{}')
      assert.equal(status, 415, `${route.id} ${type}`)
    }
  }
  assert.equal(everything(), before)
})

test('a read request of another site is refused; one typed in, or sent by the own page, is answered', async () => {
  for (const route of looks) {
    for (const from of ['cross-site', 'same-site', 'junk']) {
      const { status, reason } = await send(route, { 'sec-fetch-site': from }, undefined)
      assert.deepEqual([status, reason], [403, 'cross_site'], `${route.id} ${from}`)
    }
    for (const from of ['same-origin', 'none', undefined]) {
      assert.notEqual(
        (await send(route, { 'sec-fetch-site': from }, undefined)).reason,
        'cross_site',
        route.id,
      )
    }
  }
})

test('a foreign host name that resolves to the server is refused on every route', async () => {
  for (const route of routes) {
    for (const host of ['evil.example', '127.0.0.1:8080', 'localhost', 'localhost.evil.example:8080']) {
      const { status, reason } = await send(route, { ...json, origin: OURS, host }, undefined)
      assert.deepEqual([status, reason], [400, 'wrong_host'], `${route.id} ${host}`)
    }
    const none = await send(route, { ...json, origin: OURS, host: 'localhost:8080.evil.example' }, undefined)
    assert.equal(none.status, 400, `${route.id}: what is no host`)
  }
})

test('over plain http under a network name every change is refused with the reason', async () => {
  const insecure = await startService({ site: { publicUrl: 'http://suche.example' } })
  const browser = newBrowser(insecure)
  for (const { path } of changes) {
    const { status, json: body } = await browser.post(path.slice('/app/api'.length).replace(/:\w+/, 'x'))
    assert.deepEqual([status, body.reason], [403, 'insecure_url'], path)
  }
  assert.equal((await browser.get('/session')).json.settings.insecure, true)
  await insecure.stop()
})

test('a key does not authenticate on dashboard routes, nor a cookie on the API', async () => {
  const bearer = service.auth().authorization
  for (const route of routes.filter(({ access }) => typeof access === 'object' && access.app !== 'anyone')) {
    if (typeof route.access === 'object' && route.access.app === 'visitor') continue
    const headers = { ...json, origin: OURS, cookie: undefined, authorization: bearer }
    const { status, reason } = await send(route, headers, route.method === 'POST' ? '{}' : undefined)
    assert.deepEqual([status, reason], [401, 'signed_out'], route.id)
  }
  for (const url of ['/api/v1/companies', '/api/v1/companies/search/']) {
    const method = url.endsWith('search/') ? 'POST' : 'GET'
    const { statusCode } = await service.server.inject({ method, url, headers: { host: HOST, cookie } })
    assert.equal(statusCode, 401, url)
  }
})

test('no response of the dashboard can be read by another origin, framed, or cached', async () => {
  for (const route of routes) {
    const payload = route.method === 'POST' ? '{}' : undefined
    const { headers } = await send(route, { ...json, origin: OURS }, payload)
    assert.equal(headers['access-control-allow-origin'], undefined, route.id)
    assert.equal(headers['cross-origin-resource-policy'], 'same-origin', route.id)
    assert.match(String(headers['content-security-policy']), /default-src 'none'.*frame-ancestors 'none'/)
    const isReference = route.id === 'appReference'
    assert.equal(headers['cache-control'], isReference ? 'private, no-cache' : 'no-store', route.id)
  }
  const preflight = await service.server.inject({
    method: 'OPTIONS',
    url: '/app/api/keys',
    headers: { host: HOST, origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  })
  assert.equal(preflight.headers['access-control-allow-origin'], undefined)
  assert.equal(preflight.headers['access-control-allow-methods'], undefined)
})
