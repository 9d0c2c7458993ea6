/** The rules for creating, rotating and revoking keys, on the real store and the real admission. */
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { SharedKeyRing } from '../src/adapters/shared-memory/key-ring.ts'
import { AnnouncingKeyStore } from '../src/adapters/shared-memory/key-store.ts'
import { SharedKeyWriter } from '../src/adapters/shared-memory/key-writer.ts'
import { createSharedBlock } from '../src/adapters/shared-memory/shared-block.ts'
import { SqlKeyStore } from '../src/adapters/sql/accounts/key-store.ts'
import { openAccountsDatabase } from '../src/adapters/sqlite/accounts/accounts-database.ts'
import { systemSecrets } from '../src/adapters/system/secrets.ts'
import { authenticate } from '../src/core/access/authenticate.ts'
import { changeAddresses } from '../src/core/access/change-addresses.ts'
import {
  createKey,
  KEYS_A_DAY_MAX,
  KEYS_AN_HOUR_MAX,
  type KeyParams,
  LIVE_KEYS_MAX,
  type NewKey,
} from '../src/core/access/create-key.ts'
import { API_SCOPES, type Key } from '../src/core/access/key.ts'
import { KEY_KINDS, kindOf } from '../src/core/access/key-kind.ts'
import type { KeyStore } from '../src/core/access/key-store.ts'
import { EXPIRY_MAX_MS, KEY_NAME_MAX } from '../src/core/access/key-terms.ts'
import { OVERRIDE_QUOTA_MAX, OVERRIDE_WINDOW_MAX_MS } from '../src/core/access/limits.ts'
import { listKeys } from '../src/core/access/list-keys.ts'
import { NETWORKS_MAX, networkText } from '../src/core/access/network.ts'
import { overrideLimit } from '../src/core/access/override-limit.ts'
import { renameKey } from '../src/core/access/rename-key.ts'
import { revokeAnyKey } from '../src/core/access/revoke-any-key.ts'
import { revokeKey } from '../src/core/access/revoke-key.ts'
import { revokeLeftKeys } from '../src/core/access/revoke-left-keys.ts'
import {
  LIVE_KEYS_IN_OVERLAP_MAX,
  OVERLAP_MAX_MS,
  ROTATION_INTERVAL_MIN_MS,
  rotateKey,
} from '../src/core/access/rotate-key.ts'
import { Failure, type FailureCode } from '../src/core/failure.ts'
import { commandLineTrace } from '../src/core/identity/audit.ts'
import { type AccountId, type KeyId, LOCAL_ACCOUNT } from '../src/core/identity/ids.ts'
import { onDemand } from './fixtures/deferred-stores.ts'

// Own process: it has hooks for each test.

const KEY_PARAMS: KeyParams = { name: 'crm', scopes: ['companies:search'], kind: 'live' }
const trace = () => commandLineTrace(needs.clock.nowMs())
const OTHER = 'acc_0123456789abcdef' as AccountId
const HOUR_MS = 3_600_000

async function office() {
  let nowMs = 1_800_000_000_000
  const clock = { nowMs: () => nowMs, monotonicNs: () => BigInt(nowMs) * 1_000_000n }
  const block = createSharedBlock({ keysMax: 1000, metersMax: 3000, addressesMax: 8 }, 1)
  const database = openAccountsDatabase(':memory:', nowMs)
  const db = database.file
  db.prepare('INSERT INTO accounts (id) VALUES (?)').run(OTHER)
  const stored = new SqlKeyStore(database)
  const keys = await AnnouncingKeyStore.open(onDemand<KeyStore>(stored), new SharedKeyWriter(block), {
    clock,
  })
  const needs = { keys, clock, secrets: systemSecrets, keyRing: new SharedKeyRing(block, { clock }) }
  return {
    needs,
    /** The same file in another run of the server. */
    again: async () => {
      const other = createSharedBlock({ keysMax: 1000, metersMax: 3000, addressesMax: 8 }, 2)
      const announced = await AnnouncingKeyStore.open(stored, new SharedKeyWriter(other), { clock })
      const keyRing = new SharedKeyRing(other, { clock })
      return {
        works: (secret: string) => authenticate({ ...needs, keyRing }, secret).kind === 'key',
        revokeLeft: () => revokeLeftKeys({ keys: announced, clock }, commandLineTrace(nowMs)),
      }
    },
    close: (account: AccountId) =>
      db.prepare('UPDATE accounts SET deleted_at_ms = 1 WHERE id = ?').run(account),
    entries: () => db.prepare('SELECT event, subject, detail FROM audit ORDER BY number').all() as object[],
    works: (secret: string) => authenticate(needs, secret).kind === 'key',
    waitMs: (ms: number) => {
      nowMs += ms
    },
  }
}

