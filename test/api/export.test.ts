/** The export of an account: everything that is stored about it, without secrets. */
import assert from 'node:assert/strict'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { SqlUsageStore } from '../../src/adapters/sql/counters/usage-store.ts'
import { openCountersDatabase } from '../../src/adapters/sqlite/counters/counters-database.ts'
import type { AccountId, KeyId } from '../../src/core/identity/ids.ts'
import { HOUR_MS, NO_USAGE } from '../../src/core/usage/usage.ts'
import { madeCompany, madeWatch, madeWebhook } from '../contracts/watch-store.ts'
import { Authenticator } from '../fixtures/authenticator.ts'
import { newBrowser, PASSWORD, rowsOf, signUpAndConfirm } from './browser.ts'
import { signedIn } from './signed-in.ts'
import { openService } from './start-service.ts'

const service = await openService()

async function use(account: AccountId, key: KeyId, hour: number): Promise<void> {
  const path = join(dirname(service.accountsPath), 'counters.sqlite')
  const usage = new SqlUsageStore(openCountersDatabase(path, 1))
  await usage.add([{ ...NO_USAGE, account, key, hour, requests: 7, deep: 2 }])
  await usage.close()
}

test('an export contains account, sessions, passkeys, keys, daily usage and history, and no secret', async () => {
  const browser = await signUpAndConfirm(service, 'ada@example.org')
  const { json } = await browser.post('/account/passkeys/begin')
  const authenticator = new Authenticator(service.needs.site.publicUrl)
  await browser.post('/account/passkeys/finish', {
    response: authenticator.make(json.options),
    name: 'Laptop',
  })
  const params = {
    name: 'CRM',
    scopes: ['companies:search'],
    expires_in: 'never',
    addresses: ['192.0.2.0/24'],
  }
  const made = (await browser.post('/keys', params)).json
  const { id } = (await browser.get('/session')).json.account
  await use(id, made.key.id, Math.floor(Date.now() / HOUR_MS))
  await use(id, made.key.id, Math.floor(Date.now() / HOUR_MS) - 49)
  const { watches, webhooks } = service.watching
  const owner = { account: id as AccountId, isTest: false }
  const hook = await webhooks.add(madeWebhook('whk_ada', owner))
  const watch = await watches.add(madeWatch('wat_ada', { ...owner, webhooks: [hook.id] }), 0)
  await watches.addCompanies(owner, watch.id, [madeCompany(1, 'customer 17')])
  await watches.add(madeWatch('wat_local'), 0)
  await signUpAndConfirm(service, 'bob@example.org')

  const answered = await browser.get('/account/export')
  assert.equal(answered.status, 200)
  const all = answered.json
  assert.equal(all.account.email, 'ada@example.org')
  assert.deepEqual([all.sessions.length, all.sessions[0].address], [1, '127.0.0.1'])
  assert.deepEqual([all.passkeys.length, all.passkeys[0].name], [1, 'Laptop'])
  assert.deepEqual([all.keys.length, all.keys[0].name, all.keys[0].id], [1, 'CRM', made.key.id])
  const time = (ms: number) => new Date(ms).toISOString()
  assert.deepEqual(all.watches, [
    {
      ...{ id: 'wat_ada', name: 'Kunden', email: 'none', language: 'de', webhooks: ['whk_ada'], test: false },
      ...{ created_at: time(watch.createdAtMs) },
      companies: [
        { uuid: madeCompany(1).uuid, ref: 'customer 17', added_at: time(madeCompany(1).addedAtMs) },
      ],
    },
  ])
  assert.deepEqual(
    all.webhooks.map(({ id: hookId, url }: { id: string; url: string }) => [hookId, url]),
    [['whk_ada', hook.url]],
  )
  assert.equal(all.usage.length, 2)
  for (const day of all.usage)
    assert.deepEqual({ ...day, day: '' }, { day: '', requests: 7, errors: 0, limited: 0, deep: 2 })
  const events = all.history.map(({ event }: { event: string }) => event)
  assert.deepEqual(events, ['exported', 'key_created', 'passkey_added', 'signed_in', 'signed_up'])

  const text = JSON.stringify(all)
  const tokens = rowsOf<{ token: string }>(service, 'SELECT token FROM sessions').map(({ token }) => token)
  const [stored] = rowsOf<{ password: string }>(service, 'SELECT password FROM credentials')
  const secrets = [made.secret, PASSWORD, stored!.password, ...tokens, ...browser.cookies.values()]
  for (const secret of secrets) assert.ok(!text.includes(secret), secret)
  assert.ok(!text.includes('bob@example.org'))
})

test('an export requires a session and re-authentication', async () => {
  assert.equal((await newBrowser(service).get('/account/export')).status, 401)
  const unproven = await signedIn(service, { isProven: false }).get('/account/export')
  assert.deepEqual([unproven.statusCode, unproven.json().reason], [403, 'proof_needed'])
})
