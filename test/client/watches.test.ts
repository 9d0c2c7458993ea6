/** The watch lists and webhooks of the TypeScript client against the real service. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  Firmensuche,
  FirmensucheError,
  type WatchedChange,
  type WebhookPayload,
} from '../../clients/typescript/src/index.ts'
import { openCompanyWriter } from '../../src/adapters/sqlite/companies/write/company-writer.ts'
import { addedResult, watchedResult, watchSchema } from '../../src/http/api/watch-schemas.ts'
import {
  eventsResult,
  queuedEventSchema,
  webhookSchema,
  webhookSecretSchema,
} from '../../src/http/api/webhook-schemas.ts'
import { openService } from '../api/start-service.ts'
import { incomingCompany, seenBy } from '../fixtures/incoming-companies.ts'

const URL_A = 'https://crm.example.com/hook'
const COMPANIES = 250
const FIRST = 900_001
const rows = Array.from({ length: COMPANIES }, (_, i) => ({ number: FIRST + i }))
const service = await openService({ others: rows.map(({ number }) => incomingCompany(number)) })
const baseUrl = `http://127.0.0.1:${await service.listen()}`
const key = service.key({ scopes: ['companies:watch'] }).secret
const { watches, webhooks } = new Firmensuche({ baseUrl, key })
const uuids = [...service.companies.readAll(1000)]
  .flat()
  .flatMap(({ uuid, name }) => (/^Firma 9\d{5} /.test(name) ? [uuid] : []))

function isFault(code: string) {
  return (error: unknown) => error instanceof FirmensucheError && error.code === code
}

/** A client that counts what it sends; the first response is spoilt. */
function spoilt(response: Response) {
  const statuses: number[] = []
  const client = new Firmensuche({
    ...{ baseUrl, key },
    fetch: async (...request) => {
      const answer = statuses.length === 0 ? response : await fetch(...request)
      statuses.push(answer.status)
      return answer
    },
  })
  return { client, statuses }
}

test('a watch list is created, changed, filled, emptied and deleted', async (t) => {
  const { id: webhook } = await webhooks.create({ url: URL_A })
  t.after(() => webhooks.delete(webhook))
  const made = watchSchema.parse(await watches.create({ name: 'Kunden', webhooks: [webhook] }))
  const { id } = made
  assert.deepEqual(await watches.get(id), made)
  assert.deepEqual(await watches.list(), [made])
  const changed = await watches.change(id, { name: 'Lieferanten', webhooks: [] })
  assert.deepEqual(changed, { ...made, name: 'Lieferanten', webhooks: [] })
  assert.deepEqual(await watches.change(id, { language: 'en' }), { ...changed, language: 'en' })
  const [uuid = '', other = '', third = ''] = uuids
  const companies = [
    { uuid, ref: 'a' },
    { registration_number: 'HRB 999999', register_court: 'München', ref: 'b' },
    { ref: 'c' },
  ]
  const added = addedResult.parse(await watches.add(id, companies))
  assert.deepEqual(
    added.map(({ ref, state }) => [ref, state]),
    [
      ['a', 'added'],
      ['b', 'not_found'],
      ['c', 'invalid'],
    ],
  )
  assert.equal(added[2]?.details?.[0]?.field, '/2/uuid')
  await watches.add(id, [{ uuid: other }, { uuid: third }])
  assert.equal((await watches.get(id)).companies, 3)
  assert.equal(await watches.remove(id, [uuid, other, uuids[9]!]), 2)
  assert.deepEqual(
    watchedResult.parse((await watches.companies(id)).items).map((one) => one.uuid),
    [third],
  )
  assert.equal(await watches.removeOne(id, third), undefined)
  await assert.rejects(watches.removeOne(id, third), isFault('not_found'))
  assert.equal(await watches.delete(id), undefined)
  await assert.rejects(watches.get(id), isFault('not_found'))
})

test('any number of companies is added in parts, each result with its row, and read by pages', async (t) => {
  const { id } = await watches.create({ name: 'Kunden' })
  t.after(() => watches.delete(id))
  const customers = rows.map(({ number }) => ({
    ...{ number, registration_number: `HRB ${number}`, register_court: 'München' },
    ref: `K-${number}`,
  }))
  const results = await Array.fromAsync(watches.addAll(id, customers))
  assert.deepEqual(
    results.map(({ row, ref, state }) => [row.number, ref, state]),
    rows.map(({ number }) => [number, `K-${number}`, 'added']),
  )
  const first = await watches.companies(id, { limit: 100 })
  assert.equal(first.items.length, 100)
  const all = await Array.fromAsync(watches.companiesAll(id, { limit: 100 }))
  assert.deepEqual(
    all.map(({ uuid }) => uuid),
    uuids.toSorted(),
  )
  const later = await Array.fromAsync(watches.companiesAll(id, { cursor: first.next }))
  assert.deepEqual(later, all.slice(100))
})