function fails(code: FailureCode, ...fields: string[]) {
  return (error: unknown) => {
    assert.ok(error instanceof Failure, String(error))
    assert.equal(error.code, code)
    if (fields.length > 0)
      assert.deepEqual(
        error.details.map(({ field }) => field),
        fields,
      )
    return true
  }
}

let { needs, works, waitMs, again, close, entries } = await office()
beforeEach(async () => {
  ;({ needs, works, waitMs, again, close, entries } = await office())
})
const create = (params: Partial<KeyParams> = {}) =>
  createKey(needs, LOCAL_ACCOUNT, { ...KEY_PARAMS, ...params }, trace())
const revoke = (id: KeyId) => revokeKey(needs, LOCAL_ACCOUNT, id, trace())
const rotate = (id: KeyId, overlapMs: number) => rotateKey(needs, LOCAL_ACCOUNT, id, overlapMs, trace())

describe('making a key', () => {
  it('gives a secret that works at once and is stored only as its hash', async () => {
    const { key, secret } = await create()
    assert.ok(works(secret))
    assert.deepEqual(key.hash, systemSecrets.sha256(secret))
    assert.equal(JSON.stringify(await listKeys(needs, LOCAL_ACCOUNT)).includes(secret), false)
    assert.ok(secret.startsWith(key.visibleStart))
  })

  it('lets the key expire to the millisecond', async () => {
    const { secret } = await create({ expiresInMs: HOUR_MS })
    waitMs(HOUR_MS - 1)
    assert.ok(works(secret))
    waitMs(1)
    assert.equal(works(secret), false)
  })

  it('reports all faults of the params at once, and creates no key', async () => {
    const limit = { quota: 0, windowMs: OVERRIDE_WINDOW_MAX_MS + 1 }
    await assert.rejects(
      () => create({ name: ' ', scopes: [], expiresInMs: 0, limit }),
      fails('invalid_request', '/name', '/scopes', '/expires_in', '/limit/quota', '/limit/window'),
    )
    assert.deepEqual(await listKeys(needs, LOCAL_ACCOUNT), [])
  })

  it('accepts the greatest allowed values and refuses greater ones', async () => {
    await create({ name: 'ä'.repeat(KEY_NAME_MAX), expiresInMs: EXPIRY_MAX_MS })
    await create({ limit: { quota: OVERRIDE_QUOTA_MAX, windowMs: OVERRIDE_WINDOW_MAX_MS } })
    await create({ limit: { quota: 1, windowMs: 1000 } })
    const wrong: Partial<KeyParams>[] = [
      { name: 'ä'.repeat(KEY_NAME_MAX + 1) },
      { name: 'a\nb' },
      ...['\u061c', '\u200e', '\u200f', '\u202a', '\u202e', '\u2066', '\u2069'].map((turn) => ({
        name: `a${turn}b`,
      })),
      { expiresInMs: EXPIRY_MAX_MS + 1 },
      { expiresInMs: 1.5 },
      { limit: { quota: OVERRIDE_QUOTA_MAX + 1, windowMs: 1000 } },
      { limit: { quota: 1, windowMs: 999 } },
      { scopes: ['everything' as 'companies:read'] },
      { scopes: ['reconcile', 'companies:read'] },
    ]
    for (const params of wrong)
      await assert.rejects(() => create(params), fails('invalid_request'), JSON.stringify(params))
  })

  it(`refuses a key beyond ${LIVE_KEYS_MAX} valid ones, until one of them ends`, async () => {
    const made: NewKey[] = []
    while (made.length < LIVE_KEYS_MAX) made.push(await create())
    await assert.rejects(() => create(), fails('conflict'))
    await revoke(made[7]!.key.id)
    await create()
    await assert.rejects(() => create(), fails('conflict'))
  })
})

