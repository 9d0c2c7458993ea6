/**
 * Measures counting requests in Redis, from one thread: calls a second, the time of one call, and the processor time of
 * this thread and of Redis for it, with few and with many calls at a time; beside the limiter in memory. Starts a Redis
 * on this machine; with REDIS_URL it uses that one, whose processor time it cannot see.
 *
 *   node bench/limits.ts [--calls 50000]
 */
import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { openRedisLimiter } from '../src/adapters/redis/limiter.ts'
import { SharedKeyCountings } from '../src/adapters/shared-memory/key-countings.ts'
import { SharedKeyRing } from '../src/adapters/shared-memory/key-ring.ts'
import { SharedKeyWriter } from '../src/adapters/shared-memory/key-writer.ts'
import { readLimitTraffic, SharedLimitTrafficMeter } from '../src/adapters/shared-memory/limit-traffic.ts'
import { SharedLimiter } from '../src/adapters/shared-memory/limiter.ts'
import { createSharedBlock } from '../src/adapters/shared-memory/shared-block.ts'
import { systemClock } from '../src/adapters/system/clock.ts'
import { systemSecrets } from '../src/adapters/system/secrets.ts'
import type { Limiter } from '../src/core/access/request-ports.ts'
import type { AccountId } from '../src/core/identity/ids.ts'
import { exampleKey } from '../test/contracts/key-store.ts'
import { RedisProcess } from '../test/fixtures/redis-server.ts'

const { values } = parseArgs({ options: { calls: { type: 'string', default: '50000' } } })
const calls = Number(values.calls)
/** Keys that take turns, so many that none reaches a limit: each call changes three meters. */
const KEYS = 6000
const KEYS_AN_ACCOUNT = 4
const TICK_US = 10_000

const redis = process.env.REDIS_URL === undefined ? await RedisProcess.start() : undefined
const clock = systemClock
const block = createSharedBlock({ keysMax: KEYS, metersMax: 3 * KEYS, addressesMax: 64 }, 1)
const writer = new SharedKeyWriter(block)
const keys = Array.from({ length: KEYS }, (_, i) => {
  const account = `acc_${Math.floor(i / KEYS_AN_ACCOUNT)}` as AccountId
  return exampleKey(i, { account, hash: systemSecrets.sha256(String(i)) })
})
for (const key of keys) writer.put(key, 0)
const ring = new SharedKeyRing(block, { clock })
const grants = keys.map((key) => ring.find(key.hash)!)
const memory = new SharedLimiter(block, 1, { clock })
const { limiter, server } = openRedisLimiter(redis?.url ?? process.env.REDIS_URL!, {
  ...{ clock, alone: memory, countings: new SharedKeyCountings(block) },
  ...{
    traffic: new SharedLimitTrafficMeter(block, 2),
    outage: { failed: console.error, succeeded: () => {} },
  },
})
await server.start()

/** Processor time of Redis in µs. */
function redisUs(): number {
  if (redis === undefined) return Number.NaN
  const fields = readFileSync(`/proc/${redis.pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_US
}

async function measure(name: string, measured: Limiter, atATime: number) {
  const times: number[] = []
  let next = 0
  const call = async () => {
    while (next < calls) {
      const grant = grants[next++ % KEYS]!
      const startMs = performance.now()
      const { accepted } = await measured.take(grant, 10)
      if (!accepted) throw new Error('a limit was reached: the call did not change its meters')
      times.push((performance.now() - startMs) * 1000)
    }
  }
  const [cpu, ofRedis, startMs] = [process.threadCpuUsage(), redisUs(), performance.now()]
  await Promise.all(Array.from({ length: atATime }, call))
  const { user, system } = process.threadCpuUsage(cpu)
  const ms = performance.now() - startMs
  times.sort((a, b) => a - b)
  return {
    limiter: name,
    'at a time': atATime,
    'calls/s': Math.round((calls / ms) * 1000),
    'p50 µs': Math.round(times[calls >> 1]!),
    'p99 µs': Math.round(times[Math.floor(calls * 0.99)]!),
    'thread µs': ((user + system) / calls).toFixed(1),
    'Redis µs': ((redisUs() - ofRedis) / calls).toFixed(1),
  }
}

const rows = []
for (const round of [0, 1]) {
  for (const [name, measured, atATime] of [
    ['memory', memory, 1],
    ['Redis', limiter, 1],
    ['Redis', limiter, 32],
  ] as const) {
    const row = await measure(name, measured, atATime)
    // The first round warms up.
    if (round === 1) rows.push(row)
  }
}
console.table(rows)
const { fallBacks } = readLimitTraffic(block)
if (fallBacks > 0) throw new Error(`${fallBacks} calls were counted in memory`)
server.close()
await redis?.remove()