test('a webhook is created with its secret, rotated, pinged, paused, resumed from an event and deleted', async () => {
  const { secret, ...made } = webhookSecretSchema.parse(await webhooks.create({ url: URL_A, note: 'CRM' }))
  const { id } = made
  assert.deepEqual([made.note, made.state, made.failing], ['CRM', 'active', null])
  assert.deepEqual(webhookSchema.parse(await webhooks.get(id)), made)
  assert.deepEqual(await webhooks.list(), [made])
  const rotated = await webhooks.rotate(id, { overlap_s: 60 })
  assert.notEqual(rotated.secret, secret)
  assert.ok(rotated.old_secret_ends_at)
  const pings = [await webhooks.ping(id), await webhooks.ping(id), await webhooks.ping(id)]
  for (const ping of pings) queuedEventSchema.parse(ping)
  const page = await webhooks.events(id, { limit: 2 })
  assert.equal(page.next, pings[1]?.cursor)
  const events = await Array.fromAsync(webhooks.eventsAll(id, { limit: 2 }))
  assert.deepEqual(
    eventsResult.parse(events).map((event) => [event.id, event.cursor, event.type, event.delivered]),
    pings.map((ping) => [ping.id, ping.cursor, 'ping', false]),
  )
  assert.deepEqual(await Array.fromAsync(webhooks.eventsAll(id, { cursor: pings[1]!.cursor })), [events[2]])
  assert.equal((await webhooks.pause(id)).state, 'paused')
  assert.deepEqual(await webhooks.resume(id).then(({ state, waiting }) => [state, waiting]), ['active', 3])
  const { delivered_cursor, waiting } = await webhooks.resume(id, { from: pings[1]!.cursor })
  assert.deepEqual([delivered_cursor, waiting], [pings[1]!.cursor, 1])
  await webhooks.delete(id)
  await assert.rejects(webhooks.get(id), isFault('not_found'))
})

test('an event of a company has the fields of its type', async (t) => {
  const webhook = await webhooks.create({ url: URL_A })
  const watch = await watches.create({ name: 'Kunden', webhooks: [webhook.id] })
  t.after(() => Promise.all([watches.delete(watch.id), webhooks.delete(webhook.id)]))
  const number = { registration_number: `HRB ${FIRST}`, register_court: 'München', ref: 'K-1' }
  const [added] = await watches.add(watch.id, [number])
  const uuid = added?.uuid ?? assert.fail()
  const writer = openCompanyWriter(service.companiesPath, Date.now())
  const source = seenBy('2020-01-01', `D2601V_HRB${FIRST}`)
  writer.save([incomingCompany(FIRST, { name: 'Neuer Name GmbH', source })], Date.now())
  writer.close()
  await service.watching.feed()
  const [event] = (await webhooks.events(webhook.id)).items
  const payload: WebhookPayload = event?.payload ?? assert.fail()
  assert.deepEqual([payload.type, event?.type], ['company.changed', 'company.changed'])
  const { company, ...change } = payload.data as unknown as WatchedChange
  assert.deepEqual(change, { watch: watch.id, ref: 'K-1', uuid, kind: 'changed', fields: change.fields })
  assert.ok(change.fields.includes('name'))
  assert.equal(company?.name, 'Neuer Name GmbH')
})

test('a change is tried again if it was refused, and not if it may have succeeded', async () => {
  const refused = spoilt(Response.json({}, { status: 503, headers: { 'retry-after': '0' } }))
  const { id } = await refused.client.watches.create({ name: 'Kunden' })
  assert.deepEqual(refused.statuses, [503, 201])
  const unclear = [
    (client: Firmensuche) => client.watches.create({ name: 'Kunden' }),
    (client: Firmensuche) => client.watches.change(id, { name: 'Kunden' }),
    (client: Firmensuche) => client.watches.add(id, [{ uuid: uuids[0] }]),
    (client: Firmensuche) => client.watches.delete(id),
    (client: Firmensuche) => client.webhooks.create({ url: URL_A }),
    (client: Firmensuche) => client.webhooks.ping('whk_0000000000000000'),
    (client: Firmensuche) => client.webhooks.rotate('whk_0000000000000000', { overlap_s: 0 }),
  ]
  for (const call of unclear) {
    const { client, statuses } = spoilt(Response.json({}, { status: 502 }))
    await assert.rejects(call(client), isFault('strange_answer'))
    assert.deepEqual(statuses, [502], String(call))
  }
  await watches.delete(id)
})
