/** Language, colours, font and account on the pages that the server makes itself. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DASHBOARD_DIST } from '../../src/server/dashboard-files.ts'
import { signedIn } from './signed-in.ts'
import { openService, startService } from './start-service.ts'

const service = await openService({ dashboardDist: DASHBOARD_DIST })
/** A page of each kind: documents, reference, program of its own, error, start. */
const PAGES = ['/docs', '/docs/api', '/docs/reference', '/docs/try', '/no-such-page', '/'] as const

function get(url: string, headers: Record<string, string> = {}, at = service) {
  return at.server.inject({ url, headers: { host: 'localhost:8080', accept: 'text/html', ...headers } })
}

/** The attributes of the page's root. */
function rootOf(body: string): string | undefined {
  return /<html ([^>]*)>/.exec(body)?.[1]
}

test('every page has the language and colours chosen in the dashboard, and its Vary header names what it depends on', async () => {
  for (const path of PAGES) {
    for (const [cookie, root] of [
      ['', 'lang="de"'],
      ['fs_language=en', 'lang="en"'],
      ['fs_colours=dark; fs_language=en', 'lang="en" data-colours="dark"'],
      ['fs_colours=light', 'lang="de" data-colours="light"'],
      ['fs_colours="><script>; fs_language=fr', 'lang="de"'],
    ] as const) {
      const { body, headers } = await get(path, { cookie })
      assert.equal(rootOf(body), root, `${path} ${cookie}`)
      const vary = String(headers.vary).split(/, ?/)
      for (const name of ['Accept-Language', 'Cookie']) assert.ok(vary.includes(name), `${path}: ${vary}`)
      assert.match(String(headers['cache-control']), /private|no-store/)
    }
  }
  assert.equal(rootOf((await get('/docs?lang=de', { cookie: 'fs_language=en' })).body), 'lang="de"')
})

test('a person who is signed in gets pages in the language of the account, with a link to the keys instead of sign-in', async () => {
  const { cookie } = signedIn(service)
  const english = { 'accept-language': 'en' }
  for (const path of ['/docs', '/docs/errors', '/docs/try']) {
    const member = (await get(path, { cookie, ...english })).body
    assert.equal(rootOf(member), 'lang="de"', path)
    assert.match(member, /<a href="\/keys">API-Schlüssel<\/a>/)
    assert.ok(!member.includes('href="/signin"'), path)
    assert.equal(rootOf((await get(path, { cookie: `${cookie}; fs_language=en` })).body), 'lang="en"')
    const stranger = (await get(path, english)).body
    assert.match(stranger, /<a href="\/signin">Sign in<\/a>/)
    assert.ok(!stranger.includes('href="/keys"'), path)
  }
})

test('a language chosen in the documentation is kept for the dashboard', async () => {
  const own = { 'sec-fetch-site': 'same-origin' }
  const chosen = await get('/docs?lang=en', own)
  assert.equal(chosen.headers['set-cookie'], 'fs_language=en; Max-Age=31536000; Path=/; SameSite=Lax')
  assert.equal(
    (await get('/docs?lang=en', { ...own, cookie: 'fs_language=en' })).headers['set-cookie'],
    undefined,
  )
  assert.equal(
    (await get('/docs?lang=en', { 'sec-fetch-site': 'cross-site' })).headers['set-cookie'],
    undefined,
  )
  assert.equal((await get('/docs', own)).headers['set-cookie'], undefined)
  const https = await startService({ site: { publicUrl: 'https://suche.example' } })
  const secure = await get('/docs?lang=de', { ...own, host: 'suche.example' }, https)
  assert.equal(
    secure.headers['set-cookie'],
    '__Host-fs_language=de; Max-Age=31536000; Path=/; Secure; SameSite=Lax',
  )
  assert.equal(
    rootOf((await get('/docs', { host: 'suche.example', cookie: '__Host-fs_language=en' }, https)).body),
    'lang="en"',
  )
  await https.stop()
})

test('every page has the font of the product, served by this server, under a policy that allows no other source', async () => {
  for (const path of PAGES) {
    const { body, headers } = await get(path)
    const fonts = [...body.matchAll(/url\(([^)]+\.woff2)\)/g)].map(([, url]) => url!)
    assert.equal(fonts.length, 2, path)
    assert.match(body, /font:1rem\/1\.6 "Inter Variable"/)
    assert.match(String(headers['content-security-policy']), /font-src 'self'/)
    for (const url of fonts) {
      const font = await get(url, { accept: '*/*' })
      assert.deepEqual([font.statusCode, font.headers['content-type']], [200, 'font/woff2'])
    }
  }
})
