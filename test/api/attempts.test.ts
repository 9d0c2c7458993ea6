/** Guessing: how often it is let, and that nobody else suffers from it. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { HASHES_MAX, WAITING_MAX } from '../../src/adapters/passwords/password-hasher.ts'
import { SIGN_IN_PER_ADDRESS, SIGN_IN_PER_CLIENT } from '../../src/core/accounts/attempt-limits.ts'
import {
  type Browser,
  isSignedIn,
  newBrowser,
  PASSWORD,
  rowsOf,
  signInAgain,
  signUpAndConfirm,
} from './browser.ts'
import { type HandClock, handClock } from './hand-clock.ts'
import { type Service, startService } from './start-service.ts'
import { totpCode } from './totp.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const WRONG = 'acht große Riesen im Wald'

let service: Service
let clock: HandClock

before(async () => {
  clock = handClock(Date.now())
  service = await startService({ clock })
})
after(() => service.stop())

let people = 0
function newEmail(): string {
  people++
  clock.pass(HOUR_MS)
  return `person${people}@example.org`
}

let clients = 0
/** A browser somewhere else: limits of clients do not meet. */
function elsewhere(): Browser {
  clients++
  return newBrowser(service, { address: `192.0.2.${clients}` })
}

function guess(browser: Browser, email: string, password = WRONG) {
  return browser.post('/auth/sign-in', { email, password })
}

test('after 10 wrong passwords with an address even the right one is refused, until 15 minutes after the first', async () => {
  assert.deepEqual(SIGN_IN_PER_ADDRESS, { max: 10, windowMs: 15 * MINUTE_MS })
  const email = newEmail()
  const own = await signUpAndConfirm(service, email)
  const bystander = newEmail()
  await signUpAndConfirm(service, bystander)
  for (let turn = 0; turn < 10; turn++) {
    const { status, json } = await guess(elsewhere(), email)
    assert.deepEqual([status, json.reason], [401, 'wrong_credentials'], String(turn))
  }
  const refused = await guess(elsewhere(), email, PASSWORD)
  assert.deepEqual([refused.status, refused.json.reason], [429, 'too_many'])
  assert.equal(refused.headers['retry-after'], '900', 'all ten came at the same moment')
  assert.equal(await isSignedIn(own), true, 'whoever is signed in stays so')
  assert.equal(await isSignedIn(await signInAgain(service, bystander)), true, 'others are not concerned')
  clock.pass(15 * MINUTE_MS - 1)
  assert.equal((await guess(elsewhere(), email, PASSWORD)).status, 429)
  clock.pass(1)
  assert.equal((await guess(elsewhere(), email, PASSWORD)).status, 200)
})

test('an address that nobody has is counted in the same way', async () => {
  const email = newEmail()
  const answers = []
  for (let turn = 0; turn < 11; turn++) answers.push(await guess(elsewhere(), email))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [...Array(10).fill(401), 429],
  )
})

test('a right password does not wipe out the wrong ones before it, and costs nothing itself', async () => {
  const email = newEmail()
  await signUpAndConfirm(service, email)
  for (let turn = 0; turn < 9; turn++) await guess(elsewhere(), email)
  for (let turn = 0; turn < 3; turn++) assert.equal((await guess(elsewhere(), email, PASSWORD)).status, 200)
  assert.equal((await guess(elsewhere(), email)).status, 401)
  assert.equal((await guess(elsewhere(), email, PASSWORD)).status, 429)
})

test('a client has 30 wrong passwords in 15 minutes, whatever the addresses; of IPv6 a /64 is one client', async () => {
  assert.deepEqual(SIGN_IN_PER_CLIENT, { max: 30, windowMs: 15 * MINUTE_MS })
  const email = newEmail()
  await signUpAndConfirm(service, email)
  const at = (host: number) => newBrowser(service, { address: `2001:db8:0:7::${host}` })
  for (let turn = 0; turn < 30; turn++) {
    assert.equal((await guess(at(turn + 1), `nobody${turn}@example.org`)).status, 401, String(turn))
  }
  const refused = await guess(at(99), email, PASSWORD)
  assert.deepEqual([refused.status, refused.json.reason], [429, 'too_many'])
  const neighbour = newBrowser(service, { address: '2001:db8:0:8::1' })
  assert.equal((await guess(neighbour, email, PASSWORD)).status, 200)
  clock.pass(15 * MINUTE_MS)
  assert.equal((await guess(at(99), email, PASSWORD)).status, 200)
})

test('100 guesses at the same time are no more than 10 tried', async () => {
  const email = newEmail()
  await signUpAndConfirm(service, email)
  const side = await service.accounts()
  const before = side.hashes()
  const answers = await Promise.all(Array.from({ length: 100 }, () => guess(elsewhere(), email)))
  assert.equal(answers.filter(({ status }) => status === 401).length, 10)
  assert.equal(answers.filter(({ status }) => status === 429).length, 90)
  assert.equal(side.hashes() - before, 10)
})

