/** Invitations that ended before the sign-up they led to was confirmed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newBrowser, PASSWORD, tokenFor } from './browser.ts'
import { handClock } from './hand-clock.ts'
import { type SignedIn, signedIn } from './signed-in.ts'
import { openService } from './start-service.ts'

const clock = handClock()
const service = await openService({ clock, site: { signUp: 'closed' } })

/** Invites a person as operator who then signs up but does not confirm. */
async function signedUp(operator: SignedIn, email: string) {
  clock.pass(120_000)
  const invited = await operator.post('/operator/invitations', { email, role: 'operator', language: 'de' })
  assert.equal(invited.statusCode, 201, invited.body)
  const invitation = tokenFor(service, email, 'invitation')
  const browser = newBrowser(service)
  const asked = await browser.post('/auth/sign-up', { email, password: PASSWORD, invitation })
  assert.equal(asked.status, 202, JSON.stringify(asked.json))
  return {
    browser,
    confirm: () => browser.post('/auth/sign-up/confirm', { token: tokenFor(service, email) }),
  }
}

async function withdraw(operator: SignedIn, email: string): Promise<void> {
  const { invitations } = (await operator.get('/operator/invitations')).json()
  const { id } = invitations.find((each: { email: string }) => each.email === email)
  assert.ok((await operator.post(`/operator/invitations/${id}/end`)).statusCode < 300)
}

test('a withdrawn invitation creates no account, even if the sign-up had begun', async () => {
  const operator = signedIn(service, { role: 'operator' })
  const guest = await signedUp(operator, 'inga@example.org')
  await withdraw(operator, 'inga@example.org')
  const done = await guest.confirm()
  assert.deepEqual([done.status, done.json.reason], [404, 'link_invalid'])
  clock.pass(120_000)
  assert.equal((await guest.browser.post('/auth/sign-up/again')).status, 202)
  assert.equal((await guest.confirm()).status, 404)
})

test('an invitation of an operator creates a normal user if the inviting account is no longer operator', async () => {
  const chief = signedIn(service, { role: 'operator' })
  const inviter = signedIn(service, { role: 'operator' })
  const guest = await signedUp(inviter, 'jan@example.org')
  await (await service.accounts()).send('setRole', {
    trace: { actor: chief.account, address: '', device: '', atMs: clock.nowMs(), language: 'de' },
    account: inviter.account,
    role: 'user',
  })
  const done = await guest.confirm()
  assert.deepEqual([done.status, done.json.account?.role], [200, 'user'])
})

test('an invitation creates an account with its role if the inviting account still exists', async () => {
  const guest = await signedUp(signedIn(service, { role: 'operator' }), 'kim@example.org')
  const done = await guest.confirm()
  assert.deepEqual([done.status, done.json.account?.role], [200, 'operator'])
})
