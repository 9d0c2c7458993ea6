import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { exampleKey, exampleRecord } from '../../../test/contracts/key-store.ts'
import { deferred } from '../../../test/fixtures/deferred-stores.ts'
import type { Key } from '../../core/access/key.ts'
import { LOCAL_ACCOUNT } from '../../core/identity/ids.ts'
import { SqlKeyStore } from '../sql/accounts/key-store.ts'
import { openAccountsDatabase } from '../sqlite/accounts/accounts-database.ts'
import { systemClock as clock } from '../system/clock.ts'
import { SharedKeyRing } from './key-ring.ts'
import { AnnouncingKeyStore } from './key-store.ts'
import { SharedKeyWriter } from './key-writer.ts'
import { createSharedBlock } from './shared-block.ts'

/** A store whose database answers each call sooner than the one before, and what threads see of it. */
async function lateStore() {
  const turns = Array.from({ length: 30 }, (_, i) => i)
  const database = openAccountsDatabase(':memory:', 1)
  const db = database.file
  const stored = new SqlKeyStore(database)
  const calls: string[] = []
  const heard = new Proxy(stored, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        calls.push(String(name))
        return Reflect.apply(value, target, args)
      }
    },
  })
  const block = createSharedBlock({ keysMax: 100, metersMax: 300, addressesMax: 8 }, 1)
  const keys = await AnnouncingKeyStore.open(
    deferred(heard, () => turns.pop() ?? 0),
    new SharedKeyWriter(block),
    { clock },
  )
  const ring = new SharedKeyRing(block, { clock })
  const seen = ({ hash }: Key) => {
    const grant = ring.peek(hash)
    return grant && { addresses: grant.addresses.length, isEnded: grant.endsAtMs === 0 }
  }
  const endOf = ({ hash }: Key) => ring.peek(hash)?.endsAtMs
  return { db, stored, calls, keys, seen, endOf }
}

const record = (key: Key) => ({ ...exampleRecord(key), email: undefined })

describe('the key store of a running server over a database that answers late', () => {
  it('writes in the order of the calls, even if later ones would be answered earlier', async () => {
    const { stored, keys, seen } = await lateStore()
    const key = exampleKey(1)
    const networks = ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24']
    const writes = [
      keys.add(key, record(key)),
      keys.change([key], { addresses: networks }, record(key)),
      keys.change([key], { addresses: networks.slice(0, 2) }, record(key)),
      keys.change([key], { limit: { quota: 7, windowMs: 1000 } }, record(key)),
    ]
    await Promise.all(writes)
    assert.deepEqual((await stored.find(LOCAL_ACCOUNT, key.id))?.addresses, networks.slice(0, 2))
    assert.deepEqual(seen(key), { addresses: 2, isEnded: false })
  })

  it('keeps a key revoked, even if another change read the key before its revocation', async () => {
    const { db, keys, seen } = await lateStore()
    const key = exampleKey(1)
    await keys.add(key, record(key))
    await Promise.all([
      keys.follow(LOCAL_ACCOUNT),
      keys.change([key], { addresses: ['192.0.2.0/24'] }, record(key)),
      keys.revoke(key, 5000, record(key)),
      keys.change([key], { name: 'late' }, record(key)),
      keys.follow(LOCAL_ACCOUNT),
    ])
    assert.equal(seen(key)?.isEnded, true)
    assert.equal(db.prepare('SELECT revoked_at_ms FROM keys').pluck().get(), 5000)
  })

  it('keeps a change of a key that was made after the key was read for its rotation', async () => {
    const { stored, keys, seen } = await lateStore()
    const [old, next] = [exampleKey(1), exampleKey(2, { rotatedFrom: exampleKey(1).id })]
    await keys.add(old, record(old))
    const endsAtMs = clock.nowMs() + 60_000
    await Promise.all([
      keys.change([old], { addresses: ['192.0.2.0/24'] }, record(old)),
      keys.replace(old, endsAtMs, next, record(old)),
    ])
    assert.deepEqual(seen(old), { addresses: 1, isEnded: false })
    assert.equal((await stored.find(LOCAL_ACCOUNT, old.id))?.endsAtMs, endsAtMs)
    assert.ok(seen(next))
  })

  it('ends a rotated key in shared memory even if the key cannot be read again from the database', async () => {
    const { stored, keys, seen, endOf } = await lateStore()
    const [old, next] = [exampleKey(1), exampleKey(2, { rotatedFrom: exampleKey(1).id })]
    await keys.add(old, record(old))
    const endsAtMs = clock.nowMs() - 1
    stored.find = () => {
      throw new Error('disk I/O error')
    }
    await keys.replace(old, endsAtMs, next, record(old))
    assert.ok(seen(next))
    assert.equal(endOf(old), endsAtMs)
  })

  it('confirms a change only when all threads see it, and continues after a refused change', async () => {
    const { keys, seen } = await lateStore()
    const [first, second] = [exampleKey(1), exampleKey(2)]
    const added = keys.add(first, record(first))
    assert.equal(seen(first), undefined)
    const again = keys.add(first, record(first))
    const other = keys.add(second, record(second))
    await added
    assert.ok(seen(first))
    await assert.rejects(again)
    await other
    assert.ok(seen(second))
  })

  it('closes the database after the writes before it', async () => {
    const { calls, keys } = await lateStore()
    const key = exampleKey(1)
    const added = keys.add(key, record(key))
    await Promise.all([keys.close(), added])
    assert.deepEqual(calls.slice(-2), ['add', 'close'])
  })
})
