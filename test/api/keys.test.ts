/** A person's keys over the dashboard's API. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import BetterSqlite from 'better-sqlite3'
import type { z } from 'zod'
import { KEYS_AN_HOUR_MAX, LIVE_KEYS_MAX } from '../../src/core/access/create-key.ts'
import { NETWORKS_MAX } from '../../src/core/access/network.ts'
import {
  issuedKeyResult,
  keyHistoryResult,
  keyResult,
  keysResult,
  rotatedKeyResult,
} from '../../src/http/app/keys-schemas.ts'
import { handClock } from './hand-clock.ts'
import { type SignedIn, signedIn } from './signed-in.ts'
import { openService } from './start-service.ts'

const HOUR_MS = 3_600_000
const PARAMS = { name: 'CRM', scopes: ['companies:search', 'companies:read'], expires_in: 'never' }

const clock = handClock()
const service = await openService({ clock })

const person = () => signedIn(service)

/** The answer's body, which is exactly of the promised shape. */
function read<Shape extends z.ZodType>(
  shape: Shape,
  answer: { statusCode: number; body: string },
  status = 200,
): z.output<Shape> {
  assert.equal(answer.statusCode, status, answer.body)
  return shape.parse(JSON.parse(answer.body))
}

function rows(sql: string, ...parameters: unknown[]): Record<string, string>[] {
  const db = new BetterSqlite(service.accountsPath, { readonly: true })
  try {
    return db.prepare(sql).all(...parameters) as Record<string, string>[]
  } finally {
    db.close()
  }
}

const make = async (who: SignedIn, params: object = {}) =>
  read(issuedKeyResult, await who.post('/keys', { ...PARAMS, ...params }), 201)

async function works(secret: string, remoteAddress = '127.0.0.1'): Promise<number> {
  const headers = { authorization: `Bearer ${secret}` }
  const answer = await service.server.inject({
    method: 'GET',
    url: '/api/v1/companies?limit=1',
    headers,
    remoteAddress,
  })
  return answer.statusCode
}

test('a new key is shown once with its secret, and works at once', async () => {
  const who = person()
  const answer = await who.post('/keys', { ...PARAMS, name: '  CRM Nord ', expires_in: '30d' })
  assert.equal(answer.headers['cache-control'], 'no-store')
  const { key, secret } = read(issuedKeyResult, answer, 201)
  assert.equal(key.name, 'CRM Nord')
  assert.ok(secret.startsWith(key.visible_start))
  assert.equal(Date.parse(String(key.expires_at)) - clock.nowMs(), 30 * 24 * HOUR_MS)
  assert.equal(await works(secret), 200)
  const list = await who.get('/keys')
  assert.equal(list.body.includes(secret), false)
  const { keys, live, live_max } = read(keysResult, list)
  assert.deepEqual([keys.length, live, live_max], [1, 1, LIVE_KEYS_MAX])
  assert.equal(keys[0]?.id, key.id)
  assert.notEqual(keys[0]?.last_used_at, null, 'the use is seen before it is written')
  assert.ok(String(keys[0]?.last_used_at) >= key.created_at, 'no key was used before it was made')
})

test('the owner of a new key receives an e-mail, and the key is in the history', async () => {
  const who = person()
  const { key } = await make(who)
  const [email = {}] = rows('SELECT kind, recipient, data FROM emails WHERE account_id = ?', who.account)
  assert.deepEqual([email.kind, email.recipient], ['new_key', who.email])
  assert.equal(JSON.parse(String(email.data)).key, key.id)
  const { entries } = read(keyHistoryResult, await who.get(`/keys/${key.id}/history`))
  assert.deepEqual(
    entries.map(({ event, by }) => [event, by]),
    [['key_created', 'owner']],
  )
})

