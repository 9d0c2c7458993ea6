/** The dashboard's pages and assets: who receives which, under which policy. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { APP_PAGES, SEARCH_PAGES } from '../../src/http/app/page-paths.ts'
import { signedIn } from './signed-in.ts'
import { type Service, startService } from './start-service.ts'

const HOST = 'localhost:8080'
const PAGES = [...APP_PAGES, ...SEARCH_PAGES]
const DASHBOARD_PAGES = join(import.meta.dirname, '../../dashboard/src/pages')
const FILES = join(import.meta.dirname, '../fixtures/built-dashboard/assets')

let service: Service
let open: Service

before(async () => {
  service = await startService()
  open = await startService({ site: { publicSearch: true } })
})
after(async () => {
  await service.stop()
  await open.stop()
})

function get(url: string, headers: Record<string, string> = {}, at = service) {
  return at.server.inject({ method: 'GET', url, headers: { host: HOST, accept: 'text/html', ...headers } })
}

/** Which of the three pages it is. */
function entryOf(body: string): string {
  return /assets\/(app|search)-/.exec(body)?.[1] ?? 'front'
}

test('every page has its own nonce, in its policy and on its scripts, and is not cached', async () => {
  const seen = new Set<string>()
  for (const path of PAGES) {
    const { statusCode, body, headers } = await get(path.replace(/:\w+/, 'x'))
    assert.equal(statusCode, 200, path)
    const policy = String(headers['content-security-policy'])
    const nonce = /script-src 'nonce-([A-Za-z0-9+/]{22}==)' 'strict-dynamic';/.exec(policy)?.[1]
    assert.ok(nonce !== undefined, policy)
    assert.ok(!policy.includes('unsafe') && policy.startsWith("default-src 'none';"), policy)
    assert.equal(body.split(`nonce="${nonce}"`).length - 1, 2, 'the mark was replaced wherever it stood')
    assert.ok(!body.includes('__NONCE__'))
    assert.equal(headers['cache-control'], 'no-store')
    assert.equal(headers['cross-origin-opener-policy'], 'same-origin')
    assert.equal(headers['referrer-policy'], 'no-referrer')
    assert.match(String(headers['permissions-policy']), /camera=\(\).*publickey-credentials-get=\(self\)/)
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['strict-transport-security'], undefined)
    seen.add(nonce)
  }
  assert.equal(seen.size, PAGES.length)
})

test('a page is the same for any query, and refuses a key in the query', async () => {
  for (const query of ['?q=Siemens&deep=1&form=AG&form=SE', '?%zz=%zz']) {
    assert.equal((await get(`/search${query}`)).statusCode, 200, query)
  }
  const { key } = service
  assert.equal((await get(`/search?q=${key().secret}`)).statusCode, 400)
})

test('without a session the start page is served, or the public search page if it is on; with a session, the app', async () => {
  for (const at of [service, open]) {
    const { cookie } = signedIn(at)
    const other = at === open ? 'search' : 'app'
    const expected = [
      ['/', '', at === open ? 'search' : 'front'],
      ['/', cookie, 'app'],
      ['/search', '', other],
      ['/search', cookie, 'app'],
      ['/company/x', '', other],
      ['/company/x', cookie, 'app'],
      ['/keys', '', 'app'],
      ['/signin', '', 'app'],
    ] as const
    for (const [path, sent, entry] of expected) {
      const { body } = await get(path, sent === '' ? {} : { cookie: sent }, at)
      assert.equal(entryOf(body), entry, `${path} ${sent === '' ? 'signed out' : 'signed in'}`)
    }
  }
})

