/** Watch lists and webhooks: `/api/v1/watches` and `/api/v1/webhooks`, and the page that ends e-mails. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { SqlOutbox } from '../../src/adapters/sql/accounts/outbox.ts'
import { openAccountsDatabase } from '../../src/adapters/sqlite/accounts/accounts-database.ts'
import { openCompanyWriter } from '../../src/adapters/sqlite/companies/write/company-writer.ts'
import type { KeyKind } from '../../src/core/access/key-kind.ts'
import { secretFor } from '../../src/core/accounts/root-secret.ts'
import type { EmailData } from '../../src/core/notifications/email.ts'
import { unsubscribeToken } from '../../src/core/watching/unsubscribe.ts'
import { WATCHED_PER_CALL_MAX, WATCHES_MAX } from '../../src/core/watching/watch.ts'
import { WEBHOOKS_MAX, type WebhookId } from '../../src/core/watching/webhook.ts'
import { signingSecrets, webhookSecret } from '../../src/core/watching/webhook-secret.ts'
import { addedResult, watchedResult, watchSchema } from '../../src/http/api/watch-schemas.ts'
import {
  eventsResult,
  queuedEventSchema,
  webhookSchema,
  webhookSecretSchema,
} from '../../src/http/api/webhook-schemas.ts'
import { incomingCompany, seenBy } from '../fixtures/incoming-companies.ts'
import { handClock } from './hand-clock.ts'
import { testRefusals } from './refusals.ts'
import { openService } from './start-service.ts'
import { ROOT_SECRET } from './test-secrets.ts'

const DAY_S = 86_400
const MINUTE_MS = 60_000
const COMPANIES = Array.from({ length: 5 }, (_, i) => incomingCompany(900_001 + i))
const clock = handClock(Date.UTC(2026, 5, 1, 12))
const service = await openService({ others: COMPANIES, clock })
const uuidOf = (digits: number) =>
  [...service.companies.readAll(1000)].flat().find(({ name }) => name.includes(` ${digits} `))!.uuid
const SECRET = secretFor('webhooks', ROOT_SECRET)
const URL_A = 'https://crm.example.com/hook'

const authFor = (kind: KeyKind = 'live') => ({
  authorization: `Bearer ${service.key({ scopes: ['companies:watch'], kind }).secret}`,
})
const auth = authFor()

async function send(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  { body, headers = auth }: { body?: unknown; headers?: Record<string, string> } = {},
) {
  const json = { 'content-type': 'application/json' }
  const sent = body === undefined ? {} : { payload: JSON.stringify(body) }
  const answer = await service.server.inject({
    method,
    url: `/api/v1${path}`,
    headers: { ...headers, ...(body !== undefined && json) },
    ...sent,
  })
  const isJson = answer.body !== ''
  return { status: answer.statusCode, json: isJson ? answer.json() : undefined, headers: answer.headers }
}

async function newWatch(terms: object = {}, headers = auth) {
  const { status, json } = await send('POST', '/watches', { body: { name: 'Kunden', ...terms }, headers })
  assert.equal(status, 201, JSON.stringify(json))
  return watchSchema.parse(json)
}

async function newWebhook(headers = auth) {
  const { status, json } = await send('POST', '/webhooks', { body: { url: URL_A }, headers })
  assert.equal(status, 201, JSON.stringify(json))
  return webhookSecretSchema.parse(json)
}

async function add(watch: string, body: unknown, headers = auth) {
  const { status, json } = await send('POST', `/watches/${watch}/companies`, { body, headers })
  assert.equal(status, 200, JSON.stringify(json))
  return addedResult.parse(json)
}

/** Stores a new state of the company, as an import does. */
function change(digits: number, name: string, asOf: string) {
  const writer = openCompanyWriter(service.companiesPath, clock.nowMs())
  const source = seenBy(asOf, `D2601V_HRB${digits}`)
  writer.save([incomingCompany(digits, { name, source })], clock.nowMs())
  writer.close()
}