test('each fault of a new key is reported with its field', async () => {
  const who = person()
  const cases: [object, string][] = [
    [{ name: ' ' }, '/name'],
    [{ name: 'a\u0007' }, '/name'],
    [{ name: 'x'.repeat(101) }, '/name'],
    [{ scopes: [] }, '/scopes'],
    [{ scopes: ['everything'] }, '/scopes/0'],
    [{ scopes: ['reconcile', 'companies:search'] }, '/scopes'],
    [{ expires_in: '31d' }, '/expires_in'],
    [{ expires_in: new Date(clock.nowMs() - 1).toISOString() }, '/expires_in'],
    [{ expires_in: new Date(clock.nowMs() + 11 * 365 * 24 * HOUR_MS).toISOString() }, '/expires_in'],
    [{ addresses: ['192.0.2.0/24', 'office'] }, '/addresses/1'],
    [{ addresses: Array.from({ length: NETWORKS_MAX + 1 }, (_, i) => `192.0.2.${i}`) }, '/addresses'],
    [{ limit: { quota: 1, window_s: 1 } }, '/limit'],
  ]
  for (const [params, field] of cases) {
    const answer = await who.post('/keys', { ...PARAMS, ...params })
    assert.equal(answer.statusCode, 400, answer.body)
    assert.ok(
      answer.json().details.some((fault: { field: string }) => fault.field === field),
      `${field}: ${answer.body}`,
    )
  }
  assert.deepEqual(read(keysResult, await who.get('/keys')).keys, [])
})

/** As if all of them had been made an hour before: the proof of who it is does not last so long. */
function makeOlder({ account }: SignedIn): void {
  const db = new BetterSqlite(service.accountsPath)
  db.prepare('UPDATE keys SET created_at_ms = created_at_ms - ? WHERE account = ?').run(HOUR_MS, account)
  db.close()
}

test(`an account creates at most ${KEYS_AN_HOUR_MAX} keys in any hour, and the refusal says when to retry`, async () => {
  const who = person()
  for (let i = 0; i < KEYS_AN_HOUR_MAX; i++) {
    const { key } = await make(who)
    await who.post(`/keys/${key.id}/revoke`, { name: PARAMS.name })
  }
  clock.pass(60_000)
  const refused = await who.post('/keys', PARAMS)
  assert.deepEqual([refused.statusCode, refused.json().reason], [429, 'too_many'])
  assert.equal(refused.headers['retry-after'], String((HOUR_MS - 60_000) / 1000))
  assert.equal((await person().post('/keys', PARAMS)).statusCode, 201)
})

test('a key that is rotated by many requests at once has one successor', async () => {
  const who = person()
  const { key } = await make(who)
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => who.post(`/keys/${key.id}/rotate`, { overlap_s: 3600 })),
  )
  const refused = answers.filter(({ statusCode }) => statusCode !== 201)
  assert.equal(refused.length, 9)
  for (const answer of refused) {
    assert.deepEqual([answer.statusCode, answer.json().reason], [409, 'not_now'])
  }
  assert.equal(read(keysResult, await who.get('/keys')).keys.length, 2)
})

test(`an account has ${LIVE_KEYS_MAX} keys at most`, async () => {
  const who = person()
  for (let i = 0; i < LIVE_KEYS_MAX; i++) {
    if (i === KEYS_AN_HOUR_MAX) makeOlder(who)
    await make(who)
  }
  makeOlder(who)
  const refused = await who.post('/keys', PARAMS)
  assert.equal(refused.statusCode, 409)
  assert.equal(refused.json().reason, 'key_limit')
})

test('rotating gives a new secret, and both work until the overlap is over, to the second', async () => {
  const who = person()
  const first = await make(who)
  const next = read(
    rotatedKeyResult,
    await who.post(`/keys/${first.key.id}/rotate`, { overlap_s: 3600 }),
    201,
  )
  assert.equal(Date.parse(String(next.old.ends_at)) - clock.nowMs(), HOUR_MS)
  assert.deepEqual([next.old.state, next.old.works, next.old.successor], ['rotated', true, next.key.id])
  clock.pass(HOUR_MS - 1)
  assert.deepEqual([await works(first.secret), await works(next.secret)], [200, 200])
  clock.pass(1)
  assert.deepEqual([await works(first.secret), await works(next.secret)], [401, 200])
  const again = signedIn(service)
  assert.equal((await again.post(`/keys/${next.key.id}/rotate`, { overlap_s: 0 })).statusCode, 404)
  const [email = {}] = rows(
    `SELECT data FROM emails WHERE account_id = ? AND kind = 'key_rotated'`,
    who.account,
  )
  assert.equal(JSON.parse(String(email.data)).oldVisibleStart, first.key.visible_start)
})