describe('the number of new keys', () => {
  const make = () => createKey(needs, OTHER, KEY_PARAMS, trace())
  const refusedFor = (retryInMs: number) => (error: unknown) =>
    fails('rate_limited')(error) &&
    error instanceof Failure &&
    error.reason === 'too_many' &&
    error.retryInMs === retryInMs

  it(`is at most ${KEYS_AN_HOUR_MAX} in any hour, rotations included, and the refusal says when to retry`, async () => {
    assert.equal(KEYS_AN_HOUR_MAX, 30)
    const { key } = await make()
    waitMs(60_000)
    for (let i = 2; i < KEYS_AN_HOUR_MAX; i++) await revokeAnyKey(needs, (await make()).key.id, trace())
    await rotateKey(needs, OTHER, key.id, 0, trace())
    await assert.rejects(make, refusedFor(HOUR_MS - 60_000))
    waitMs(HOUR_MS - 60_001)
    await assert.rejects(make, refusedFor(1))
    waitMs(1)
    await make()
    await assert.rejects(make, refusedFor(60_000))
  })

  it(`is at most ${KEYS_A_DAY_MAX} in any day, rotations included, except for the command line`, async () => {
    let { key } = await make()
    for (let i = 1; i < KEYS_A_DAY_MAX; i++) {
      if (i % KEYS_AN_HOUR_MAX === 0) waitMs(HOUR_MS)
      if (i % 2 === 1)
        await revokeAnyKey(needs, (await rotateKey(needs, OTHER, key.id, 0, trace())).key.id, trace())
      else key = (await make()).key
    }
    const leftMs = 18 * HOUR_MS
    await assert.rejects(make, fails('rate_limited'))
    waitMs(leftMs - 1)
    await assert.rejects(make, refusedFor(1))
    waitMs(1)
    await make()
    for (let i = 0; i <= KEYS_A_DAY_MAX; i++) await revoke((await create()).key.id)
  })
})

