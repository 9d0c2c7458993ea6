/** Passkeys from a software authenticator: which are accepted and which refused. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { PASSKEYS_MAX } from '../../src/core/accounts/passkeys.ts'
import { Authenticator, type CeremonyResponse } from '../fixtures/authenticator.ts'
import { type Browser, newBrowser, rowsOf, signUpAndConfirm } from './browser.ts'
import { type Service, startService } from './start-service.ts'

let service: Service
let people = 0

before(async () => {
  service = await startService()
})
after(() => service.stop())

const origin = () => service.needs.site.publicUrl

async function newPerson(): Promise<{ browser: Browser; email: string }> {
  const email = `person${++people}@example.org`
  return { browser: await signUpAndConfirm(service, email), email }
}

async function add(browser: Browser, authenticator: Authenticator, name = 'Laptop') {
  const { json } = await browser.post('/account/passkeys/begin')
  return browser.post('/account/passkeys/finish', { response: authenticator.make(json.options), name })
}

/** Signs in with whatever the authenticator answers to the challenge. */
async function signIn(answer: (options: { challenge: string }) => CeremonyResponse, stay = false) {
  const browser = newBrowser(service)
  const { json } = await browser.post('/auth/passkey/begin')
  const answered = await browser.post('/auth/passkey/finish', { response: answer(json.options), stay })
  return { browser, answered }
}

test('a passkey is added and named, signs in without password and code, and is removed', async () => {
  const { browser, email } = await newPerson()
  const authenticator = new Authenticator(origin())
  const begun = await browser.post('/account/passkeys/begin')
  assert.equal(begun.json.options.rp.id, 'localhost')
  assert.deepEqual(begun.json.options.authenticatorSelection.userVerification, 'required')
  const added = await add(browser, authenticator)
  assert.equal(added.status, 204)
  const { id } = (await browser.get('/account/passkeys')).json.passkeys[0]
  await browser.post(`/account/passkeys/${id}/name`, { name: 'Telefon' })

  const { browser: other, answered } = await signIn((options) => authenticator.show(options))
  assert.deepEqual([answered.status, answered.json.state], [200, 'signed_in'])
  const session = (await other.get('/session')).json
  assert.equal(session.account.email, email)
  assert.ok(session.session.proven_until !== null)
  const [passkey] = (await other.get('/account/passkeys')).json.passkeys
  assert.equal(passkey.name, 'Telefon')
  assert.ok(passkey.last_used_at !== null)

  assert.ok((await other.post(`/account/passkeys/${id}/remove`)).status < 300)
  const removals = "SELECT data FROM emails WHERE kind = 'passkey_removed' AND recipient = ?"
  assert.equal(rowsOf(service, removals, email).length, 1)
  const gone = await signIn((options) => authenticator.show(options))
  assert.deepEqual([gone.answered.status, gone.answered.json.reason], [401, 'passkey_failed'])
})

test('"stay signed in" works for passkeys too', async () => {
  const { browser } = await newPerson()
  const authenticator = new Authenticator(origin())
  await add(browser, authenticator)
  for (const stay of [false, true]) {
    const { browser: other, answered } = await signIn((options) => authenticator.show(options), stay)
    assert.equal((await other.get('/session')).json.session.stays, stay)
    const cookie = answered.setCookies.find((text) => text.startsWith('fs_session='))!
    assert.equal(/max-age=2592000/i.test(cookie), stay)
  }
})

test('an authenticator without user verification is refused, when added and at sign-in', async () => {
  const { browser } = await newPerson()
  const authenticator = new Authenticator(origin())
  const { json } = await browser.post('/account/passkeys/begin')
  const response = authenticator.make(json.options, { isUnverified: true })
  const refused = await browser.post('/account/passkeys/finish', { response, name: 'X' })
  assert.deepEqual([refused.status, refused.json.reason], [403, 'passkey_failed'])
  const { options } = (await browser.post('/account/passkeys/begin')).json
  const phished = authenticator.make(options, { origin: 'https://evil.example' })
  const elsewhere = await browser.post('/account/passkeys/finish', { response: phished, name: 'X' })
  assert.equal(elsewhere.json.reason, 'passkey_failed')
  assert.deepEqual((await browser.get('/account/passkeys')).json.passkeys, [])

  await add(browser, authenticator)
  const { answered } = await signIn((options) => authenticator.show(options, { isUnverified: true }))
  assert.deepEqual([answered.status, answered.json.reason], [401, 'passkey_failed'])
})