async function removeAll() {
  for (const { id } of (await send('GET', '/watches')).json) await send('DELETE', `/watches/${id}`)
  for (const { id } of (await send('GET', '/webhooks')).json) await send('DELETE', `/webhooks/${id}`)
}

test('a watch list is created, read, changed and deleted', async () => {
  const webhook = await newWebhook()
  const made = await send('POST', '/watches', { body: { name: 'Kunden', webhooks: [webhook.id] } })
  assert.equal(made.status, 201)
  const watch = watchSchema.parse(made.json)
  assert.equal(made.headers.location, `/api/v1/watches/${watch.id}`)
  assert.match(watch.id, /^wat_[0-9A-Za-z]{16}$/)
  assert.deepEqual(watch, {
    ...{ id: watch.id, name: 'Kunden', webhooks: [webhook.id], email: 'none', language: 'de' },
    ...{ companies: 0, created_at: new Date(clock.nowMs()).toISOString() },
  })
  assert.deepEqual((await send('GET', `/watches/${watch.id}`)).json, watch)
  assert.deepEqual((await send('GET', '/watches')).json, [watch])
  const changed = await send('POST', `/watches/${watch.id}`, { body: { name: 'Lieferanten' } })
  assert.deepEqual(changed.json, { ...watch, name: 'Lieferanten' })
  const english = await send('POST', `/watches/${watch.id}`, { body: { language: 'en' } })
  assert.deepEqual(english.json, { ...watch, name: 'Lieferanten', language: 'en' })
  assert.deepEqual((await send('GET', `/watches/${watch.id}`)).json, english.json)
  assert.equal((await send('DELETE', `/watches/${watch.id}`)).status, 204)
  assert.equal((await send('GET', `/watches/${watch.id}`)).status, 404)
  assert.equal((await send('DELETE', `/watches/${watch.id}`)).status, 404)
  await removeAll()
})

test('400: a wrong field of a watch list is named', async () => {
  const cases: readonly (readonly [object, string, string])[] = [
    [{}, '/name', 'required'],
    [{ name: ' ' }, '/name', 'format'],
    [{ name: '' }, '/name', 'too_short'],
    [{ name: 'a\u0000b' }, '/name', 'format'],
    [{ name: 'a\ud800b' }, '/name', 'encoding'],
    [{ name: 'x'.repeat(101) }, '/name', 'too_long'],
    [{ name: 'x', email: 'weekly' }, '/email', 'not_allowed'],
    [{ name: 'x', email: 'daily' }, '/email', 'not_allowed'],
    [{ name: 'x', webhooks: ['whk_none'] }, '/webhooks/0', 'not_allowed'],
    [{ name: 'x', webhooks: ['a', 'b', 'c', 'd', 'e', 'f'] }, '/webhooks', 'too_many'],
    [{ name: 'x', language: 'fr' }, '/language', 'not_allowed'],
    [{ name: 'x', companies: [] }, '/companies', 'unknown_field'],
  ]
  const { id } = await newWatch()
  for (const [body, field, reason] of cases) {
    const paths = reason === 'required' ? ['/watches'] : ['/watches', `/watches/${id}`]
    for (const path of paths) {
      const { status, json } = await send('POST', path, { body })
      assert.deepEqual([status, json.details[0].field, json.details[0].reason], [400, field, reason], path)
    }
  }
  await removeAll()
})

