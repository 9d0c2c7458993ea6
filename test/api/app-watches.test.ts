/** Watch lists and webhooks of the dashboard: `/app/api/watches` and `/app/api/webhooks`. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCompanyWriter } from '../../src/adapters/sqlite/companies/write/company-writer.ts'
import { secretFor } from '../../src/core/accounts/root-secret.ts'
import { WATCHED_COMPANIES_MAX, WATCHED_PER_CALL_MAX, WATCHES_MAX } from '../../src/core/watching/watch.ts'
import { WEBHOOKS_MAX, type WebhookId } from '../../src/core/watching/webhook.ts'
import { webhookSecret } from '../../src/core/watching/webhook-secret.ts'
import {
  APP_EVENTS_PER_PAGE,
  appAddedResult,
  appEventsResult,
  appWatchedResult,
  issuedWebhookResult,
  pingResult,
  watchesResult,
  watchResult,
  webhookResult,
} from '../../src/http/app/watches-schemas.ts'
import { incomingCompany, seenBy } from '../fixtures/incoming-companies.ts'
import { handClock } from './hand-clock.ts'
import { type SignedIn, signedIn } from './signed-in.ts'
import { openService } from './start-service.ts'
import { ROOT_SECRET } from './test-secrets.ts'

const DIGITS = Array.from({ length: 5 }, (_, i) => 910_001 + i)
const clock = handClock(Date.UTC(2026, 5, 1, 12))
const service = await openService({ others: DIGITS.map((digits) => incomingCompany(digits)), clock })
const all = [...service.companies.readAll(1000)].flat()
const uuidOf = (digits: number) => all.find(({ name }) => name.includes(` ${digits} `))!.uuid
const URL_A = 'https://crm.example.com/hook'
const SECRET = secretFor('webhooks', ROOT_SECRET)

async function overview(person: SignedIn) {
  const answer = await person.get('/watches')
  assert.equal(answer.statusCode, 200, answer.body)
  return watchesResult.parse(answer.json())
}

async function newWatch(person: SignedIn, terms: object = {}) {
  const answer = await person.post('/watches', { name: 'Kunden', ...terms })
  assert.equal(answer.statusCode, 201, answer.body)
  return watchResult.parse(answer.json()).watch
}

async function newWebhook(person: SignedIn) {
  const answer = await person.post('/webhooks', { url: URL_A, note: 'CRM' })
  assert.equal(answer.statusCode, 201, answer.body)
  return issuedWebhookResult.parse(answer.json())
}

async function add(person: SignedIn, id: string, companies: readonly unknown[]) {
  const answer = await person.post(`/watches/${id}/companies`, { companies })
  assert.equal(answer.statusCode, 200, answer.body)
  return appAddedResult.parse(answer.json()).companies
}

async function companiesOf(person: SignedIn, id: string, query = '') {
  const answer = await person.get(`/watches/${id}/companies${query}`)
  assert.equal(answer.statusCode, 200, answer.body)
  return appWatchedResult.parse(answer.json())
}

async function refusal(answering: ReturnType<SignedIn['post']>) {
  const answer = await answering
  const { code, reason, details } = answer.json()
  return { status: answer.statusCode, code, reason, details }
}

/** Stores a new state of the company, as an import does. */
function change(digits: number, name: string, asOf: string): void {
  const writer = openCompanyWriter(service.companiesPath, clock.nowMs())
  writer.save([incomingCompany(digits, { name, source: seenBy(asOf, `D2601V_HRB${digits}`) })], clock.nowMs())
  writer.close()
}

test('a list is created, changed term by term, and deleted when its name is typed', async () => {
  const person = signedIn(service)
  const { webhook } = await newWebhook(person)
  const watch = await newWatch(person, { email: 'daily', language: 'en' })
  assert.deepEqual(watch, {
    ...{ id: watch.id, name: 'Kunden', webhooks: [], email: 'daily', language: 'en', companies: 0 },
    ...{ created_at: new Date(clock.nowMs()).toISOString(), changed_at: null },
  })
  const terms = { name: 'Lieferanten', webhooks: [webhook.id], email: 'instant', language: 'de' }
  const changed = await person.post(`/watches/${watch.id}/terms`, terms)
  assert.deepEqual(watchResult.parse(changed.json()).watch, { ...watch, ...terms })
  await person.post(`/watches/${watch.id}/terms`, { email: 'none' })
  const { watches, webhooks, companies_max } = await overview(person)
  assert.deepEqual(watches, [{ ...watch, ...terms, email: 'none' }])
  assert.deepEqual([webhooks.map(({ id }) => id), companies_max], [[webhook.id], WATCHED_COMPANIES_MAX])
  const wrong = await refusal(person.post(`/watches/${watch.id}/delete`, { name: 'Kunden' }))
  assert.deepEqual([wrong.status, wrong.reason], [400, 'name_mismatch'])
  assert.equal((await person.post(`/watches/${watch.id}/delete`, { name: ' Lieferanten ' })).statusCode, 204)
  assert.deepEqual((await overview(person)).watches, [])
})

