/** The limiter of the settings: in the memory of this server, or on a Redis server for several of them. */

import type { RedisFacts } from '../../adapters/redis/examine.ts'
import { SharedKeyCountings } from '../../adapters/shared-memory/key-countings.ts'
import { nodesOf } from '../../adapters/shared-memory/lease.ts'
import { limitServerCells, SharedLimitTrafficMeter } from '../../adapters/shared-memory/limit-traffic.ts'
import { SharedLimiter } from '../../adapters/shared-memory/limiter.ts'
import type { SharedBlock } from '../../adapters/shared-memory/shared-block.ts'
import type { Config } from '../../config/config.ts'
import type { Limiter } from '../../core/access/request-ports.ts'
import { OutageLog } from '../../core/outage-log.ts'
import type { ProcessLog } from '../../core/process-log.ts'
import { clock } from './system.ts'

export type { RedisFacts }

/** The limiter of one thread. */
export interface Limits {
  readonly limiter: Limiter
  /** Waits for the first attempt to reach the server for limits, about a second at most. Never fails. */
  start(): Promise<void>
  close(): void
}

/**
 * Opens the limiter of a thread. Nothing of Redis is loaded without `REDIS_URL`. While Redis does not answer, each of the
 * nodes accepts its share of a limit. `thread` is the thread's number.
 */
export async function openLimits(
  { redisUrl }: Pick<Config, 'redisUrl'>,
  block: SharedBlock,
  thread: number,
  log: Pick<ProcessLog, 'warn' | 'error'>,
): Promise<Limits> {
  if (redisUrl === '') {
    const limiter = new SharedLimiter(block, thread, { clock })
    return { limiter, start: async () => {}, close: () => {} }
  }
  const { openRedisLimiter } = await import('../../adapters/redis/limiter.ts')
  const traffic = new SharedLimitTrafficMeter(block, thread)
  const { limiter, server } = openRedisLimiter(redisUrl, {
    clock,
    traffic,
    countings: new SharedKeyCountings(block),
    alone: new SharedLimiter(block, thread, { clock }, () => nodesOf(block)),
    outage: new OutageLog(
      { log, clock },
      {
        away: 'Redis does not answer, limits are counted here alone',
        back: 'Redis answers again, limits are counted there',
      },
      limitServerCells(block),
    ),
  })
  return { limiter, start: () => server.start(), close: () => server.close() }
}

/**
 * Connects to a server for limits and reads its properties.
 *
 * @throws {Error} if it cannot be reached or cannot count.
 */
export async function examineRedis(url: string): Promise<RedisFacts> {
  const redis = await import('../../adapters/redis/examine.ts')
  return redis.examineRedis(url)
}
