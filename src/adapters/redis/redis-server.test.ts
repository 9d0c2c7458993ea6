import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { NO_REDIS, RedisProcess } from '../../../test/fixtures/redis-server.ts'
import { systemClock } from '../system/clock.ts'
import { RedisServer } from './redis-server.ts'

const SCRIPT = "return redis.call('INCR', KEYS[1])"
const CALL = { keys: ['count'], args: [] }
const PASSWORD = 'p@ss:w/rd%'

/** So long that no answer of a server that works is late, however busy the machine is. */
const PATIENT_MS = 5000
/** Limit for answers that the tests hold back: a test waits for it, and a busy machine keeps it otherwise. */
const HELD_BACK_MS = 1000

/** A connection whose events are told as promises. */
function connectTo(t: TestContext, url: string, answerMsMax = PATIENT_MS) {
  const told: string[] = []
  let waiting = Promise.withResolvers<void>()
  const tell = (event: string) => {
    // A loss is told at each attempt; here the first is kept.
    const isKnown = event.startsWith('lost') && told.at(-1)?.startsWith('lost')
    if (!isKnown) told.push(event)
    waiting.resolve()
    waiting = Promise.withResolvers<void>()
  }
  const events = {
    reached: () => tell('reached'),
    lost: (error: Error) => tell(`lost: ${error.message}`),
    answered: () => {},
  }
  const probe = { keys: ['probe'], args: [] }
  const server = new RedisServer({ url, script: SCRIPT, probe, answerMsMax }, events, { clock: systemClock })
  t.after(() => server.close())
  return {
    server,
    told,
    /** Resolves when the last event is this one. */
    async until(event: RegExp) {
      while (!event.test(told.at(-1) ?? '')) await waiting.promise
    },
  }
}

async function startRedis(t: TestContext, options: readonly string[] = []) {
  const redis = await RedisProcess.start(options)
  t.after(() => redis.remove())
  return redis
}

/** Time in ms for which a thread computes, longer than its limit for an answer. */
const COMPUTING_MS = 1000

/** A way to the server on which answers can be delayed. */
async function startWay(t: TestContext, port: number) {
  const late = new EventEmitter()
  const way = { url: '', delayMs: 0, until: (event: string) => once(late, event) }
  const sockets = new Set<Socket>()
  const gate = createServer((client) => {
    const server = connect(port, '127.0.0.1')
    for (const socket of [client, server]) sockets.add(socket.on('error', () => {}))
    client.pipe(server)
    server.on('data', (answer) => {
      if (way.delayMs === 0) return client.write(answer)
      setTimeout(() => {
        client.write(answer)
        late.emit('an answer was sent too late')
      }, way.delayMs)
    })
    client.once('close', () => server.destroy())
  }).listen(0, '127.0.0.1')
  await once(gate, 'listening')
  t.after(() => {
    gate.close()
    for (const socket of sockets) socket.destroy()
  })
  way.url = `redis://127.0.0.1:${(gate.address() as AddressInfo).port}`
  return way
}

