/** The TypeScript client against the real service. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { inspect } from 'node:util'
import {
  type ClientOptions,
  Firmensuche,
  FirmensucheError,
  type Hit,
} from '../../clients/typescript/src/index.ts'
import { batchResult } from '../../src/http/api/batch-schemas.ts'
import { detailSchema, listResultSchema, searchResultSchema } from '../../src/http/api/company-schemas.ts'
import { facetsSchema } from '../../src/http/api/facets-route.ts'
import {
  changesSchema,
  entrySchema,
  referenceSchema,
  sourcesSchema,
  usageSchema,
} from '../../src/http/api/service-schemas.ts'
import { type Service, startService } from '../api/start-service.ts'

let service: Service
let baseUrl: string
let client: Firmensuche
let first: Hit

before(async () => {
  service = await startService()
  baseUrl = `http://127.0.0.1:${await service.listen()}`
  client = new Firmensuche({ baseUrl, key: service.key().secret })
  first = (await client.search({ name: 'GmbH' })).items[0]!
})
after(() => service.stop())

/** A client that counts its requests; `spoil` may answer in the service's place. */
function watched(
  options: Partial<ClientOptions> = {},
  spoil: (count: number) => Response | Error | undefined = () => undefined,
) {
  const statuses: (number | string)[] = []
  const ask: typeof fetch = async (...request) => {
    const spoilt = spoil(statuses.length)
    if (spoilt instanceof Error) {
      statuses.push(spoilt.name)
      throw spoilt
    }
    const response = spoilt ?? (await fetch(...request))
    statuses.push(response.status)
    return response
  }
  const key = options.key ?? service.key().secret
  return { statuses, client: new Firmensuche({ baseUrl, ...options, key, fetch: ask }) }
}

async function faultOf(answer: Promise<unknown>): Promise<FirmensucheError> {
  const fault = await answer.then(
    () => assert.fail('it was answered'),
    (error: unknown) => error,
  )
  assert.ok(fault instanceof FirmensucheError, inspect(fault))
  return fault
}

test('a key getter is called for every try, so that a rotation needs no new client', async () => {
  const secrets = [service.key().secret, `${service.key().secret.slice(0, -6)}000000`]
  const rotating = new Firmensuche({
    baseUrl,
    get key() {
      return secrets[0]!
    },
  })
  await rotating.entryPoint()
  secrets.shift()
  assert.equal((await faultOf(rotating.entryPoint())).code, 'unauthorized')
})

async function all<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  return Array.fromAsync(items)
}

test('every method returns what its endpoint answers', async () => {
  const include = ['match', 'address', 'history', 'source'] as const
  const page = await client.search({ name: first.name, deep: true, include })
  assert.equal(searchResultSchema.parse(page.items)[0]?.uuid, first.uuid)
  assert.ok(page.total >= 1 && page.isTotalExact && !page.isTruncated)
  assert.match(page.dataAsOf ?? '', /^\d{4}-\d\d-\d\d$/)
  const { isPartial, ...facets } = await client.facets({ name: first.name, deep: true })
  const { total, status } = facetsSchema.parse(facets)
  assert.deepEqual([total, isPartial], [page.total, false])
  assert.ok(status.some(({ value }) => value === first.status))
  assert.equal((await client.suggest(first.name))[0]?.uuid, first.uuid)
  assert.equal(batchResult.parse(await client.match([{ name: first.name, ref: 'a' }]))[0]?.ref, 'a')
  const list = await client.list({ limit: 3, sort: '-updated_at', status: ['active', 'removed'] })
  assert.equal(listResultSchema.parse(list.items).length, 3)
  assert.ok(list.next && list.changesCursor)
  assert.equal(detailSchema.parse(await client.get(first.uuid)).uuid, first.uuid)
  const changes = await client.changes({ limit: 2 })
  assert.equal(changesSchema.parse(changes.items).length, 2)
  assert.deepEqual((await client.changes({ since: 'now' })).items, [])
  entrySchema.parse(await client.entryPoint())
  usageSchema.parse(await client.usage({ from: '2026-01-01', to: '2026-01-31' }))
  referenceSchema.parse(await client.reference())
  sourcesSchema.parse(await client.sources())
})

