/** What `doctor` reads of a PostgreSQL database. */
import { performance } from 'node:perf_hooks'
import { LEASE_MS } from '../../core/nodes/node-registry.ts'
import type { TransferPart } from '../sql/transfer/transfer-table.ts'
import { LOCK_CLASS, LOCKS } from './database/advisory-locks.ts'
import { nameOf } from './database/database-failure.ts'
import { isMigrationUnfinished } from './database/migrate.ts'
import { type DatabasePool, openPool } from './database/open-pool.ts'
import { onConnection, type Statements } from './database/statements.ts'
import { SCHEMAS } from './transfer/schemas.ts'
import { ALL_TABLES } from './transfer/table-reading.ts'

/** Round trips of which the median is returned. */
const ROUND_TRIPS = 10
/** Longest time of a statement, in ms. */
const STATEMENT_MS_MAX = 5000
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\/.*)$/

/** The properties of a database and its server. */
export interface DatabaseFacts {
  /** Database and server, for people. */
  readonly name: string
  /** User of the connection. */
  readonly user: string
  /** `15.8`, and the same as a number: 150008. */
  readonly version: string
  readonly versionNumber: number
  readonly encoding: string
  readonly isEncrypted: boolean
  /** Whether the address is of this machine. */
  readonly isOfThisMachine: boolean
  /** Median, in ms. */
  readonly roundTripMs: number
  /** Time of the server minus time of this machine, in ms. */
  readonly clockAheadMs: number
  /** Whether the user may create tables. */
  readonly canCreate: boolean
  /** Whether a lock is kept from one statement to the next. */
  readonly keepsLocks: boolean
  /** Tables that the user does not own. */
  readonly tablesOfOthers: readonly string[]
  /** Connections that users without special rights can have. */
  readonly connectionsMax: number
  /** Live nodes, at least this one. */
  readonly nodes: number
  /** Settings of the server that lose what was committed when it crashes: those that are off. */
  readonly unsafeSettings: readonly string[]
  /** 0 = none. */
  readonly statementTimeoutMs: number
  /** Migrations of each part of the program that ran, and that this version knows. */
  readonly schemas: readonly SchemaFacts[]
  /** Whether data are migrated into it, and not all of them are there. */
  readonly isUnfinished: boolean
}

/** The state of the schema of one part of the program. */
export interface SchemaFacts {
  readonly part: TransferPart
  readonly version: number
  readonly known: number
}

/**
 * Connects and reads the properties; changes nothing.
 *
 * @throws {Failure} `service_unavailable` if the database cannot be used.
 */
export async function examinePostgres(url: string): Promise<DatabaseFacts> {
  // Without a time-out of its own, so that the one of the user can be read.
  const database = openPool({ url, purpose: 'doctor', connectionsMax: 1, statementTimeoutMs: 0 })
  try {
    return await onConnection(database, (statements) => factsOf(database, statements))
  } finally {
    await database.pool.end()
  }
}

async function factsOf({ place }: DatabasePool, statements: Statements): Promise<DatabaseFacts> {
  return {
    name: nameOf(place),
    isOfThisMachine: LOOPBACK.test(place.host),
    ...(await serverFacts(statements)),
    ...(await timesOf(statements)),
    ...(await rightsOf(statements)),
    unsafeSettings: await unsafeSettings(statements),
    nodes: Math.max(1, await countNodes(statements)),
    schemas: await schemasOf(statements),
    isUnfinished: await isMigrationUnfinished(statements),
  }
}

const SERVER = `SELECT current_user AS user,
  current_setting('server_version') AS version, current_setting('server_version_num')::integer AS "versionNumber",
  current_setting('server_encoding') AS encoding,
  coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) AS "isEncrypted",
  current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
    AS "connectionsMax"`

type ServerFacts = Pick<
  DatabaseFacts,
  'user' | 'version' | 'versionNumber' | 'encoding' | 'isEncrypted' | 'connectionsMax'
