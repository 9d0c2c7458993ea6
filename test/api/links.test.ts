/** Mailed links: valid once, for a limited time, after a button is pressed, and for their purpose only. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { setUpAccounts } from './accounts-setup.ts'
import {
  isSignedIn,
  newBrowser,
  PASSWORD,
  rowsOf,
  signInAgain,
  signUpAndConfirm,
  tokenFor,
} from './browser.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const OTHER_PASSWORD = 'acht große Riesen im Wald'

const setup = setUpAccounts()
const { clock, newEmail } = setup

async function signUp(email: string, browser = newBrowser(setup.service)) {
  assert.equal((await browser.post('/auth/sign-up', { email, password: PASSWORD })).status, 202)
  return { browser, token: tokenFor(setup.service, email) as string }
}

/** Everything that the file knows of links, accounts and sessions. */
function everything(): string {
  const tables = ['links', 'accounts', 'sessions', 'credentials', 'emails', 'audit']
  return JSON.stringify(tables.map((table) => rowsOf(setup.service, `SELECT * FROM ${table}`)))
}

test('a token has 256 bits, and only its hash is stored; no e-mail in the outbox contains it', async () => {
  const { token } = await signUp(newEmail())
  assert.match(token, /^[A-Za-z0-9_-]{43}$/)
  const stored = rowsOf<{ token_hash: Buffer }>(setup.service, 'SELECT token_hash FROM links').at(-1)
  assert.deepEqual(stored?.token_hash, createHash('sha256').update(token).digest())
  const whole = everything()
  for (const form of [
    token,
    Buffer.from(token).toString('hex'),
    Buffer.from(token, 'base64url').toString('hex'),
  ]) {
    assert.ok(!whole.includes(form))
  }
})

test('opening the page of a link changes nothing, so that mail scanners cannot use it up', async () => {
  const { token } = await signUp(newEmail())
  const before = everything()
  for (let turn = 0; turn < 3; turn++) {
    for (const method of ['GET', 'HEAD'] as const) {
      const page = { method, url: `/confirm?${token}`, headers: { host: 'localhost:8080' } }
      assert.equal((await setup.service.server.inject(page)).statusCode, 200)
    }
    assert.equal((await newBrowser(setup.service).post('/auth/links/look', { token })).status, 200)
  }
  for (const path of ['/auth/sign-up/confirm', '/auth/links/look', '/auth/reset/finish']) {
    assert.equal((await newBrowser(setup.service).get(path)).status, 405)
  }
  assert.equal(everything(), before)
})

test('of 20 requests that use a link at the same time one creates the account, and the others learn that it was used', async () => {
  const email = newEmail()
  const { browser, token } = await signUp(email)
  const own = [...browser.cookies]
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => {
      const copy = newBrowser(setup.service)
      for (const [name, value] of own) copy.cookies.set(name, value)
      return copy.post('/auth/sign-up/confirm', { token })
    }),
  )
  const done = answers.filter(({ status }) => status === 200)
  assert.equal(done.length, 1)
  for (const { status, json } of answers.filter((answer) => answer !== done[0])) {
    assert.deepEqual([status, json.reason], [409, 'link_used'])
  }
  assert.equal(rowsOf(setup.service, 'SELECT 1 FROM accounts WHERE email = ?', email).length, 1)
  const looked = await newBrowser(setup.service).post('/auth/links/look', { token })
  assert.deepEqual([looked.status, looked.json.reason], [409, 'link_used'])
})

test('a sign-up link is valid for 24 h, a reset link for 30 minutes, to the millisecond', async () => {
  const email = newEmail()
  const { browser, token } = await signUp(email)
  clock.pass(24 * HOUR_MS - 1)
  assert.equal((await browser.post('/auth/links/look', { token })).status, 200)
  clock.pass(1)
  for (const path of ['/auth/links/look', '/auth/sign-up/confirm']) {
    const { status, json } = await browser.post(path, { token })
    assert.deepEqual([status, json.reason], [409, 'link_expired'], path)
  }
  const known = newEmail()
  await signUpAndConfirm(setup.service, known)
  clock.pass(HOUR_MS)
  await newBrowser(setup.service).post('/auth/reset', { email: known })
  const reset = tokenFor(setup.service, known, 'reset')
  clock.pass(30 * MINUTE_MS - 1)
  assert.equal((await newBrowser(setup.service).post('/auth/links/look', { token: reset })).status, 200)
  clock.pass(1)
  const late = await newBrowser(setup.service).post('/auth/reset/finish', {
    token: reset,
    password: OTHER_PASSWORD,
  })
  assert.deepEqual([late.status, late.json.reason], [409, 'link_expired'])
})

