import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { exampleKey } from '../../../test/contracts/key-store.ts'
import { NETWORKS_MAX, networkText, readNetwork } from '../../core/access/network.ts'
import { Failure } from '../../core/failure.ts'
import { type AccountId, type KeyId, LOCAL_ACCOUNT } from '../../core/identity/ids.ts'
import { SharedKeyRing } from './key-ring.ts'
import { ACCOUNT_ID_BYTES_MAX, KEY_ID_BYTES_MAX } from './key-table.ts'
import { SharedKeyWriter } from './key-writer.ts'
import { NO_METER, readMeter } from './meters.ts'
import { createSharedBlock, viewSharedBlock } from './shared-block.ts'

const MINUTE_MS = 60_000
const now = (nowMs: number) => ({ clock: { nowMs: () => nowMs, monotonicNs: () => 0n } })

function board(keysMax = 100, metersMax = 300) {
  const block = createSharedBlock({ keysMax, metersMax, addressesMax: 8 }, 1)
  // Another view of the same memory, as another thread has it.
  const otherThread = viewSharedBlock(block.buffer)
  return { block, writer: new SharedKeyWriter(block), ring: new SharedKeyRing(otherThread, now(1000)) }
}

describe('the key ring', () => {
  it('finds in one thread a key that another entered, with everything that the admission needs', () => {
    const { writer, ring } = board()
    const key = exampleKey(1, {
      expiresAtMs: 5000,
      scopes: ['companies:read'],
      addresses: ['192.0.2.0/24'],
    })
    assert.equal(ring.find(key.hash), undefined)
    writer.put(key, 0)
    const { slot, place, ...grant } = ring.find(key.hash)!
    const facts = {
      id: key.id,
      account: key.account,
      kind: 'live',
      scopes: ['companies:read'],
      endsAtMs: 5000,
    }
    assert.deepEqual(grant, { ...facts, addresses: [readNetwork('192.0.2.0/24')] })
    assert.ok(slot >= 0 && place >= 0)
  })

  it('distinguishes live and test keys', () => {
    const { writer, ring } = board()
    const kinds = ['fs_live_Ab3d', 'fs_test_Ab3d'].map((visibleStart, i) => {
      const key = exampleKey(i + 1, { visibleStart })
      writer.put(key, 0)
      return ring.find(key.hash)?.kind
    })
    assert.deepEqual(kinds, ['live', 'test'])
  })

  it('shows changed networks of a key immediately, up to the maximum number', () => {
    const { writer, ring } = board()
    const key = exampleKey(1)
    const most = Array.from({ length: NETWORKS_MAX }, (_, i) => `2001:db8:${i + 1}::/${118 + i}`)
    for (const addresses of [[], most, ['0.0.0.0/0', '::/0'], ['255.255.255.255'], []]) {
      writer.put({ ...key, addresses }, 0)
      assert.deepEqual(ring.find(key.hash)?.addresses.map(networkText), addresses)
    }
  })

  it('suspends the keys of an account and restores them, each with its own end', () => {
    const { writer, ring } = board()
    const mine = [exampleKey(1), exampleKey(2, { expiresAtMs: 9000 }), exampleKey(3, { revokedAtMs: 5 })]
    const other = exampleKey(4, { account: 'acc_other' as AccountId })
    const ends = () => [...mine, other].map(({ hash }) => ring.find(hash)?.endsAtMs)
    for (const key of [...mine, other]) writer.put(key, 0)
    writer.hold(LOCAL_ACCOUNT, true)
    for (const key of mine) writer.put(key, 0)
    assert.deepEqual(ends(), [0, 0, 0, undefined])
    const late = exampleKey(5)
    writer.put(late, 0)
    assert.equal(ring.find(late.hash)?.endsAtMs, 0, 'a key that is made meanwhile is held back too')
    writer.hold(LOCAL_ACCOUNT, false)
    for (const key of mine) writer.put(key, 0)
    assert.deepEqual(ends(), [undefined, 9000, 0, undefined])
  })

  it('assigns each key a place of its own that changes of the key do not move', () => {
    const { writer, ring } = board()
    const keys = Array.from({ length: 50 }, (_, i) => exampleKey(i + 1))
    for (const key of keys) writer.put(key, 0)
    const places = keys.map(({ hash }) => ring.find(hash)!.place)
    assert.equal(new Set(places).size, keys.length)
    for (const key of keys) writer.put({ ...key, addresses: ['::1'], limit: { quota: 1, windowMs: 1000 } }, 0)
    assert.deepEqual(
      keys.map(({ hash }) => ring.find(hash)!.place),
      places,
    )
  })

  it('starts empty meters when a limit changes, shared by all keys of a rotation', () => {
    const { block, writer, ring } = board()
    const old = exampleKey(1)
    const next = exampleKey(2, { rotatedFrom: old.id })
    for (const key of [old, next]) writer.put(key, 0)
    const before = ring.find(old.hash)!.slot
    block.float64[readMeter(block, before).ringAt] = 77
    const limit = { quota: 3, windowMs: 2000 }
    for (const key of [old, next]) writer.put({ ...key, limit }, 0)
    const { slot } = ring.find(old.hash)!
    assert.notEqual(slot, before)
    assert.equal(ring.find(next.hash)?.slot, slot)
    const meter = readMeter(block, slot)
    assert.deepEqual([meter.quotaTenths, meter.windowUs, meter.parent], [30, 2_000_000, NO_METER])
    assert.equal(block.float64[meter.ringAt], 0)
    assert.equal(block.float64[readMeter(block, before).ringAt], 77, 'requests in flight still count there')
    for (const key of [old, next]) writer.put(key, 0)
    assert.notEqual(readMeter(block, ring.find(next.hash)!.slot).parent, NO_METER)
  })

  it('reuses the meters of a changed limit, but not while requests may be in flight', () => {
    const { writer, ring } = board(100, 5)
    const key = exampleKey(1)
    const slotWith = (quota: number, nowMs: number) => {
      writer.put({ ...key, limit: { quota, windowMs: 1000 } }, nowMs)
      return ring.find(key.hash)!.slot
    }
    writer.put(key, 0)
    const first = ring.find(key.hash)!.slot
    const second = slotWith(1, 1000)
    assert.throws(() => writer.put({ ...key, limit: { quota: 2, windowMs: 1000 } }, 1001), Failure)
    assert.equal(ring.find(key.hash)?.slot, second)
    assert.equal(slotWith(2, 1_000_000), first)
    assert.equal(slotWith(3, 2_000_000), second)
  })

  it('shows the end of a key immediately and keeps the ended key', () => {
    const { writer, ring } = board()
    const key = exampleKey(1)
    writer.put(key, 0)
    assert.equal(ring.find(key.hash)?.endsAtMs, undefined)
    writer.put({ ...key, endsAtMs: 9000 }, 0)
    assert.equal(ring.find(key.hash)?.endsAtMs, 9000)
    writer.put({ ...key, endsAtMs: 9000, revokedAtMs: 2000 }, 0)
    assert.equal(ring.find(key.hash)?.endsAtMs, 0, 'a clock that is set back must not revive it')
  })

  it('distinguishes keys whose hashes have the same start, and refuses a key if the table is full', () => {
    const keysMax = 16
    const { writer, ring } = board(keysMax)
    const keys = Array.from({ length: keysMax }, (_, i) => {
      const hash = new Uint8Array(32).fill(7)
      hash[31] = i
      return exampleKey(i, { hash })
    })
    for (const key of keys) writer.put(key, 0)
    for (const key of keys) assert.equal(ring.find(key.hash)?.id, key.id)
    assert.throws(
      () => writer.put(exampleKey(99), 0),
      (error: unknown) => error instanceof Failure && /Restart the server/.test(error.message),
    )
    assert.throws(() => writer.checkRoom(exampleKey(1), 0), Failure)
    assert.equal(ring.find(exampleKey(99).hash), undefined)
  })

  it('collects each use once, to the minute, and no use of an ended key', () => {
    const { block, writer } = board()
    const live = exampleKey(1)
    const ended = exampleKey(2, { revokedAtMs: 1 })
    writer.put(live, 0)
    writer.put(ended, 0)
    const at = (nowMs: number) => new SharedKeyRing(block, now(nowMs))
    at(10 * MINUTE_MS + 59_999).find(live.hash)
    at(10 * MINUTE_MS + 59_999).find(ended.hash)
    const uses = writer.newUses()
    assert.deepEqual(uses, new Map([[live.id, 10 * MINUTE_MS]]))
    assert.deepEqual(writer.newUses(), uses, 'what was not saved is told again')
    writer.markSaved(uses)
    assert.deepEqual(writer.newUses(), new Map())
    at(11 * MINUTE_MS).find(live.hash)
    assert.deepEqual(writer.newUses(), new Map([[live.id, 11 * MINUTE_MS]]))
  })

  it('reuses the meters of keys that ended long ago, emptied, if no others are free', () => {
    const { block, writer, ring } = board(100, 5)
    const [first, second] = [exampleKey(1), exampleKey(2)]
    writer.put(first, 0)
    writer.put(second, 0)
    const { slot } = ring.find(first.hash)!
    block.float64[readMeter(block, slot).ringAt] = 77
    writer.put({ ...first, revokedAtMs: 1000 }, 1000)
    assert.throws(() => writer.put(exampleKey(3), 1001), Failure)
    writer.put(exampleKey(3), 1_000_000)
    assert.equal(ring.find(exampleKey(3).hash)?.slot, slot)
    assert.equal(block.float64[readMeter(block, slot).ringAt], 0)
  })

  it('refuses an id that is longer than its field', () => {
    const { writer, ring } = board()
    const id = 'k'.repeat(KEY_ID_BYTES_MAX) as KeyId
    const account = 'a'.repeat(ACCOUNT_ID_BYTES_MAX) as AccountId
    writer.put(exampleKey(1, { id, account }), 0)
    assert.deepEqual(
      [ring.find(exampleKey(1).hash)?.id, ring.find(exampleKey(1).hash)?.account],
      [id, account],
    )
    assert.throws(() => writer.put(exampleKey(2, { id: `${id}k` as KeyId }), 0), /too long/)
    assert.throws(() => writer.put(exampleKey(3, { account: `${account}a` as AccountId }), 0), /too long/)
  })
})