test('of 150 sign-ins at the same time as many are tried as the queue of hashes takes, and the others are told to come again', async () => {
  clock.pass(HOUR_MS)
  const answers = await Promise.all(
    Array.from({ length: 150 }, (_, i) => guess(elsewhere(), `crowd${i}@example.org`)),
  )
  const tried = answers.filter(({ status }) => status === 401)
  const refused = answers.filter(({ status }) => status === 503)
  assert.equal(tried.length + refused.length, 150)
  assert.ok(tried.length >= HASHES_MAX + WAITING_MAX && refused.length > 0, String(refused.length))
  for (const { json, headers } of refused) {
    assert.deepEqual([json.reason, headers['retry-after']], ['busy_hashing', '2'])
  }
  assert.equal((await guess(elsewhere(), newEmail())).status, 401, 'afterwards all is as before')
})

test('letters: one a minute and five an hour for an address; above that the answer is the same, and none is written', async () => {
  const email = newEmail()
  const count = () => rowsOf(service, 'SELECT 1 FROM letters WHERE recipient = ?', email).length
  const ask = async () => {
    const { status, json } = await elsewhere().post('/auth/sign-up', { email, password: PASSWORD })
    assert.deepEqual([status, json], [202, { sent: true }])
    return count()
  }
  assert.equal(await ask(), 1)
  clock.pass(MINUTE_MS - 1)
  assert.equal(await ask(), 1)
  clock.pass(1)
  for (let letters = 2; letters <= 5; letters++) {
    assert.equal(await ask(), letters)
    clock.pass(MINUTE_MS)
  }
  assert.equal(await ask(), 5)
  clock.pass(HOUR_MS - 5 * MINUTE_MS - 1)
  assert.equal(await ask(), 5)
  clock.pass(1)
  assert.equal(await ask(), 6)
})

/** Somebody with a second factor, the secret of it, and codes of recovery. */
async function withSecondFactor(email: string) {
  const own = await signUpAndConfirm(service, email)
  const begun = await own.post('/account/second-factor/begin')
  assert.equal(begun.status, 200, JSON.stringify(begun.json))
  const { secret, recovery_codes: recovery } = begun.json
  const code = totpCode(secret)
  const finished = await own.post('/account/second-factor/finish', { code })
  assert.equal(finished.status, 204, JSON.stringify(finished.json))
  return { secret: secret as string, recovery: recovery as readonly string[], spent: code }
}

/** After the password, before the code. */
async function beforeCode(email: string): Promise<Browser> {
  const browser = elsewhere()
  const { json } = await guess(browser, email, PASSWORD)
  assert.equal(json.state, 'second_factor')
  assert.equal(await isSignedIn(browser), false)
  return browser
}

test('a code of the second factor works once; five wrong ones end the sign-in', async () => {
  const email = newEmail()
  const { secret } = await withSecondFactor(email)
  const code = totpCode(secret, Date.now(), 1)
  const first = await beforeCode(email)
  const done = await first.post('/auth/sign-in/code', { code, kind: 'totp' })
  assert.deepEqual([done.status, done.json.state], [200, 'signed_in'])
  assert.equal(await isSignedIn(first), true)
  const second = await beforeCode(email)
  const signIns = () => rowsOf(service, "SELECT 1 FROM audit WHERE event = 'signed_in'").length
  const before = signIns()
  const replayed = await second.post('/auth/sign-in/code', { code, kind: 'totp' })
  assert.deepEqual([replayed.status, replayed.json.reason], [401, 'code_used'])
  assert.equal(signIns(), before, 'a replayed code is no sign-in')
  assert.equal(await isSignedIn(second), false)
  const third = await beforeCode(email)
  const answers = []
  for (let turn = 0; turn < 6; turn++) {
    answers.push((await third.post('/auth/sign-in/code', { code: '000000', kind: 'totp' })).status)
  }
  assert.ok(
    answers.slice(0, 5).every((status) => status === 401),
    String(answers),
  )
  const over = await third.post('/auth/sign-in/code', {
    code: totpCode(secret, Date.now(), -1),
    kind: 'totp',
  })
  assert.notEqual(over.status, 200)
  assert.equal(await isSignedIn(third), false)
})

test('a recovery code works once, and tells how many are left', async () => {
  const email = newEmail()
  const { recovery } = await withSecondFactor(email)
  assert.equal(recovery.length, 10)
  const code = recovery[3] as string
  const first = await beforeCode(email)
  const done = await first.post('/auth/sign-in/code', { code, kind: 'recovery' })
  assert.deepEqual([done.status, done.json.state, done.json.recovery_left], [200, 'signed_in', 9])
  const second = await beforeCode(email)
  const replayed = await second.post('/auth/sign-in/code', { code, kind: 'recovery' })
  assert.deepEqual([replayed.status, replayed.json.reason], [401, 'wrong_code'])
})

test('a code is no way in without the password before it, nor in another browser', async () => {
  const email = newEmail()
  const { secret } = await withSecondFactor(email)
  const code = totpCode(secret, Date.now(), 1)
  await beforeCode(email)
  const { status, json } = await elsewhere().post('/auth/sign-in/code', { code, kind: 'totp' })
  assert.deepEqual([status, json.reason], [401, 'signed_out'])
})
