/** The limits of failed sign-ins, and that they affect no other account. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HASHES_MAX, WAITING_MAX } from '../../src/adapters/passwords/password-hasher.ts'
import {
  SIGN_IN_PER_ADDRESS,
  SIGN_IN_PER_CLIENT,
  SIGN_IN_PER_NETWORK,
  SIGN_IN_PER_NETWORK_LONG,
} from '../../src/core/accounts/attempt-limits.ts'
import { setUpAccounts } from './accounts-setup.ts'
import {
  type Browser,
  isSignedIn,
  newBrowser,
  PASSWORD,
  rowsOf,
  signInAgain,
  signUpAndConfirm,
  tokenFor,
} from './browser.ts'

const MINUTE_MS = 60_000
const QUARTER_MS = 15 * MINUTE_MS
const HOUR_MS = 60 * MINUTE_MS
const WRONG = 'acht große Riesen im Wald'

const setup = setUpAccounts()
const { clock, newEmail } = setup

let clients = 0
/** A browser somewhere else: limits of clients and networks do not meet. */
function elsewhere(): Browser {
  clients++
  return newBrowser(setup.service, { address: `10.${clients >> 8}.${clients & 255}.7` })
}

/** Another client of the same network each time. */
function nearby(network = '192.0.2'): Browser {
  clients++
  return newBrowser(setup.service, { address: `${network}.${clients & 255}` })
}

function guess(browser: Browser, email: string, password = WRONG) {
  return browser.post('/auth/sign-in', { email, password })
}

test('after 10 wrong passwords for an account from one network even the right one is refused there, until 15 minutes after the first', async () => {
  assert.deepEqual(SIGN_IN_PER_NETWORK, { max: 10, windowMs: QUARTER_MS, namesMax: 100_000 })
  const email = newEmail()
  const own = await signUpAndConfirm(setup.service, email)
  const bystander = newEmail()
  await signUpAndConfirm(setup.service, bystander)
  for (let turn = 0; turn < 10; turn++) {
    const { status, json } = await guess(nearby(), email)
    assert.deepEqual([status, json.reason], [401, 'wrong_credentials'], String(turn))
  }
  const refused = await guess(nearby(), email, PASSWORD)
  assert.deepEqual([refused.status, refused.json.reason], [429, 'too_many'])
  assert.equal(refused.headers['retry-after'], '900', 'all ten came at the same moment')
  assert.equal(await isSignedIn(own), true, 'whoever is signed in stays so')
  assert.equal(
    await isSignedIn(await signInAgain(setup.service, bystander)),
    true,
    'others are not concerned',
  )
  assert.equal((await guess(elsewhere(), email, PASSWORD)).status, 200, 'other networks neither')
  clock.pass(QUARTER_MS - 1)
  assert.equal((await guess(nearby(), email, PASSWORD)).status, 429)
  clock.pass(1)
  assert.equal((await guess(nearby(), email, PASSWORD)).status, 200)
})

test('after 25 wrong passwords in 6 h, from any number of networks, sign-in is possible only from networks that used the account before', async () => {
  assert.deepEqual(SIGN_IN_PER_ADDRESS, { max: 25, windowMs: 6 * HOUR_MS, namesMax: 100_000 })
  const email = newEmail()
  const owner = { address: '198.51.100.7' }
  await signUpAndConfirm(setup.service, email, newBrowser(setup.service, owner))
  for (let turn = 0; turn < 25; turn++) {
    assert.equal((await guess(elsewhere(), email)).status, 401, String(turn))
  }
  const refused = await guess(elsewhere(), email, PASSWORD)
  assert.deepEqual([refused.status, refused.json.reason], [429, 'too_many'])
  assert.equal(refused.headers['retry-after'], String(6 * 3600))
  assert.equal(
    (await guess(newBrowser(setup.service, owner), email, PASSWORD)).status,
    200,
    'the owner comes in',
  )
  const neighbour = { address: '198.51.100.8' }
  assert.equal(
    (await guess(newBrowser(setup.service, neighbour), email, PASSWORD)).status,
    200,
    'of one network',
  )
  const other = { ...owner, userAgent: 'curl/8' }
  assert.equal(
    (await guess(newBrowser(setup.service, other), email, PASSWORD)).status,
    429,
    'with such a browser',
  )
  clock.pass(6 * HOUR_MS - 1)
  assert.equal((await guess(elsewhere(), email, PASSWORD)).status, 429)
  clock.pass(1)
  assert.equal((await guess(elsewhere(), email, PASSWORD)).status, 200)
})

test('an owner in another network signs in by a mailed link while the password is being guessed, and by password from then on', async () => {
  const email = newEmail()
  await signUpAndConfirm(setup.service, email, newBrowser(setup.service, { address: '198.51.100.7' }))
  for (let turn = 0; turn < 25; turn++) await guess(elsewhere(), email)
  const away = { address: '203.0.113.7' }
  assert.equal((await guess(newBrowser(setup.service, away), email, PASSWORD)).status, 429)
  const browser = newBrowser(setup.service, away)
  clock.pass(MINUTE_MS)
  await browser.post('/auth/reset', { email })
  const token = tokenFor(setup.service, email, 'reset')
  const done = await browser.post('/auth/reset/finish', { token, password: PASSWORD })
  assert.equal(done.status, 200, JSON.stringify(done.json))
  assert.equal((await guess(newBrowser(setup.service, away), email, PASSWORD)).status, 200)
})