describe('rotating a key', () => {
  it('keeps both secrets valid in the overlap, and only the new one afterwards', async () => {
    const old = await create()
    const next = await rotate(old.key.id, HOUR_MS)
    waitMs(HOUR_MS - 1)
    assert.ok(works(old.secret) && works(next.secret))
    waitMs(1)
    assert.equal(works(old.secret), false)
    assert.ok(works(next.secret))
  })

  it('ends the old secret at once when there is no overlap', async () => {
    const old = await create()
    const next = await rotate(old.key.id, 0)
    assert.equal(works(old.secret), false)
    assert.ok(works(next.secret))
  })

  it('keeps the kind of the key', async () => {
    for (const kind of KEY_KINDS) {
      const next = await rotate((await create({ kind })).key.id, HOUR_MS)
      assert.ok(next.secret.startsWith(`fs_${kind}_`))
      assert.equal(kindOf(next.key), kind)
    }
  })

  it('copies name, scopes, limit and expiry', async () => {
    const terms = {
      name: 'erp',
      scopes: API_SCOPES,
      limit: { quota: 7, windowMs: 2000 },
      expiresInMs: HOUR_MS,
    }
    const old = await create(terms)
    waitMs(1000)
    const next = (await rotate(old.key.id, OVERLAP_MAX_MS)).key
    assert.deepEqual(termsOf(next), termsOf(old.key))
    assert.equal(next.rotatedFrom, old.key.id)
    waitMs(HOUR_MS)
    await assert.rejects(() => rotate(next.id, 0), fails('conflict'))
  })

  it('keeps a key for OpenRefine one', async () => {
    const old = await create({ scopes: ['reconcile'] })
    assert.deepEqual((await rotate(old.key.id, HOUR_MS)).key.scopes, ['reconcile'])
  })

  it('can be repeated in the overlap without extending it', async () => {
    const old = await create()
    const second = await rotate(old.key.id, HOUR_MS)
    waitMs(ROTATION_INTERVAL_MIN_MS)
    const third = await rotate(old.key.id, 2 * HOUR_MS)
    const fourth = await rotate(second.key.id, 3 * HOUR_MS)
    waitMs(HOUR_MS - ROTATION_INTERVAL_MIN_MS)
    assert.equal(works(old.secret), false)
    assert.ok(works(second.secret) && works(third.secret) && works(fourth.secret))
    await rotate(second.key.id, 0)
    assert.equal(works(second.secret), false)
  })

  it('is done once for repeated requests within 10 s', async () => {
    assert.equal(ROTATION_INTERVAL_MIN_MS, 10_000)
    const old = await create()
    const next = await rotate(old.key.id, HOUR_MS)
    const isResting = (error: unknown) => fails('conflict')(error) && (error as Failure).reason === 'not_now'
    await assert.rejects(() => rotate(old.key.id, HOUR_MS), isResting)
    waitMs(ROTATION_INTERVAL_MIN_MS - 1)
    await assert.rejects(() => rotate(old.key.id, HOUR_MS), isResting)
    assert.equal((await listKeys(needs, LOCAL_ACCOUNT)).length, 2)
    await rotate(next.key.id, HOUR_MS)
    waitMs(1)
    await rotate(old.key.id, HOUR_MS)
    // The clock was set back by two hours: no key waits for it to come round again.
    waitMs(-2 * HOUR_MS)
    await rotate(next.key.id, HOUR_MS)
  })

  it('accepts an overlap of 0 to 30 days', async () => {
    const { key } = await create()
    await rotate(key.id, OVERLAP_MAX_MS)
    for (const overlapMs of [-1, OVERLAP_MAX_MS + 1, 0.5, Number.NaN]) {
      await assert.rejects(() => rotate(key.id, overlapMs), fails('invalid_request', '/overlap'))
    }
  })

  it('works at the maximum number of keys, and is limited itself', async () => {
    const made: NewKey[] = []
    while (made.length < LIVE_KEYS_MAX) made.push(await create())
    for (const { key } of made) await rotate(key.id, HOUR_MS)
    assert.equal(LIVE_KEYS_IN_OVERLAP_MAX, 2 * LIVE_KEYS_MAX)
    waitMs(ROTATION_INTERVAL_MIN_MS)
    await assert.rejects(() => rotate(made[0]!.key.id, HOUR_MS), fails('conflict'))
  })

  it('is refused for a key that is unknown, another account’s, or ended', async () => {
    const { key } = await create()
    await assert.rejects(() => rotate('key_unknown' as KeyId, 0), fails('not_found'))
    await assert.rejects(() => rotateKey(needs, 'other' as AccountId, key.id, 0, trace()), fails('not_found'))
    await revoke(key.id)
    await assert.rejects(() => rotate(key.id, 0), fails('conflict'))
  })
})

