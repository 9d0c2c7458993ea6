/** A new password ends everything that began with the old one, whatever was on its way. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Browser, isSignedIn, newBrowser, PASSWORD, signUpAndConfirm, tokenFor } from './browser.ts'
import { handClock } from './hand-clock.ts'
import { type Service, startService } from './start-service.ts'
import { stopDate, totpCode } from './totp.ts'

const NEXT = 'acht große Riesen im Wald'
const OTHER = 'neun alte Eichen am Weg'

stopDate()
const clock = handClock(Date.now())
let service: Service
before(async () => {
  service = await startService({ clock })
})
after(() => service.stop())

let people = 0
async function newPerson(): Promise<{ browser: Browser; email: string }> {
  const email = `person${++people}@example.org`
  clock.pass(3_600_000)
  return { email, browser: await signUpAndConfirm(service, email) }
}

/** With a second factor; the code of the step before the present one is spent. */
async function newCareful() {
  const { browser, email } = await newPerson()
  const { secret, recovery_codes } = (await browser.post('/account/second-factor/begin')).json
  const code = totpCode(secret, Date.now(), -1)
  assert.equal((await browser.post('/account/second-factor/finish', { code })).status, 204)
  return { browser, email, secret: secret as string, recovery: recovery_codes[0] as string }
}

const change = (browser: Browser, password = NEXT) =>
  browser.post('/account/password', { current: PASSWORD, password })

async function halfWay(email: string): Promise<Browser> {
  const browser = newBrowser(service)
  const { json } = await browser.post('/auth/sign-in', { email, password: PASSWORD })
  assert.equal(json.state, 'second_factor')
  return browser
}

async function reset(email: string) {
  clock.pass(60_000)
  await newBrowser(service).post('/auth/reset', { email })
  const token = tokenFor(service, email, 'reset')
  return newBrowser(service).post('/auth/reset/finish', { token, password: NEXT })
}

async function signedInOf(browsers: readonly Browser[]): Promise<number> {
  const states = await Promise.all(browsers.map(isSignedIn))
  return states.filter((isIn) => isIn).length
}

test('no sign-in with the old password outlives its change or its reset, at whatever moment it began', async () => {
  for (const act of ['change', 'reset'] as const) {
    const { browser, email } = await newPerson()
    const others = Array.from({ length: 8 }, () => newBrowser(service))
    const signIn = (other: Browser) => other.post('/auth/sign-in', { email, password: PASSWORD })
    const early = others.slice(0, 4).map(signIn)
    const acting = act === 'change' ? change(browser) : reset(email)
    const late = others.slice(4).map(signIn)
    const done = await acting
    assert.ok(done.status < 300, JSON.stringify(done.json))
    await Promise.all([...early, ...late])
    assert.equal(await signedInOf(others), 0, act)
    assert.equal(await isSignedIn(browser), act === 'change')
  }
})

test('a sign-in that began with the old password is not finished by a code after a change or a reset', async () => {
  for (const act of ['change', 'reset'] as const) {
    const { browser, email, secret, recovery } = await newCareful()
    const [one, two] = [await halfWay(email), await halfWay(email)]
    const done = await (act === 'change' ? change(browser) : reset(email))
    assert.ok(done.status < 300, JSON.stringify(done.json))
    const byCode = await one.post('/auth/sign-in/code', { code: totpCode(secret), kind: 'totp' })
    assert.deepEqual([byCode.status, byCode.json.reason], [401, 'signed_out'], act)
    const byRecovery = await two.post('/auth/sign-in/code', { code: recovery, kind: 'recovery' })
    assert.deepEqual([byRecovery.status, byRecovery.json.reason], [401, 'signed_out'], act)
    assert.equal(await signedInOf([one, two]), 0)
  }
})

test('nor is one that was half way, or at its code, while the password was changed', async () => {
  const { browser, email, secret } = await newCareful()
  const ready = await halfWay(email)
  const others = Array.from({ length: 6 }, () => newBrowser(service))
  const half = others.map((other) => other.post('/auth/sign-in', { email, password: PASSWORD }))
  const changing = change(browser)
  const entering = ready.post('/auth/sign-in/code', { code: totpCode(secret), kind: 'totp' })
  assert.equal((await changing).status, 204)
  await Promise.all([...half, entering])
  for (const other of others) {
    const entered = await other.post('/auth/sign-in/code', {
      code: totpCode(secret, Date.now(), 1),
      kind: 'totp',
    })
    assert.equal(entered.status, 401)
  }
  assert.equal(await signedInOf([ready, ...others]), 0)
})

test('of two changes at once one is done, the other is told that its password is not the present one', async () => {
  const { browser, email } = await newPerson()
  const second = newBrowser(service)
  await second.post('/auth/sign-in', { email, password: PASSWORD })
  const answers = await Promise.all([change(browser, NEXT), change(second, OTHER)])
  const statuses = answers.map(({ status }) => status)
  assert.deepEqual(statuses.toSorted(), [204, 403])
  assert.equal(answers.find(({ status }) => status === 403)?.json.reason, 'wrong_credentials')
  const isIn = await Promise.all([browser, second].map(isSignedIn))
  assert.deepEqual(
    isIn,
    statuses.map((status) => status === 204),
  )
  const works = async (password: string) =>
    (await newBrowser(service).post('/auth/sign-in', { email, password })).status
  assert.deepEqual(
    [await works(NEXT), await works(OTHER)],
    statuses.map((status) => (status === 204 ? 200 : 401)),
  )
})