test('iterators return every item once, in order, for any page size', async () => {
  const query = { name: 'Adler' }
  const hits = await all(client.searchAll({ ...query, limit: 13 }))
  const page = await client.search({ ...query, limit: 100 })
  assert.deepEqual(hits.slice(0, 100), page.items)
  assert.equal(hits.length, page.total)
  assert.ok(hits.length > 26, 'it has more than two pages')
  const rows = await all(client.listAll({ limit: 90 }))
  const stored = [...service.companies.readAll(1000)].flat().map(({ uuid }) => uuid)
  assert.deepEqual(
    rows.map(({ uuid }) => uuid),
    stored.sort(),
  )
  const changes = await all(client.changesAll({ limit: 90 }))
  assert.equal(changes.length, stored.length)
  assert.deepEqual(await all(client.changesAll({ since: changes[99]!.cursor })), changes.slice(100))
})

test('an iterator that is left requests no further page', async () => {
  const { statuses, client: counting } = watched()
  for await (const _row of counting.listAll({ limit: 10 })) break
  assert.deepEqual(statuses, [200])
})

test('any number of rows is matched in batches of a hundred, each result with its row and its other fields', async () => {
  const { statuses, client: counting } = watched()
  const customers = Array.from({ length: 201 }, (_, id) => ({ id, name: id % 2 ? first.name : '' }))
  const results = await all(counting.matchAll(customers))
  assert.deepEqual(statuses, [200, 200, 200])
  assert.deepEqual(
    results.map(({ row }) => row),
    customers,
  )
  assert.equal(results[200]!.state, 'invalid')
  assert.equal(results[200]!.details?.[0]?.reason, 'too_short')
  assert.equal(results[199]!.companies[0]?.uuid, first.uuid)
  assert.deepEqual(await all(counting.matchAll([])), [])
})

test('over the limit the client waits as Retry-After says, and continues', async () => {
  const { secret } = service.key({ limit: { quota: 3, windowMs: 1000 } })
  const { statuses, client: eager } = watched({ key: secret })
  for (let count = 0; count < 7; count++) await eager.suggest('a')
  for (let count = 0; count < 4; count++) await eager.sources()
  assert.equal(statuses.filter((status) => status === 200).length, 11)
  assert.ok(statuses.includes(429))
})

test('the client waits for the longest allowed Retry-After', async () => {
  const answers = [new Response('{}', { status: 429, headers: { 'retry-after': '0' } })]
  const { statuses, client: patient } = watched({ waitMsMax: 0 }, (count) => answers[count])
  await patient.sources()
  assert.deepEqual(statuses, [429, 200])
})

test('only temporary errors are retried, as often as configured', async () => {
  const busy = () => new Response('{}', { status: 503, headers: { 'retry-after': '0' } })
  const lost = watched({}, (count) => [new TypeError('lost'), busy()][count])
  await lost.client.search({ name: 'a' })
  assert.deepEqual(lost.statuses, ['TypeError', 503, 200])
  const never = watched({ retriesMax: 2 }, busy)
  assert.equal((await faultOf(never.client.search({ name: 'a' }))).status, 503)
  assert.deepEqual(never.statuses, [503, 503, 503])
  const long = watched({}, () => new Response('{}', { status: 503, headers: { 'retry-after': '61' } }))
  assert.equal((await faultOf(long.client.sources())).retryAfterS, 61)
  assert.deepEqual(long.statuses, [503])
  const sound = watched()
  assert.equal((await faultOf(sound.client.search({ name: '' }))).code, 'invalid_request')
  assert.equal((await faultOf(sound.client.get('nobody'))).code, 'not_found')
  assert.deepEqual(sound.statuses, [400, 404])
})

test('an error has code, status, details and request id, in the requested language', async () => {
  const english = new Firmensuche({ baseUrl: `${baseUrl}/`, key: service.key().secret, language: 'en' })
  const wrong = { name: 'a', status: ['gone' as 'removed'], limit: 0 }
  const fault = await faultOf(english.search(wrong, { requestId: 'my-request' }))
  assert.equal(fault.code, 'invalid_request')
  assert.equal(fault.message, 'The request is invalid.')
  assert.equal(fault.requestId, 'my-request')
  assert.deepEqual(
    fault.details.map(({ field, reason }) => [field, reason]),
    [
      ['/limit', 'too_small'],
      ['/status/0', 'not_allowed'],
    ],
  )
  assert.ok(fault.details[1]?.allowed?.includes('removed'))
  const narrow = service.key({ scopes: ['companies:read'] }).secret
  const forbidden = await faultOf(new Firmensuche({ baseUrl, key: narrow }).suggest('a'))
  assert.deepEqual([forbidden.code, forbidden.status, forbidden.details], ['forbidden', 403, []])
})