test('companies are added by id and number with what is known of them, and faults do not affect other rows', async () => {
  const person = signedIn(service)
  const { id } = await newWatch(person)
  const [a, b] = [uuidOf(DIGITS[0]!), uuidOf(DIGITS[1]!)]
  const added = await add(person, id, [
    { uuid: a, ref: 'K-1' },
    { registration_number: `HRB ${DIGITS[1]}`, register_court: 'München', ref: 'K-2' },
    { registration_number: 'HRB 99999999 Kiel' },
    { registration_number: 'Muster GmbH', ref: 'K-4' },
    { uuid: a.toUpperCase(), ref: 'K-5' },
  ])
  assert.deepEqual(
    added.map(({ state, uuid, ref }) => [state, uuid, ref]),
    [
      ['added', a, 'K-1'],
      ['added', b, 'K-2'],
      ['not_found', null, null],
      ['invalid', null, 'K-4'],
      ['present', a, 'K-5'],
    ],
  )
  assert.deepEqual(added[3]!.details, [{ field: '/3/registration_number', reason: 'format' }])
  const { companies, next_cursor } = await companiesOf(person, id)
  assert.equal(next_cursor, null)
  const shown = companies.find(({ uuid }) => uuid === a)!
  const { name, updatedAtMs } = all.find(({ uuid }) => uuid === a)!
  assert.deepEqual(shown.ref, 'K-5')
  assert.deepEqual(shown.company, {
    ...{ name, registration_number: `HRB ${DIGITS[0]}`, register_court: 'München', status: 'active' },
    ...{ seat: shown.company!.seat, country: 'DE', updated_at: new Date(updatedAtMs).toISOString() },
  })
  assert.deepEqual((await overview(person)).watches[0]!.companies, 2)
  const removed = await person.post(`/watches/${id}/remove`, { uuids: [b.toUpperCase()] })
  assert.deepEqual(removed.json(), { removed: 1 })
  assert.deepEqual(
    (await companiesOf(person, id)).companies.map(({ uuid }) => uuid),
    [a],
  )
})

test('pages of companies follow one another, and a company that is no longer shown stays with its id', async () => {
  const person = signedIn(service)
  const { id } = await newWatch(person)
  await add(
    person,
    id,
    DIGITS.map((digits) => ({ uuid: uuidOf(digits) })),
  )
  const gone = 'ffffffff-ffff-4fff-8fff-ffffffffffff'
  const owner = { account: person.account, isTest: false }
  const { watches } = service.watching
  await watches.addCompanies(owner, id as never, [{ uuid: gone as never, ref: 'K-9', addedAtMs: 1 }])
  const seen: (string | undefined)[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page = await companiesOf(person, id, `?limit=2${cursor && `&cursor=${cursor}`}`)
    assert.ok(page.companies.length <= 2)
    seen.push(...page.companies.map(({ uuid, company }) => (company === null ? `${uuid} gone` : uuid)))
    cursor = page.next_cursor
  }
  assert.deepEqual(seen, [...DIGITS.map(uuidOf).toSorted(), `${gone} gone`])
})

test('a list takes exactly as many companies as it may have, and one more is refused with none added', async () => {
  const person = signedIn(service)
  const { id } = await newWatch(person)
  const owner = { account: person.account, isTest: false }
  const filler = Array.from({ length: WATCHED_COMPANIES_MAX - 1 }, (_, i) => ({
    ...{ uuid: `00000000-0000-4000-8000-${String(i).padStart(12, '0')}` as never, ref: null, addedAtMs: 1 },
  }))
  await service.watching.watches.addCompanies(owner, id as never, filler)
  const [a, b] = DIGITS.map(uuidOf)
  const both = await refusal(
    person.post(`/watches/${id}/companies`, { companies: [{ uuid: a }, { uuid: b }] }),
  )
  assert.deepEqual([both.status, both.code], [409, 'conflict'])
  assert.equal((await overview(person)).watches[0]!.companies, WATCHED_COMPANIES_MAX - 1)
  assert.equal((await add(person, id, [{ uuid: a }]))[0]!.state, 'added')
  assert.equal((await add(person, id, [{ uuid: a, ref: 'K-1' }]))[0]!.state, 'present')
  const many = Array.from({ length: WATCHED_PER_CALL_MAX + 1 }, () => ({ uuid: a }))
  const tooMany = await refusal(person.post(`/watches/${id}/companies`, { companies: many }))
  assert.deepEqual(tooMany.details, [{ field: '/companies', reason: 'too_many' }])
})

