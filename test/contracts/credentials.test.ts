/** The sign-in library over the real tables: results, cookies, and a full disk. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { BetterAuthCredentials } from '../../src/adapters/auth/credentials.ts'
import { SqliteAccountStore } from '../../src/adapters/sqlite/accounts/account-store.ts'
import { openAccountsDatabase } from '../../src/adapters/sqlite/accounts/accounts-database.ts'
import { authTables } from '../../src/adapters/sqlite/accounts/auth-tables.ts'
import { systemClock as clock } from '../../src/adapters/system/clock.ts'
import { systemSecrets as secrets } from '../../src/adapters/system/secrets.ts'
import { newLink } from '../../src/core/accounts/link.ts'
import { NO_NOTICES } from '../../src/core/accounts/notices.ts'
import { Failure } from '../../src/core/failure.ts'
import { isOpen } from '../../src/core/identity/account.ts'
import type { AccountId } from '../../src/core/identity/ids.ts'

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

function openSetup(publicUrl = 'http://localhost:8080') {
  const db = openAccountsDatabase(':memory:', 1)
  const store = new SqliteAccountStore(db)
  const terms = { kind: 'sign_up', email: EMAIL, language: 'de', madeBy: 'sign-up' } as const
  const link = newLink({ secrets, linkSecret: '5e'.repeat(32) }, terms, clock.nowMs())
  store.addLink(link, NO_NOTICES)
  const passwordHash = `hash of ${PASSWORD}`
  const account = { id: ANNA, email: EMAIL, name: '', language: 'de', role: 'user', passwordHash } as const
  store.makeAccount(link.id, account, clock.nowMs(), NO_NOTICES)
  const credentials = new BetterAuthCredentials({
    clock,
    secrets,
    hasher,
    tables: authTables(db),
    isOpen: (id) => isOpen(store.account(id as AccountId)!),
    publicUrl: new URL(publicUrl),
    secret: 'a5'.repeat(32),
    sessionSecret: 'a6'.repeat(32),
  })
  return { db, credentials }
}

const signIn = { email: EMAIL, password: PASSWORD, stay: false }

describe('credentials', () => {
  it('return the result of a password check, and create a session for the right one only', async () => {
    const { db, credentials } = openSetup()
    const sessions = () => db.prepare('SELECT count(*) FROM sessions').pluck().get()
    for (const wrong of [
      { ...signIn, password: 'wrong' },
      { ...signIn, email: 'nobody@example.org' },
    ]) {
      const { result, setCookies } = await credentials.signIn(VISITOR, wrong)
      assert.deepEqual([result, setCookies], [{ state: 'wrong' }, []])
    }
    assert.equal(sessions(), 0)
    const { result } = await credentials.signIn(VISITOR, signIn)
    assert.equal(result.state, 'signed_in')
    assert.equal(sessions(), 1)
    db.prepare('UPDATE accounts SET disabled_at_ms = 1').run()
    assert.equal((await credentials.signIn(VISITOR, signIn)).result.state, 'disabled')
    assert.equal(sessions(), 1)
  })

  for (const [url, prefix, secure] of [
    ['http://localhost:8080', '', ''],
    ['https://suche.example', '__Host-', '; Secure'],
  ] as const) {
    it(`set only HttpOnly cookies bound to ${url}`, async () => {
      const { credentials } = openSetup(url)
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
    const { db, credentials } = openSetup()
    await credentials.signIn({ ...VISITOR, userAgent: 'x'.repeat(1000) }, signIn)
    assert.equal(db.prepare('SELECT length(user_agent) FROM sessions').pluck().get(), 400)
  })

  it('accept a cookie only with the signature of this server', async () => {
    const { db, credentials } = openSetup()
    const { setCookies } = await credentials.signInAs(VISITOR, ANNA, NEW_SESSION)
    const [session = ''] = setCookies.map((cookie) => cookie.split(';')[0])
    const unsigned = session.slice(0, session.indexOf('.'))
    for (const signature of ['', `.${Buffer.alloc(32, 7).toString('base64')}`, `.${'A'.repeat(43)}`]) {
      await credentials.signOut({ ...VISITOR, cookies: unsigned + signature })
      assert.equal(db.prepare('SELECT count(*) FROM sessions').pluck().get(), 1)
    }
    await credentials.signOut({ ...VISITOR, cookies: session })
    assert.equal(db.prepare('SELECT count(*) FROM sessions').pluck().get(), 0)
  })

  it('report a full storage as a declared failure', async () => {
    const { db, credentials } = openSetup()
    await credentials.signIn(VISITOR, signIn)
    db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true })}`)
    const isFull = (error: unknown) =>
      error instanceof Failure &&
      error.code === 'service_unavailable' &&
      /the disk is full/.test(error.message)
    await assert.rejects(async () => {
      for (let i = 0; i < 1000; i++) await credentials.signInAs(VISITOR, ANNA, NEW_SESSION)
    }, isFull)
    assert.equal((await credentials.signIn(VISITOR, { ...signIn, password: 'wrong' })).result.state, 'wrong')
    await assert.rejects(credentials.signIn(VISITOR, signIn), isFull)
  })
})
