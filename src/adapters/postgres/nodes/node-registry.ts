/** The registry of nodes in PostgreSQL. */
import { setTimeout as wait } from 'node:timers/promises'
import { LEASE_MS, type NodeRegistry, type NodeState } from '../../../core/nodes/node-registry.ts'
import { LOCK_CLASS, LOCKS } from '../database/advisory-locks.ts'
import { openPool } from '../database/open-pool.ts'
import { onConnection, type Statements, statementsOf } from '../database/statements.ts'
import { listenForChanges } from './change-listener.ts'
import { CHANNELS } from './node-tables.ts'

/** One connection listens, one answers, one holds the lock of the index. */
const CONNECTIONS = 3
/** Interval at which a node tries to get the lock of the index, in ms. */
const RETRY_MS = 100
/** Less than the lease: a node notices in time that the database does not answer. */
const STATEMENT_MS_MAX = 3000
/** Time for which a node is listed after its last heartbeat. */
const LISTED = "interval '1 hour'"

const IS_LIVE = `seen_at > clock_timestamp() - interval '${LEASE_MS} milliseconds'`
const BEAT = `INSERT INTO nodes (id, name, version, started_at_ms, key_sequence, company_sequence, secret_mark, seen_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, clock_timestamp())
  ON CONFLICT (id) DO UPDATE SET key_sequence = excluded.key_sequence, company_sequence = excluded.company_sequence,
    seen_at = excluded.seen_at`
const FORGET = `DELETE FROM nodes WHERE seen_at < clock_timestamp() - ${LISTED}`
const STATE = `SELECT (SELECT count(*) FROM nodes WHERE ${IS_LIVE}) AS live,
  EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND classid = $1 AND objid = $2) AS importing`
const NODES = `SELECT *, extract(epoch FROM clock_timestamp() - seen_at) * 1000 AS age_ms, ${IS_LIVE} AS is_live
  FROM nodes WHERE seen_at > clock_timestamp() - ${LISTED} ORDER BY started_at_ms, id`
/** One statement sees one state of both tables. */
const KEY_CHANGES = `SELECT sequence, ARRAY (SELECT account FROM key_changes WHERE sequence > $1 ORDER BY sequence) AS accounts
  FROM key_clock`
/** A claim passes on when its node has left, or its lease has ended. */
const CLAIM = `INSERT INTO source_claims (source, node) VALUES ($1, $2) ON CONFLICT (source) DO UPDATE SET node = excluded.node
  WHERE source_claims.node = excluded.node
    OR NOT EXISTS (SELECT 1 FROM nodes WHERE nodes.id = source_claims.node AND ${IS_LIVE})`
const COMPANY_SEQUENCE = 'SELECT coalesce(max(sequence), 0) AS sequence FROM changes'

interface NodeRow {
  readonly id: string
  readonly name: string
  readonly version: string
  readonly started_at_ms: number
  readonly key_sequence: number
  readonly company_sequence: number | null
  readonly secret_mark: string
  readonly age_ms: string
  readonly is_live: boolean
}

/** Opens the registry for the node with this id. It connects with its first statement. */
export function openNodeRegistry(url: string, id: string): NodeRegistry {
  const database = openPool({
    url,
    connectionsMax: CONNECTIONS,
    purpose: 'nodes',
    statementTimeoutMs: STATEMENT_MS_MAX,
  })
  const statements = statementsOf(database.pool, database.place)
  return {
    async beat({ name, version, startedAtMs, keySequence, companySequence, secretMark }) {
      const known = [keySequence, companySequence ?? null, secretMark]
      await statements.run(BEAT, [id, name, version, startedAtMs, ...known])
      await statements.run(FORGET)
      const lock = [LOCK_CLASS, LOCKS.companyWriter]
      const state = await statements.first<{ live: number; importing: boolean }>(STATE, lock)
      return { live: state!.live, isImporting: state!.importing }
    },
    nodes: async () => (await statements.all<NodeRow>(NODES)).map(stateOf),
    keysChangedAfter: async (sequence) =>
      (await statements.first<{ sequence: number; accounts: string[] }>(KEY_CHANGES, [sequence]))!,
    companySequence: async () => (await statements.first<{ sequence: number }>(COMPANY_SEQUENCE))!.sequence,
    async tellOfCompanies() {
      await statements.first('SELECT pg_notify($1, $2)', [CHANNELS.companies, ''])
    },
    claimSource: async (source) => (await statements.run(CLAIM, [source, id])) > 0,
    async releaseSource(source) {
      await statements.run('DELETE FROM source_claims WHERE source = $1 AND node = $2', [source, id])
    },
    writeIndex: (work) => onConnection(database, (own) => alone(own, LOCKS.indexWriter, work)),
    listen: (heard) => listenForChanges(database, heard),
    async leave() {
      await statements.run('DELETE FROM nodes WHERE id = $1', [id])
    },
    close: () => database.pool.end(),
  }
}

/** Runs work while the connection holds a lock. */
async function alone<Result>(
  statements: Statements,
  lock: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const ids = [LOCK_CLASS, lock]
  const tryLock = () =>
    statements.first<{ taken: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS taken', ids)
  while ((await tryLock())?.taken !== true) await wait(RETRY_MS)
  try {
    return await work()
  } finally {
    // If the connection was lost, so is the lock.
    await statements.run('SELECT pg_advisory_unlock($1, $2)', ids).catch(() => undefined)
  }
}

function stateOf(row: NodeRow): NodeState {
  return {
    id: row.id,
    name: row.name,
    version: row.version,
    startedAtMs: row.started_at_ms,
    keySequence: row.key_sequence,
    companySequence: row.company_sequence ?? undefined,
    secretMark: row.secret_mark,
    ageMs: Number(row.age_ms),
    isLive: row.is_live,
  }
}