describe('a Redis server', { skip: NO_REDIS }, () => {
  it('that is missing at the start is reached as soon as it is there', async (t) => {
    const redis = await startRedis(t)
    await redis.kill()
    const { server, told, until } = connectTo(t, redis.url)
    await server.start()
    assert.match(told.join(), /^lost: .*ECONNREFUSED/)
    await assert.rejects(server.run(CALL), /the server is lost/)
    await redis.startAgain()
    await until(/reached/)
    assert.equal(await server.run(CALL), 1)
  })

  it('that is killed fails every call without an answer, is lost once, and is reached again', async (t) => {
    const redis = await startRedis(t)
    const { server, told, until } = connectTo(t, redis.url)
    await server.start()
    redis.hang()
    const calls = Array.from({ length: 50 }, () => server.run(CALL))
    const failed = Promise.all(calls.map((call) => assert.rejects(call)))
    await redis.kill()
    await failed
    assert.equal(server.isReached, false)
    await redis.startAgain()
    await until(/reached/)
    assert.equal(await server.run(CALL), 1)
    assert.equal(told.length, 3, told.join())
  })

  it('that hangs is lost after the time limit, and is reached again when it goes on', async (t) => {
    const redis = await startRedis(t)
    const { server, told, until } = connectTo(t, redis.url, HELD_BACK_MS)
    await server.start()
    redis.hang()
    await assert.rejects(server.run(CALL), new RegExp(`no answer within ${HELD_BACK_MS} ms`))
    assert.equal(server.isReached, false, 'later calls fail without waiting')
    redis.goOn()
    await until(/reached/)
    assert.equal(typeof (await server.run(CALL)), 'number')
    assert.deepEqual(
      told.map((event) => event.split(':')[0]),
      ['reached', 'lost', 'reached'],
    )
  })

  it('that hangs while it is tried again is reached when it goes on', async (t) => {
    const redis = await startRedis(t)
    redis.hang()
    const { server, told, until } = connectTo(t, redis.url)
    await server.start()
    assert.match(told.join(), /^lost: no answer within/)
    redis.goOn()
    await until(/reached/)
  })

  it('whose answers come later than the limit is lost until they come in time', async (t) => {
    const redis = await startRedis(t)
    const way = await startWay(t, redis.port)
    const { server, told, until } = connectTo(t, way.url, HELD_BACK_MS)
    await server.start()
    way.delayMs = 2 * HELD_BACK_MS
    await assert.rejects(server.run(CALL), /no answer within/)
    await way.until('an answer was sent too late')
    assert.equal(server.isReached, false, 'reached although its answers are late')
    way.delayMs = 0
    await until(/reached/)
    assert.match(told.join(), /^reached,lost: no answer within.*reached$/)
  })

  it('is not lost because this thread computes for longer than the limit', async (t) => {
    const redis = await startRedis(t)
    const { server, told } = connectTo(t, redis.url, COMPUTING_MS / 2)
    await server.start()
    const call = server.run(CALL)
    const endsAtMs = performance.now() + COMPUTING_MS
    while (performance.now() < endsAtMs) Math.sqrt(endsAtMs)
    assert.equal(await call, 1)
    assert.deepEqual(told, ['reached'])
  })

  it('that forgets its scripts is sent the script again', async (t) => {
    const redis = await startRedis(t)
    const { server, told } = connectTo(t, redis.url)
    await server.start()
    assert.equal(await redis.run('SCRIPT FLUSH'), '+OK')
    assert.equal(await server.run(CALL), 1)
    assert.deepEqual(told, ['reached'])
  })

  for (const [why, begin, end, code] of [
    ['is a replica', 'REPLICAOF 127.0.0.1 1', 'REPLICAOF NO ONE', 'READONLY'],
    ['has no memory left', 'CONFIG SET maxmemory 1', 'CONFIG SET maxmemory 0', 'OOM'],
  ] as const) {
    it(`that ${why} is lost until that ends`, async (t) => {
      const redis = await startRedis(t)
      const { server, told, until } = connectTo(t, redis.url)
      await server.start()
      assert.equal(await redis.run(begin), '+OK')
      await assert.rejects(server.run(CALL), new RegExp(`^${code}|Error: ${code}`))
      assert.equal(await redis.run(end), '+OK')
      await until(/reached/)
      assert.equal(told.length, 3)
    })
  }

  it('gets user and password of its URL, and no error contains them', async (t) => {
    const user = ['--user', 'limits', 'on', `>${PASSWORD}`, '~*', '+@all']
    const redis = await startRedis(t, [...user, '--requirepass', PASSWORD])
    const urlWith = (user: string, password: string) =>
      redis.url.replace('//', `//${user}:${encodeURIComponent(password)}@`)
    for (const name of ['', 'limits']) {
      const { server, told } = connectTo(t, urlWith(name, PASSWORD))
      await server.start()
      assert.deepEqual(told, ['reached'])
    }
    for (const url of [redis.url, urlWith('limits', 'gueltig-war-es-nie')]) {
      const { server, told } = connectTo(t, url)
      await server.start()
      assert.match(told.join(), /^lost: (NOAUTH|WRONGPASS)/)
      assert.doesNotMatch(told.join(), /gueltig/)
    }
  })

  it('keeps no process from ending', async (t) => {
    const redis = await startRedis(t)
    const file = new URL('redis-server.ts', import.meta.url)
    const program = `
      const { RedisServer } = await import(${JSON.stringify(file.href)})
      const call = { keys: ['probe'], args: [] }
      const options = { url: ${JSON.stringify(redis.url)}, script: ${JSON.stringify(SCRIPT)}, probe: call }
      const events = { reached: () => console.log('reached'), lost() {}, answered() {} }
      const clock = { monotonicNs: () => process.hrtime.bigint() }
      await new RedisServer(options, events, { clock }).start()`
    let out = ''
    const child = execFile(process.execPath, ['--input-type=module', '-e', program], (_error, text) => {
      out = text
    })
    const [code] = await once(child, 'close')
    assert.deepEqual([code, out], [0, 'reached\n'])
  })
})
