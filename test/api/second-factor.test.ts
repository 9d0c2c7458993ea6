/** The second factor: turning it on and off, codes that work once, recovery codes, and the limits of guessing. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setUpAccounts } from './accounts-setup.ts'
import { type Browser, newBrowser, PASSWORD, rowsOf, signUpAndConfirm, tokenFor } from './browser.ts'
import { stopDate, totpCode } from './totp.ts'

// Own process: it stops the clock.

stopDate()
const setup = setUpAccounts()
const { clock, newPersonWithFactor, enterPassword } = setup

/** Codes of three steps are taken: a test that needs several takes one of each. */
const code = (secret: string, step: -1 | 0 | 1 = 0) => totpCode(secret, Date.now(), step)

const enter = (browser: Browser, kind: 'totp' | 'recovery', typed: string) =>
  browser.post('/auth/sign-in/code', { code: typed, kind })

test('the second factor is on after a valid code; the session is replaced, and the old cookie is invalid', async () => {
  const email = 'begin@example.org'
  const browser = await signUpAndConfirm(setup.service, email)
  const begun = (await browser.post('/account/second-factor/begin')).json
  assert.match(
    begun.uri,
    /^otpauth:\/\/totp\/firmensuche:begin%40example\.org\?secret=[A-Z2-7]{52}&issuer=firmensuche/,
  )
  assert.equal(begun.recovery_codes.length, 10)
  for (const one of begun.recovery_codes) assert.match(one, /^[A-Z2-7]{5}(-[A-Z2-7]{5}){4}$/)
  const wrong = await browser.post('/account/second-factor/finish', { code: '000000' })
  assert.deepEqual([wrong.status, wrong.json.reason], [403, 'wrong_code'])
  assert.equal((await browser.get('/session')).json.account.second_factor, false)

  const before = browser.cookies.get('fs_session')!
  await browser.post('/account/second-factor/finish', { code: code(begun.secret) })
  const session = (await browser.get('/session')).json
  assert.equal(session.account.second_factor, true)
  assert.equal(session.session.stays, false)
  assert.notEqual(browser.cookies.get('fs_session'), before)
  browser.cookies.set('fs_session', before)
  assert.equal((await browser.get('/session')).json.account, null)
})

test('if the set-up is started twice, only the last secret counts; once the factor is on, no set-up can start', async () => {
  const browser = await signUpAndConfirm(setup.service, 'twice@example.org')
  const first = (await browser.post('/account/second-factor/begin')).json
  const second = (await browser.post('/account/second-factor/begin')).json
  const wrong = await browser.post('/account/second-factor/finish', { code: code(first.secret) })
  assert.equal(wrong.json.reason, 'wrong_code')
  await browser.post('/account/second-factor/finish', { code: code(second.secret) })
  const begun = await browser.post('/account/second-factor/begin')
  assert.deepEqual([begun.status, begun.json.reason], [409, 'not_now'])
  const finished = await browser.post('/account/second-factor/finish', { code: code(second.secret, 1) })
  assert.deepEqual([finished.status, finished.json.reason], [409, 'not_now'])
})

test('with a second factor the password alone creates no session and no session cookie', async () => {
  const person = await newPersonWithFactor()
  const sessions = rowsOf(setup.service, 'SELECT id FROM sessions').length
  const browser = await enterPassword(person)
  assert.equal(rowsOf(setup.service, 'SELECT id FROM sessions').length, sessions)
  assert.equal(browser.cookies.has('fs_session'), false)
  assert.equal((await browser.get('/session')).json.account, null)
  const done = await enter(browser, 'totp', ` ${code(person.secret).replace(/(...)/, '$1 ')} `)
  assert.deepEqual([done.status, done.json.state], [200, 'signed_in'])
  assert.equal((await browser.get('/session')).json.account.email, person.email)
})

