/** What `doctor` reads of a Redis or Valkey server. */
import { performance } from 'node:perf_hooks'
import { CONNECT_MS_MAX, end, inTime, openClient } from './redis-server.ts'
import { probeCall, WINDOW_SCRIPT } from './window-script.ts'

/** Round trips of which the median is returned. */
const ROUND_TRIPS = 21
/** Time in ms that all of them may take: with more, the server is of no use for limits. */
const ROUND_TRIPS_MS_MAX = 5000

/** The properties of a server. */
export interface RedisFacts {
  /** `Redis` or `Valkey`. */
  readonly product: string
  readonly version: string
  /** Median time of one call of the script, in ms. */
  readonly roundTripMs: number
  /** What the server does when its memory is full, as `maxmemory-policy` names it. */
  readonly memoryPolicy: string
  /** Most memory in bytes; 0 = no limit. */
  readonly memoryBytesMax: number
}

/**
 * Connects, counts as a server does, and reads the properties.
 *
 * @throws {Error} if the server cannot be reached, refuses the password, or does not do what is asked of it.
 */
export async function examineRedis(url: string): Promise<RedisFacts> {
  const client = openClient(url)
  // The calls fail as well.
  client.on('error', () => {})
  try {
    await inTime(client.connect(), CONNECT_MS_MAX)
    const { keys, args } = probeCall()
    const call = ['EVAL', WINDOW_SCRIPT, String(keys.length), ...keys, ...args]
    const roundTripMs = await inTime(
      medianMs(() => client.sendCommand(call)),
      ROUND_TRIPS_MS_MAX,
    )
    const facts = readFacts(String(await inTime(client.sendCommand(['INFO']), CONNECT_MS_MAX)))
    return {
      product: facts.has('valkey_version') ? 'Valkey' : 'Redis',
      version: facts.get('valkey_version') ?? facts.get('redis_version') ?? '',
      roundTripMs,
      memoryPolicy: facts.get('maxmemory_policy') ?? '',
      memoryBytesMax: Number(facts.get('maxmemory') ?? 0),
    }
  } finally {
    end(client)
  }
}

async function medianMs(call: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < ROUND_TRIPS; i++) {
    const startMs = performance.now()
    await call()
    times.push(performance.now() - startMs)
  }
  return times.toSorted((a, b) => a - b)[ROUND_TRIPS >> 1]!
}

/** Reads the lines `name:value` of INFO. */
function readFacts(text: string): ReadonlyMap<string, string> {
  const lines = text.split('\r\n').map((line) => line.split(/:(.*)/s))
  return new Map(lines.flatMap(([name, value]) => (name && value !== undefined ? [[name, value]] : [])))
}
