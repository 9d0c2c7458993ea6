/** Sessions over HTTP: their cookies, their lifetime, and every way in which they end. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COOKIES } from '../../src/core/accounts/cookie-names.ts'
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
import { startService } from './start-service.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const OTHER_PASSWORD = 'acht große Riesen im Wald'

const setup = setUpAccounts()
const { clock, newEmail } = setup

test('a person who signs up and confirms is signed in, and can sign out and in again', async () => {
  const browser = newBrowser(setup.service)
  const email = 'ada@example.org'
  const asked = await browser.post('/auth/sign-up', { email: 'Ada@Example.org', password: PASSWORD })
  assert.deepEqual([asked.status, asked.json], [202, { sent: true }])
  assert.equal((await browser.get('/session')).json.account, null)
  const token = tokenFor(setup.service, email)
  const looked = await browser.post('/auth/links/look', { token })
  assert.deepEqual([looked.json.email, looked.json.needs_password], [email, false])
  const confirmed = await browser.post('/auth/sign-up/confirm', { token })
  assert.equal(confirmed.status, 200)
  const session = await browser.get('/session')
  assert.equal(session.json.account.email, email)
  assert.ok(session.json.session.proven_until !== null)
  const gone = await browser.post('/auth/sign-out')
  assert.equal(gone.status, 204)
  assert.equal(gone.headers['clear-site-data'], '"cache"')
  assert.equal((await browser.get('/session')).json.account, null)
  const wrong = await browser.post('/auth/sign-in', { email, password: `${PASSWORD}!` })
  assert.deepEqual([wrong.status, wrong.json.reason], [401, 'wrong_credentials'])
  const right = await browser.post('/auth/sign-in', { email, password: PASSWORD })
  assert.deepEqual([right.status, right.json.state], [200, 'signed_in'])
  assert.equal((await browser.get('/session')).json.account.email, email)
})

test('the cookie of a session that was ended by signing out is refused', async () => {
  const browser = await signUpAndConfirm(setup.service, newEmail())
  const kept = new Map(browser.cookies)
  await browser.post('/auth/sign-out')
  const thief = newBrowser(setup.service)
  for (const [name, value] of kept) thief.cookies.set(name, value)
  assert.equal(await isSignedIn(thief), false)
})

test('cookies are bound to this host, HttpOnly, and not sent with requests of other sites', async () => {
  for (const publicUrl of ['http://localhost:8080', 'https://suche.example']) {
    const isSecure = publicUrl.startsWith('https')
    const at = await startService({ site: { publicUrl } })
    const email = 'bea@example.org'
    await signUpAndConfirm(at, email)
    for (const stay of [false, true]) {
      const browser = newBrowser(at)
      const { setCookies } = await browser.post('/auth/sign-in', { email, password: PASSWORD, stay })
      const name = `${isSecure ? '__Host-' : ''}${COOKIES.session}`
      const cookie = setCookies.find((text) => text.startsWith(`${name}=`)) ?? ''
      assert.match(cookie, /; Path=\/(;|$)/)
      assert.match(cookie, /; HttpOnly(;|$)/)
      assert.match(cookie, /; SameSite=Lax(;|$)/)
      assert.equal(/; Secure(;|$)/.test(cookie), isSecure)
      assert.ok(!/domain=/i.test(cookie), cookie)
      // Without "stay signed in" it ends with the browser.
      const age = /; Max-Age=(\d+)/.exec(cookie)?.[1]
      assert.equal(age, stay ? String((30 * DAY_MS) / 1000) : undefined, cookie)
      for (const text of setCookies) {
        assert.ok(/HttpOnly/.test(text) && /SameSite=Lax/.test(text), text)
        assert.equal(/Secure/.test(text), isSecure, text)
      }
    }
    await at.stop()
  }
})

test('each sign-in starts a session with a new token, whatever cookie the browser sent', async () => {
  const email = newEmail()
  const first = await signUpAndConfirm(setup.service, email)
  const planted = first.cookies.get(COOKIES.session) as string
  const victim = newBrowser(setup.service)
  victim.cookies.set(COOKIES.session, planted)
  await victim.post('/auth/sign-in', { email, password: PASSWORD })
  assert.notEqual(victim.cookies.get(COOKIES.session), planted)
  const tokens = [planted, victim.cookies.get(COOKIES.session) as string].map(
    (value) => decodeURIComponent(value).split('.')[0] as string,
  )
  for (const token of tokens) {
    assert.match(token, /^[A-Za-z0-9_-]{32,}$/)
    const rows = JSON.stringify(rowsOf(setup.service, 'SELECT * FROM sessions'))
    assert.ok(!rows.includes(token), 'the token stands in no row')
  }
})

test('a session ends 12 h after its last use, and after 24 h in any case', async () => {
  const email = newEmail()
  const idle = await signUpAndConfirm(setup.service, email)
  const used = await signInAgain(setup.service, email)
  clock.pass(12 * HOUR_MS - 1)
  assert.equal(await isSignedIn(used), true)
  clock.pass(1)
  assert.equal(await isSignedIn(idle), false)
  clock.pass(6 * HOUR_MS)
  assert.equal(await isSignedIn(used), true)
  clock.pass(6 * HOUR_MS - 1)
  assert.equal(await isSignedIn(used), true)
  clock.pass(1)
  assert.equal(await isSignedIn(used), false)
})

test('a session with "stay signed in" ends 7 d after its last use, and after 30 d in any case', async () => {
  const email = newEmail()
  await signUpAndConfirm(setup.service, email)
  const idle = await signInAgain(setup.service, email, true)
  const used = await signInAgain(setup.service, email, true)
  clock.pass(7 * DAY_MS - 1)
  assert.equal(await isSignedIn(used), true)
  clock.pass(1)
  assert.equal(await isSignedIn(idle), false)
  for (let days = 13; days < 30; days += 6) {
    assert.equal(await isSignedIn(used), true)
    clock.pass(6 * DAY_MS)
  }
  assert.equal(await isSignedIn(used), true)
  clock.pass(5 * DAY_MS - 1)
  assert.equal(await isSignedIn(used), true)
  clock.pass(1)
  assert.equal(await isSignedIn(used), false)
})

test('the list shows all sessions; each can be ended, and all others at once', async () => {
  const email = newEmail()
  const own = await signUpAndConfirm(setup.service, email)
  const phone = newBrowser(setup.service, {
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18.0 Safari/605',
  })
  await phone.post('/auth/sign-in', { email, password: PASSWORD })
  const third = await signInAgain(setup.service, email)
  const { sessions } = (await own.get('/account/sessions')).json
  assert.equal(sessions.length, 3)
  assert.equal(sessions.filter((entry: { is_this: boolean }) => entry.is_this).length, 1)
  const onPhone = sessions.find(({ device }: { device: string }) => device === 'Safari, iOS')
  assert.equal(onPhone.address, '127.0.0.1')
  assert.equal((await own.post(`/account/sessions/${onPhone.id}/end`)).status, 204)
  assert.deepEqual(
    [await isSignedIn(phone), await isSignedIn(third), await isSignedIn(own)],
    [false, true, true],
  )
  assert.equal((await own.post(`/account/sessions/${onPhone.id}/end`)).status, 404)
  assert.equal((await own.post('/account/sessions/end-others')).status, 204)
  assert.deepEqual([await isSignedIn(third), await isSignedIn(own)], [false, true])
  const self = (await own.get('/account/sessions')).json.sessions[0]
  await own.post(`/account/sessions/${self.id}/end`)
  assert.equal(await isSignedIn(own), false)
})

test('a new password ends all sessions and starts a new one in the browser that set it', async () => {
  const email = newEmail()
  const own = await signUpAndConfirm(setup.service, email)
  const before = new Map(own.cookies)
  const other = await signInAgain(setup.service, email)
  const wrong = await own.post('/account/password', { current: OTHER_PASSWORD, password: OTHER_PASSWORD })
  assert.deepEqual([wrong.status, wrong.json.reason], [403, 'wrong_credentials'])
  const same = await own.post('/account/password', { current: PASSWORD, password: PASSWORD })
  assert.equal(same.json.reason, 'same_password')
  assert.equal(await isSignedIn(other), true)
  const changed = await own.post('/account/password', { current: PASSWORD, password: OTHER_PASSWORD })
  assert.equal(changed.status, 204)
  const copy = newBrowser(setup.service)
  for (const [name, value] of before) copy.cookies.set(name, value)
  assert.deepEqual(
    [await isSignedIn(own), await isSignedIn(other), await isSignedIn(copy)],
    [true, false, false],
  )
  const tried = newBrowser(setup.service)
  assert.equal((await tried.post('/auth/sign-in', { email, password: PASSWORD })).status, 401)
  assert.equal((await tried.post('/auth/sign-in', { email, password: OTHER_PASSWORD })).status, 200)
})

test('a reset ends every session', async () => {
  const email = newEmail()
  const own = await signUpAndConfirm(setup.service, email)
  clock.pass(HOUR_MS)
  const elsewhere = newBrowser(setup.service)
  assert.equal((await elsewhere.post('/auth/reset', { email })).status, 202)
  const token = tokenFor(setup.service, email, 'reset')
  const done = await elsewhere.post('/auth/reset/finish', { token, password: OTHER_PASSWORD })
  assert.deepEqual([done.status, done.json.state], [200, 'signed_in'])
  assert.deepEqual([await isSignedIn(own), await isSignedIn(elsewhere)], [false, true])
})

test('a disabled account is signed out at once and cannot sign in with its password', async () => {
  const email = newEmail()
  const own = await signUpAndConfirm(setup.service, email)
  const { id } = (await own.get('/session')).json.account
  const { sendCommand } = setup.service.needs
  const trace = {
    actor: 'command line',
    address: '',
    device: '',
    atMs: clock.nowMs(),
    language: 'en',
  } as const
  await sendCommand('disableAccount', { trace, account: id })
  assert.equal(await isSignedIn(own), false)
  const again = await newBrowser(setup.service).post('/auth/sign-in', { email, password: PASSWORD })
  assert.deepEqual([again.status, again.json.reason], [403, 'account_disabled'])
  await sendCommand('enableAccount', { trace, account: id })
  assert.equal(await isSignedIn(await signInAgain(setup.service, email)), true)
})

test('changes to keys and to the security of the account require re-authentication after 15 minutes', async () => {
  const email = newEmail()
  const own = await signUpAndConfirm(setup.service, email)
  const params = { name: 'CRM', scopes: ['companies:search'], expires_in: 'never' }
  assert.equal((await own.post('/keys', params)).status, 201)
  clock.pass(15 * 60_000)
  for (const [path, body] of [
    ['/keys', params],
    ['/webhooks', { url: 'https://crm.example.com/hook' }],
    ['/webhooks/whk_x/rotate', { overlap_s: 0 }],
    ['/account/address', { email: 'other@example.org' }],
    ['/account/second-factor/begin', {}],
    ['/account/second-factor/off', { password: PASSWORD }],
    ['/account/passkeys/begin', {}],
    ['/account/sessions/end-others', {}],
    ['/account/sessions/ses_x/end', {}],
    ['/account/delete', { email }],
  ] as const) {
    const { status, json } = await own.post(path, body)
    assert.deepEqual([status, json.reason], [403, 'proof_needed'], path)
  }
  assert.equal((await own.get('/account/export')).json.reason, 'proof_needed')
  const wrong = await own.post('/auth/prove', { password: OTHER_PASSWORD })
  assert.deepEqual([wrong.status, wrong.json.reason], [403, 'wrong_credentials'])
  assert.equal((await own.post('/keys', params)).status, 403)
  const proven = await own.post('/auth/prove', { password: PASSWORD })
  assert.equal(proven.json.proven_until, new Date(clock.nowMs() + 15 * 60_000).toISOString())
  assert.equal((await own.post('/keys', params)).status, 201)
})

test('an unknown cookie is treated as signed out', async () => {
  for (const value of ['', '.', 'x', 'x.y', '%', 'a'.repeat(5000), "' OR 1=1 --.x"]) {
    const browser = newBrowser(setup.service)
    browser.cookies.set(COOKIES.session, encodeURIComponent(value))
    assert.equal(await isSignedIn(browser), false, value)
  }
})
