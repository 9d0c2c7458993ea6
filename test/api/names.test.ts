/** Names of people, passkeys and keys, which other people read. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import BetterSqlite from 'better-sqlite3'
import { newBrowser, PASSWORD } from './browser.ts'
import { signedIn } from './signed-in.ts'
import { openService } from './start-service.ts'

const TURNING = ['a\u200fb', 'a\u061cb', 'a\u202eb', 'a\u2066b', 'a\u0007b', 'a\ud800b']
/** 100 characters, which are 200 units of UTF-16. */
const LONGEST = '🐙'.repeat(100)

const service = await openService()

function addPasskey(account: string): void {
  const db = new BetterSqlite(service.accountsPath)
  db.prepare(
    `INSERT INTO passkeys (id, account_id, public_key, credential_id, counter, device_type, backed_up)
     VALUES ('p1', ?, 'key', 'c1', 0, 'singleDevice', 0)`,
  ).run(account)
  db.close()
}

test('every name field refuses characters that control the text direction, by one rule', async () => {
  const who = signedIn(service)
  addPasskey(who.account)
  const params = { scopes: ['companies:read'], expires_in: 'never' }
  const { key } = (await who.post('/keys', { ...params, name: 'CRM' })).json()
  const signUp = (name: string) =>
    newBrowser(service).post('/auth/sign-up', { email: 'new@example.org', password: PASSWORD, name })
  const post = (path: string, more: object) => async (name: string) => {
    const answer = await who.post(path, { ...more, name })
    return { status: answer.statusCode, json: answer.body === '' ? {} : answer.json() }
  }
  const ways = {
    signUp,
    person: post('/account', {}),
    passkey: post('/account/passkeys/p1/name', {}),
    key: post('/keys', params),
    renamed: post(`/keys/${key.id}/name`, {}),
  }
  for (const [way, say] of Object.entries(ways)) {
    for (const name of TURNING) {
      const { status, json } = await say(name)
      assert.equal(status, 400, `${way}: ${JSON.stringify(json)}`)
      assert.deepEqual(json.details, [{ field: '/name', reason: 'control_character' }], way)
    }
    const { status, json } = await say(LONGEST)
    assert.ok(status < 300, `${way}: ${JSON.stringify(json)}`)
  }
})
