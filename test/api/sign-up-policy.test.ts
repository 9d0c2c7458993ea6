/** Who may create an account: with open sign-up, closed sign-up, sign-up limited to domains, an invitation, or the set-up code. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { FRESH_SIGN_UP_MS } from '../../src/core/accounts/confirm-sign-up.ts'
import { LINK_LIFE_MS } from '../../src/core/accounts/link.ts'
import type { Site } from '../../src/core/accounts/site.ts'
import { type Browser, newBrowser, PASSWORD, rowsOf, tokenFor } from './browser.ts'
import { handClock } from './hand-clock.ts'
import { type Service, startService } from './start-service.ts'

const clock = handClock(Date.now())

async function open(test: TestContext, site: Partial<Site>): Promise<Service> {
  const service = await startService({ clock, site })
  test.after(() => service.stop())
  return service
}

const signUp = (browser: Browser, email: string, more: object = {}) =>
  browser.post('/auth/sign-up', { email, password: PASSWORD, ...more })

/** From the form to the account. */
async function join(service: Service, email: string, more: object = {}) {
  const browser = newBrowser(service)
  const asked = await signUp(browser, email, more)
  assert.equal(asked.status, 202, JSON.stringify(asked.json))
  const { json } = await browser.post('/auth/sign-up/confirm', { token: tokenFor(service, email) })
  return { browser, account: json.account }
}

async function joinAsOperator(service: Service) {
  const code = await (await service.accounts()).offerSetUp()
  return join(service, 'operator@example.org', { set_up_code: code })
}

function assertClosed({ status, json }: { status: number; json: { reason?: string } }): void {
  assert.deepEqual([status, json.reason], [403, 'sign_up_closed'])
}

test('closed sign-up accepts nobody, whether or not the address has an account', async (test) => {
  const service = await open(test, { signUp: 'closed' })
  await joinAsOperator(service)
  const hashes = (await service.accounts()).hashes()
  const emails = rowsOf(service, 'SELECT id FROM emails').length
  assertClosed(await signUp(newBrowser(service), 'operator@example.org'))
  assertClosed(await signUp(newBrowser(service), 'nobody@example.org'))
  assert.equal((await service.accounts()).hashes(), hashes)
  assert.equal(rowsOf(service, 'SELECT id FROM emails').length, emails)
})

test('sign-up limited to domains accepts addresses of these, not of parts of their names or of subdomains', async (test) => {
  const service = await open(test, { signUp: { domains: ['example.org', 'firma.de'] } })
  for (const email of ['a@example.org', 'B@FIRMA.DE']) {
    assert.equal((await signUp(newBrowser(service), email)).status, 202)
  }
  for (const email of [
    'a@example.com',
    'a@sub.example.org',
    'a@notexample.org',
    'a@org',
    'a@firma.de.evil.org',
  ]) {
    const { status } = await signUp(newBrowser(service), email)
    assert.ok(status === 403 || status === 400, email)
  }
})

test('the set-up code makes the first operator, once, also if sign-up is closed', async (test) => {
  const service = await open(test, { signUp: 'closed' })
  const side = await service.accounts()
  const old = await side.offerSetUp()
  const code = await side.offerSetUp()
  assert.match(code ?? '', /^[A-Za-z0-9_-]{22}$/)
  for (const wrong of [old, 'x'.repeat(22)]) {
    const refused = await signUp(newBrowser(service), 'eve@example.org', { set_up_code: wrong })
    assert.deepEqual([refused.status, refused.json.reason], [403, 'wrong_code'])
  }
  // Two people sign up with it; the first to confirm becomes operator.
  const [one, two] = [newBrowser(service), newBrowser(service)]
  await signUp(one, 'one@example.org', { set_up_code: code })
  await signUp(two, 'two@example.org', { set_up_code: code })
  const confirm = (browser: Browser, email: string) =>
    browser.post('/auth/sign-up/confirm', { token: tokenFor(service, email) })
  assert.equal((await confirm(one, 'one@example.org')).json.account.role, 'operator')
  assert.equal((await confirm(two, 'two@example.org')).json.account.role, 'user')
  assert.equal(await side.offerSetUp(), undefined)
  assertClosed(await signUp(newBrowser(service), 'three@example.org'))
  const late = await signUp(newBrowser(service), 'three@example.org', { set_up_code: code })
  assert.equal(late.json.reason, 'wrong_code')
})

test('an existing account becomes operator by the set-up code if there is no operator', async (test) => {
  const service = await open(test, {})
  const { browser } = await join(service, 'ada@example.org')
  const code = await (await service.accounts()).offerSetUp()
  const wrong = await browser.post('/account/set-up', { code: 'x'.repeat(22) })
  assert.deepEqual([wrong.status, wrong.json.reason], [403, 'wrong_code'])
  const done = await browser.post('/account/set-up', { code })
  assert.equal(done.status, 200, JSON.stringify(done.json))
  assert.equal((await browser.get('/session')).json.account.role, 'operator')
  const { browser: other } = await join(service, 'bob@example.org')
  assert.equal((await other.post('/account/set-up', { code })).json.reason, 'wrong_code')
})

test('after 10 wrong set-up codes a client waits an hour', async (test) => {
  const service = await open(test, { signUp: 'closed' })
  const code = await (await service.accounts()).offerSetUp()
  const guess = (typed: string | undefined) =>
    signUp(newBrowser(service), 'eve@example.org', { set_up_code: typed })
  for (let i = 0; i < 10; i++) assert.equal((await guess('x'.repeat(22))).status, 403)
  assert.deepEqual((await guess(code)).json.reason, 'too_many')
  clock.pass(3_600_000)
  assert.equal((await guess(code)).status, 202)
})