test('in another browser the link requires the chosen password, so that a stranger’s sign-up is not confirmed by the owner’s click', async () => {
  const email = newEmail()
  const { token } = await signUp(email)
  const owner = newBrowser(setup.service)
  const looked = await owner.post('/auth/links/look', { token })
  assert.equal(looked.json.needs_password, true)
  assert.ok(!looked.json.email.includes('person') && looked.json.email.endsWith('@example.org'))
  for (const body of [{ token }, { token, password: OTHER_PASSWORD }]) {
    const { status, json } = await owner.post('/auth/sign-up/confirm', body)
    assert.deepEqual([status, json.reason], [401, 'wrong_credentials'])
  }
  assert.equal(rowsOf(setup.service, 'SELECT 1 FROM accounts WHERE email = ?', email).length, 0)
  assert.equal((await owner.post('/auth/sign-up/confirm', { token, password: PASSWORD })).status, 200)
  assert.equal(await isSignedIn(owner), true)
})

test('an earlier sign-up of a stranger with the same address has no effect: each link confirms its own sign-up only', async () => {
  const email = newEmail()
  const stranger = await signUp(email)
  clock.pass(HOUR_MS)
  const owner = newBrowser(setup.service)
  await owner.post('/auth/sign-up', { email, password: OTHER_PASSWORD })
  const token = tokenFor(setup.service, email)
  assert.notEqual(token, stranger.token)
  assert.equal((await owner.post('/auth/sign-up/confirm', { token })).status, 200)
  const late = await stranger.browser.post('/auth/sign-up/confirm', { token: stranger.token })
  assert.ok([404, 409].includes(late.status), String(late.status))
  const browser = newBrowser(setup.service)
  assert.equal((await browser.post('/auth/sign-in', { email, password: PASSWORD })).status, 401)
  assert.equal((await browser.post('/auth/sign-in', { email, password: OTHER_PASSWORD })).status, 200)
})

test('"send again" works for the browser that signed up and ends the previous link; another browser gets the same response and no e-mail', async () => {
  const email = newEmail()
  const { browser, token } = await signUp(email)
  clock.pass(HOUR_MS)
  const count = () => rowsOf(setup.service, 'SELECT 1 FROM links WHERE email = ?', email).length
  const foreign = await newBrowser(setup.service).post('/auth/sign-up/again')
  assert.equal(count(), 1)
  const own = await browser.post('/auth/sign-up/again')
  assert.equal(count(), 2)
  assert.deepEqual([own.status, own.json], [foreign.status, foreign.json])
  const before = await browser.post('/auth/links/look', { token })
  assert.deepEqual([before.status, before.json.reason], [404, 'link_invalid'])
  const next = tokenFor(setup.service, email)
  assert.equal((await browser.post('/auth/sign-up/confirm', { token: next })).status, 200)
})

test('a link works only for its own purpose', async () => {
  const email = newEmail()
  const { browser, token } = await signUp(email)
  const wrongUse = await browser.post('/auth/reset/finish', { token, password: OTHER_PASSWORD })
  assert.deepEqual([wrongUse.status, wrongUse.json.reason], [404, 'link_invalid'])
  await browser.post('/auth/sign-up/confirm', { token })
  clock.pass(HOUR_MS)
  await newBrowser(setup.service).post('/auth/reset', { email })
  const reset = tokenFor(setup.service, email, 'reset')
  const own = await signInAgain(setup.service, email)
  for (const path of ['/auth/sign-up/confirm', '/account/address/confirm']) {
    const { status, json } = await own.post(path, { token: reset })
    assert.deepEqual([status, json.reason], [404, 'link_invalid'], path)
  }
  const done = await newBrowser(setup.service).post('/auth/reset/finish', {
    token: reset,
    password: OTHER_PASSWORD,
  })
  assert.equal(done.status, 200)
  const again = await newBrowser(setup.service).post('/auth/reset/finish', {
    token: reset,
    password: PASSWORD,
  })
  assert.deepEqual([again.status, again.json.reason], [409, 'link_used'])
})

test('a new address counts only after its requester used the link in its mailbox', async () => {
  const email = newEmail()
  const own = await signUpAndConfirm(setup.service, email)
  const other = await signUpAndConfirm(setup.service, newEmail())
  const next = newEmail()
  await own.post('/auth/prove', { password: PASSWORD })
  assert.equal((await own.post('/account/address', { email: next })).status, 202)
  assert.equal((await own.get('/session')).json.account.email, email)
  const token = tokenFor(setup.service, next, 'new_address')
  const stolen = await other.post('/account/address/confirm', { token })
  assert.ok([403, 404].includes(stolen.status), String(stolen.status))
  const done = await own.post('/account/address/confirm', { token })
  assert.deepEqual([done.status, done.json.account?.email], [200, next])
  const again = await own.post('/account/address/confirm', { token })
  assert.equal(again.status, 409)
})

test('an invalid token of any form works for nothing', async () => {
  const browser = newBrowser(setup.service)
  for (const token of [
    'x',
    'A'.repeat(43),
    'A'.repeat(42),
    '../../etc',
    "' OR 1=1 --",
    '\u0000',
    'é'.repeat(43),
  ]) {
    const { status, json } = await browser.post('/auth/links/look', { token })
    assert.deepEqual([status, json.reason], [404, 'link_invalid'], token)
  }
  for (const token of ['', 'A'.repeat(10_001), 7, null]) {
    assert.equal((await browser.post('/auth/links/look', { token })).status, 400)
  }
})
