/** Two accounts at one service: no request of one reads or changes data of the other. */
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import BetterSqlite from 'better-sqlite3'
import type { AccountId } from '../../src/core/identity/ids.ts'
import { appRoutes } from '../../src/http/app/app-routes.ts'
import type { AppAccess, Route } from '../../src/http/request/route.ts'
import { type Browser, newBrowser, PASSWORD, rowsOf, signInAgain, signUpAndConfirm } from './browser.ts'
import { type HandClock, handClock } from './hand-clock.ts'
import { type Service, startService } from './start-service.ts'

const routes = appRoutes('0.0.0')
const COMPANY = '5a3c1b2d-1111-4222-8333-444455556666'

/** What stands in the path of a route of one's own account, and a sound body for it. */
const OWNED: Readonly<
  Record<string, { thing: Exclude<keyof typeof ids, 'account'>; body?: object; query?: string }>
> = {
  endSession: { thing: 'session' },
  namePasskey: { thing: 'passkey', body: { name: 'mine now' } },
  removePasskey: { thing: 'passkey' },
  keyHistory: { thing: 'key' },
  rotateKey: { thing: 'key', body: { overlap_s: 0 } },
  revokeKey: { thing: 'key', body: { name: 'CRM of Bea' } },
  renameKey: { thing: 'key', body: { name: 'mine now' } },
  appMatch: { thing: 'match' },
  appMatchRows: { thing: 'match', query: '?state=found' },
  appMatchResult: { thing: 'match', query: '?format=csv' },
  appDecideRow: { thing: 'match', body: { row: 0, choice: 'none' } },
  appDeleteMatch: { thing: 'match' },
  changeAddresses: { thing: 'key', body: { addresses: ['192.0.2.0/24'] } },
  appChangeWatch: { thing: 'watch', body: { name: 'mine now' } },
  appDeleteWatch: { thing: 'watch', body: { name: 'Customers of Bea' } },
  appWatchedCompanies: { thing: 'watch' },
  appAddCompanies: { thing: 'watch', body: { companies: [{ uuid: COMPANY }] } },
  appRemoveCompanies: { thing: 'watch', body: { uuids: [COMPANY] } },
  appRotateWebhook: { thing: 'webhook', body: { overlap_s: 0 } },
  appPingWebhook: { thing: 'webhook' },
  appPauseWebhook: { thing: 'webhook' },
  appResumeWebhook: { thing: 'webhook' },
  appDeleteWebhook: { thing: 'webhook', body: { host: 'bea.example.com' } },
  appWebhookEvents: { thing: 'webhook' },
}
/** Ids that belong to no account: a company, an e-mail of the server. */
const OF_NOBODY = ['appCompany', 'email']

let service: Service
let clock: HandClock
let ada: Browser
let bea: Browser
let ids: Record<'account' | 'session' | 'passkey' | 'key' | 'match' | 'watch' | 'webhook', string>

before(async () => {
  clock = handClock(Date.now())
  service = await startService({ clock })
  ada = await signUpAndConfirm(service, 'ada@example.org')
  clock.pass(60_000)
  bea = await signUpAndConfirm(service, 'bea@example.org')
  const { account } = (await bea.get('/session')).json
  const second = await signInAgain(service, 'bea@example.org')
  const made = await bea.post('/keys', {
    name: 'CRM of Bea',
    scopes: ['companies:search'],
    expires_in: 'never',
  })
  assert.equal(made.status, 201)
  ids = {
    account: account.id,
    session: (await second.get('/session')).json.session.id,
    passkey: 'psk_of_bea',
    key: made.json.key.id,
    match: await matchedList(account.id),
    watch: (await bea.post('/watches', { name: 'Customers of Bea' })).json.watch.id,
    webhook: (await bea.post('/webhooks', { url: 'https://bea.example.com/hook' })).json.webhook.id,
  }
  const db = new BetterSqlite(service.accountsPath)
  db.prepare(
    `INSERT INTO passkeys (id, name, public_key, account_id, credential_id, counter, device_type, backed_up, created_at)
     VALUES ('psk_of_bea', 'Phone of Bea', 'key', ?, 'credential', 0, 'singleDevice', 0, '2026-01-01T00:00:00.000Z')`,
  ).run(account.id)
  db.close()
})
after(() => service.stop())

