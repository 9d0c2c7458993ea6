/** The contract of every `KeyStore`. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { systemSecrets } from '../../src/adapters/system/secrets.ts'
import type { Key } from '../../src/core/access/key.ts'
import type { KeyRecord, KeyStore } from '../../src/core/access/key-store.ts'
import type { Awaitable } from '../../src/core/awaitable.ts'
import { Failure } from '../../src/core/failure.ts'
import type { AuditEvent, Trace } from '../../src/core/identity/audit.ts'
import { type AccountId, type KeyId, LOCAL_ACCOUNT } from '../../src/core/identity/ids.ts'
import { newEmail, occasionOf } from '../../src/core/notifications/email.ts'

/** A key with everything set that can be set at once. */
export function exampleKey(number: number, change: Partial<Key> = {}): Key {
  return {
    id: `key_${String(number).padStart(16, '0')}` as KeyId,
    account: LOCAL_ACCOUNT,
    name: `key ${number}`,
    visibleStart: 'fs_live_Ab3d',
    hash: Uint8Array.from({ length: 32 }, (_, i) => (number * 7 + (number >> 8) + i) & 255),
    scopes: ['companies:search', 'companies:read'],
    limit: undefined,
    addresses: [],
    createdBy: 'command line',
    createdAtMs: 1000,
    expiresAtMs: undefined,
    endsAtMs: undefined,
    revokedAtMs: undefined,
    lastUsedAtMs: undefined,
    rotatedFrom: undefined,
    ...change,
  }
}

/** An account with an address, to which e-mails about keys are sent. */
export const OWNER = 'acc_0123456789abcdef' as AccountId

/** Returns the history entry and the e-mail of a change. */
export function exampleRecord(key: Key, event: AuditEvent = 'key_created'): KeyRecord {
  const trace: Trace = {
    actor: OWNER,
    address: '192.0.2.7',
    device: 'Firefox, Linux',
    atMs: 4000,
    language: 'de',
  }
  const facts = { ...occasionOf(trace), key: key.id, name: key.name, visibleStart: key.visibleStart }
  const address = {
    account: OWNER,
    recipient: 'ida@example.com',
    language: 'de',
    matter: `${event} ${key.id}`,
    atMs: 4000,
  } as const
  return {
    entry: { trace, account: OWNER, event, subject: key.id, detail: { name: key.name } },
    email: newEmail({ secrets: systemSecrets }, 'new_key', facts, address),
  }
}

/** What was written beside the keys, in order: `key_created key_…`. */
export interface Written {
  readonly entries: readonly string[]
  readonly emails: readonly string[]
}

/** A store in an own place: `open` may be called again to see what was kept. The place knows the account `OWNER`. */
export interface KeyStorePlace {
  open(): Awaitable<KeyStore>
  written(): Promise<Written>
  disable(account: AccountId): Promise<unknown>
  delete(account: AccountId): Promise<unknown>
  remove(): Promise<void>
}