test('companies are added by id and by number, each row with its own result', async () => {
  const { id } = await newWatch()
  const [first, second] = [uuidOf(900_001), uuidOf(900_002)]
  const rows = await add(id, [
    { uuid: first.toUpperCase(), ref: 'a' },
    { registration_number: 'HRB 900002', register_court: 'München', ref: 'b' },
    { registration_number: 'HRB 900001 München' },
    { uuid: randomUUID() },
    { registration_number: 'HRB 987654', register_court: 'München' },
    { uuid: 'none', ref: 'c' },
    {},
    { uuid: first, registration_number: 'HRB 1' },
    'x',
  ])
  assert.deepEqual(
    rows.map(({ ref, state, uuid }) => [ref, state, uuid]),
    [
      ['a', 'added', first],
      ['b', 'added', second],
      [null, 'present', first],
      [null, 'not_found', null],
      [null, 'not_found', null],
      ['c', 'invalid', null],
      [null, 'invalid', null],
      [null, 'invalid', null],
      [null, 'invalid', null],
    ],
  )
  assert.deepEqual(rows[5]!.details, [{ field: '/5/uuid', reason: 'format' }])
  assert.deepEqual(rows[6]!.details, [{ field: '/6/uuid', reason: 'required' }])
  assert.deepEqual(rows[7]!.details, [{ field: '/7/registration_number', reason: 'not_allowed' }])
  assert.equal((await send('GET', `/watches/${id}`)).json.companies, 2)
  await removeAll()
})

test('the companies of a list are read page by page, and removed one by one or together', async () => {
  const { id } = await newWatch()
  const uuids = [1, 2, 3, 4, 5].map((i) => uuidOf(900_000 + i)).toSorted()
  await add(
    id,
    uuids.map((uuid) => ({ uuid })),
  )
  const seen: string[] = []
  for (let query = '?limit=2'; ; ) {
    const { json, headers } = await send('GET', `/watches/${id}/companies${query}`)
    const page = watchedResult.parse(json)
    seen.push(...page.map(({ uuid }) => uuid))
    const next = headers['x-next-cursor']
    if (next === undefined) break
    query = `?limit=2&cursor=${next}`
  }
  assert.deepEqual(seen, uuids)
  assert.equal((await send('GET', `/watches/${id}/companies?cursor=x`)).status, 400)
  assert.equal((await send('DELETE', `/watches/${id}/companies/${uuids[0]!.toUpperCase()}`)).status, 204)
  assert.equal((await send('DELETE', `/watches/${id}/companies/${uuids[0]}`)).status, 404)
  const { json } = await send('POST', `/watches/${id}/remove`, {
    body: { uuids: uuids.slice(0, 3) },
  })
  assert.deepEqual(json, { removed: 2 })
  assert.equal((await send('GET', `/watches/${id}`)).json.companies, 2)
  await removeAll()
})

test('a call adds at most WATCHED_PER_CALL_MAX companies', async () => {
  const { id } = await newWatch()
  const rows = Array.from({ length: WATCHED_PER_CALL_MAX + 1 }, () => ({ uuid: uuidOf(900_001) }))
  const over = await send('POST', `/watches/${id}/companies`, { body: rows })
  assert.deepEqual([over.status, over.json.details], [400, [{ field: '', reason: 'too_many' }]])
  assert.equal((await add(id, rows.slice(1))).length, WATCHED_PER_CALL_MAX)
  await removeAll()
})

test('a row with a number costs one unit more', async () => {
  const { id } = await newWatch()
  const key = service.key({ scopes: ['companies:watch'], limit: { quota: 100, windowMs: MINUTE_MS } })
  const headers = { authorization: `Bearer ${key.secret}` }
  const rows = [{ uuid: uuidOf(900_001) }, ...Array(3).fill({ registration_number: 'HRB 900002 München' })]
  const answer = await send('POST', `/watches/${id}/companies`, { body: rows, headers })
  assert.match(String(answer.headers.ratelimit), /"default";r=96;/)
  await removeAll()
})

test('409: an account has at most WATCHES_MAX lists and WEBHOOKS_MAX webhooks', async () => {
  for (let i = 0; i < WATCHES_MAX; i++) await newWatch()
  assert.equal((await send('POST', '/watches', { body: { name: 'x' } })).status, 409)
  for (let i = 0; i < WEBHOOKS_MAX; i++) await newWebhook()
  assert.equal((await send('POST', '/webhooks', { body: { url: URL_A } })).status, 409)
  await removeAll()
})