test('an invitation lets its address sign up with its role while sign-up is closed, once, within a week', async (test) => {
  const service = await open(test, { signUp: 'closed' })
  const { browser: operator } = await joinAsOperator(service)
  const invite = (email: string, role: string) =>
    operator.post('/operator/invitations', { email, role, language: 'de' })
  const invited = await invite('Bea@Example.org', 'operator')
  assert.equal(invited.status, 201, JSON.stringify(invited.json))
  const invitation = invited.json.link.split('#invitation=')[1]
  assert.equal(invitation, tokenFor(service, 'bea@example.org', 'invitation'))
  assert.deepEqual(rowsOf(service, "SELECT recipient FROM emails WHERE kind = 'invitation'"), [
    { recipient: 'bea@example.org' },
  ])
  const looked = (await newBrowser(service).post('/auth/links/look', { token: invitation })).json
  assert.deepEqual(
    [looked.kind, looked.email, looked.needs_password],
    ['invitation', 'bea@example.org', false],
  )

  assertClosed(await signUp(newBrowser(service), 'eve@example.org', { invitation }))
  const { account } = await join(service, 'bea@example.org', { invitation })
  assert.equal(account.role, 'operator')
  const again = await signUp(newBrowser(service), 'bea@example.org', { invitation })
  assert.deepEqual([again.status, again.json.reason], [404, 'link_invalid'])
  assert.equal((await invite('bea@example.org', 'user')).status, 409)

  await operator.post('/auth/prove', { password: PASSWORD })
  const late = (await invite('late@example.org', 'user')).json.link.split('#invitation=')[1]
  const ended = (await invite('ended@example.org', 'user')).json.link.split('#invitation=')[1]
  const { invitations } = (await operator.get('/operator/invitations')).json
  const { id } = invitations.find(({ email }: { email: string }) => email === 'ended@example.org')
  assert.ok((await operator.post(`/operator/invitations/${id}/end`)).status < 300)
  const refused = await signUp(newBrowser(service), 'ended@example.org', { invitation: ended })
  assert.equal(refused.json.reason, 'link_invalid')
  clock.pass(LINK_LIFE_MS.invitation)
  const expired = await signUp(newBrowser(service), 'late@example.org', { invitation: late })
  assert.deepEqual([expired.status, expired.json.reason], [409, 'link_expired'])
})

test('a reset by an operator ends every session and, if requested, the second factor; only operators can do this', async (test) => {
  const service = await open(test, {})
  const { browser: operator } = await joinAsOperator(service)
  const { browser, account } = await join(service, 'ida@example.org')
  const path = `/operator/accounts/${account.id}/reset`
  assert.equal((await browser.post(path, { email: 'ida@example.org' })).status, 404)
  const mistyped = await operator.post(path, { email: 'ada@example.org', drop_second_factor: true })
  assert.equal(mistyped.json.reason, 'name_mismatch')
  const { json } = await operator.post(path, { email: 'ida@example.org', drop_second_factor: true })
  assert.equal((await browser.get('/session')).json.account, null)
  const token = json.link.split('#')[1]
  const stranger = newBrowser(service)
  const done = await stranger.post('/auth/reset/finish', { token, password: 'ein ganz neues Wort 7' })
  assert.deepEqual([done.status, done.json.state], [200, 'signed_in'])
})

test('a disabled account can neither sign in nor reset its password, and only the right password reveals that it is disabled', async (test) => {
  const service = await open(test, {})
  const { browser: operator } = await joinAsOperator(service)
  const { browser, account } = await join(service, 'ida@example.org')
  assert.ok((await operator.post(`/operator/accounts/${account.id}/disable`)).status < 300)
  assert.equal((await browser.get('/session')).json.account, null)
  const signIn = (password: string) =>
    newBrowser(service).post('/auth/sign-in', { email: 'ida@example.org', password })
  assert.deepEqual((await signIn(`${PASSWORD}!`)).json.reason, 'wrong_credentials')
  const right = await signIn(PASSWORD)
  assert.deepEqual([right.status, right.json.reason], [403, 'account_disabled'])
  clock.pass(60_000)
  await newBrowser(service).post('/auth/reset', { email: 'ida@example.org' })
  const emails = rowsOf(service, "SELECT state FROM emails WHERE kind = 'reset'")
  assert.deepEqual(emails, [{ state: 'void' }])
  await operator.post(`/operator/accounts/${account.id}/enable`)
  assert.equal((await signIn(PASSWORD)).status, 200)
})

test('a sign-up confirmed within an hour in the same browser counts as authentication; later or elsewhere the password is required', async (test) => {
  const service = await open(test, {})
  for (const [ms, isOwn, isProven] of [
    [FRESH_SIGN_UP_MS - 1, true, true],
    [FRESH_SIGN_UP_MS, true, false],
    [FRESH_SIGN_UP_MS, false, true],
  ] as const) {
    const email = `after${ms}${isOwn}@example.org`
    const browser = newBrowser(service)
    await signUp(browser, email)
    clock.pass(ms)
    const confirming = isOwn ? browser : newBrowser(service)
    const password = isOwn ? {} : { password: PASSWORD }
    const body = { token: tokenFor(service, email), ...password }
    assert.equal((await confirming.post('/auth/sign-up/confirm', body)).status, 200)
    assert.equal((await confirming.get('/session')).json.session.proven_until !== null, isProven)
  }
})
