/**
 * The deletion of an account under concurrent requests: no key survives it, and a refused deletion changes
 * nothing.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rowsOf } from './browser.ts'
import { handClock } from './hand-clock.ts'
import { type SignedIn, signedIn } from './signed-in.ts'
import { openService } from './start-service.ts'

const KEY_PARAMS = { name: 'CRM', scopes: ['companies:read'], expires_in: 'never' }

const clock = handClock()
const service = await openService({ clock })

async function works(secret: string): Promise<boolean> {
  const answer = await service.server.inject({
    method: 'GET',
    url: '/api/v1/companies?limit=1',
    headers: { authorization: `Bearer ${secret}` },
  })
  return answer.statusCode === 200
}

const liveRows = (who: SignedIn) =>
  rowsOf(service, 'SELECT id FROM keys WHERE account = ? AND revoked_at_ms IS NULL', who.account).length

test('no key of a deleted account works, even if keys are created and rotated during the deletion', async () => {
  for (let round = 0; round < 4; round++) {
    const who = signedIn(service)
    const secrets: string[] = []
    const go = async (first: string) => {
      let path = first
      for (;;) {
        const made = await who.post(path, path === '/keys' ? KEY_PARAMS : { overlap_s: 3600 })
        if (made.statusCode !== 201) return
        secrets.push(made.json().secret)
        if (path !== '/keys') path = `/keys/${made.json().key.id}/rotate`
      }
    }
    const { key, secret } = (await who.post('/keys', KEY_PARAMS)).json()
    secrets.push(secret)
    const going = [...Array.from({ length: 6 }, () => go('/keys')), go(`/keys/${key.id}/rotate`)]
    const deleted = who.post('/account/delete', { email: who.email })
    going.push(...Array.from({ length: 6 }, () => go('/keys')))
    assert.equal((await deleted).statusCode, 204)
    await Promise.all(going)
    const alive = (await Promise.all(secrets.map(works))).filter((isAlive) => isAlive)
    assert.deepEqual([alive.length, liveRows(who)], [0, 0], `${secrets.length} were made`)
  }
})

test("the remaining rows of a deleted account's keys contain no personal data", async () => {
  const who = signedIn(service)
  await who.post('/keys', { ...KEY_PARAMS, name: 'Ida Rare' })
  assert.equal((await who.post('/account/delete', { email: who.email })).statusCode, 204)
  const entries = rowsOf<{ event: string }>(service, 'SELECT * FROM audit WHERE account_id = ?', who.account)
  assert.equal(entries.filter(({ event }) => event === 'key_revoked').length, 1)
  for (const text of ['Rare', '127.0.0.1']) assert.ok(!JSON.stringify(entries).includes(text), text)
})

test('if the last two operators delete their accounts at the same time, one account stays with all its keys', async () => {
  const both = [signedIn(service, { role: 'operator' }), signedIn(service, { role: 'operator' })]
  const secrets: string[] = []
  for (const who of both) secrets.push((await who.post('/keys', KEY_PARAMS)).json().secret)
  const answers = await Promise.all(both.map((who) => who.post('/account/delete', { email: who.email })))
  const statuses = answers.map(({ statusCode }) => statusCode)
  assert.deepEqual(statuses.toSorted(), [204, 409])
  assert.equal(answers.find(({ statusCode }) => statusCode === 409)?.json().reason, 'last_operator')
  assert.deepEqual(
    await Promise.all(secrets.map(works)),
    statuses.map((status) => status === 409),
  )
})