test('test keys watch the sandbox, and see nothing of live keys', async () => {
  const headers = authFor('test')
  const live = await newWatch()
  const webhook = await newWebhook()
  const { id } = await newWatch({}, headers)
  const [company] = [...service.sandbox.companies.readAll(10)].flat()
  const rows = await add(id, [{ uuid: company!.uuid }, { uuid: uuidOf(900_001) }], headers)
  assert.deepEqual(
    rows.map(({ state }) => state),
    ['added', 'not_found'],
  )
  for (const path of [`/watches/${live.id}`, `/webhooks/${webhook.id}`])
    assert.equal((await send('GET', path, { headers })).status, 404)
  assert.deepEqual((await send('GET', '/webhooks', { headers })).json, [])
  assert.equal((await send('GET', `/watches/${id}`)).status, 404)
  await send('DELETE', `/watches/${id}`, { headers })
  await removeAll()
})

test('the secret of a webhook is in the response that creates it, and in no other', async () => {
  const { secret, ...webhook } = await newWebhook()
  assert.equal(secret, webhookSecret(SECRET, webhook.id as WebhookId, 1))
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  const read = await send('GET', `/webhooks/${webhook.id}`)
  assert.deepEqual(webhookSchema.parse(read.json), webhook)
  assert.deepEqual(webhook, {
    ...{ id: webhook.id, url: URL_A, note: '', state: 'active', old_secret_ends_at: null },
    ...{ created_at: webhook.created_at, events: 0, waiting: 0, delivered_cursor: 'MA', failing: null },
  })
  assert.deepEqual((await send('GET', '/webhooks')).json, [webhook])
  await removeAll()
})

test('after a rotation both secrets sign until the overlap ends', async () => {
  const { id, secret } = await newWebhook()
  const rotated = await send('POST', `/webhooks/${id}/rotate`, { body: { overlap_s: DAY_S } })
  const { secret: next, old_secret_ends_at } = webhookSecretSchema.parse(rotated.json)
  const endsAtMs = clock.nowMs() + DAY_S * 1000
  assert.equal(old_secret_ends_at, new Date(endsAtMs).toISOString())
  const stored = (await service.watching.webhooks.list({ account: 'local' as never, isTest: false }))[0]!
  assert.deepEqual(signingSecrets(SECRET, stored, endsAtMs - 1), [next, secret])
  assert.deepEqual(signingSecrets(SECRET, stored, endsAtMs), [next])
  const over = await send('POST', `/webhooks/${id}/rotate`, { body: { overlap_s: 30 * DAY_S + 1 } })
  assert.equal(over.status, 400)
  const atOnce = await send('POST', `/webhooks/${id}/rotate`, { body: { overlap_s: 0 } })
  assert.equal(atOnce.json.old_secret_ends_at, null)
  await removeAll()
})

test('400: an address that no receiver can have is refused', async () => {
  for (const url of [
    '',
    'x',
    'ftp://a.example/',
    'https://u:p@a.example/',
    'https://a.example/#x',
    'https://',
  ]) {
    const { status, json } = await send('POST', '/webhooks', { body: { url } })
    assert.deepEqual([status, json.details[0].field], [400, '/url'], url)
  }
})

