/** The sign-in library over the real tables: results, cookies, and a full disk. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { BetterAuthCredentials } from '../../src/adapters/auth/credentials.ts'
import { SqlAccountStore } from '../../src/adapters/sql/accounts/account-store.ts'
import type { AccountsTables } from '../../src/adapters/sql/accounts/accounts-tables.ts'
import type { SqlDatabase } from '../../src/adapters/sql/database/sql-database.ts'
import { openAccountsDatabase } from '../../src/adapters/sqlite/accounts/accounts-database.ts'
import { systemClock as clock } from '../../src/adapters/system/clock.ts'
import { systemSecrets as secrets } from '../../src/adapters/system/secrets.ts'
import { newLink } from '../../src/core/accounts/link.ts'
import { NO_NOTICES } from '../../src/core/accounts/notices.ts'
import { Failure } from '../../src/core/failure.ts'
import { isOpen } from '../../src/core/identity/account.ts'
import type { AccountId } from '../../src/core/identity/ids.ts'
import { ACCOUNTS_PLACES, type AccountsPlace } from '../fixtures/accounts-places.ts'

const ANNA = 'acc_anna' as AccountId
const EMAIL = 'anna@example.org'
const PASSWORD = 'sieben kleine Zwerge am Fluss'
const VISITOR = { cookies: '', address: '192.0.2.1', userAgent: 'Firefox', language: 'de' } as const
const NEW_SESSION = { stays: false, method: 'link', provenAtMs: undefined } as const

/** Quick, and good for nothing else: how passwords are hashed is another contract. */
const hasher = {
  hash: async (password: string) => `hash of ${password}`,
  verify: async (stored: string, password: string) => stored === `hash of ${password}`,
}

async function setupOf(database: SqlDatabase<AccountsTables>, publicUrl = 'http://localhost:8080') {
  const store = new SqlAccountStore(database)
  const terms = { kind: 'sign_up', email: EMAIL, language: 'de', madeBy: 'sign-up' } as const
  const link = newLink({ secrets, linkSecret: '5e'.repeat(32) }, terms, clock.nowMs())
  await store.addLink(link, NO_NOTICES)
  const passwordHash = `hash of ${PASSWORD}`
  const account = { id: ANNA, email: EMAIL, name: '', language: 'de', role: 'user', passwordHash } as const
  await store.makeAccount(link.id, account, clock.nowMs(), NO_NOTICES)
  const { tables } = database
  const credentials = new BetterAuthCredentials({
    clock,
    secrets,
    hasher,
    tables,
    isOpen: async (id) => isOpen((await store.account(id as AccountId))!),
    publicUrl: new URL(publicUrl),
    secret: 'a5'.repeat(32),
    sessionSecret: 'a6'.repeat(32),
  })
  const sessions = async () => (await tables.selectFrom('sessions').selectAll().execute()).length
  return { tables, store, credentials, sessions }
}

const signIn = { email: EMAIL, password: PASSWORD, stay: false }

