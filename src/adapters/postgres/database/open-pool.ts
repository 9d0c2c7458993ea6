/** Opens connections to PostgreSQL, in the same way for all databases. */
import { Client, type ClientBase, type CustomTypesConfig, Pool, types } from 'pg'
import { Failure } from '../../../core/failure.ts'
import type { DatabasePlace } from './database-failure.ts'

/** How to connect. */
export interface PoolSettings {
  /** `postgres://…`; the names of its parameters (`sslmode`, `sslrootcert` …) mean what they mean to `psql`. */
  readonly url: string
  /** Most connections of this pool at the same time. */
  readonly connectionsMax: number
  /** The setting or option with the address, for messages; `DATABASE_URL` without one. */
  readonly setting?: string
  /** What the pool is for: part of the name by which the server lists its connections. */
  readonly purpose: string
  /** Time after which the server ends a statement, in ms; 0 = none. */
  readonly statementTimeoutMs: number
  /** Statements that each new connection runs first: `SET …`. */
  readonly session?: string
}

/** The connections of one thread. Each part of the program that needs other settings has its own pool. */
export interface DatabasePool {
  readonly pool: Pool
  readonly place: DatabasePlace
}

/** Time for connecting, and for waiting for a connection that is in use, in ms. */
export const CONNECT_TIMEOUT_MS = 5000
/** Time after which a connection is closed that nothing uses, in ms. */
const IDLE_TIMEOUT_MS = 60_000
/** Idle time after which the system asks whether the server is still there, in ms. */
const KEEP_ALIVE_MS = 10_000
/** How much later than the server this side gives up on a statement, in ms: for a server that no longer answers. */
const ANSWER_MARGIN_MS = 2000
/** Type of 64-bit numbers; the largest ones that are stored are times in ms. */
const INT8 = 20

const NUMBERS: CustomTypesConfig = {
  getTypeParser: (type, format) =>
    type === INT8 && format !== 'binary' ? Number : types.getTypeParser(type, format),
}

/**
 * Makes a pool. It connects with the first statement, and again after a connection was lost.
 *
 * @throws {Failure} `service_unavailable` if a file that the address names cannot be read.
 */
export function openPool(settings: PoolSettings): DatabasePool {
  const { url, setting, connectionsMax, purpose, statementTimeoutMs, session } = settings
  const connectionString = withLibpqModes(url)
  const place = placeOf(connectionString, setting)
  const pool = new Pool({
    connectionString,
    max: connectionsMax,
    fallback_application_name: `firmensuche ${purpose}`,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    ...(statementTimeoutMs > 0 && {
      statement_timeout: statementTimeoutMs,
      query_timeout: statementTimeoutMs + ANSWER_MARGIN_MS,
    }),
    ...(session !== undefined && { onConnect: (client: ClientBase) => client.query(session) }),
    types: NUMBERS,
  })
  // The pool drops a connection that is lost; who uses it gets the error from the statement.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return { pool, place }
}

/** Makes the driver read `sslmode` as PostgreSQL's own programs do. */
function withLibpqModes(url: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}uselibpqcompat=true`
}

/** Reads the address as the driver does; a part that it lacks comes from the environment (`PGHOST` …). */
function placeOf(connectionString: string, setting: string | undefined): DatabasePlace {
  try {
    const { database, host, port } = new Client({ connectionString })
    return { database: database ?? '', host, port, ...(setting !== undefined && { setting }) }
  } catch (error) {
    throw new Failure(
      'service_unavailable',
      `${setting ?? 'DATABASE_URL'} ${whyUnreadable(error as NodeJS.ErrnoException)}.`,
    )
  }
}

/** The driver reads the files of certificates at once. Its messages may contain the address. */
function whyUnreadable({ path, message }: NodeJS.ErrnoException): string {
  if (path !== undefined) return `names the file ${path}, which cannot be read`
  if (message.includes('verify-ca')) return 'needs sslrootcert, the file of the CA, for sslmode=verify-ca'
  return 'cannot be read'
}