test('errors and clients do not show the key', async () => {
  const key = `${service.key().secret.slice(0, -1)}!`
  const refused = new Firmensuche({ baseUrl, key })
  const fault = await faultOf(refused.sources())
  assert.equal(fault.code, 'unauthorized')
  const lost = await faultOf(watched({ key, retriesMax: 0 }, () => new TypeError('lost')).client.sources())
  assert.equal(lost.code, 'no_answer')
  for (const shown of [fault, lost, refused]) assert.ok(!inspect(shown, { depth: 9 }).includes(key))
})

test('a response of another program is distinguished from one of the service', async () => {
  const page = () => new Response('<h1>Bad gateway</h1>', { status: 502 })
  const fault = await faultOf(watched({ retriesMax: 0 }, page).client.sources())
  assert.deepEqual([fault.code, fault.status], ['strange_answer', 502])
  const portal = () => new Response('<h1>Please sign in</h1>', { status: 200 })
  const login = await faultOf(watched({}, portal).client.sources())
  assert.deepEqual([login.code, login.status], ['strange_answer', 200])
})

test('a service that does not answer in time causes a timeout error', async (t) => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  t.after(() => {
    silent.close()
    silent.closeAllConnections()
  })
  const { port } = silent.address() as AddressInfo
  const options = { baseUrl: `http://127.0.0.1:${port}`, key: 'k', timeoutMs: 50, retriesMax: 1 }
  const fault = await faultOf(new Firmensuche(options).sources())
  assert.equal(fault.code, 'no_answer')
  assert.equal((fault.cause as Error).name, 'TimeoutError')
})

test('a signal aborts a call before it is sent, in progress, and while it waits', async () => {
  const reason = new Error('typed on')
  const early = watched()
  const isReason = (error: unknown) => error === reason
  await assert.rejects(early.client.suggest('a', { signal: AbortSignal.abort(reason) }), isReason)
  assert.deepEqual(early.statuses, [])
  const underWay = new AbortController()
  const sent = watched()
  const answer = sent.client.suggest('a', { signal: underWay.signal })
  underWay.abort(reason)
  await assert.rejects(answer, isReason)
  const waiting = new AbortController()
  const busy = watched({ waitMsMax: 1e9 }, () => {
    setImmediate(() => waiting.abort(reason))
    return new Response('{}', { status: 503, headers: { 'retry-after': '3600' } })
  })
  await assert.rejects(busy.client.suggest('a', { signal: waiting.signal }), isReason)
  assert.deepEqual(busy.statuses, [503])
})

test('a former id returns the present company', async (t) => {
  const former = '00000000-0000-5000-8000-000000000000'
  const moved = await startService({
    replace: ({ companies }) => ({
      companies: Object.assign(Object.create(companies), {
        find: (id: string) => (id === former ? { kind: 'alias', of: first.uuid } : companies.find(id)),
      }),
    }),
  })
  t.after(() => moved.stop())
  const port = await moved.listen()
  const there = new Firmensuche({ baseUrl: `http://127.0.0.1:${port}`, key: moved.key().secret })
  assert.equal((await there.get(former)).uuid, first.uuid)
})

test('an unchanged company is not sent again', async () => {
  const known = await client.getIfChanged(first.uuid)
  assert.equal(known?.company.uuid, first.uuid)
  assert.equal(await client.getIfChanged(first.uuid, known.etag), undefined)
  assert.notEqual(await client.getIfChanged(first.uuid, '"another"'), undefined)
})

test('an invalid URL and a key that cannot be sent are refused at once', () => {
  assert.throws(() => new Firmensuche({ baseUrl: 'nowhere', key: 'k' }), TypeError)
  for (const key of ['', 'two words', 'line\nbreak', 'schlüssel']) {
    assert.throws(() => new Firmensuche({ baseUrl, key }), TypeError)
  }
})