>

const TIMEOUT = "SELECT setting::integer AS ms FROM pg_settings WHERE name = 'statement_timeout'"

async function serverFacts(statements: Statements) {
  const timeout = await statements.first<{ ms: number }>(TIMEOUT)
  await statements.run(`SET statement_timeout = ${STATEMENT_MS_MAX}`)
  const facts = await statements.first<ServerFacts>(SERVER)
  return { ...facts!, statementTimeoutMs: timeout!.ms }
}

/** Of several answers the quickest one tells the server's time best. */
async function timesOf(statements: Statements) {
  const trips: { readonly ms: number; readonly aheadMs: number }[] = []
  for (let i = 0; i < ROUND_TRIPS; i++) {
    const [startMs, beforeMs] = [performance.now(), Date.now()]
    const row = await statements.first<{ ms: number }>(
      'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::double precision AS ms',
    )
    const ms = performance.now() - startMs
    trips.push({ ms, aheadMs: row!.ms - (beforeMs + ms / 2) })
  }
  trips.sort((a, b) => a.ms - b.ms)
  return { roundTripMs: trips[ROUND_TRIPS >> 1]!.ms, clockAheadMs: trips[0]!.aheadMs }
}

const TABLES_OF_OTHERS = `SELECT relname AS name FROM pg_class
  WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND relname = ANY ($1)
    AND NOT pg_has_role(relowner, 'MEMBER') ORDER BY relname`

async function rightsOf(statements: Statements) {
  const schema = await statements.first<{ can: boolean | null }>(
    "SELECT has_schema_privilege(current_schema(), 'CREATE') AS can",
  )
  const names = [...ALL_TABLES.map(({ name }) => name), 'migrations']
  const others = await statements.all<{ name: string }>(TABLES_OF_OTHERS, [names])
  return {
    canCreate: schema!.can === true,
    keepsLocks: await keepsLocks(statements),
    tablesOfOthers: others.map(({ name }) => name),
  }
}

const HAS_LOCK = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()
  AND classid = $1 AND objid = $2 AND granted`

/** A pooler that gives each transaction another connection loses it. */
async function keepsLocks(statements: Statements): Promise<boolean> {
  const lock = [LOCK_CLASS, LOCKS.examination]
  await statements.all('SELECT pg_advisory_lock_shared($1, $2)', lock)
  const found = await statements.first(HAS_LOCK, lock)
  await statements.all('SELECT pg_advisory_unlock_shared($1, $2)', lock)
  return found !== undefined
}

async function unsafeSettings(statements: Statements): Promise<readonly string[]> {
  const rows = await statements.all<{ name: string }>(
    `SELECT name FROM pg_settings WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off'
     ORDER BY name`,
  )
  return rows.map(({ name }) => name)
}

async function countNodes(statements: Statements): Promise<number> {
  if (!(await isTable(statements, 'nodes'))) return 0
  const row = await statements.first<{ count: number }>(
    `SELECT count(*) AS count FROM nodes WHERE seen_at > clock_timestamp() - interval '${LEASE_MS} milliseconds'`,
  )
  return row!.count
}

async function isTable(statements: Statements, name: string): Promise<boolean> {
  const table = await statements.first<{ id: string | null }>('SELECT to_regclass($1) AS id', [name])
  return table!.id !== null
}

/** Returns which migrations ran in a database. */
export async function schemasOf(statements: Statements): Promise<readonly SchemaFacts[]> {
  const rows = (await isTable(statements, 'migrations'))
    ? await statements.all<{ part: string; version: number }>(
        'SELECT part, max(version) AS version FROM migrations GROUP BY part',
      )
    : []
  const versions = new Map(rows.map(({ part, version }) => [part, version]))
  return Object.values(SCHEMAS).map(({ part, migrations }) => {
    return { part, version: versions.get(part) ?? 0, known: migrations.length }
  })
}
