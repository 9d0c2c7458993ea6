/** The contract of every `AccountReader`. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import type { AccountReader } from '../../src/core/accounts/account-reader.ts'
import type { SessionId } from '../../src/core/accounts/session.ts'
import type { AccountId } from '../../src/core/identity/ids.ts'

/** A reader, and a way to write what it shall find. */
export interface ReaderPlace {
  readonly reader: AccountReader
  addAccount(
    id: string,
    facts?: { email?: string | null; name?: string; role?: string; deletedAtMs?: number },
  ): Promise<unknown>
  addSession(
    id: string,
    account: string,
    facts?: { token?: string; seenAtMs?: number; stays?: boolean },
  ): Promise<unknown>
  addPasskey(id: string, account: string, createdAt: string): Promise<unknown>
  addEntry(account: string | null, event: string, subject: string): Promise<unknown>
  addInvitation(id: string, expiresAtMs: number, state?: 'used' | 'ended'): Promise<unknown>
  addKey(id: string, account: string): Promise<unknown>
  remove(): Promise<unknown>
}

const ADA = 'acc_ada' as AccountId
const BEA = 'acc_bea' as AccountId

/** Registers the tests of an account reader. */
export function accountReaderContract(
  name: string,
  open: () => Promise<ReaderPlace>,
  skip: string | false = false,
): void {
  describe(`accounts, read from ${name}`, { skip }, () => {
    let place: ReaderPlace
    let reader: AccountReader

    beforeEach(async () => {
      place = await open()
      reader = place.reader
      await place.addAccount(ADA, { email: 'ada@example.org', name: 'Ada', role: 'operator' })
      await place.addAccount(BEA, { email: 'bea@example.org' })
    })
    afterEach(async () => {
      await reader.close()
      await place.remove()
    })

    it('finds a session with its account only by the hash of its token', async () => {
      await place.addSession('ses_1', ADA, { token: 'hash', seenAtMs: 7, stays: true })
      const view = await reader.session('hash')
      assert.equal(view?.account.email, 'ada@example.org')
      assert.deepEqual([view?.session.id, view?.session.seenAtMs, view?.session.stays], ['ses_1', 7, true])
      for (const other of ['', 'Hash', 'has', '%', "' OR 1=1"])
        assert.equal(await reader.session(other), undefined)
    })

    it('lists the sessions of one account, the last used first, and returns the account of a session', async () => {
      await place.addSession('ses_1', ADA, { token: '1', seenAtMs: 5 })
      await place.addSession('ses_2', ADA, { token: '2', seenAtMs: 9 })
      await place.addSession('ses_3', BEA, { token: '3', seenAtMs: 7 })
      assert.deepEqual(
        (await reader.sessions(ADA)).map(({ id }) => id),
        ['ses_2', 'ses_1'],
      )
      assert.equal(await reader.ownsSession(ADA, 'ses_1' as SessionId), true)
      assert.equal(await reader.ownsSession(ADA, 'ses_3' as SessionId), false)
    })

    it('lists and counts the passkeys of one account, the newest first', async () => {
      await place.addPasskey('p1', ADA, '2026-01-01T00:00:00.000Z')
      await place.addPasskey('p2', ADA, '2026-02-01T00:00:00.000Z')
      await place.addPasskey('p3', BEA, '2026-03-01T00:00:00.000Z')
      assert.deepEqual(
        (await reader.passkeys(ADA)).map(({ id }) => id),
        ['p2', 'p1'],
      )
      assert.deepEqual([await reader.countPasskeys(ADA), await reader.countPasskeys(BEA)], [2, 1])
    })

    it('lists the history of one account or of all, latest first, page by page, and of one subject if requested', async () => {
      for (const subject of ['key_1', 'key_2', 'key_1']) await place.addEntry(ADA, 'key_created', subject)
      await place.addEntry(BEA, 'key_created', 'key_1')
      await place.addEntry(null, 'imported', '')
      const ask = (more: object) =>
        reader.audit({ account: ADA, before: undefined, limit: 10, subject: undefined, ...more })
      assert.deepEqual(
        (await ask({})).map(({ subject }) => subject),
        ['key_1', 'key_2', 'key_1'],
      )
      assert.equal((await ask({ account: undefined })).length, 5)
      assert.equal((await ask({ subject: 'key_1' })).length, 2)
      const [first] = await ask({ limit: 1 })
      assert.deepEqual(
        (await ask({ limit: 1, before: first?.number })).map(({ subject }) => subject),
        ['key_2'],
      )
    })

    it('lists accounts by address, page by page, filtered by a text, without deleted ones and that of the command line', async () => {
      await place.addAccount('acc_gone', { email: null, deletedAtMs: 1 })
      await place.addSession('ses_1', ADA, { token: '1', seenAtMs: 5 })
      await place.addKey('key_1', ADA)
      const list = async (text: string, after = '', limit = 10) =>
        (await reader.accounts({ text, after, limit })).map(({ email }) => email)
      assert.deepEqual(await list(''), ['ada@example.org', 'bea@example.org'])
      assert.deepEqual(await list('', '', 1), ['ada@example.org'])
      assert.deepEqual(await list('', 'ada@example.org'), ['bea@example.org'])
      assert.deepEqual(await list('BEA'), ['bea@example.org'])
      assert.deepEqual(await list('Ada'), ['ada@example.org'])
      assert.deepEqual(await list('%'), [])
      const [ada] = await reader.accounts({ text: 'ada', after: '', limit: 1 })
      assert.deepEqual([ada?.seenAtMs, ada?.keys, ada?.role], [5, 1, 'operator'])
      assert.equal(await reader.countAccounts(), 2)
    })

    it('lists invitations that are still valid', async () => {
      await place.addInvitation('lnk_1', 100)
      await place.addInvitation('lnk_2', 100, 'used')
      await place.addInvitation('lnk_3', 100, 'ended')
      assert.deepEqual(
        (await reader.invitations(99)).map(({ id }) => id),
        ['lnk_1'],
      )
      assert.deepEqual(await reader.invitations(100), [])
    })

    it('finds an account by its id, deleted ones included, and no unknown one', async () => {
      await place.addAccount('acc_gone', { email: null, deletedAtMs: 5 })
      assert.equal((await reader.account(ADA))?.name, 'Ada')
      assert.equal((await reader.account('acc_gone' as AccountId))?.deletedAtMs, 5)
      assert.equal(await reader.account('acc_x' as AccountId), undefined)
    })
  })
}