test('a network that used the account before may send 25 wrong passwords in 6 h', async () => {
  assert.deepEqual(SIGN_IN_PER_NETWORK_LONG, { max: 25, windowMs: 6 * HOUR_MS, namesMax: 100_000 })
  const email = newEmail()
  await signUpAndConfirm(setup.service, email, nearby('198.51.100'))
  const statuses = []
  for (let turn = 0; turn < 26; turn++) {
    statuses.push((await guess(nearby('198.51.100'), email)).status)
    clock.pass(2 * MINUTE_MS)
  }
  assert.deepEqual(statuses, [...Array(25).fill(401), 429])
  assert.equal((await guess(nearby('198.51.100'), email, PASSWORD)).status, 429)
})

test('an address without an account is counted in the same way', async () => {
  const email = newEmail()
  const near = []
  for (let turn = 0; turn < 11; turn++) near.push((await guess(nearby(), email)).status)
  assert.deepEqual(near, [...Array(10).fill(401), 429])
  const far = []
  for (let turn = 0; turn < 16; turn++) far.push((await guess(elsewhere(), email)).status)
  assert.deepEqual(far, [...Array(15).fill(401), 429])
})

test('a right password does not reset the count of wrong ones, and does not count itself', async () => {
  const email = newEmail()
  await signUpAndConfirm(setup.service, email)
  for (let turn = 0; turn < 9; turn++) await guess(nearby(), email)
  for (let turn = 0; turn < 3; turn++) assert.equal((await guess(nearby(), email, PASSWORD)).status, 200)
  assert.equal((await guess(nearby(), email)).status, 401)
  assert.equal((await guess(nearby(), email, PASSWORD)).status, 429)
})

test('a client may send 30 wrong passwords in 15 minutes for any addresses; an IPv6 /64 is one client', async () => {
  assert.deepEqual(SIGN_IN_PER_CLIENT, { max: 30, windowMs: 15 * MINUTE_MS })
  const email = newEmail()
  await signUpAndConfirm(setup.service, email)
  const at = (host: number) => newBrowser(setup.service, { address: `2001:db8:0:7::${host}` })
  for (let turn = 0; turn < 30; turn++) {
    assert.equal((await guess(at(turn + 1), `nobody${turn}@example.org`)).status, 401, String(turn))
  }
  const refused = await guess(at(99), email, PASSWORD)
  assert.deepEqual([refused.status, refused.json.reason], [429, 'too_many'])
  const neighbour = newBrowser(setup.service, { address: '2001:db8:0:8::1' })
  assert.equal((await guess(neighbour, email, PASSWORD)).status, 200)
  clock.pass(15 * MINUTE_MS)
  assert.equal((await guess(at(99), email, PASSWORD)).status, 200)
})

test('of 100 simultaneous guesses at most 25 passwords are checked, and at most 10 of one network', async () => {
  const email = newEmail()
  await signUpAndConfirm(setup.service, email)
  const side = await setup.service.accounts()
  const before = side.hashes()
  const answers = await Promise.all(Array.from({ length: 100 }, () => guess(elsewhere(), email)))
  assert.equal(answers.filter(({ status }) => status === 401).length, 25)
  assert.equal(answers.filter(({ status }) => status === 429).length, 75)
  assert.equal(side.hashes() - before, 25)
  const other = newEmail()
  const near = await Promise.all(Array.from({ length: 100 }, () => guess(nearby(), other)))
  assert.equal(near.filter(({ status }) => status === 401).length, 10)
  assert.equal(side.hashes() - before, 35)
})

test('of 150 simultaneous sign-ins as many are checked as fit the hash queue, and the others may retry', async () => {
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

test('an address receives one e-mail a minute and five an hour; beyond that the response is the same and no e-mail is written', async () => {
  const email = newEmail()
  const count = () => rowsOf(setup.service, 'SELECT 1 FROM emails WHERE recipient = ?', email).length
  const ask = async () => {
    const { status, json } = await elsewhere().post('/auth/sign-up', { email, password: PASSWORD })
    assert.deepEqual([status, json], [202, { sent: true }])
    return count()
  }
  assert.equal(await ask(), 1)
  clock.pass(MINUTE_MS - 1)
  assert.equal(await ask(), 1)
  clock.pass(1)
  for (let emails = 2; emails <= 5; emails++) {
    assert.equal(await ask(), emails)
    clock.pass(MINUTE_MS)
  }
  assert.equal(await ask(), 5)
  clock.pass(HOUR_MS - 5 * MINUTE_MS - 1)
  assert.equal(await ask(), 5)
  clock.pass(1)
  assert.equal(await ask(), 6)
})
