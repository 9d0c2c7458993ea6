/** Webhooks of the real service: signed events of imports, over restarts, kills and several nodes. */
import assert from 'node:assert/strict'
import { cpSync, existsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { SqlWebhookStore } from '../../src/adapters/sql/accounts/webhook-store.ts'
import { openAccountsDatabase } from '../../src/adapters/sqlite/accounts/accounts-database.ts'
import { EVENTS_KEPT_MS } from '../../src/core/watching/webhook.ts'
import { dataFiles } from '../../src/server/data-folder.ts'
import { CLAIM_MS } from '../../src/server/threads/event-sender.ts'
import { madeEvent, madeWebhook, OWNER } from '../contracts/watch-store.ts'
import type { Fault } from '../fixtures/faults.ts'
import { emptyDatabase, NO_POSTGRES, startCluster } from '../fixtures/postgres.ts'
import { readMetrics } from '../fixtures/prometheus-text.ts'
import { startReceiver } from '../fixtures/webhook-receiver.ts'
import { runTrial } from '../fixtures/webhook-trial.ts'
import { BRIEF, IS_THOROUGH, often } from '../thorough.ts'
import { makeKey, ONE_THREAD, POLL_MS, run, type Server, startServer, temporaryFolder } from './program.ts'

const ENV = { ...ONE_THREAD, OUTBOUND_ALLOW: '127.0.0.0/8', METRICS_PORT: '0' }
/** Interval of questions with a key, which may ask 60 times a minute. */
const API_POLL_MS = 1200
const SCOPES = ['--scopes', 'companies:watch,companies:search']
const MAPPING = `
source: partners
title: Partners
columns: {id: Nummer, name: Firma, seat: Ort}
`

/** Imports companies with these numbers and this seat. */
async function importCompanies(
  folder: string,
  dataDir: string,
  numbers: readonly number[],
  seat: string,
  env = {},
) {
  const [table, mapping] = [join(folder, `${seat}.csv`), join(folder, 'mapping.yaml')]
  writeFileSync(mapping, MAPPING)
  const rows = numbers.map((number) => `${number};Prüfstand ${number} GmbH;${seat}\n`)
  writeFileSync(table, `Nummer;Firma;Ort\n${rows.join('')}`)
  const { code, err } = await run(['import', table, '--mapping', mapping, '--data-dir', dataDir], env)
  assert.equal(code, 0, err)
}

/** `body`: JSON of a POST; `null` = a POST without one. */
async function call<Answer>(
  server: Server,
  key: string,
  path: string,
  body?: object | null,
): Promise<Answer> {
  const json = body ? { 'content-type': 'application/json' } : {}
  const answer = await fetch(`${server.url}/api/v1/${path}`, {
    headers: { authorization: `Bearer ${key}`, connection: 'close', ...json },
    ...(body !== undefined && { method: 'POST' }),
    ...(body && { body: JSON.stringify(body) }),
  })
  assert.ok(answer.ok, `${path}: ${answer.status} ${answer.ok ? '' : await answer.text()}`)
  return (await answer.json()) as Answer
}

interface MadeWebhook {
  readonly id: string
  readonly secret: string
  readonly waiting: number
  readonly delivered_cursor: string
}

/** Resolves when no event waits. */
async function untilDelivered(server: Server, key: string, { id }: MadeWebhook): Promise<void> {
  while ((await call<MadeWebhook>(server, key, `webhooks/${id}`)).waiting > 0) await wait(API_POLL_MS)
}

/** Watches all companies with these numbers. */
async function watch(
  server: Server,
  key: string,
  url: string,
  numbers: readonly number[],
): Promise<MadeWebhook> {
  const webhook = await call<MadeWebhook>(server, key, 'webhooks', { url })
  const companies = []
  for (const number of numbers) {
    const hits = await call<{ uuid: string }[]>(server, key, 'companies/search/', {
      name: `Prüfstand ${number}`,
    })
    companies.push({ uuid: hits[0]!.uuid, ref: `K-${number}` })
  }
  const { id } = await call<{ id: string }>(server, key, 'watches', {
    name: 'Kunden',
    webhooks: [webhook.id],
  })
  await call(server, key, `watches/${id}/companies`, companies)
  return webhook
}

test('events that were kept long enough are deleted by a server that has none to send', {
  skip: BRIEF,
}, async (t) => {
  const folder = temporaryFolder(t)
  const dataDir = join(folder, 'var')
  await importCompanies(folder, dataDir, [1], 'Ulm')
  const accounts = openAccountsDatabase(dataFiles(dataDir).accounts, Date.now())
  t.after(() => accounts.close())
  const webhooks = new SqlWebhookStore(accounts)
  const { id } = await webhooks.add(madeWebhook('whk_a'))
  const [old, kept] = [Date.now() - EVENTS_KEPT_MS, Date.now()]
  await webhooks.addEvent(OWNER, id, madeEvent('evt_old', old))
  await webhooks.addEvent(OWNER, id, madeEvent('evt_kept', kept))
  await webhooks.pause(OWNER, id)
  await startServer(t, dataDir, ENV)
  const ids = async () => (await webhooks.events(id, 0, 10)).map((event) => event.id)
  while ((await ids()).includes('evt_old')) await wait(POLL_MS)
  assert.deepEqual(await ids(), ['evt_kept'])
  assert.equal((await webhooks.find(OWNER, id))?.delivered, 1)
})

test('an import is told to the webhook of its watch, signed, and once over a restart; ping, rotation and replay work', async (t) => {
  const folder = temporaryFolder(t)
  const dataDir = join(folder, 'var')
  await importCompanies(folder, dataDir, [1, 2, 3], 'Ulm')
  const receiver = await startReceiver()
  t.after(() => receiver.close())
  let server = await startServer(t, dataDir, ENV)
  const { key } = await makeKey(dataDir, SCOPES)
  const webhook = await watch(server, key, receiver.url, [1, 2])
  receiver.secret = webhook.secret
  await importCompanies(folder, dataDir, [1, 2, 3], 'Kiel')
  await receiver.whenReceived(2)
  const told = receiver.received.map(({ event }) => event as { type: string; data: Record<string, unknown> })
  assert.deepEqual(
    told.map(({ type, data }) => [type, data.ref, (data.company as { seat?: string }).seat]).toSorted(),
    [
      ['company.changed', 'K-1', 'Kiel'],
      ['company.changed', 'K-2', 'Kiel'],
    ],
  )
  await untilDelivered(server, key, webhook)
  server.process.kill('SIGTERM')
  assert.equal(await server.ended, 0)

  server = await startServer(t, dataDir, ENV)
  await call(server, key, `webhooks/${webhook.id}/ping`, null)
  await receiver.whenReceived(3)
  assert.equal(receiver.received[2]!.event.type, 'ping')
  // A change of the webhook would repeat an event that is not stored as delivered yet.
  await untilDelivered(server, key, webhook)
  const rotated = await call<MadeWebhook>(server, key, `webhooks/${webhook.id}/rotate`, { overlap_s: 3600 })
  for (const [i, secret] of [webhook.secret, rotated.secret].entries()) {
    receiver.secret = secret
    await call(server, key, `webhooks/${webhook.id}/ping`, null)
    await receiver.whenReceived(4 + i)
    await untilDelivered(server, key, webhook)
  }
  const events = await call<{ cursor: string; id: string }[]>(server, key, `webhooks/${webhook.id}/events`)
  assert.deepEqual(
    receiver.received.map(({ id }) => id),
    events.map(({ id }) => id),
    'each once, in the order of the API',
  )
  await call(server, key, `webhooks/${webhook.id}/resume`, { from: events[2]!.cursor })
  await receiver.whenReceived(7)
  assert.deepEqual(
    receiver.received.slice(5).map(({ id }) => id),
    events.slice(3).map(({ id }) => id),
    'a replay has the same ids',
  )
  assert.deepEqual(receiver.refused, [])
  await untilDelivered(server, key, webhook)
  const metrics = readMetrics(await (await fetch(/Metrics at (http:\S+)/.exec(server.said())![1]!)).text())
  const value = (name: string, label: string) =>
    metrics.get(name)?.samples.find(({ labels }) => Object.values(labels).includes(label) || label === '')
      ?.value
  assert.equal(value('firmensuche_webhook_attempts_total', 'delivered'), 5)
  assert.equal(value('firmensuche_webhook_attempts_total', 'failed'), 0)
  assert.equal(value('firmensuche_webhooks', 'active'), 1)
  assert.equal(value('firmensuche_webhook_events_waiting', ''), 0)
  assert.equal(value('firmensuche_webhook_oldest_event_seconds', ''), 0)
})

test('a watch thread that dies is replaced, and the next one goes on', { skip: BRIEF }, async (t) => {
  const folder = temporaryFolder(t)
  const [dataDir, faultFile] = [join(folder, 'var'), join(folder, 'fault.json')]
  await importCompanies(folder, dataDir, [1], 'Ulm')
  const receiver = await startReceiver()
  t.after(() => receiver.close())
  const server = await startServer(t, dataDir, {
    ...ENV,
    NODE_OPTIONS: `--import=${resolve(import.meta.dirname, '../fixtures/faulty-threads.ts')}`,
    FAULT_FILE: faultFile,
  })
  const { key } = await makeKey(dataDir, SCOPES)
  const webhook = await watch(server, key, receiver.url, [1])
  await call(server, key, `webhooks/${webhook.id}/ping`, null)
  await receiver.whenReceived(1)
  writeFileSync(faultFile, JSON.stringify({ how: 'exception', command: 'wake' } satisfies Fault))
  await call(server, key, `webhooks/${webhook.id}/ping`, null)
  while (!server.complained().includes('the watch thread died')) await wait(POLL_MS)
  assert.equal(existsSync(faultFile), false, 'the fault came about')
  await call(server, key, `webhooks/${webhook.id}/ping`, null)
  await untilDelivered(server, key, webhook)
  const events = await call<{ id: string }[]>(server, key, `webhooks/${webhook.id}/events`)
  const ids = receiver.received.map(({ id }) => id)
  assert.deepEqual(
    [...new Set(ids)],
    events.map(({ id }) => id),
  )
  server.process.kill('SIGTERM')
  assert.equal(await server.ended, 0)
})

test('a server that is killed at random moments loses no event and sends them in order', {
  skip: BRIEF,
}, async (t) => {
  const kills = IS_THOROUGH ? often(5) : 1
  const result = await runTrial(t, {
    receivers: { good: 6, failing: 1, slow: 1, redirecting: 1, lying: 1 },
    companiesEach: IS_THOROUGH ? 100 : 10,
    calmShare: 0.2,
    ...{ kills, lifeMsMax: 4000, log: (line) => t.diagnostic(line) },
  })
  const { changes, events, lost, outOfOrder, badSignatures, duplicates } = result
  assert.deepEqual(
    { events, lost, outOfOrder, badSignatures },
    { events: changes, lost: 0, outOfOrder: 0, badSignatures: 0 },
  )
  assert.equal(duplicates.others, 0, 'only the end of a server may cause a duplicate')
})

test('on several nodes each event is sent by one of them, and another one takes over when the claim of a killed one ends', {
  skip: BRIEF || NO_POSTGRES,
}, async (t) => {
  const cluster = await startCluster({ settings: ['fsync=off'] })
  const url = await emptyDatabase(t, cluster)
  const folder = temporaryFolder(t)
  const [one, two] = [join(folder, 'one'), join(folder, 'two')]
  const env = { ...ENV, DATABASE_URL: url }
  await importCompanies(folder, one, [1, 2, 3, 4], 'Ulm', env)
  writeFileSync(join(one, 'secret'), 'ab'.repeat(32), { mode: 0o600 })
  cpSync(one, two, { recursive: true })
  const nodes = await Promise.all([one, two].map((dataDir) => startServer(t, dataDir, env)))
  const { key } = await makeKey(one, SCOPES, env)
  const receiver = await startReceiver()
  t.after(() => receiver.close())
  const webhook = await watch(nodes[0]!, key, receiver.url, [1, 2, 3, 4])
  receiver.secret = webhook.secret
  await importCompanies(folder, one, [1, 2], 'Kiel', env)
  await receiver.whenReceived(2)
  assert.equal(new Set(receiver.received.map(({ id }) => id)).size, 2)

  receiver.behaviour = 'silent'
  await importCompanies(folder, one, [3, 4], 'Bonn', env)
  await receiver.whenReceived(3)
  const claim = await claimOf(t, url)
  assert.ok(claim.untilMs - Date.now() <= CLAIM_MS, 'what it has it loses in 20 s')
  const names = await rowsOf<{ id: string; name: string }>(t, url, 'select id, name from nodes')
  const { name } = names.find(({ id }) => id === claim.node)!
  const killed = nodes.find((node) => name.endsWith(`:${new URL(node.url).port}`))!
  receiver.behaviour = 'good'
  killed.process.kill('SIGKILL')
  await killed.ended
  await receiver.whenReceived(5)
  const [unanswered, again, last] = receiver.received.slice(2)
  assert.equal(again!.id, unanswered!.id, 'the event that was not confirmed comes first')
  assert.notEqual(last!.id, again!.id)
  assert.equal(receiver.received.length, 5)
  assert.deepEqual(receiver.refused, [])
})

async function rowsOf<Row>(t: TestContext, url: string, query: string): Promise<readonly Row[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  t.after(() => client.end().catch(() => undefined))
  await client.connect()
  return (await client.query(query)).rows as Row[]
}

async function claimOf(t: TestContext, url: string) {
  const [row] = await rowsOf<{ node: string; claimed_until_ms: string }>(
    t,
    url,
    `select node, claimed_until_ms from webhooks`,
  )
  return { node: row!.node, untilMs: Number(row!.claimed_until_ms) }
}
