/** The check of `doctor` that concerns the server for limits. */
import type { Config } from '../config/config.ts'
import type { Check } from '../control/views.ts'
import { examineRedis, type RedisFacts } from '../server/compose/limits.ts'

/** The oldest versions that are supported: major and minor. */
const VERSIONS_MIN: Readonly<Record<string, readonly [number, number]>> = { Redis: [6, 2], Valkey: [7, 2] }
/** Round trip in ms above which every request becomes notably slower. */
const ROUND_TRIP_MS_MAX = 10
/** Only with this policy does a server whose memory is full keep all counts. */
const KEEPING_POLICY = 'noeviction'

/** Checks the server of `REDIS_URL`; no check without one. */
export async function examineLimits({ redisUrl }: Pick<Config, 'redisUrl'>): Promise<readonly Check[]> {
  if (redisUrl === '') return []
  // Without user name and password: only the host is shown.
  const { host } = new URL(redisUrl)
  try {
    return [checkOf(host, await examineRedis(redisUrl))]
  } catch (error) {
    const reason = reasonOf(error)
    return [
      check(
        'fail',
        `${host} cannot count limits (${reason}), so each server counts alone. ${adviceOf(reason)}`,
      ),
    ]
  }
}

/** Judges the properties of a server that could be reached. */
export function checkOf(host: string, facts: RedisFacts): Check {
  const { product, version, roundTripMs, memoryPolicy, memoryBytesMax } = facts
  const text = `${product} ${version} on ${host}, round trip ${roundTripMs.toFixed(1)} ms`
  if (isOld(product, version)) {
    const [major, minor] = VERSIONS_MIN[product]!
    return check('warn', `${text}. Use ${product} ${major}.${minor} or later.`)
  }
  if (memoryBytesMax > 0 && memoryPolicy !== KEEPING_POLICY) {
    return check(
      'warn',
      `${text}. When its memory is full, it deletes counts, and keys can exceed their limits. Run: redis-cli config set maxmemory-policy ${KEEPING_POLICY}`,
    )
  }
  if (roundTripMs > ROUND_TRIP_MS_MAX) {
    return check('warn', `${text}. Every request waits for it: move it closer to the servers.`)
  }
  return check('ok', text)
}

function isOld(product: string, version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [leastMajor, leastMinor] = VERSIONS_MIN[product]!
  return major < leastMajor || (major === leastMajor && minor < leastMinor)
}

/** Returns the message of an error; of several attempts to connect, that of the first. */
function reasonOf(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error
  return first instanceof Error ? first.message : String(first)
}

/** Shapes of messages with the advice for each. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [
    /^(WRONGPASS|NOAUTH|ERR AUTH|ERR invalid password)|unauthenticated/,
    'Check user name and password in REDIS_URL.',
  ],
  [/^NOPERM/, 'Let its user run: +@connection +eval +evalsha +time +get +set +info ~firmensuche:*'],
  [/^READONLY/, 'It is a replica. Set REDIS_URL to the primary.'],
  [/^OOM/, 'Its memory is full. Raise maxmemory.'],
  [/ENOTFOUND|EAI_AGAIN/, 'Check the host name in REDIS_URL.'],
  [
    /certificate|self-signed/i,
    'Its certificate is not valid for this host. If it is issued by your own authority, set NODE_EXTRA_CA_CERTS.',
  ],
  [/SSL|TLS/, 'Use rediss:// for a server with TLS, redis:// for one without.'],
]

function adviceOf(reason: string): string {
  const known = ADVICE.find(([shape]) => shape.test(reason))?.[1]
  return (
    known ??
    'Check host and port in REDIS_URL, whether it runs, and whether a firewall blocks the connection.'
  )
}

function check(state: Check['state'], description: string): Check {
  return { name: 'redis', state, description }
}
