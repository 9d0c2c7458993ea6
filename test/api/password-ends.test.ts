/** A new password ends everything that began with the old one, whatever was on its way. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setUpAccounts } from './accounts-setup.ts'
import { type Browser, isSignedIn, newBrowser, PASSWORD, tokenFor } from './browser.ts'
import { stopDate, totpCode } from './totp.ts'

// Own process: it stops the clock.

const NEXT = 'acht große Riesen im Wald'
const OTHER = 'neun alte Eichen am Weg'

stopDate()
const setup = setUpAccounts()
const { clock, newPerson, newPersonWithFactor, enterPassword } = setup

const change = (browser: Browser, password = NEXT) =>
  browser.post('/account/password', { current: PASSWORD, password })

async function reset(email: string) {
  clock.pass(60_000)
  await newBrowser(setup.service).post('/auth/reset', { email })
  const token = tokenFor(setup.service, email, 'reset')
  return newBrowser(setup.service).post('/auth/reset/finish', { token, password: NEXT })
}

async function signedInOf(browsers: readonly Browser[]): Promise<number> {
  const states = await Promise.all(browsers.map(isSignedIn))
  return states.filter((isIn) => isIn).length
}

test('no sign-in with the old password survives its change or reset, whenever it began', async () => {
  for (const act of ['change', 'reset'] as const) {
    const { browser, email } = await newPerson()
    const others = Array.from({ length: 8 }, () => newBrowser(setup.service))
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

test('a sign-in that began with the old password cannot be completed with a code after a change or a reset', async () => {
  for (const act of ['change', 'reset'] as const) {
    const { browser, email, secret, recoveryCodes } = await newPersonWithFactor()
    const [one, two] = [await enterPassword({ email }), await enterPassword({ email })]
    const done = await (act === 'change' ? change(browser) : reset(email))
    assert.ok(done.status < 300, JSON.stringify(done.json))
    const byCode = await one.post('/auth/sign-in/code', { code: totpCode(secret), kind: 'totp' })
    assert.deepEqual([byCode.status, byCode.json.reason], [401, 'signed_out'], act)
    const byRecovery = await two.post('/auth/sign-in/code', { code: recoveryCodes[0], kind: 'recovery' })
    assert.deepEqual([byRecovery.status, byRecovery.json.reason], [401, 'signed_out'], act)
    assert.equal(await signedInOf([one, two]), 0)
  }
})

test('a sign-in in progress, or at its second step, cannot be completed if the password is changed meanwhile', async () => {
  const { browser, email, secret } = await newPersonWithFactor()
  const ready = await enterPassword({ email })
  const others = Array.from({ length: 6 }, () => newBrowser(setup.service))
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

test('of two simultaneous password changes one succeeds; the other fails because its password is no longer current or its session has ended', async () => {
  const { browser, email } = await newPerson()
  const second = newBrowser(setup.service)
  await second.post('/auth/sign-in', { email, password: PASSWORD })
  const answers = await Promise.all([change(browser, NEXT), change(second, OTHER)])
  const statuses = answers.map(({ status }) => status)
  const refused = answers.filter(({ status }) => status !== 204)
  assert.equal(refused.length, 1, JSON.stringify(statuses))
  // Which, depends on how far it was when the first was done.
  const outcome = `${refused[0]?.status} ${refused[0]?.json.reason}`
  assert.ok(['403 wrong_credentials', '401 signed_out'].includes(outcome), outcome)
  const isIn = await Promise.all([browser, second].map(isSignedIn))
  assert.deepEqual(
    isIn,
    statuses.map((status) => status === 204),
  )
  const works = async (password: string) =>
    (await newBrowser(setup.service).post('/auth/sign-in', { email, password })).status
  assert.deepEqual(
    [await works(NEXT), await works(OTHER)],
    statuses.map((status) => (status === 204 ? 200 : 401)),
  )
})
