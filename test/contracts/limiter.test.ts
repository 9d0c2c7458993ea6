import assert from 'node:assert/strict'
import { RedisLimiter } from '../../src/adapters/redis/limiter.ts'
import { RedisServer } from '../../src/adapters/redis/redis-server.ts'
import { probeCall, WINDOW_SCRIPT } from '../../src/adapters/redis/window-script.ts'
import { SharedKeyCountings } from '../../src/adapters/shared-memory/key-countings.ts'
import { SharedKeyRing } from '../../src/adapters/shared-memory/key-ring.ts'
import { SharedKeyWriter } from '../../src/adapters/shared-memory/key-writer.ts'
import { SharedLimiter } from '../../src/adapters/shared-memory/limiter.ts'
import { createSharedBlock } from '../../src/adapters/shared-memory/shared-block.ts'
import { systemClock } from '../../src/adapters/system/clock.ts'
import type { Key } from '../../src/core/access/key.ts'
import type { Limiter } from '../../src/core/access/request-ports.ts'
import { NO_REDIS, RedisProcess } from '../fixtures/redis-server.ts'
import { exampleKey } from './key-store.ts'
import { type HandClock, type LimiterNode, type LimiterPlace, limiterContract } from './limiter.ts'

const SIZE = { keysMax: 64, metersMax: 192, addressesMax: 8 }
const NODES = 3
/** So long that no answer is late, however busy the machine is. */
const ANSWER_MS_MAX = 60_000

/** The keys of a node in a block of its own, and limiters over it. */
function nodeOver(
  keys: readonly Key[],
  clock: HandClock,
  limiterOf: (alone: SharedLimiter, countings: SharedKeyCountings) => Limiter,
): LimiterNode {
  const block = createSharedBlock(SIZE, 1)
  const writer = new SharedKeyWriter(block)
  for (const key of keys) writer.put(key, 0)
  const ring = new SharedKeyRing(block, { clock })
  return {
    limiter: limiterOf(new SharedLimiter(block, 1, { clock }), new SharedKeyCountings(block)),
    grantOf: (key) => ring.find(key.hash)!,
    put: (key) => writer.put(key, 0),
  }
}

function memoryPlace(): LimiterPlace {
  return {
    open: (keys, clock) => [nodeOver(keys, clock, (alone) => alone)],
    close: () => {},
  }
}

/** Three nodes, each with its own connection and its own places of keys in memory. */
async function redisPlace(): Promise<LimiterPlace> {
  const redis = await RedisProcess.start()
  const events = { reached() {}, lost() {}, answered() {} }
  const options = { url: redis.url, script: WINDOW_SCRIPT, probe: probeCall(), answerMsMax: ANSWER_MS_MAX }
  const servers = Array.from(
    { length: NODES },
    () => new RedisServer(options, events, { clock: systemClock }),
  )
  await Promise.all(servers.map((server) => server.start()))
  let fallBacks = 0
  const traffic = { noteFallBack: () => void fallBacks++ }
  let opened = 0
  return {
    async open(keys, clock) {
      // Own names in Redis instead of emptying it.
      const account = `acc_${opened++}` as Key['account']
      const renamed = (key: Key): Key => ({ ...key, account })
      return servers.map((server, number) => {
        // Another number of keys before the same ones: nodes need not agree on places.
        const others = Array.from({ length: number }, (_, i) => exampleKey(1000 + i))
        const node = nodeOver([...others, ...keys.map(renamed)], clock, (alone, countings) => {
          return new RedisLimiter({ server, countings, alone, traffic, nowUs: () => clock.us })
        })
        return { ...node, put: (key: Key) => node.put(renamed(key)) }
      })
    },
    check: () => assert.equal(fallBacks, 0),
    async close() {
      for (const server of servers) server.close()
      await redis.remove()
      assert.equal(fallBacks, 0, 'not everything was counted in Redis')
    },
  }
}

limiterContract('shared memory', memoryPlace)
limiterContract('Redis with three nodes', redisPlace, { skip: NO_REDIS })