test('ten thousand numbers can be added in a minute, and what is beyond the budget of the account is refused', async () => {
  const person = signedIn(service)
  const { id } = await newWatch(person)
  const number = { registration_number: 'HRB 99999999 Kiel' }
  for (let call = 0; call < WATCHED_COMPANIES_MAX / WATCHED_PER_CALL_MAX; call++)
    await add(person, id, [number])
  let calls = 0
  let answer = await person.post(`/watches/${id}/companies`, { companies: [number] })
  while (answer.statusCode === 200 && calls++ < 100)
    answer = await person.post(`/watches/${id}/companies`, { companies: [number] })
  assert.deepEqual([answer.statusCode, answer.json().reason], [429, 'too_many'])
})

test('test events take from the budget of the account, too', async () => {
  const person = signedIn(service)
  const { webhook } = (await person.post('/webhooks', { url: 'https://example.org/budget' })).json()
  let calls = 0
  let answer = await person.post(`/webhooks/${webhook.id}/ping`)
  while (answer.statusCode === 202 && calls++ < 1000)
    answer = await person.post(`/webhooks/${webhook.id}/ping`)
  assert.deepEqual([answer.statusCode, answer.json().reason], [429, 'too_many'])
})

test('a change of a company is the newest change of the lists that have it', async () => {
  const person = signedIn(service)
  const [watch, other] = [await newWatch(person), await newWatch(person)]
  await add(person, watch.id, [{ uuid: uuidOf(DIGITS[2]!) }])
  clock.pass(60_000)
  change(DIGITS[2]!, 'Umbenannt GmbH', '2026-01-01')
  await service.watching.feed()
  const { watches } = await overview(person)
  const changedAt = new Map(watches.map(({ id, changed_at }) => [id, changed_at]))
  assert.equal(changedAt.get(watch.id), new Date(clock.nowMs()).toISOString())
  assert.equal(changedAt.get(other.id), null)
})

test('the secret of a webhook is only in the answers to creating and rotating, which need a recent proof', async () => {
  const person = signedIn(service)
  const { webhook, secret } = await newWebhook(person)
  assert.equal(secret, webhookSecret(SECRET, webhook.id as WebhookId, 1))
  const rotated = await person.post(`/webhooks/${webhook.id}/rotate`, { overlap_s: 3600 })
  const made = issuedWebhookResult.parse(rotated.json())
  assert.equal(made.secret, webhookSecret(SECRET, webhook.id as WebhookId, 2))
  assert.equal(made.webhook.old_secret_ends_at, new Date(clock.nowMs() + 3_600_000).toISOString())
  for (const path of ['/watches', `/webhooks/${webhook.id}/events`])
    assert.ok(!(await person.get(path)).body.includes('whsec_'), path)
  const late = signedIn(service, { isProven: false })
  for (const [path, body] of [
    ['/webhooks', { url: URL_A }],
    [`/webhooks/${webhook.id}/rotate`, { overlap_s: 0 }],
  ] as const) {
    const { status, reason } = await refusal(late.post(path, body))
    assert.deepEqual([status, reason], [403, 'proof_needed'], path)
  }
  assert.deepEqual((await overview(late)).webhooks, [])
})

test('an address that the API refuses is refused with its field', async () => {
  const person = signedIn(service)
  for (const url of [
    'ftp://crm.example.com',
    'https://a:b@crm.example.com',
    'https://crm.example.com/#x',
    'x',
  ]) {
    const { status, details } = await refusal(person.post('/webhooks', { url }))
    assert.deepEqual([status, details[0].field], [400, '/url'], url)
  }
  assert.deepEqual((await overview(person)).webhooks, [])
})