/** A list of an account that is matched, with a decision. */
async function matchedList(account: AccountId): Promise<string> {
  const owner = { account, isTest: false }
  const { matching } = service
  const path = await matching.uploads.store(
    Readable.from([Buffer.from('Firma\nList of Bea GmbH\n')]),
    account,
  )
  const terms = { fileName: 'List of Bea', hasNoHeader: false, deep: false, named: {} }
  const { id } = await matching.start({ owner, sent: { path, kind: 'file', ...terms } })
  await matching.runAll()
  await matching.decide({ owner, decision: { job: id, row: 0, choice: 'none' } })
  return id
}

function accessOf({ access }: Route): AppAccess['app'] {
  return (access as AppAccess).app
}

function send(browser: Browser, { method, path }: Route, id: string, body: object = {}, query = '') {
  const target = path.slice('/app/api'.length).replace(/:\w+/, id) + query
  return method === 'GET' ? browser.get(target) : browser.post(target, body)
}

/** Whatever is Bea's in the file, but when she was seen last. */
function allOfBea(): string {
  return JSON.stringify([
    rowsOf(service, 'SELECT * FROM accounts WHERE id = ?', ids.account),
    rowsOf(service, 'SELECT id, token, proven_at_ms FROM sessions WHERE account_id = ?', ids.account),
    rowsOf(service, 'SELECT * FROM passkeys WHERE account_id = ?', ids.account),
    rowsOf(service, 'SELECT * FROM keys WHERE account = ?', ids.account),
    rowsOf(service, 'SELECT * FROM credentials WHERE account_id = ?', ids.account),
    rowsOf(service, 'SELECT * FROM match_jobs WHERE account_id = ?', ids.account),
    rowsOf(service, 'SELECT * FROM match_decisions WHERE job_id = ?', ids.match),
    rowsOf(service, 'SELECT * FROM watches WHERE account_id = ?', ids.account),
    rowsOf(service, 'SELECT * FROM watched_companies WHERE watch_id = ?', ids.watch),
    rowsOf(service, 'SELECT * FROM webhooks WHERE account_id = ?', ids.account),
    rowsOf(service, 'SELECT * FROM audit WHERE account_id = ?', ids.account),
  ])
}

test('every route with an id in its path is in this table', () => {
  const withId = routes.filter((route) => route.path.includes(':') && accessOf(route) !== 'operator')
  assert.deepEqual(withId.map(({ id }) => id).toSorted(), [...Object.keys(OWNED), ...OF_NOBODY].toSorted())
})

test('every route answers 404 for the id of another account, as for an unknown one, and changes nothing', async () => {
  const before = allOfBea()
  for (const [id, { thing, body, query }] of Object.entries(OWNED)) {
    const route = routes.find((known) => known.id === id) as Route
    const others = await send(ada, route, ids[thing], body, query)
    const nobodys = await send(ada, route, `${ids[thing].slice(0, 4)}0000000000000000`, body, query)
    assert.equal(others.status, 404, `${id} ${JSON.stringify(others.json)}`)
    assert.deepEqual(without(others.json), without(nobodys.json), id)
  }
  assert.equal(allOfBea(), before)
})

test('the same requests succeed for the owner of the ids', async () => {
  const renamed = await bea.post(`/keys/${ids.key}/name`, { name: 'CRM of Bea' })
  assert.equal(renamed.status, 200)
  const named = await bea.post(`/account/passkeys/${ids.passkey}/name`, { name: 'Phone of Bea' })
  assert.equal(named.status, 204)
})

test('no response to one account contains data of another account', async () => {
  const secrets = [...Object.values(ids), 'bea@example.org', 'CRM of Bea', 'Phone of Bea', 'List of Bea']
  secrets.push('Customers of Bea', 'bea.example.com')
  // E-mails are shown to every client on the same machine.
  const looks = routes.filter(
    ({ id, method, path }) => method === 'GET' && !path.includes(':') && id !== 'emails',
  )
  assert.ok(looks.length >= 8)
  for (const { id, path } of looks) {
    for (const query of ['', `?key_id=${ids.key}`]) {
      const { status, json } = await ada.get(path.slice('/app/api'.length) + query)
      assert.ok(status < 500, id)
      // An error may repeat what was asked for, and nothing else of it.
      const text = JSON.stringify(json).replaceAll(ids.key, status === 200 ? ids.key : '')
      for (const secret of secrets) assert.ok(!text.includes(secret), `${id}${query} holds ${secret}`)
    }
  }
})

