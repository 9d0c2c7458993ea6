/** The effect of password guessing on the sessions of the account, and the limits of signed-in clients. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setUpAccounts } from './accounts-setup.ts'
import { type Browser, newBrowser, PASSWORD, rowsOf, signUpAndConfirm } from './browser.ts'

const QUARTER_MS = 15 * 60_000
const HOUR_MS = 4 * QUARTER_MS
const WRONG = `${PASSWORD}!`

const setup = setUpAccounts()
const { clock } = setup
let clients = 0

/** Each from an address that no other test uses. */
function newClient(): Browser {
  clients++
  return newBrowser(setup.service, { address: `203.0.113.${clients}` })
}

const signIn = (browser: Browser, email: string, password: string) =>
  browser.post('/auth/sign-in', { email, password })

test('sessions continue and other accounts sign in while the password of one account is being guessed', async () => {
  const owner = await signUpAndConfirm(setup.service, 'eve@example.org', newClient())
  await signUpAndConfirm(setup.service, 'other@example.org', newClient())
  for (let i = 0; i < 11; i++) await signIn(newClient(), 'eve@example.org', WRONG)
  assert.equal((await owner.get('/session')).json.account.email, 'eve@example.org')
  assert.equal((await owner.post('/auth/prove', { password: PASSWORD })).status, 200)
  assert.equal((await signIn(newClient(), 'other@example.org', PASSWORD)).status, 200)
})

test('a session may send a wrong password 10 times; then the right one is refused too until the window ends', async () => {
  const browser = await signUpAndConfirm(setup.service, 'uma@example.org', newClient())
  for (let i = 0; i < 10; i++) {
    const wrong = await browser.post('/auth/prove', { password: WRONG })
    assert.deepEqual([wrong.status, wrong.json.reason], [403, 'wrong_credentials'], `attempt ${i + 1}`)
  }
  const refused = await browser.post('/auth/prove', { password: PASSWORD })
  assert.deepEqual([refused.status, refused.json.reason], [429, 'too_many'])
  const changed = await browser.post('/account/password', {
    current: PASSWORD,
    password: 'ein neues Wort 123',
  })
  assert.equal(changed.json.reason, 'too_many')
  clock.pass(QUARTER_MS)
  assert.equal((await browser.post('/auth/prove', { password: PASSWORD })).status, 200)
})

test('a client may sign up 20 times an hour, with any addresses; beyond that no password is hashed', async () => {
  const browser = newClient()
  const side = await setup.service.accounts()
  const pending = () => rowsOf(setup.service, "SELECT id FROM links WHERE email LIKE 'crowd%'").length
  const ask = (i: number) =>
    browser.post('/auth/sign-up', { email: `crowd${i}@example.org`, password: PASSWORD })
  for (let i = 0; i < 20; i++) assert.equal((await ask(i)).status, 202)
  const hashes = side.hashes()
  const refused = await ask(20)
  assert.deepEqual([refused.status, refused.json.reason], [429, 'too_many'])
  assert.deepEqual([pending(), side.hashes()], [20, hashes])
  await newClient().post('/auth/sign-up', { email: 'crowd99@example.org', password: PASSWORD })
  assert.equal(pending(), 21)
  clock.pass(HOUR_MS)
  assert.equal((await ask(21)).status, 202)
})

test('a client may cause 20 e-mails an hour, to any addresses; beyond that the response is the same', async () => {
  const browser = newClient()
  const asked = () => rowsOf(setup.service, "SELECT id FROM links WHERE email LIKE 'mob%'").length
  for (let i = 0; i < 25; i++) {
    assert.equal((await browser.post('/auth/reset', { email: `mob${i}@example.org` })).status, 202)
  }
  assert.equal(asked(), 20)
})

test('a client receives at most 120 passkey challenges in 15 minutes', async () => {
  const browser = newClient()
  for (let i = 0; i < 120; i++) assert.equal((await browser.post('/auth/passkey/begin')).status, 200)
  assert.equal((await browser.post('/auth/passkey/begin')).json.reason, 'too_many')
  assert.equal((await newClient().post('/auth/passkey/begin')).status, 200)
})