test('a webhook shows what waits, since when, and what became of a test event', async () => {
  const person = signedIn(service)
  const { webhook } = await newWebhook(person)
  const state = async () => (await overview(person)).webhooks[0]!
  assert.deepEqual([webhook.delivered, webhook.waiting, webhook.waiting_since], [0, 0, null])
  const pinged = await person.post(`/webhooks/${webhook.id}/ping`)
  assert.equal(pinged.statusCode, 202)
  assert.equal(pingResult.parse(pinged.json()).number, 1)
  const pingedAt = new Date(clock.nowMs()).toISOString()
  clock.pass(5000)
  await person.post(`/webhooks/${webhook.id}/ping`)
  const waiting = await state()
  assert.deepEqual([waiting.delivered, waiting.waiting, waiting.waiting_since], [0, 2, pingedAt])
  const paused = await person.post(`/webhooks/${webhook.id}/pause`)
  assert.equal(webhookResult.parse(paused.json()).webhook.state, 'paused')
  assert.equal((await state()).state, 'paused')
  const resumed = await person.post(`/webhooks/${webhook.id}/resume`)
  assert.equal(webhookResult.parse(resumed.json()).webhook.state, 'active')
})

test('events are read from the newest on, page by page, and can be sent again from each', async () => {
  const person = signedIn(service)
  const { webhook } = await newWebhook(person)
  const { id: watch } = await newWatch(person, { webhooks: [webhook.id] })
  await add(person, watch, [{ uuid: uuidOf(DIGITS[3]!), ref: 'K-4' }])
  clock.pass(60_000)
  change(DIGITS[3]!, 'Neuer Name GmbH', '2026-01-02')
  await service.watching.feed()
  for (let i = 0; i < APP_EVENTS_PER_PAGE; i++) await person.post(`/webhooks/${webhook.id}/ping`)
  const read = async (query = '') =>
    appEventsResult.parse((await person.get(`/webhooks/${webhook.id}/events${query}`)).json())
  const first = await read()
  assert.deepEqual(
    [first.events.length, first.events[0]!.number, first.older],
    [APP_EVENTS_PER_PAGE, APP_EVENTS_PER_PAGE + 1, 2],
  )
  const { events, older } = await read(`?before=${first.older}`)
  assert.equal(older, null)
  const [event] = events
  assert.deepEqual(event, {
    ...{ number: 1, id: event!.id, type: 'company.changed', at: event!.at, delivered: false },
    ...{ uuid: uuidOf(DIGITS[3]!), name: 'Neuer Name GmbH', ref: 'K-4', fields: event!.fields },
    from: event!.from,
  })
  const owner = { account: person.account, isTest: false }
  const id = webhook.id as WebhookId
  const skipped = first.events[0]!.from
  await person.post(`/webhooks/${id}/resume`, { from: skipped })
  assert.equal((await service.watching.webhooks.find(owner, id))?.delivered, APP_EVENTS_PER_PAGE)
  await person.post(`/webhooks/${id}/resume`, { from: event!.from })
  assert.equal((await service.watching.webhooks.find(owner, id))?.delivered, 0)
})

test('a webhook is deleted when host and port of its address are typed', async () => {
  const person = signedIn(service)
  const { webhook } = await newWebhook(person)
  await newWatch(person, { webhooks: [webhook.id] })
  const wrong = await refusal(person.post(`/webhooks/${webhook.id}/delete`, { host: 'crm.example.org' }))
  assert.deepEqual([wrong.status, wrong.reason], [400, 'name_mismatch'])
  const right = await person.post(`/webhooks/${webhook.id}/delete`, { host: 'crm.example.com' })
  assert.equal(right.statusCode, 204)
  const { webhooks, watches } = await overview(person)
  assert.deepEqual([webhooks, watches[0]!.webhooks], [[], []])
})

test('lists and webhooks of test keys are not on the page, and their numbers have maxima', async () => {
  const person = signedIn(service)
  const { watches, webhooks } = service.watching
  const owner = { account: person.account, isTest: true }
  const terms = { name: 'Test', webhooks: [], email: 'none', language: 'de', createdAtMs: 1 } as const
  await watches.add({ ...owner, ...terms, id: `wat_test_${person.account}` as never }, 0)
  const url = { url: URL_A, description: '', createdAtMs: 1 }
  await webhooks.add({ ...owner, ...url, id: `whk_test_${person.account}` as never })
  assert.deepEqual(await overview(person), {
    ...{ watches: [], watches_max: WATCHES_MAX, companies_max: WATCHED_COMPANIES_MAX },
    ...{ webhooks: [], webhooks_max: WEBHOOKS_MAX },
  })
  for (let i = 0; i < WATCHES_MAX; i++) await newWatch(person)
  assert.equal((await refusal(person.post('/watches', { name: 'zu viel' }))).status, 409)
  for (let i = 0; i < WEBHOOKS_MAX; i++) await newWebhook(person)
  assert.equal((await refusal(person.post('/webhooks', { url: URL_A }))).status, 409)
})