test('a key is revoked after its name is typed, and refused from then on', async () => {
  const who = person()
  const { key, secret } = await make(who, { name: 'Größe' })
  for (const name of ['', 'grösse', 'Große', key.id]) {
    const refused = await who.post(`/keys/${key.id}/revoke`, { name })
    assert.deepEqual([refused.statusCode, refused.json().reason], [400, 'name_mismatch'])
  }
  assert.equal(await works(secret), 200)
  const revoked = read(
    keyResult,
    await who.post(`/keys/${key.id}/revoke`, { name: 'Größe '.normalize('NFD') }),
  )
  assert.deepEqual([revoked.key.state, revoked.key.works], ['revoked', false])
  assert.equal(await works(secret), 401)
})

test('a new name and new networks of a key apply at once', async () => {
  const who = person()
  const { key, secret } = await make(who, { addresses: ['10.1.2.3/8'] })
  assert.deepEqual(key.addresses, ['10.0.0.0/8'])
  assert.deepEqual([await works(secret), await works(secret, '10.9.9.9')], [403, 200])
  const bound = await who.post(`/keys/${key.id}/addresses`, {
    addresses: ['::1', '127.0.0.1/32', '127.0.0.1'],
  })
  assert.deepEqual(read(keyResult, bound).key.addresses, ['::1', '127.0.0.1'])
  assert.deepEqual([await works(secret), await works(secret, '10.9.9.9')], [200, 403])
  read(keyResult, await who.post(`/keys/${key.id}/addresses`, { addresses: [] }))
  assert.equal(await works(secret, '10.9.9.9'), 200)
  const named = read(keyResult, await who.post(`/keys/${key.id}/name`, { name: 'ERP' }))
  assert.equal(named.key.name, 'ERP')
  const { entries } = read(keyHistoryResult, await who.get(`/keys/${key.id}/history`))
  assert.deepEqual(
    entries.map(({ event }) => event),
    ['key_named', 'key_addresses', 'key_addresses', 'key_created'],
  )
  assert.equal(entries[0]?.detail.new_name, 'ERP')
})

test('the history of a key contains that of its predecessors', async () => {
  const who = person()
  const first = await make(who)
  const next = read(rotatedKeyResult, await who.post(`/keys/${first.key.id}/rotate`, { overlap_s: 0 }), 201)
  await who.post(`/keys/${next.key.id}/revoke`, { name: PARAMS.name })
  await make(who, { name: 'another' })
  for (const id of [first.key.id, next.key.id]) {
    const { entries } = read(keyHistoryResult, await who.get(`/keys/${id}/history`))
    assert.deepEqual(
      entries.map(({ event, key }) => [event, key]),
      [
        ['key_revoked', next.key.id],
        ['key_rotated', first.key.id],
        ['key_created', first.key.id],
      ],
    )
  }
})

test('the key of another person is not found', async () => {
  const { key, secret } = await make(person())
  const other = person()
  assert.equal((await other.get(`/keys/${key.id}/history`)).statusCode, 404)
  const bodies = {
    rotate: { overlap_s: 0 },
    revoke: { name: PARAMS.name },
    name: { name: 'mine' },
    addresses: { addresses: ['::1'] },
  }
  for (const [act, body] of Object.entries(bodies)) {
    assert.equal((await other.post(`/keys/${key.id}/${act}`, body)).statusCode, 404, act)
  }
  assert.deepEqual(read(keysResult, await other.get('/keys')).keys, [])
  assert.equal(await works(secret), 200)
})

test('changes to the access of a key require re-authentication, a new name does not', async () => {
  const proven = person()
  const { key } = await make(proven)
  clock.pass(HOUR_MS)
  const acts: [string, object][] = [
    ['/keys', PARAMS],
    [`/keys/${key.id}/rotate`, { overlap_s: 0 }],
    [`/keys/${key.id}/revoke`, { name: PARAMS.name }],
    [`/keys/${key.id}/addresses`, { addresses: [] }],
  ]
  for (const [path, body] of acts) {
    const refused = await proven.post(path, body)
    assert.deepEqual([refused.statusCode, refused.json().reason], [403, 'proof_needed'], path)
  }
  assert.equal((await proven.post(`/keys/${key.id}/name`, { name: 'x' })).statusCode, 200)
  assert.equal((await proven.get('/keys')).statusCode, 200)
})