test('a webhook is pinged, paused, resumed from a cursor, and shows what waits', async () => {
  const { id } = await newWebhook()
  const pings = []
  for (let i = 0; i < 3; i++) {
    const ping = await send('POST', `/webhooks/${id}/ping`)
    assert.equal(ping.status, 202)
    pings.push(queuedEventSchema.parse(ping.json))
  }
  const { queue } = service.watching
  const [claimed] = await queue.claim({ node: 'a', untilMs: clock.nowMs() + 1000 }, clock.nowMs(), {
    free: 10,
    perAccount: 10,
    taken: new Map(),
  })
  await queue.delivered(claimed!.held, 2)
  const paused = (await send('POST', `/webhooks/${id}/pause`)).json
  assert.deepEqual([paused.state, paused.events, paused.waiting], ['paused', 3, 1])
  const events = eventsResult.parse((await send('GET', `/webhooks/${id}/events`)).json)
  assert.deepEqual(
    events.map(({ id: event, cursor, delivered, type }) => [event, cursor, delivered, type]),
    pings.map((ping, i) => [ping.id, ping.cursor, i < 2, 'ping']),
  )
  assert.deepEqual(events[0]!.payload, { type: 'ping', timestamp: events[0]!.at, data: {} })
  const page = await send('GET', `/webhooks/${id}/events?limit=2`)
  assert.equal(page.headers['x-next-cursor'], pings[1]!.cursor)
  const rest = await send('GET', `/webhooks/${id}/events?cursor=${pings[1]!.cursor}`)
  assert.deepEqual(rest.json, [events[2]])
  const resumed = await send('POST', `/webhooks/${id}/resume`, { body: { from: pings[0]!.cursor } })
  assert.deepEqual([resumed.json.state, resumed.json.waiting], ['active', 2])
  assert.equal((await send('POST', `/webhooks/${id}/resume`, { body: { from: '!' } })).status, 400)
  await removeAll()
})

test('404: every route of an unknown list or webhook', async () => {
  const cases: readonly (readonly ['GET' | 'POST' | 'DELETE', string, unknown?])[] = [
    ['GET', '/watches/wat_none'],
    ['POST', '/watches/wat_none', {}],
    ['DELETE', '/watches/wat_none'],
    ['GET', '/watches/wat_none/companies'],
    ['POST', '/watches/wat_none/companies', [{ uuid: randomUUID() }]],
    ['POST', '/watches/wat_none/remove', { uuids: [randomUUID()] }],
    ['DELETE', `/watches/wat_none/companies/${randomUUID()}`],
    ['GET', '/webhooks/whk_none'],
    ['DELETE', '/webhooks/whk_none'],
    ['POST', '/webhooks/whk_none/rotate', { overlap_s: 0 }],
    ['POST', '/webhooks/whk_none/ping'],
    ['POST', '/webhooks/whk_none/pause'],
    ['POST', '/webhooks/whk_none/resume', {}],
    ['GET', '/webhooks/whk_none/events'],
  ]
  for (const [method, path, body] of cases)
    assert.equal((await send(method, path, { body })).status, 404, `${method} ${path}`)
})

test('a change of a watched company becomes one event for each webhook of the list', async () => {
  const hooks = [await newWebhook(), await newWebhook()]
  const watch = await newWatch({ webhooks: hooks.map(({ id }) => id) })
  const uuid = uuidOf(900_003)
  await add(watch.id, [{ uuid, ref: 'customer 17' }])
  change(900_003, 'Neuer Name 900003 GmbH', '2019-01-01')
  change(900_004, 'Anderer Name 900004 GmbH', '2019-01-01')
  await service.watching.feed()
  await service.watching.feed()
  const found = await service.server.inject({
    url: '/api/v1/companies/search/',
    method: 'POST',
    headers: { ...service.auth('companies:search'), 'content-type': 'application/json' },
    payload: JSON.stringify({ name: 'HRB 900003 München' }),
  })
  const { name: _, match: __, ...record } = found.json()[0]
  const ids = new Set<string>()
  for (const { id } of hooks) {
    const events = eventsResult.parse((await send('GET', `/webhooks/${id}/events`)).json)
    assert.deepEqual(
      events.map(({ payload }) => payload),
      [
        {
          type: 'company.changed',
          timestamp: new Date(clock.nowMs()).toISOString(),
          data: {
            ...{ watch: watch.id, ref: 'customer 17', uuid, kind: 'changed' },
            fields: ['name', 'former_names'],
            company: { ...record, name: 'Neuer Name 900003 GmbH' },
          },
        },
      ],
    )
    ids.add(events[0]!.id)
  }
  assert.equal(ids.size, 2, 'each event has an id of its own')
  await removeAll()
})

