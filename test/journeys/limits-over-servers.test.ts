// Thorough: it starts servers with Redis; the contract of limiters counts with three nodes.
/** Two servers with the same keys that count limits in one Redis. */
import assert from 'node:assert/strict'
import { cpSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { readMetrics } from '../fixtures/prometheus-text.ts'
import { NO_REDIS, RedisProcess } from '../fixtures/redis-server.ts'
import {
  atEnd,
  importedFolder,
  makeKey,
  POLL_MS,
  run,
  type Server,
  search,
  startServer,
  temporaryFolder,
} from './program.ts'

const QUOTA = 40
const AT_A_TIME = 6
/** Fall-backs of each server that the test waits for while Redis is gone. */
const FALL_BACKS = 30

/** Two servers on folders with the same keys: one with a limit, one nearly without. */
async function startTwo(t: TestContext) {
  const redis = await RedisProcess.start()
  t.after(() => redis.remove())
  const one = await importedFolder(t)
  const { key } = await makeKey(one, ['--limit', `${QUOTA}/3600s`])
  const { key: busy } = await makeKey(one, ['--limit', '10000000/60s'])
  const other = temporaryFolder(t)
  cpSync(one, other, { recursive: true })
  const env = { REDIS_URL: redis.url, METRICS_PORT: '0' }
  const servers = await Promise.all([
    startServer(t, one, { ...env, THREADS: '2' }),
    startServer(t, other, { ...env, THREADS: '1' }),
  ])
  return { redis, folders: [one, other] as const, servers, key, busy }
}

/** Sends searches to one server after the other, some at a time; returns how many were accepted. */
async function accepted(servers: readonly Server[], key: string, count: number): Promise<number> {
  let [sent, good] = [0, 0]
  const send = async () => {
    while (sent < count) {
      const answer = await search(servers[sent++ % servers.length]!.url, key, { name: 'Bau' })
      await answer.arrayBuffer()
      assert.ok(answer.status === 200 || answer.status === 429, String(answer.status))
      if (answer.status === 200) good++
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, send))
  return good
}

/** Returns the value of a family without labels. */
async function metric({ said }: Server, name: string): Promise<number> {
  const address = /Metrics at (http:\S+)/.exec(said())?.[1] ?? ''
  const families = readMetrics(await (await fetch(address)).text())
  return families.get(name)?.samples[0]?.value ?? Number.NaN
}

async function until(servers: readonly Server[], isSo: (server: Server) => Promise<boolean>): Promise<void> {
  for (const server of servers) while (!(await isSo(server))) await wait(POLL_MS)
}

/** The messages of a server about Redis, in order. */
function messages({ complained }: Server): readonly string[] {
  return [...complained().matchAll(/"msg":"(Redis [^,"]*)/g)].map(([, text]) => text!)
}

test('a key is accepted as often as its limit says by two servers together, which doctor and status show', {
  skip: NO_REDIS,
}, async (t) => {
  const { redis, folders, servers, key } = await startTwo(t)
  assert.equal(await accepted(servers, key, 2 * QUOTA), QUOTA)
  for (const server of servers) {
    const refused = await search(server.url, key, { name: 'Bau' })
    assert.match(refused.headers.get('ratelimit') ?? '', /"default";r=0;t=3\d\d\d/)
    assert.equal(await metric(server, 'firmensuche_redis_up'), 1)
    assert.equal(await metric(server, 'firmensuche_redis_fallbacks_total'), 0)
    assert.ok((await metric(server, 'firmensuche_redis_round_trip_seconds')) >= 0)
    assert.deepEqual(messages(server), [])
  }
  const env = { REDIS_URL: redis.url }
  const asked = ['--data-dir', folders[0]]
  assert.match((await run(['status', ...asked])).out, /^limits +counted in Redis$/m)
  const found = await run(['doctor', ...asked], env)
  assert.match(found.out, /^ok +redis +\S+ \d+\.\d\S* on 127\.0\.0\.1:\d+, round trip \d+\.\d ms$/m)
  await redis.kill()
  const missed = await run(['doctor', ...asked], env)
  assert.equal(missed.code, 1)
  assert.match(missed.out, /^fail +redis +127\.0\.0\.1:\d+ cannot count limits \(.*ECONNREFUSED/m)
})

test('while Redis is killed, hangs and comes back under load, every request is answered, and the limit holds again afterwards', {
  skip: NO_REDIS,
}, async (t) => {
  const { redis, folders, servers, key, busy } = await startTwo(t)
  let isLoaded = true
  const answered = new Map<number, number>()
  const load = [...servers, ...servers].map(async ({ url }) => {
    while (isLoaded) {
      const answer = await search(url, busy, { name: 'Bau' })
      await answer.arrayBuffer()
      answered.set(answer.status, (answered.get(answer.status) ?? 0) + 1)
    }
  })
  atEnd(t, () => {
    isLoaded = false
    return Promise.allSettled(load)
  })
  const fallBacks = (server: Server) => metric(server, 'firmensuche_redis_fallbacks_total')
  const faults = [
    { begin: () => redis.kill(), end: () => redis.startAgain() },
    { begin: () => redis.hang(), end: () => redis.goOn() },
  ]
  for (const [i, { begin, end }] of faults.entries()) {
    const before = await Promise.all(servers.map(fallBacks))
    await begin()
    await until(
      servers,
      async (server) => (await fallBacks(server)) >= before[servers.indexOf(server)]! + FALL_BACKS,
    )
    const { out } = await run(['status', '--json', '--data-dir', folders[0]])
    assert.equal(JSON.parse(out).server.redis, 'lost')
    await end()
    await until(servers, async (server) => (await metric(server, 'firmensuche_redis_up')) === 1)
    const expected = Array.from({ length: i + 1 }, () => [
      'Redis does not answer',
      'Redis answers again',
    ]).flat()
    // The log of a thread is written some times a second.
    await until(servers, async (server) => messages(server).length >= expected.length)
    for (const server of servers) assert.deepEqual(messages(server), expected)
  }
  isLoaded = false
  await Promise.all(load)
  assert.deepEqual([...answered.keys()], [200])
  assert.equal(await accepted(servers, key, 2 * QUOTA), QUOTA)
  for (const server of servers) {
    server.process.kill('SIGTERM')
    assert.equal(await server.ended, 0)
  }
})

test('a server starts without Redis, accepts its limit alone, and stops', {
  skip: NO_REDIS,
}, async (t) => {
  const redis = await RedisProcess.start()
  t.after(() => redis.remove())
  await redis.kill()
  const folder = await importedFolder(t)
  const { key } = await makeKey(folder, ['--limit', `${QUOTA}/3600s`])
  const server = await startServer(t, folder, { REDIS_URL: redis.url })
  assert.equal(await accepted([server], key, 2 * QUOTA), QUOTA)
  server.process.kill('SIGTERM')
  assert.equal(await server.ended, 0)
  assert.deepEqual(messages(server), ['Redis does not answer'])
})