for (const { name, skip, make } of ACCOUNTS_PLACES) {
  describe(`credentials in ${name}`, { skip }, () => {
    let place: AccountsPlace
    beforeEach(async () => {
      place = await make()
    })
    afterEach(() => place.remove())

    it('return the result of a password check, and create a session for the right one only', async () => {
      const { tables, credentials, sessions } = await setupOf(place.open())
      for (const wrong of [
        { ...signIn, password: 'wrong' },
        { ...signIn, email: 'nobody@example.org' },
      ]) {
        const { result, setCookies } = await credentials.signIn(VISITOR, wrong)
        assert.deepEqual([result, setCookies], [{ state: 'wrong' }, []])
      }
      assert.equal(await sessions(), 0)
      const { result } = await credentials.signIn(VISITOR, signIn)
      assert.equal(result.state, 'signed_in')
      assert.equal(await sessions(), 1)
      await tables.updateTable('accounts').set({ disabled_at_ms: 1 }).execute()
      assert.equal((await credentials.signIn(VISITOR, signIn)).result.state, 'disabled')
      assert.equal(await sessions(), 1)
    })

    for (const [url, prefix, secure] of [
      ['http://localhost:8080', '', ''],
      ['https://suche.example', '__Host-', '; Secure'],
    ] as const) {
      it(`set only HttpOnly cookies bound to ${url}`, async () => {
        const { credentials } = await setupOf(place.open(), url)
        const attributes = `; Path=/; HttpOnly${secure}; SameSite=Lax`
        const shape = (cookies: readonly string[]) => cookies.map((cookie) => cookie.replace(/=[^;]*/, '='))
        const passing = await credentials.signIn(VISITOR, signIn)
        assert.deepEqual(shape(passing.setCookies), [
          `${prefix}fs_session=${attributes}`,
          `${prefix}fs_stay=${attributes}`,
        ])
        const staying = await credentials.signIn(VISITOR, { ...signIn, stay: true })
        assert.deepEqual(shape(staying.setCookies), [
          `${prefix}fs_session=; Max-Age=2592000${attributes}`,
          `${prefix}fs_stay=; Max-Age=0${attributes}`,
        ])
        const asked = await credentials.requestPasskey(VISITOR, false)
        assert.deepEqual(shape(asked.setCookies), [`${prefix}fs_passkey=; Max-Age=300${attributes}`])
        const cookies = staying.setCookies.map((cookie) => cookie.split(';')[0]).join('; ')
        const out = await credentials.signOut({ ...VISITOR, cookies })
        assert.deepEqual(shape(out.setCookies), [
          `${prefix}fs_session=; Max-Age=0${attributes}`,
          `${prefix}fs_stay=; Max-Age=0${attributes}`,
        ])
      })
    }

    it('store at most 400 characters of the User-Agent', async () => {
      const { tables, credentials } = await setupOf(place.open())
      await credentials.signIn({ ...VISITOR, userAgent: 'x'.repeat(1000) }, signIn)
      const row = await tables.selectFrom('sessions').select('user_agent').executeTakeFirst()
      assert.equal(row?.user_agent?.length, 400)
    })

    it('accept a cookie only with the signature of this server', async () => {
      const { credentials, sessions } = await setupOf(place.open())
      const { setCookies } = await credentials.signInAs(VISITOR, ANNA, NEW_SESSION)
      const [session = ''] = setCookies.map((cookie) => cookie.split(';')[0])
      const unsigned = session.slice(0, session.indexOf('.'))
      for (const signature of ['', `.${Buffer.alloc(32, 7).toString('base64')}`, `.${'A'.repeat(43)}`]) {
        await credentials.signOut({ ...VISITOR, cookies: unsigned + signature })
        assert.equal(await sessions(), 1)
      }
      await credentials.signOut({ ...VISITOR, cookies: session })
      assert.equal(await sessions(), 0)
    })

    it('accept a code of a second factor and each recovery code once, also at the same moment', async () => {
      const { tables, store, credentials } = await setupOf(place.open())
      const factor = await credentials.newFactor(EMAIL)
      await store.beginFactor(ANNA, factor)
      const { sealedSecret } = factor
      const code = { hash: secrets.sha256('000000'), expiresAtMs: 1 }
      assert.equal(
        await store.finishFactor(ANNA, { sealedSecret, since: 0, code, atMs: clock.nowMs() }, NO_NOTICES),
        'done',
      )
      const half = await credentials.signIn(VISITOR, signIn)
      assert.equal(half.result.state, 'second_factor')
      const cookies = half.setCookies.map((cookie) => cookie.split(';')[0]).join('; ')
      const [recovery = ''] = factor.recoveryCodes
      const enter = () => credentials.enterCode({ ...VISITOR, cookies }, 'recovery', recovery)
      const states = (await Promise.all([enter(), enter(), enter()])).map(({ result }) => result.state)
      assert.equal(states.filter((state) => state === 'signed_in').length, 1, states.join())
      const left = await tables.selectFrom('second_factors').select('recovery_codes').executeTakeFirst()
      assert.equal(
        await credentials.countRecoveryCodes(left!.recovery_codes),
        factor.recoveryCodes.length - 1,
      )
    })
  })
}

it('credentials report a full storage as a declared failure', async (test) => {
  const database = openAccountsDatabase(':memory:', 1)
  test.after(() => database.close())
  const db = database.file
  const { credentials } = await setupOf(database)
  await credentials.signIn(VISITOR, signIn)
  db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true })}`)
  const isFull = (error: unknown) =>
    error instanceof Failure && error.code === 'service_unavailable' && /the disk is full/.test(error.message)
  await assert.rejects(async () => {
    for (let i = 0; i < 1000; i++) await credentials.signInAs(VISITOR, ANNA, NEW_SESSION)
  }, isFull)
  assert.equal((await credentials.signIn(VISITOR, { ...signIn, password: 'wrong' })).result.state, 'wrong')
  await assert.rejects(credentials.signIn(VISITOR, signIn), isFull)
})