test('a path without a page is answered 404, with the app if signed in, and with its own policy', async () => {
  const { cookie } = signedIn(service)
  for (const path of ['/nowhere', '/keys/a/b', '/docs/nowhere']) {
    const lost = await get(path)
    assert.deepEqual([lost.statusCode, entryOf(lost.body)], [404, 'front'], path)
    const framed = await get(path, { cookie })
    assert.deepEqual([framed.statusCode, entryOf(framed.body)], [404, 'app'], path)
    assert.match(String(framed.headers['content-security-policy']), /script-src 'nonce-/)
    assert.equal(framed.headers['cache-control'], 'no-store')
  }
  const json = await get('/nowhere', { cookie, accept: 'application/json' })
  assert.deepEqual([json.statusCode, json.json().code], [404, 'not_found'])
})

test('the start page has no script, links sign-up and sign-in, and imprint and privacy if they are set', async () => {
  const plain = await get('/')
  assert.ok(!plain.body.includes('<script') && !plain.body.includes('Impressum'))
  for (const target of ['/signup', '/signin', '/docs']) assert.ok(plain.body.includes(`href="${target}"`))
  const linked = await startService({
    site: { imprintUrl: 'https://a.example/?x=1&y=2', privacyUrl: 'https://a.example/p' },
  })
  const { body } = await get('/', {}, linked)
  assert.match(body, /href="https:\/\/a\.example\/\?x=1&amp;y=2"[^>]*>Impressum</)
  assert.match(body, /href="https:\/\/a\.example\/p"[^>]*>Datenschutz</)
  await linked.stop()
})

test('without a built dashboard its pages answer 503 and say how to build it; the API works', async () => {
  const bare = await startService({ dashboardDist: join(FILES, 'nothing') })
  for (const path of ['/', '/keys', '/search']) {
    const { statusCode, body } = await get(path, {}, bare)
    assert.equal(statusCode, 503, path)
    assert.match(body, /npm run dashboard/)
  }
  assert.equal((await get('/docs', {}, bare)).statusCode, 200)
  assert.equal((await get('/assets/app-4f2a.js', { accept: '*/*' }, bare)).statusCode, 404)
  await bare.stop()
})

test('another name of this machine redirects to PUBLIC_URL; another port or a foreign name does not', async () => {
  for (const host of ['127.0.0.1:8080', '[::1]:8080', 'LOCALHOST.localhost:8080']) {
    const { statusCode, headers } = await get('/keys?a=1', { host })
    assert.equal(statusCode, 307, host)
    assert.equal(headers.location, 'http://localhost:8080/keys?a=1')
  }
  for (const host of ['127.0.0.1:9090', 'suche.example:8080']) {
    assert.equal((await get('/keys', { host })).statusCode, 200, host)
  }
})

test('a service with a public name serves its pages under this name and those of its machine only, and names the public one elsewhere', async () => {
  const https = await startService({ site: { publicUrl: 'https://suche.example' } })
  for (const host of [
    'evil.example',
    '192.0.2.7:8080',
    'suche.example:8443',
    'suche.example:80',
    'suche.example.evil.example',
  ]) {
    for (const path of ['/', '/signin', '/keys/x', '/operator']) {
      const { statusCode, body, headers } = await get(path, { host }, https)
      assert.equal(statusCode, 421, `${host} ${path}`)
      assert.match(body, /<a href="https:\/\/suche\.example\/">/)
      assert.equal(headers['cache-control'], 'no-store')
      assert.ok(!body.includes('<script'))
    }
  }
  for (const host of ['suche.example', 'Suche.Example', 'localhost:8080', '127.0.0.1:8080', '[::1]:8080']) {
    assert.equal((await get('/signin', { host }, https)).statusCode, 200, host)
  }
  // As some proxies write it; 401 means that the host is accepted without a session.
  const host = 'Suche.example:443'
  assert.equal((await get('/signin', { host }, https)).statusCode, 200)
  assert.equal((await get('/app/api/keys', { host, accept: '*/*' }, https)).statusCode, 401)
  await https.stop()
})

test('over https every response has Strict-Transport-Security, those of the API and errors included', async () => {
  const https = await startService({ site: { publicUrl: 'https://suche.example' } })
  for (const path of [
    '/signin',
    '/',
    '/docs',
    '/app/api/session',
    '/api/v1/companies',
    '/nothing',
    '/assets/x.js',
  ]) {
    const { headers } = await get(path, { host: 'suche.example', accept: '*/*' }, https)
    assert.equal(headers['strict-transport-security'], 'max-age=31536000', path)
  }
  await https.stop()
})

test('assets are cached for good, and compressed as the browser accepts', async () => {
  const name = 'app-4f2a.js'
  const text = readFileSync(join(FILES, name), 'utf8')
  const ask = (coding: string) => get(`/assets/${name}`, { 'accept-encoding': coding, accept: '*/*' })
  for (const [coding, packed, unpack] of [
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['', undefined, (bytes: Buffer) => bytes],
  ] as const) {
    const { statusCode, headers, rawPayload } = await ask(coding)
    assert.equal(statusCode, 200)
    assert.equal(headers['content-encoding'], packed, coding)
    assert.equal(String(unpack(rawPayload)), text, coding)
    assert.equal(headers['content-type'], 'text/javascript; charset=utf-8')
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(headers.vary, 'Accept-Encoding')
    const again = await get(`/assets/${name}`, { 'if-none-match': String(headers.etag), accept: '*/*' })
    assert.deepEqual([again.statusCode, again.body, again.headers.etag], [304, '', headers.etag])
  }
})

test('only files of the build are served', async () => {
  for (const name of ['app-4f2a.js.br', '..%2findex.html', 'index.html', 'toString', '']) {
    assert.equal((await get(`/assets/${name}`, { accept: '*/*' })).statusCode, 404, name)
  }
})

test('the router in the browser has exactly the pages of the server', () => {
  const routers = readdirSync(DASHBOARD_PAGES).map((area) =>
    readFileSync(join(DASHBOARD_PAGES, area, 'routes.ts'), 'utf8'),
  )
  const known = routers.flatMap((text) =>
    [...text.matchAll(/\bpath: '([^']+)'/g)].map(([, path]) => path?.replaceAll(/\$(\w+)/g, ':$1')),
  )
  assert.deepEqual(known.toSorted(), [...PAGES].toSorted())
})