test('a code works once; its second use, in another browser too, starts no session', async () => {
  const person = await newPersonWithFactor()
  const [one, two] = [await enterPassword(person), await enterPassword(person)]
  const typed = code(person.secret)
  assert.equal((await enter(one, 'totp', typed)).status, 200)
  const signIns = () => rowsOf(setup.service, "SELECT 1 FROM audit WHERE event = 'signed_in'").length
  const before = signIns()
  const sessions = rowsOf(setup.service, 'SELECT id FROM sessions').length
  const again = await enter(two, 'totp', typed)
  assert.deepEqual([again.status, again.json.reason], [401, 'code_used'])
  assert.equal(
    again.setCookies.some((cookie) => /^fs_session=[^;]/.test(cookie)),
    false,
  )
  assert.equal(signIns(), before, 'a replayed code is no sign-in')
  assert.equal(rowsOf(setup.service, 'SELECT id FROM sessions').length, sessions)
  assert.equal((await two.get('/session')).json.account, null)
})

test('of 10 simultaneous sign-ins with the same code one succeeds', async () => {
  const person = await newPersonWithFactor()
  const browsers = []
  for (let i = 0; i < 10; i++) browsers.push(await enterPassword(person, { address: `192.0.2.${i}` }))
  const typed = code(person.secret)
  const answers = await Promise.all(browsers.map((browser) => enter(browser, 'totp', typed)))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, ...Array(9).fill(401)])
})

test('a recovery code replaces the app code once, in any spelling; the e-mail says how many are left', async () => {
  const person = await newPersonWithFactor()
  const [first, second] = person.recoveryCodes as [string, string]
  const one = await enterPassword(person)
  const done = await enter(one, 'recovery', first.toLowerCase().replaceAll('-', ' '))
  assert.deepEqual([done.status, done.json.recovery_left], [200, 9])
  const two = await enterPassword(person)
  const again = await enter(two, 'recovery', first)
  assert.deepEqual([again.status, again.json.reason], [401, 'wrong_code'])
  assert.equal((await enter(two, 'recovery', second)).json.recovery_left, 8)
  const emails = rowsOf<{ data: string }>(
    setup.service,
    "SELECT data FROM emails WHERE kind = 'recovery_used' AND recipient = ? ORDER BY number",
    person.email,
  )
  assert.deepEqual(
    emails.map(({ data }) => JSON.parse(data).left),
    [9, 8],
  )
})

test('new recovery codes invalidate the old ones; creating them and turning the factor off require re-authentication', async () => {
  const person = await newPersonWithFactor()
  const wrong = await person.browser.post('/account/second-factor/recovery-codes', {
    password: 'x'.repeat(12),
  })
  assert.deepEqual([wrong.status, wrong.json.reason], [403, 'wrong_credentials'])
  const renewed = await person.browser.post('/account/second-factor/recovery-codes', { password: PASSWORD })
  const codes = renewed.json.recovery_codes as string[]
  assert.equal(codes.length, 10)
  const email = "SELECT data FROM emails WHERE kind = 'recovery_renewed' AND recipient = ?"
  assert.equal(rowsOf(setup.service, email, person.email).length, 1)
  const browser = await enterPassword(person)
  assert.equal((await enter(browser, 'recovery', person.recoveryCodes[0]!)).json.reason, 'wrong_code')
  assert.equal((await enter(browser, 'recovery', codes[0]!)).status, 200)

  const kept = await person.browser.post('/account/second-factor/off', { password: 'x'.repeat(12) })
  assert.equal(kept.json.reason, 'wrong_credentials')
  assert.ok((await person.browser.post('/account/second-factor/off', { password: PASSWORD })).status < 300)
  const free = newBrowser(setup.service)
  const done = await free.post('/auth/sign-in', { email: person.email, password: PASSWORD })
  assert.equal(done.json.state, 'signed_in')
  const over = await person.browser.post('/account/second-factor/off', { password: PASSWORD })
  assert.deepEqual([over.status, over.json.reason], [409, 'not_now'])
})

