/** Sessions over HTTP: from signing up to signing out, and every way in which a session ends. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newBrowser, PASSWORD, rowsOf, signUpAndConfirm, tokenFor } from './browser.ts'
import { type Service, startService } from './start-service.ts'

let service: Service

before(async () => {
  service = await startService()
})
after(() => service.stop())

test('whoever signs up and confirms is signed in, can sign out, and in again', async () => {
  const browser = newBrowser(service)
  const email = 'ada@example.org'
  const asked = await browser.post('/auth/sign-up', { email: 'Ada@Example.org', password: PASSWORD })
  assert.deepEqual([asked.status, asked.json], [202, { sent: true }])
  assert.equal((await browser.get('/session')).json.account, null)
  const token = tokenFor(service, email)
  const looked = await browser.post('/auth/links/look', { token })
  assert.equal(looked.json.email, email)
  assert.equal(looked.json.needs_password, false)
  const confirmed = await browser.post('/auth/sign-up/confirm', { token })
  assert.equal(confirmed.status, 200)
  const session = await browser.get('/session')
  assert.equal(session.json.account.email, email)
  assert.ok(session.json.session.proven_until !== null)
  assert.equal((await browser.post('/auth/sign-out')).status, 204)
  assert.equal((await browser.get('/session')).json.account, null)
  const wrong = await browser.post('/auth/sign-in', { email, password: `${PASSWORD}!` })
  assert.deepEqual([wrong.status, wrong.json.reason], [401, 'wrong_credentials'])
  const right = await browser.post('/auth/sign-in', { email, password: PASSWORD })
  assert.deepEqual([right.status, right.json.state], [200, 'signed_in'])
  assert.equal((await browser.get('/session')).json.account.email, email)
})