test('a passkey response for another origin, for another challenge, or used before is refused', async () => {
  const { browser } = await newPerson()
  const authenticator = new Authenticator(origin())
  await add(browser, authenticator)
  const refusals: ((options: { challenge: string }) => CeremonyResponse)[] = [
    (options) => authenticator.show(options, { origin: 'https://evil.example' }),
    (options) => authenticator.show(options, { rpId: 'evil.example' }),
    () => authenticator.show({ challenge: 'a'.repeat(43) }),
    (options) => new Authenticator(origin()).show(options),
    (options) => ({
      ...new Authenticator(origin()).show(options),
      id: authenticator.id.toString('base64url'),
    }),
    () => ({}),
    () => ({ id: authenticator.id.toString('base64url'), response: {} }),
  ]
  for (const answer of refusals) {
    const { browser: other, answered } = await signIn(answer)
    assert.deepEqual([answered.status, answered.json.reason], [401, 'passkey_failed'], answer.toString())
    assert.equal((await other.get('/session')).json.account, null)
  }
  const { browser: other, answered } = await signIn((options) => authenticator.show(options))
  assert.equal(answered.status, 200)
  const again = newBrowser(service)
  const { json } = await again.post('/auth/passkey/begin')
  const response = authenticator.show(json.options)
  assert.equal((await again.post('/auth/passkey/finish', { response, stay: false })).status, 200)
  assert.equal((await again.post('/auth/passkey/finish', { response, stay: false })).status, 401)
  const replayed = await other.post('/auth/passkey/finish', {
    response: authenticator.show({ challenge: 'b'.repeat(43) }),
    stay: false,
  })
  assert.equal(replayed.json.reason, 'passkey_failed')
})

test('a passkey whose signature counter decreases is refused as copied', async () => {
  const { browser } = await newPerson()
  const authenticator = new Authenticator(origin())
  await add(browser, authenticator)
  assert.equal((await signIn((options) => authenticator.show(options, { counter: 7 }))).answered.status, 200)
  for (const counter of [7, 3]) {
    const { answered } = await signIn((options) => authenticator.show(options, { counter }))
    assert.equal(answered.json.reason, 'passkey_failed')
  }
})

test('a passkey of the account re-authenticates; one of another account does not', async () => {
  const [one, two] = [await newPerson(), await newPerson()]
  const own = new Authenticator(origin())
  const foreign = new Authenticator(origin())
  await add(one.browser, own)
  await add(two.browser, foreign)
  const prove = async (authenticator: Authenticator) => {
    const { json } = await one.browser.post('/auth/prove/passkey/begin')
    return one.browser.post('/auth/prove/passkey/finish', { response: authenticator.show(json.options) })
  }
  const before = rowsOf(service, 'SELECT id FROM sessions')
  assert.equal((await prove(foreign)).json.reason, 'passkey_failed')
  const right = await prove(own)
  assert.equal(right.status, 200)
  assert.ok(right.json.proven_until)
  assert.deepEqual(rowsOf(service, 'SELECT id FROM sessions'), before)
})

test('another account can neither name nor remove a passkey', async () => {
  const [one, two] = [await newPerson(), await newPerson()]
  await add(one.browser, new Authenticator(origin()))
  const { id } = (await one.browser.get('/account/passkeys')).json.passkeys[0]
  assert.equal((await two.browser.post(`/account/passkeys/${id}/name`, { name: 'X' })).status, 404)
  assert.equal((await two.browser.post(`/account/passkeys/${id}/remove`)).status, 404)
  assert.equal((await one.browser.get('/account/passkeys')).json.passkeys[0].name, 'Laptop')
})

test('an account has at most 20 passkeys', async () => {
  const { browser } = await newPerson()
  const begun = await browser.post('/account/passkeys/begin')
  for (let i = 0; i < PASSKEYS_MAX; i++) {
    assert.equal((await add(browser, new Authenticator(origin()), `Key ${i}`)).status, 204)
  }
  const more = await browser.post('/account/passkeys/begin')
  assert.deepEqual([more.status, more.json.reason], [409, 'not_now'])
  const response = new Authenticator(origin()).make(begun.json.options)
  const late = await browser.post('/account/passkeys/finish', { response, name: 'Key 20' })
  assert.deepEqual([late.status, late.json.reason], [409, 'not_now'])
  assert.equal((await browser.get('/account/passkeys')).json.passkeys.length, PASSKEYS_MAX)
})