/** Opens the outbox, gives the account of the keys an address, and takes both away again. */
async function withOutbox(step: (outbox: SqlOutbox) => Promise<void>) {
  const database = openAccountsDatabase(service.accountsPath, clock.nowMs())
  const setAddress = (email: string | null) =>
    database.tables.updateTable('accounts').set({ email }).where('id', '=', 'local').execute()
  await setAddress('local@example.org')
  try {
    await step(new SqlOutbox(database))
  } finally {
    await setAddress(null)
    await database.close()
  }
}

test('changes are told by e-mail until one request without a session ends it, and GET does not', async () => {
  await withOutbox(async (outbox) => {
    const watch = await newWatch({ email: 'instant', language: 'en' })
    assert.equal(watch.language, 'en')
    await send('POST', `/watches/${watch.id}`, { body: { language: 'de' } })
    await add(watch.id, [{ uuid: uuidOf(900_005) }])
    change(900_005, 'Erste GmbH', '2019-01-01')
    assert.equal(await service.watching.feed(), 1)
    const email = (await outbox.due(clock.nowMs()))!
    assert.deepEqual(
      [email.kind, email.recipient, email.language],
      ['watch_digest', 'local@example.org', 'de'],
    )
    const { companies, moreChanges, watchName } = email.data as EmailData['watch_digest']
    assert.deepEqual(
      [watchName, companies.map(({ name }) => name), moreChanges],
      ['Kunden', ['Erste GmbH'], 0],
    )
    change(900_005, 'Zweite GmbH', '2020-01-01')
    assert.equal(await service.watching.feed(), 0, 'the last e-mail is too young')
    clock.pass(10 * MINUTE_MS)
    assert.equal(await service.watching.feed(), 1)
    const token = unsubscribeToken(secretFor('unsubscribe', ROOT_SECRET), watch.id)
    const shown = await service.server.inject({ url: `/unsubscribe/${token}` })
    assert.equal(shown.statusCode, 200)
    assert.match(String(shown.headers['content-security-policy']), /form-action 'self'/)
    assert.ok(shown.body.includes(`<form method="post" action="/unsubscribe/${token}">`))
    assert.equal((await send('GET', `/watches/${watch.id}`)).json.email, 'instant')
    const ended = await service.server.inject({
      method: 'POST',
      url: `/unsubscribe/${token}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
    assert.equal(ended.statusCode, 200, ended.body)
    assert.equal((await send('GET', `/watches/${watch.id}`)).json.email, 'none')
    change(900_005, 'Dritte GmbH', '2021-01-01')
    clock.pass(10 * MINUTE_MS)
    assert.equal(await service.watching.feed(), 0)
    await removeAll()
  })
})

test('404: a token that this server did not make ends no e-mails', async () => {
  await withOutbox(async () => {
    const watch = await newWatch({ email: 'daily' })
    const right = unsubscribeToken(secretFor('unsubscribe', ROOT_SECRET), watch.id)
    const other = unsubscribeToken(secretFor('unsubscribe', 'ab'.repeat(32)), watch.id)
    const ofOther = unsubscribeToken(secretFor('unsubscribe', ROOT_SECRET), 'wat_none')
    for (const token of [other, ofOther, `${watch.id}.`, watch.id, right.slice(0, -1)]) {
      const { statusCode } = await service.server.inject({
        method: 'POST',
        url: `/unsubscribe/${token}`,
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
        payload:
          '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
      })
      assert.equal(statusCode, 404, token)
    }
    assert.equal((await send('GET', `/watches/${watch.id}`)).json.email, 'daily')
    await removeAll()
  })
})

let kept = ''
test('a webhook for the tests that all routes share', async () => {
  kept = (await newWebhook()).id
})
testRefusals(() => service, {
  method: 'GET',
  url: () => `/api/v1/webhooks/${kept}/events`,
  scope: 'companies:watch',
})
testRefusals(() => service, {
  method: 'POST',
  url: () => `/api/v1/webhooks/${kept}/resume`,
  ...{ scope: 'companies:watch', body: {}, bodyBytesMax: 64 * 1024 },
})
