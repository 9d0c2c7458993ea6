/** The signature of the session cookie: without it no token is accepted. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import BetterSqlite from 'better-sqlite3'
import { appRoutes } from '../../src/http/app/app-routes.ts'
import type { AppAccess, Route } from '../../src/http/request/route.ts'
import { newBrowser, PASSWORD, rowsOf, signInAgain, signUpAndConfirm } from './browser.ts'
import { openService } from './start-service.ts'

const service = await openService()
const HOST = 'localhost:8080'
const EMAIL = 'ida@example.org'
const KEY = { name: 'forged', scopes: ['companies:read'], expires_in: 'never' }
const routes = appRoutes('0.0.0')

const owner = await signUpAndConfirm(service, EMAIL)
const db = new BetterSqlite(service.accountsPath)
db.prepare("UPDATE accounts SET role = 'operator' WHERE email = ?").run(EMAIL)
db.close()

/** Of a cookie as the server set it. */
function partsOf(cookie: string): { token: string; signature: string } {
  const value = decodeURIComponent(cookie)
  const cut = value.lastIndexOf('.')
  return { token: value.slice(0, cut), signature: value.slice(cut + 1) }
}

const COOKIE = owner.cookies.get('fs_session')!
const { token, signature } = partsOf(COOKIE)
const otherSignature = partsOf((await signInAgain(service, EMAIL)).cookies.get('fs_session')!).signature

/** Values with the true token that no server has signed. */
const FORGED: readonly string[] = [
  ...[
    '',
    '.',
    '.x',
    '.signature',
    '..',
    `. ${signature}`,
    `.${signature}.`,
    `.${signature}.${signature}`,
  ].map((end) => token + end),
  `${token}.${otherSignature}`,
  `${token}.${signature.slice(0, -1)}`,
  `${token}.${signature.slice(1)}`,
  `${token}.${signature}A`,
  `${token}.${signature}=`,
  `${token}.${signature}%00`,
  `${token}.${signature.slice(0, 20)}`,
  `${token}.${'A'.repeat(signature.length)}`,
  `${token}.${signature.toLowerCase()}`,
  `${token}.${Buffer.from(signature, 'base64').toString('hex')}`,
  `${token}.${createHash('sha256').update(token).digest('base64url')}`,
  `${token}.${lastBitsChanged(signature)}`,
  `${token}%2E`,
  `${token}%2Esignature`,
  `${token}%00.${signature}`,
  `%20${token}.${signature}`,
  `${encodeURIComponent(encodeURIComponent(`${token}.${signature}+`))}`,
  `${token.slice(0, -1)}.${token.slice(-1)}${signature}`,
  `${token}.x; fs_session=${COOKIE}`,
  `"${token}.${signature}"`,
]

/** The same bytes in base64, written otherwise: its last letter has bits that mean nothing. */
function lastBitsChanged(text: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const end = text.replace(/=$/, '')
  const last = letters.indexOf(end.at(-1)!.replace('+', '-').replace('/', '_'))
  return end.slice(0, -1) + letters[last ^ 1] + text.slice(end.length)
}

async function send(route: Route, value: string | undefined, payload: object = {}) {
  const response = await service.server.inject({
    method: route.method,
    url: route.path.replace(/:\w+/, 'x'),
    headers: {
      host: HOST,
      ...(value !== undefined && { cookie: `fs_session=${value}` }),
      ...(route.method === 'POST' && { origin: `http://${HOST}` }),
    },
    ...(route.method === 'POST' && { payload }),
  })
  const { request_id, ...body } = response.body === '' ? {} : response.json()
  if (body.options !== undefined) body.options.challenge = 'random'
  const cookies = [response.headers['set-cookie'] ?? []].flat().map((cookie) => cookie.replace(/=[^;]*/, ''))
  return { status: response.statusCode, body, cookies }
}

/** All rows of these tables. */
function rows(...tables: string[]): string {
  return JSON.stringify(tables.map((table) => rowsOf(service, `SELECT * FROM "${table}"`)))
}

const KEPT = ['accounts', 'keys', 'sessions', 'passkeys', 'audit']

test('a valid token with a forged signature is refused on every route of the dashboard', async () => {
  const before = rows(...KEPT)
  for (const route of routes) {
    const nobody = await send(route, undefined)
    const { app } = route.access as AppAccess
    if (app !== 'anyone') assert.deepEqual([nobody.status, nobody.body.reason], [401, 'signed_out'], route.id)
    for (const value of FORGED) assert.deepEqual(await send(route, value), nobody, `${route.id}: ${value}`)
  }
  assert.equal(rows(...KEPT), before)
})

test('a forged signature can neither create nor read keys, and the right one can do both', async () => {
  const create = routes.find(({ id, method }) => method === 'POST' && /createKey/i.test(id))!
  const list = routes.find(({ path, method }) => method === 'GET' && path === '/app/api/keys')!
  for (const value of FORGED) {
    assert.equal((await send(create, value, KEY)).status, 401, value)
    assert.equal((await send(list, value)).status, 401, value)
  }
  assert.deepEqual(rowsOf(service, "SELECT id FROM keys WHERE name = 'forged'"), [])
  assert.equal((await send(create, COOKIE, KEY)).status, 201)
  assert.equal((await send(list, COOKIE)).body.keys.length, 1)
})

test('the right signature is accepted as it was sent and in other percent-encodings', async () => {
  const session = routes.find(({ path }) => path === '/app/api/session')!
  const every = [...`${token}.${signature}`].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')
  for (const value of [
    COOKIE,
    `${token}.${encodeURIComponent(signature)}`,
    every,
    COOKIE.replace('.', '%2e'),
  ]) {
    assert.equal((await send(session, value)).body.account?.email, EMAIL, value)
  }
})

test('pages treat a cookie with a forged signature as signed out', async () => {
  const ask = async (value: string | undefined) => {
    const cookie = value === undefined ? {} : { cookie: `fs_session=${value}` }
    const response = await service.server.inject({
      url: '/',
      headers: { host: HOST, accept: 'text/html', ...cookie },
    })
    return [
      response.statusCode,
      response.headers.location,
      response.body.replaceAll(/nonce-?="?[\w+/=-]+/g, ''),
    ]
  }
  const nobody = await ask(undefined)
  for (const value of FORGED) assert.deepEqual(await ask(value), nobody, value)
  assert.notDeepEqual(await ask(COOKIE), nobody)
})

test('a sign-in with a forged cookie of another account ends no session of that account', async () => {
  const thief = newBrowser(service)
  await signUpAndConfirm(service, 'eve@example.org')
  for (const value of FORGED.slice(0, 4)) {
    thief.cookies.set('fs_session', value)
    const { status } = await thief.post('/auth/sign-in', {
      email: 'eve@example.org',
      password: PASSWORD,
      stay: false,
    })
    assert.equal(status, 200)
    thief.cookies.set('fs_session', value)
    assert.equal((await thief.post('/auth/sign-out')).status, 401)
  }
  assert.equal((await owner.get('/session')).json.account?.email, EMAIL)
})
