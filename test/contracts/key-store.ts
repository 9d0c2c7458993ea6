/** What every answer to the `KeyStore` port promises. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { type AccountId, type Key, type KeyId, LOCAL_ACCOUNT } from '../../src/core/access/key.ts'
import type { KeyStore } from '../../src/core/access/key-store.ts'

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
    createdAtMs: 1000,
    expiresAtMs: undefined,
    endsAtMs: undefined,
    revokedAtMs: undefined,
    lastUsedAtMs: undefined,
    rotatedFrom: undefined,
    ...change,
  }
}

/** A store in an own place: `open` may be called again to see what was kept. */
export interface KeyStorePlace {
  open(): KeyStore
  remove(): void
}

export function keyStoreContract(name: string, makePlace: () => KeyStorePlace): void {
  describe(`${name} as a key store`, () => {
    let place: KeyStorePlace
    let keys: KeyStore

    const reopen = () => {
      keys.close()
      keys = place.open()
    }

    beforeEach(() => {
      place = makePlace()
      keys = place.open()
    })
    afterEach(() => {
      keys.close()
      place.remove()
    })

    it('gives back what it was given, also after it was closed', () => {
      const plain = exampleKey(1)
      const full = exampleKey(2, {
        limit: { quota: 10_000_000, windowMs: 60_000 },
        scopes: ['companies:search:deep'],
        expiresAtMs: 2 ** 41,
        rotatedFrom: plain.id,
      })
      keys.add(plain)
      keys.add(full)
      reopen()
      assert.deepEqual(keys.find(LOCAL_ACCOUNT, plain.id), plain)
      assert.deepEqual(keys.find(LOCAL_ACCOUNT, full.id), full)
      assert.deepEqual(keys.list(LOCAL_ACCOUNT), [plain, full])
      assert.deepEqual(keys.everything(), [plain, full])
    })

    it('finds a key only for the account that owns it', () => {
      const key = exampleKey(1)
      keys.add(key)
      assert.equal(keys.find('someone' as AccountId, key.id), undefined)
      assert.deepEqual(keys.list('someone' as AccountId), [])
      assert.equal(keys.find(LOCAL_ACCOUNT, 'key_unknown' as KeyId), undefined)
    })

    it('lists keys in the order of their making, also when the clock was set back', () => {
      const made = [exampleKey(3, { createdAtMs: 500 }), exampleKey(1), exampleKey(2, { createdAtMs: 1 })]
      for (const key of made) keys.add(key)
      assert.deepEqual(keys.list(LOCAL_ACCOUNT), made)
    })

    it('refuses a second key with the same id or secret', () => {
      keys.add(exampleKey(1))
      assert.throws(() => keys.add(exampleKey(1, { hash: exampleKey(2).hash })))
      assert.throws(() => keys.add(exampleKey(2, { hash: exampleKey(1).hash })))
      assert.equal(keys.everything().length, 1)
    })

    it('replaces a key by its successor: both changes or none', () => {
      const old = exampleKey(1)
      const successor = exampleKey(2, { rotatedFrom: old.id })
      keys.add(old)
      keys.replace(old, 5000, successor)
      reopen()
      assert.deepEqual(keys.everything(), [{ ...old, endsAtMs: 5000 }, successor])

      assert.throws(() => keys.replace(successor, 6000, exampleKey(2, { rotatedFrom: successor.id })))
      reopen()
      assert.deepEqual(keys.everything(), [{ ...old, endsAtMs: 5000 }, successor])
    })

    it('keeps the first time of a revocation', () => {
      const key = exampleKey(1)
      keys.add(key)
      keys.revoke(key, 7000)
      keys.revoke(key, 8000)
      reopen()
      assert.deepEqual(keys.find(LOCAL_ACCOUNT, key.id), { ...key, revokedAtMs: 7000 })
    })

    it('notes last uses, never an earlier one, and leaves out what it does not know', () => {
      keys.add(exampleKey(1))
      keys.add(exampleKey(2))
      keys.noteUse(
        new Map([
          [exampleKey(1).id, 60_000],
          ['key_unknown' as KeyId, 1],
        ]),
      )
      keys.noteUse(new Map([[exampleKey(1).id, 30_000]]))
      reopen()
      assert.equal(keys.find(LOCAL_ACCOUNT, exampleKey(1).id)?.lastUsedAtMs, 60_000)
      assert.equal(keys.find(LOCAL_ACCOUNT, exampleKey(2).id)?.lastUsedAtMs, undefined)
    })
  })
}
