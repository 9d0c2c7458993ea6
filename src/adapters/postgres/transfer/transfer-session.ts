/** The connection of a transfer, and the locks that keep everything else away from its database. */

import { setTimeout as wait } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import { Failure } from '../../../core/failure.ts'
import { takeLock } from '../companies/write/writer-session.ts'
import { LOCK_CLASS, LOCKS } from '../database/advisory-locks.ts'
import { type DatabasePlace, databaseFailure, nameOf } from '../database/database-failure.ts'
import { type DatabasePool, openPool } from '../database/open-pool.ts'
import { type Statements, statementsOf } from '../database/statements.ts'

/** The address of a database and the setting or option that has it. */
export interface TransferAddress {
  readonly url: string
  readonly setting: string
}

/** Time for another process to end that had the lock, in ms: a killed one ends when its server notices. */
const LOCK_WAIT_MS = 10_000
/** SQLSTATE of a lock that was not free in time. */
const LOCK_NOT_AVAILABLE = '55P03'
/** Time for servers to end that were just stopped, and the interval at which that is checked, in ms. */
const ACTIVITY_WAIT_MS = 2000
const ACTIVITY_POLL_MS = 100

const SETTINGS = `SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET jit = off;
  SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3`
/** A statement ends soon after its client was killed, and frees the locks. */
const NOTICE_KILLED = "SET client_connection_check_interval = '1s'"

const OTHERS = `SELECT application_name AS name, client_addr::text AS address FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'firmensuche %'
  ORDER BY backend_start LIMIT 1`

/**
 * Connects for a transfer.
 *
 * @throws {Failure} `service_unavailable` if the database cannot be used.
 */
export async function connectForTransfer({
  url,
  setting,
}: TransferAddress): Promise<{ readonly database: DatabasePool; readonly client: PoolClient }> {
  const database = openPool({
    ...{ url, setting, connectionsMax: 1 },
    ...{ purpose: 'data migration', statementTimeoutMs: 0 },
  })
  try {
    const client = await database.pool.connect()
    try {
      await client.query(SETTINGS)
      // Servers on some systems cannot notice it.
      await client.query(NOTICE_KILLED).catch(() => undefined)
      return { database, client }
    } catch (error) {
      client.release(true)
      throw error
    }
  } catch (error) {
    await database.pool.end()
    throw databaseFailure(database.place, error)
  }
}

/**
 * Takes the lock of the writer of companies.
 *
 * @throws {Failure} `conflict` if another process has it.
 */
export async function lockWriting(client: PoolClient, place: DatabasePlace): Promise<void> {
  if (await isLocked(client, place, LOCKS.companyWriter)) return
  await takeLock(statementsOf(client, place), place)
}

/**
 * Takes all locks under which something is changed.
 *
 * @throws {Failure} `conflict` if another process works with the database.
 */
export async function lockAll(client: PoolClient, place: DatabasePlace): Promise<void> {
  await refuseOthers(statementsOf(client, place), place)
  await lockWriting(client, place)
  for (const lock of [LOCKS.accounts, LOCKS.usage])
    if (!(await isLocked(client, place, lock))) throw inUse(place, 'another process')
}

async function refuseOthers(statements: Statements, place: DatabasePlace): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += ACTIVITY_POLL_MS) {
    const other = await statements.first<{ name: string; address: string | null }>(OTHERS)
    if (other === undefined) return
    const where = other.address === null ? '' : ` on ${other.address}`
    if (waitedMs >= ACTIVITY_WAIT_MS) throw inUse(place, `${other.name}${where}`)
    await wait(ACTIVITY_POLL_MS)
  }
}

function inUse(place: DatabasePlace, who: string): Failure {
  return new Failure(
    'conflict',
    `The ${nameOf(place)} is in use by ${who}. Stop all servers and imports that use it, and migrate again.`,
  )
}

/** Waits for a lock; returns whether it was free in time. */
async function isLocked(client: PoolClient, place: DatabasePlace, lock: number): Promise<boolean> {
  try {
    await client.query(`SET lock_timeout = ${LOCK_WAIT_MS}`)
    await client.query(`SELECT pg_advisory_lock(${LOCK_CLASS}, ${lock})`)
    await client.query('SET lock_timeout = 0')
    return true
  } catch (error) {
    if ((error as { code?: string }).code === LOCK_NOT_AVAILABLE) return false
    throw databaseFailure(place, error)
  }
}