describe('revoking a key', () => {
  it('takes effect before the call returns, also in an overlap', async () => {
    const old = await create()
    const next = await rotate(old.key.id, HOUR_MS)
    await revoke(old.key.id)
    assert.equal(works(old.secret), false)
    assert.ok(works(next.secret))
    await revoke(next.key.id)
    assert.equal(works(next.secret), false)
  })

  it('keeps its first time when repeated', async () => {
    const { key } = await create()
    await revoke(key.id)
    const first = (await needs.keys.find(LOCAL_ACCOUNT, key.id))?.revokedAtMs
    waitMs(1000)
    await revoke(key.id)
    assert.equal((await needs.keys.find(LOCAL_ACCOUNT, key.id))?.revokedAtMs, first)
  })

  it('reports an unknown key, and that of another account as unknown', async () => {
    const { key, secret } = await create()
    await assert.rejects(() => revoke('key_unknown' as KeyId), fails('not_found'))
    await assert.rejects(() => revokeKey(needs, 'other' as AccountId, key.id, trace()), fails('not_found'))
    assert.ok(works(secret))
  })
})

describe('the keys of a deleted account', () => {
  it('are refused from the start on, and revoked, if a process died before their revocation', async () => {
    const own = [await create(), await create()]
    const left = [
      await createKey(needs, OTHER, KEY_PARAMS, trace()),
      await createKey(needs, OTHER, KEY_PARAMS, trace()),
    ]
    await revokeAnyKey(needs, left[0]!.key.id, trace())
    close(OTHER)
    assert.ok(works(left[1]!.secret), 'the process died before the revocation')
    const before = entries().length
    const next = await again()
    assert.deepEqual(
      [...left, ...own].map(({ secret }) => next.works(secret)),
      [false, false, true, true],
    )
    assert.equal(await next.revokeLeft(), 1)
    assert.deepEqual(entries().slice(before), [
      { event: 'key_revoked', subject: left[1]!.key.id, detail: '{}' },
    ])
    assert.equal(await next.revokeLeft(), 0)
    assert.equal(
      (await needs.keys.list(OTHER)).filter(({ revokedAtMs }) => revokedAtMs === undefined).length,
      0,
    )
  })

  it('can neither be created nor rotated', async () => {
    const { key } = await createKey(needs, OTHER, KEY_PARAMS, trace())
    close(OTHER)
    await assert.rejects(() => createKey(needs, OTHER, KEY_PARAMS, trace()), fails('not_found'))
    await assert.rejects(() => rotateKey(needs, OTHER, key.id, 0, trace()), fails('not_found'))
    assert.equal((await needs.keys.list(OTHER)).length, 1)
  })
})

describe('renaming a key', () => {
  it('keeps the name as typed, trimmed', async () => {
    const { key, secret } = await create()
    assert.equal((await renameKey(needs, LOCAL_ACCOUNT, key.id, '  Büro 2 ', trace())).name, 'Büro 2')
    assert.equal((await needs.keys.find(LOCAL_ACCOUNT, key.id))?.name, 'Büro 2')
    assert.ok(works(secret))
  })

  it('is refused for an invalid name and for the key of another account', async () => {
    const { key } = await create()
    for (const name of [' ', 'a\u0000', 'x'.repeat(KEY_NAME_MAX + 1)]) {
      await assert.rejects(
        () => renameKey(needs, LOCAL_ACCOUNT, key.id, name, trace()),
        fails('invalid_request', '/name'),
      )
    }
    await assert.rejects(() => renameKey(needs, OTHER, key.id, 'mine', trace()), fails('not_found'))
  })
})