/** Registers the tests of a key store. */
export function keyStoreContract(
  name: string,
  makePlace: () => Promise<KeyStorePlace>,
  skip: string | false = false,
): void {
  describe(`${name} as a key store`, { skip }, () => {
    let place: KeyStorePlace
    let keys: KeyStore

    const add = (key: Key) => keys.add(key, exampleRecord(key))
    const replace = (old: Key, endsAtMs: number, next: Key) =>
      keys.replace(old, endsAtMs, next, exampleRecord(old, 'key_rotated'))
    const revoke = (key: Key, atMs: number) => keys.revoke(key, atMs, exampleRecord(key, 'key_revoked'))
    const reopen = async () => {
      await keys.close()
      keys = await place.open()
    }

    beforeEach(async () => {
      place = await makePlace()
      keys = await place.open()
    })
    afterEach(async () => {
      await keys.close()
      await place.remove()
    })

    it('returns what was stored, even after it is opened again', async () => {
      const plain = exampleKey(1)
      const full = exampleKey(2, {
        limit: { quota: 10_000_000, windowMs: 60_000 },
        scopes: ['companies:search:deep'],
        expiresAtMs: 2 ** 41,
        rotatedFrom: plain.id,
      })
      await add(plain)
      await add(full)
      await reopen()
      assert.deepEqual(await keys.find(LOCAL_ACCOUNT, plain.id), plain)
      assert.deepEqual(await keys.find(LOCAL_ACCOUNT, full.id), full)
      assert.deepEqual(await keys.list(LOCAL_ACCOUNT), [plain, full])
      assert.deepEqual(await keys.listAll(), [plain, full])
    })

    it('finds a key only for the account that owns it', async () => {
      const key = exampleKey(1)
      await add(key)
      assert.equal(await keys.find('someone' as AccountId, key.id), undefined)
      assert.deepEqual(await keys.list('someone' as AccountId), [])
      assert.equal(await keys.find(LOCAL_ACCOUNT, 'key_unknown' as KeyId), undefined)
    })

    it('lists keys in the order of their creation, even if the clock was set back', async () => {
      const made = [exampleKey(3, { createdAtMs: 500 }), exampleKey(1), exampleKey(2, { createdAtMs: 1 })]
      for (const key of made) await add(key)
      assert.deepEqual(await keys.list(LOCAL_ACCOUNT), made)
    })

    it('refuses a second key with the same id or secret', async () => {
      await add(exampleKey(1))
      await assert.rejects(async () => add(exampleKey(1, { hash: exampleKey(2).hash })))
      await assert.rejects(async () => add(exampleKey(2, { hash: exampleKey(1).hash })))
      assert.equal((await keys.listAll()).length, 1)
    })

    it('replaces a key by its successor: both changes or none', async () => {
      const old = exampleKey(1)
      const successor = exampleKey(2, { rotatedFrom: old.id })
      await add(old)
      await replace(old, 5000, successor)
      await reopen()
      assert.deepEqual(await keys.listAll(), [{ ...old, endsAtMs: 5000 }, successor])

      await assert.rejects(async () => replace(successor, 6000, exampleKey(2, { rotatedFrom: successor.id })))
      await reopen()
      assert.deepEqual(await keys.listAll(), [{ ...old, endsAtMs: 5000 }, successor])
    })

    it('keeps the first time of a revocation', async () => {
      const key = exampleKey(1)
      await add(key)
      await revoke(key, 7000)
      await revoke(key, 8000)
      await reopen()
      assert.deepEqual(await keys.find(LOCAL_ACCOUNT, key.id), { ...key, revokedAtMs: 7000 })
    })

    it('changes names, networks and limits, of several keys at once, and nothing else', async () => {
      const limit = { quota: 7, windowMs: 1000 }
      const both = [exampleKey(1), exampleKey(2, { limit, addresses: ['192.0.2.0/24'] })] as const
      for (const key of both) await add(key)
      const record = exampleRecord(both[0], 'key_limit')
      await keys.change(both, { limit: { quota: 9, windowMs: 2000 } }, record)
      await keys.change([both[0]], { name: 'new', addresses: ['2001:db8::/32', '::1'] }, record)
      await reopen()
      const own = { quota: 9, windowMs: 2000 }
      assert.deepEqual(await keys.listAll(), [
        { ...both[0], name: 'new', addresses: ['2001:db8::/32', '::1'], limit: own },
        { ...both[1], limit: own },
      ])
      await keys.change(both, { limit: 'default', addresses: [] }, record)
      await reopen()
      assert.deepEqual(
        (await keys.listAll()).map((key) => [key.limit, key.addresses]),
        [
          [undefined, []],
          [undefined, []],
        ],
      )
    })

    it('returns the recipient of e-mails about keys, if there is one', async () => {
      assert.deepEqual(await keys.owner(OWNER), { email: 'ida@example.com', language: 'en' })
      assert.equal(await keys.owner(LOCAL_ACCOUNT), undefined)
      assert.equal(await keys.owner('nobody' as AccountId), undefined)
    })

    it('returns the disabled accounts', async () => {
      assert.deepEqual(await keys.heldAccounts(), [])
      await place.disable(OWNER)
      assert.deepEqual(await keys.heldAccounts(), [OWNER])
    })

    it('stores neither key nor successor for a disabled or deleted account, and returns the accounts with remaining keys', async () => {
      const key = exampleKey(1, { account: OWNER })
      const next = exampleKey(2, { account: OWNER, rotatedFrom: key.id })
      await add(key)
      const refusals = [
        [() => place.disable(OWNER), 'forbidden', []],
        [() => place.delete(OWNER), 'not_found', [key]],
      ] as const
      const before = await place.written()
      for (const [close, code, left] of refusals) {
        await close()
        const isRefused = (error: unknown) => error instanceof Failure && error.code === code
        await assert.rejects(async () => add(next), isRefused)
        await assert.rejects(async () => replace(key, 5000, next), isRefused)
        assert.deepEqual(await keys.listAll(), [key])
        assert.deepEqual(await keys.heldAccounts(), [OWNER])
        assert.deepEqual(await keys.leftKeys(), left)
      }
      assert.deepEqual(await place.written(), before)
      await assert.rejects(async () => add(exampleKey(3, { account: 'nobody' as AccountId })), Failure)
      await revoke(key, 7000)
      assert.deepEqual(await keys.leftKeys(), [])
    })

    it('finds and searches keys of all accounts, the newest first', async () => {
      const mine = exampleKey(1, { account: OWNER, name: 'CRM Nord', visibleStart: 'fs_live_Zz9x' })
      const other = exampleKey(2, { name: '100 % sure' })
      for (const key of [mine, other]) await add(key)
      assert.deepEqual(await keys.findAnywhere(mine.id), mine)
      assert.equal(await keys.findAnywhere('key_unknown' as KeyId), undefined)
      const found = async (text: string) => (await keys.search(text, 10)).map(({ id }) => id)
      assert.deepEqual(await found(''), [other.id, mine.id])
      for (const text of ['crm', 'nord', mine.id, 'fs_live_Zz', 'Ida@Example.']) {
        assert.deepEqual(await found(text), [mine.id], text)
      }
      assert.deepEqual(await found('%'), [other.id], 'a percent sign is a percent sign')
      assert.deepEqual(await found('local'), [other.id])
      assert.deepEqual((await keys.search('', 1)).length, 1)
    })

    it('writes history and e-mail with every change', async () => {
      const [first, second, third] = [1, 2, 3].map((number) => exampleKey(number, { account: OWNER }))
      await add(first!)
      await replace(first!, 5000, second!)
      await keys.change([second!], { name: 'new' }, exampleRecord(second!, 'key_named'))
      await revoke(second!, 6000)
      await add(third!)
      await keys.revokeAll(
        [first!, third!].map((key) => ({ key, record: exampleRecord(key, 'key_revoked') })),
        7000,
      )
      const { entries, emails } = await place.written()
      assert.deepEqual(entries, [
        `key_created ${first!.id}`,
        `key_rotated ${first!.id}`,
        `key_named ${second!.id}`,
        `key_revoked ${second!.id}`,
        `key_created ${third!.id}`,
        `key_revoked ${first!.id}`,
        `key_revoked ${third!.id}`,
      ])
      assert.equal(emails.length, entries.length)
      await revoke(first!, 8000)
      assert.deepEqual((await place.written()).entries, entries, 'what changes nothing is not told')
    })

    it('changes nothing when history or e-mail cannot be written', async () => {
      const [first, second] = [exampleKey(1), exampleKey(2)]
      await add(first)
      const before = { keys: await keys.listAll(), ...(await place.written()) }
      for (const record of brokenRecords(second)) {
        const steps: (() => unknown)[] = [
          () => keys.add(second, record),
          () => keys.replace(first, 5000, second, record),
          () => keys.revoke(first, 5000, record),
          () =>
            keys.revokeAll(
              [
                { key: first, record: exampleRecord(first, 'key_revoked') },
                { key: first, record },
              ].toReversed(),
              5000,
            ),
          () => keys.change([first], { name: 'new', addresses: ['::1'], limit: 'default' }, record),
        ]
        for (const step of steps) await assert.rejects(async () => step())
        await reopen()
        assert.deepEqual({ keys: await keys.listAll(), ...(await place.written()) }, before)
      }
    })

    it('stores last uses, never an earlier one, and ignores unknown keys', async () => {
      await add(exampleKey(1))
      await add(exampleKey(2))
      await keys.noteUse(
        new Map([
          [exampleKey(1).id, 60_000],
          ['key_unknown' as KeyId, 1],
        ]),
      )
      await keys.noteUse(new Map([[exampleKey(1).id, 30_000]]))
      await reopen()
      assert.equal((await keys.find(LOCAL_ACCOUNT, exampleKey(1).id))?.lastUsedAtMs, 60_000)
      assert.equal((await keys.find(LOCAL_ACCOUNT, exampleKey(2).id))?.lastUsedAtMs, undefined)
    })
  })
}

/** Records that no storage takes: a fact that is no JSON, and an e-mail with a link that is not there. */
function brokenRecords(key: Key): readonly KeyRecord[] {
  const { entry, email } = exampleRecord(key)
  const notJson = { n: 1n } as unknown as Record<string, number>
  return [
    { entry: { ...entry, detail: notJson }, email },
    { entry, email: { ...email!, link: 'lnk_unknown' } },
  ]
}