test('after five wrong codes the sign-in starts again with the password', async () => {
  const person = await newPersonWithFactor()
  const browser = await enterPassword(person, { address: '198.51.100.1' })
  for (let i = 0; i < 5; i++) {
    assert.equal((await enter(browser, 'totp', `00000${i}`)).json.reason, 'wrong_code')
  }
  const sixth = await enter(browser, 'totp', code(person.secret))
  assert.deepEqual([sixth.status, sixth.json.reason], [429, 'code_locked'])
  const seventh = await enter(browser, 'totp', code(person.secret))
  assert.deepEqual([seventh.status, seventh.json.reason], [401, 'signed_out'])
  const anew = await enterPassword(person, { address: '198.51.100.1' })
  assert.equal((await enter(anew, 'totp', code(person.secret))).status, 200)
})

test('ten wrong codes lock the second step of an account for 15 minutes; its sessions continue', async () => {
  const person = await newPersonWithFactor()
  for (let round = 0; round < 2; round++) {
    const browser = await enterPassword(person, { address: `198.51.100.${10 + round}` })
    for (let i = 0; i < 5; i++) await enter(browser, 'recovery', 'AAAAA-AAAAA-AAAAA-AAAAA-AAAAA')
  }
  const browser = await enterPassword(person, { address: '198.51.100.20' })
  const locked = await enter(browser, 'totp', code(person.secret))
  assert.deepEqual([locked.status, locked.json.reason], [429, 'code_locked'])
  assert.equal((await person.browser.get('/session')).json.account.email, person.email)
})

test('a code completes the sign-in of its own account only, whatever cookies the browser has', async () => {
  const [one, two] = [await newPersonWithFactor(), await newPersonWithFactor()]
  const browser = await enterPassword(two)
  for (const [name, value] of one.browser.cookies) if (name === 'fs_session') browser.cookies.set(name, value)
  const wrong = await enter(browser, 'totp', code(one.secret))
  assert.equal(wrong.json.reason, 'wrong_code')
  const right = await enter(browser, 'totp', code(two.secret))
  assert.equal(right.json.account.email, two.email)
})

test('a code without a preceding password step, or in another browser, starts no session', async () => {
  const person = await newPersonWithFactor()
  await enterPassword(person)
  const answered = await enter(newBrowser(setup.service), 'totp', code(person.secret))
  assert.deepEqual([answered.status, answered.json.reason], [401, 'signed_out'])
  const browser = await signUpAndConfirm(setup.service, 'plain@example.org')
  const odd = await enter(browser, 'totp', '123456')
  assert.deepEqual([odd.status, odd.json.reason], [401, 'signed_out'])
})

test('a password reset by a link does not bypass the second factor: it starts no session', async () => {
  const person = await newPersonWithFactor()
  const stranger = newBrowser(setup.service)
  clock.pass(60_000)
  await stranger.post('/auth/reset', { email: person.email })
  const token = tokenFor(setup.service, person.email, 'reset')
  const done = await stranger.post('/auth/reset/finish', { token, password: 'ein ganz anderes Wort 9' })
  assert.deepEqual([done.status, done.json], [200, { state: 'sign_in' }])
  assert.equal((await stranger.get('/session')).json.account, null)
  assert.equal((await person.browser.get('/session')).json.account, null)
  const next = await stranger.post('/auth/sign-in', {
    email: person.email,
    password: 'ein ganz anderes Wort 9',
  })
  assert.equal(next.json.state, 'second_factor')
})

test('the choice of "stay signed in", on or off, is kept through the second step', async () => {
  const person = await newPersonWithFactor()
  for (const [stay, step] of [
    [true, 0],
    [false, 1],
  ] as const) {
    const browser = newBrowser(setup.service)
    await browser.post('/auth/sign-in', { email: person.email, password: PASSWORD, stay })
    const done = await enter(browser, 'totp', code(person.secret, step))
    assert.equal(done.status, 200, JSON.stringify(done.json))
    assert.equal((await browser.get('/session')).json.session.stays, stay)
    const cookie = done.setCookies.find((text) => text.startsWith('fs_session='))!
    assert.equal(/max-age=2592000/i.test(cookie), stay)
  }
})