describe('binding a key to networks', () => {
  const addressesOf = (secret: string) =>
    needs.keyRing.find(systemSecrets.sha256(secret))?.addresses.map(networkText)

  it('takes effect before the call returns, and is copied by a rotation', async () => {
    const { key, secret } = await create({ addresses: [' 192.0.2.7/24', '192.0.2.0/24', '2001:DB8::/32'] })
    assert.deepEqual(addressesOf(secret), ['192.0.2.0/24', '2001:db8::/32'])
    const next = await rotate(key.id, HOUR_MS)
    assert.deepEqual(addressesOf(next.secret), ['192.0.2.0/24', '2001:db8::/32'])
    await changeAddresses(needs, LOCAL_ACCOUNT, next.key.id, ['::1'], trace())
    assert.deepEqual([addressesOf(secret)?.length, addressesOf(next.secret)], [2, ['::1']])
    await changeAddresses(needs, LOCAL_ACCOUNT, next.key.id, [], trace())
    assert.deepEqual(addressesOf(next.secret), [])
  })

  it(`accepts up to ${NETWORKS_MAX} networks, and neither invalid nor nearly unlimited ones`, async () => {
    const { key, secret } = await create({ addresses: ['10.0.0.0/8', '2001::/16'] })
    const many = Array.from({ length: NETWORKS_MAX + 1 }, (_, i) => `2001:db8:${i}::/48`)
    await changeAddresses(needs, LOCAL_ACCOUNT, key.id, many.slice(1), trace())
    const wrong: [readonly string[], string][] = [
      [many, '/addresses'],
      [['::1', 'office'], '/addresses/1'],
      [['10.0.0.0/7'], '/addresses/0'],
      [['0.0.0.0/0'], '/addresses/0'],
      [['::ffff:0:0/96'], '/addresses/0'],
      [['::1', '2000::/15'], '/addresses/1'],
      [['::/0'], '/addresses/0'],
    ]
    for (const [addresses, field] of wrong) {
      const change = () => changeAddresses(needs, LOCAL_ACCOUNT, key.id, addresses, trace())
      await assert.rejects(change, fails('invalid_request', field))
      await assert.rejects(() => create({ addresses }), fails('invalid_request', field))
    }
    assert.equal(addressesOf(secret)?.length, NETWORKS_MAX)
    await assert.rejects(() => changeAddresses(needs, OTHER, key.id, [], trace()), fails('not_found'))
  })
})

describe('overriding a limit', () => {
  it('applies to the key and to those that share its meter, in any account', async () => {
    const old = await create()
    const next = await rotate(old.key.id, HOUR_MS)
    const stranger = await create()
    const limit = { quota: 7, windowMs: 2000 }
    assert.deepEqual((await overrideLimit(needs, next.key.id, limit, trace())).limit, limit)
    const limitOf = async ({ key }: { key: Key }) => (await needs.keys.find(LOCAL_ACCOUNT, key.id))?.limit
    assert.deepEqual(
      [await limitOf(old), await limitOf(next), await limitOf(stranger)],
      [limit, limit, undefined],
    )
    const slots = [old, next].map(({ secret }) => needs.keyRing.find(systemSecrets.sha256(secret))?.slot)
    assert.equal(slots[0], slots[1])
    await overrideLimit(needs, old.key.id, undefined, trace())
    assert.deepEqual([await limitOf(old), await limitOf(next)], [undefined, undefined])
  })

  it('is refused out of bounds, and for an unknown key', async () => {
    const { key } = await create()
    const limit = { quota: 0, windowMs: 1 }
    await assert.rejects(
      () => overrideLimit(needs, key.id, limit, trace()),
      fails('invalid_request', '/limit/quota', '/limit/window'),
    )
    await assert.rejects(
      () => overrideLimit(needs, 'key_unknown' as KeyId, undefined, trace()),
      fails('not_found'),
    )
  })
})

describe('an operator', () => {
  it('can revoke the key of any account', async () => {
    const { key, secret } = await createKey(needs, OTHER, KEY_PARAMS, trace())
    await revokeAnyKey(needs, key.id, trace())
    assert.equal(works(secret), false)
    await assert.rejects(() => revokeAnyKey(needs, 'key_unknown' as KeyId, trace()), fails('not_found'))
  })
})

function termsOf({ name, scopes, limit, expiresAtMs }: Key) {
  return { name, scopes, limit, expiresAtMs }
}