test('operator routes answer 404 to other accounts, as unknown paths do', async () => {
  const before = allOfBea()
  const unknown = await ada.get('/operator/nothing')
  const operators = routes.filter((route) => accessOf(route) === 'operator')
  assert.ok(operators.length >= 15)
  for (const route of operators) {
    for (const body of [{}, { role: 'operator' }, { uuid: '0', reason: 'x' }]) {
      const { status, json } = await send(ada, route, ids.account, body)
      assert.equal(status, 404, route.id)
      assert.deepEqual(without(json), without(unknown.json), route.id)
    }
  }
  assert.equal(allOfBea(), before)
})

test('without a session only public routes answer', async () => {
  const nobody = newBrowser(service)
  const closed = routes.filter((route) => accessOf(route) !== 'anyone')
  assert.ok(closed.length >= 40)
  for (const route of closed) {
    const { status, json } = await send(nobody, route, 'x')
    assert.deepEqual([status, json.reason], [401, 'signed_out'], route.id)
  }
})

test('ids of another account in a body are refused as unknown fields', async () => {
  for (const more of [{ account: ids.account }, { account_id: ids.account }, { user_id: ids.account }]) {
    const body = { name: 'CRM', scopes: ['companies:search'], expires_in: 'never', ...more }
    const { status, json } = await ada.post('/keys', body)
    assert.deepEqual([status, json.details[0].reason], [400, 'unknown_field'])
  }
})

test('the owner of an account sees actions of operators without their identity and address', async () => {
  const operator = newBrowser(service, {
    address: '198.51.100.77',
    userAgent: 'Mozilla/5.0 (Macintosh) Firefox/1',
  })
  clock.pass(60_000)
  await signUpAndConfirm(service, 'olga@example.org', operator)
  const code = await (await service.accounts()).offerSetUp()
  assert.equal((await operator.post('/account/set-up', { code })).status, 200)
  const { id } = (await operator.get('/session')).json.account
  const own = (await ada.get('/session')).json.account
  assert.equal((await operator.post(`/operator/accounts/${own.id}/disable`)).status, 204)
  assert.equal((await operator.post(`/operator/accounts/${own.id}/enable`)).status, 204)
  const again = await signInAgain(service, 'ada@example.org')
  const { entries } = (await again.get('/account/audit')).json
  assert.ok(
    entries.some(({ event, actor }: Record<string, string>) => event === 'disabled' && actor === 'operator'),
  )
  for (const path of ['/account/audit', '/account/export', '/account/sessions', '/keys']) {
    const text = JSON.stringify((await again.get(path)).json)
    for (const secret of [id, 'olga@example.org', '198.51.100.', 'macOS']) {
      assert.ok(!text.includes(secret), `${path} holds ${secret}`)
    }
  }
})

test('a deleted account leaves no working credential, and its address is free again', async () => {
  const email = 'cleo@example.org'
  clock.pass(60_000)
  const cleo = await signUpAndConfirm(service, email)
  const { id } = (await cleo.get('/session')).json.account
  const made = await cleo.post('/keys', { name: 'x', scopes: ['companies:search'], expires_in: 'never' })
  const wrong = await cleo.post('/account/delete', { email: 'bea@example.org' })
  assert.deepEqual([wrong.status, wrong.json.reason], [409, 'name_mismatch'])
  const copy = new Map(cleo.cookies)
  assert.equal((await cleo.post('/account/delete', { email: ' Cleo@example.org ' })).status, 204)
  assert.equal(cleo.cookies.size, 0)
  const thief = newBrowser(service)
  for (const [name, value] of copy) thief.cookies.set(name, value)
  assert.equal((await thief.get('/account/sessions')).status, 401)
  const used = await service.server.inject({
    method: 'POST',
    url: '/api/v1/companies/search/',
    headers: { authorization: `Bearer ${made.json.secret}`, 'content-type': 'application/json' },
    payload: { name: 'x' },
  })
  assert.equal(used.statusCode, 401)
  for (const table of ['sessions', 'credentials', 'passkeys', 'second_factors', 'devices']) {
    assert.equal(rowsOf(service, `SELECT 1 FROM ${table} WHERE account_id = ?`, id).length, 0, table)
  }
  assert.ok(!JSON.stringify(rowsOf(service, 'SELECT * FROM accounts WHERE id = ?', id)).includes(email))
  assert.equal((await newBrowser(service).post('/auth/sign-in', { email, password: PASSWORD })).status, 401)
  clock.pass(3_600_000)
  await signUpAndConfirm(service, email)
})

function without({ request_id: _id, ...rest }: Record<string, unknown>) {
  return rest
}
