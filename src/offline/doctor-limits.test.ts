import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { createServer } from 'node:tls'
import getTLSOptions from 'smtp-server/lib/tls-options.js'
import { NO_REDIS, RedisProcess } from '../../test/fixtures/redis-server.ts'
import { readConfig } from '../config/config.ts'
import { checkOf, examineLimits } from './doctor-limits.ts'

const PASSWORD = 'not-to-be-shown'

async function startRedis(t: TestContext, options: readonly string[] = []) {
  const redis = await RedisProcess.start(options)
  t.after(() => redis.remove())
  return redis
}

/** State and words of the check. */
async function checkFor(url: string): Promise<readonly [string, string]> {
  const [found] = await examineLimits(readConfig({ REDIS_URL: url }))
  assert.ok(found)
  assert.ok(!found.description.includes(PASSWORD))
  return [found.state, found.description]
}

describe('doctor', { skip: NO_REDIS }, () => {
  it('checks no Redis without REDIS_URL', async () => {
    assert.deepEqual(await examineLimits(readConfig({})), [])
  })

  it('signs in to Redis, counts there, and reports faults with advice and without the password', async (t) => {
    const redis = await startRedis(t, ['--requirepass', PASSWORD])
    const withPassword = (password: string) => redis.url.replace('//', `//:${password}@`)
    assert.equal((await checkFor(withPassword(PASSWORD)))[0], 'ok')
    for (const url of [withPassword(`${PASSWORD}x`), redis.url]) {
      const [state, says] = await checkFor(url)
      assert.equal(state, 'fail')
      assert.match(says, /Check user name and password in REDIS_URL\.$/)
    }
    redis.hang()
    assert.match((await checkFor(withPassword(PASSWORD)))[1], /no answer within .* whether it runs/)
    await redis.kill()
    assert.match((await checkFor(withPassword(PASSWORD)))[1], /ECONNREFUSED.* whether it runs/)
    assert.match((await checkFor('redis://redis.invalid'))[1], /Check the host name in REDIS_URL\.$/)
  })

  it('says what a user of Redis must be allowed to do', async (t) => {
    const allowed = ['+@connection', '+eval', '+evalsha', '+time', '+get', '+set', '+info', '~firmensuche:*']
    const user = (name: string, rights: readonly string[]) => ['--user', name, 'on', '>a', '-@all', ...rights]
    const redis = await startRedis(t, [...user('enough', allowed), ...user('less', allowed.slice(0, -2))])
    const as = (name: string) => redis.url.replace('//', `//${name}:a@`)
    assert.equal((await checkFor(as('enough')))[0], 'ok')
    const [state, says] = await checkFor(as('less'))
    assert.equal(state, 'fail')
    assert.ok(says.endsWith(allowed.join(' ')), says)
  })

  it('reports a replica, and a server that deletes counts when its memory is full', async (t) => {
    const redis = await startRedis(t, ['--maxmemory', '100mb', '--maxmemory-policy', 'allkeys-lru'])
    const [state, says] = await checkFor(redis.url)
    assert.equal(state, 'warn')
    assert.match(says, /Run: redis-cli config set maxmemory-policy noeviction$/)
    await redis.run('REPLICAOF 127.0.0.1 1')
    assert.match((await checkFor(redis.url))[1], /Set REDIS_URL to the primary\.$/)
  })

  it('reports an invalid certificate, and TLS on one side only', async (t) => {
    const redis = await startRedis(t)
    const proxy = createServer(getTLSOptions(), (socket) => {
      socket.on('error', () => {})
      socket.pipe(connect(redis.port, '127.0.0.1').on('error', () => {})).pipe(socket)
    })
    proxy.on('tlsClientError', () => {})
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    t.after(() => proxy.close())
    const { port } = proxy.address() as AddressInfo
    assert.match(
      (await checkFor(`rediss://127.0.0.1:${port}`))[1],
      /certificate is not valid .*NODE_EXTRA_CA_CERTS/,
    )
    assert.equal((await checkFor(redis.url.replace('redis:', 'rediss:')))[0], 'fail')
  })
})

describe('doctor judges a server for limits', () => {
  const good = {
    ...{ product: 'Redis', version: '7.0.15', roundTripMs: 0.3 },
    ...{ memoryPolicy: 'noeviction', memoryBytesMax: 0 },
  }
  const stateOf = (facts: Partial<typeof good>) => checkOf('redis.intern', { ...good, ...facts }).state

  it('by its version', () => {
    for (const version of ['6.2.0', '6.10.1', '7.0.15', '8.2.0'])
      assert.equal(stateOf({ version }), 'ok', version)
    for (const version of ['6.0.16', '5.0.14', '']) assert.equal(stateOf({ version }), 'warn', version)
    assert.equal(stateOf({ product: 'Valkey', version: '7.2.4' }), 'ok')
    assert.equal(stateOf({ product: 'Valkey', version: '7.1.0' }), 'warn')
  })

  it('by its round trip', () => {
    assert.equal(stateOf({ roundTripMs: 10 }), 'ok')
    assert.equal(stateOf({ roundTripMs: 10.1 }), 'warn')
  })

  it('by what it does when its memory is full, if it has a limit', () => {
    const memoryPolicy = 'volatile-ttl'
    assert.equal(stateOf({ memoryPolicy }), 'ok')
    assert.equal(stateOf({ memoryPolicy, memoryBytesMax: 1 }), 'warn')
    assert.equal(stateOf({ memoryBytesMax: 1 }), 'ok')
  })
})
