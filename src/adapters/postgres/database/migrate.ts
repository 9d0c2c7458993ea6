/** Migrates a database to the schema of this version. Several nodes may start at once. */
import { LOCK_CLASS, LOCKS } from './advisory-locks.ts'
import { type DatabasePlace, unusable } from './database-failure.ts'
import { type DatabasePool, openPool } from './open-pool.ts'
import { inTransaction, onConnection, type Statements, statementsOf } from './statements.ts'

/**
 * One migration. Migrations are values in an ordered list; a released migration is never edited, changes are
 * added as new ones.
 */
export interface Migration {
  /** Name for people: `companies: first tables`. */
  readonly name: string
  /**
   * Whether programs of the version before work with the changed tables, too. They run on while nodes are upgraded one
   * after the other, and may start. Otherwise they are refused, and all nodes must be stopped for the upgrade.
   */
  readonly keepsOldNodes?: true
  /** Changes the schema. Runs inside a transaction together with the record of the migration. */
  up(statements: Statements): Promise<unknown>
}

/** The tables of one part of the program, which are migrated together. */
export interface Schema {
  /** The part; never changes. */
  readonly part: 'companies' | 'accounts' | 'usage'
  readonly migrations: readonly Migration[]
}

const VERSION_MIN = 15
const NUMBERS_PER_VERSION = 10_000
const ENCODING = 'UTF8'

/** `works_from`: the lowest version of the schema whose programs work with the tables after this migration. */
const TABLE = `CREATE TABLE IF NOT EXISTS migrations (
  part text NOT NULL,
  version integer NOT NULL,
  works_from integer NOT NULL,
  name text NOT NULL,
  at_ms bigint NOT NULL,
  PRIMARY KEY (part, version)
)`

/** Options of `migrate`. */
export interface MigrateOptions {
  /** Whether data are migrated into the database, which nothing else uses until that is complete. */
  readonly isFilled?: boolean
  /** As in `PoolSettings`. */
  readonly setting?: string
}

/**
 * Runs the migrations that have not run yet in order, each in its own transaction. Another node that starts at
 * the same time waits and then finds them done. Writes nothing if the database is up to date.
 *
 * @throws {Failure} `service_unavailable` if the database cannot be used, or a newer version made tables with which this
 * one does not work; then it is left as it is.
 */
export async function migrate(
  url: string,
  schema: Schema,
  nowMs: number,
  { isFilled = false, ...named }: MigrateOptions = {},
): Promise<void> {
  // A pool of its own: a migration may take long, and so may waiting for that of another node.
  const database = openPool({
    ...{ url, ...named, purpose: 'migration', connectionsMax: 1, statementTimeoutMs: 0 },
  })
  const { place } = database
  try {
    // The lock ends with the connection.
    await onConnection(database, async (statements) => {
      await checkServer(statements, place)
      if (!isFilled) await refuseUnfinished(statements, place)
      if ((await versionOf(statements, schema, place)) >= schema.migrations.length) return
      await statements.run('SET statement_timeout = 0')
      // Outside of the transactions: only with the start of one does the server see the tables that another node made.
      await statements.all('SELECT pg_advisory_lock($1, $2)', [LOCK_CLASS, LOCKS.migration])
      const found = await versionOf(statements, schema, place)
      for (let version = found + 1; version <= schema.migrations.length; version++)
        await inTransaction(statements, () => runStep(statements, schema, version, nowMs))
    })
  } finally {
    await database.pool.end()
  }
}

async function runStep(
  statements: Statements,
  schema: Schema,
  version: number,
  nowMs: number,
): Promise<void> {
  const { name, up } = schema.migrations[version - 1]!
  await statements.run(TABLE)
  await up(statements)
  await statements.run(
    'INSERT INTO migrations (part, version, works_from, name, at_ms) VALUES ($1, $2, $3, $4, $5)',
    [schema.part, version, worksFrom(schema, version), name, nowMs],
  )
}

function worksFrom({ migrations }: Schema, version: number): number {
  let from = version
  while (from > 1 && migrations[from - 1]!.keepsOldNodes === true) from--
  return from
}

/**
 * Checks that this version works with the tables of a database.
 *
 * @throws {Failure} `service_unavailable` if it cannot be used, is newer, or lacks migrations.
 */
export async function checkMigrated({ pool, place }: DatabasePool, schema: Schema): Promise<void> {
  await checkMigratedBy(statementsOf(pool, place), place, schema)
}

/** As `checkMigrated`, on a connection of the caller. */
export async function checkMigratedBy(
  statements: Statements,
  place: DatabasePlace,
  schema: Schema,
): Promise<void> {
  await checkServer(statements, place)
  await refuseUnfinished(statements, place)
  const version = await versionOf(statements, schema, place)
  if (version < schema.migrations.length) {
    throw unusable(
      place,
      `has schema version ${version} of ${schema.part}, but ${schema.migrations.length} is required. Start the server once; it migrates the database.`,
    )
  }
}

/**
 * Returns whether any migration of the schema ran.
 *
 * @throws {Failure} `service_unavailable` if the database cannot be used, or is newer.
 */
export async function isCreated({ pool, place }: DatabasePool, schema: Schema): Promise<boolean> {
  const statements = statementsOf(pool, place)
  await checkServer(statements, place)
  await refuseUnfinished(statements, place)
  return (await versionOf(statements, schema, place)) > 0
}

async function refuseUnfinished(statements: Statements, place: DatabasePlace): Promise<void> {
  if (!(await isMigrationUnfinished(statements))) return
  throw unusable(
    place,
    'cannot be used: a migration into it was not completed. Run `firmensuche migrate` again, or drop the database.',
  )
}

/** Returns whether data are migrated into the database, and not all of them are there. */
export async function isMigrationUnfinished(statements: Statements): Promise<boolean> {
  const table = await statements.first<{ id: string | null }>(
    "SELECT to_regclass('unfinished_migration') AS id",
  )
  return table!.id !== null
}

/**
 * Checks what every database must have.
 *
 * @throws {Failure} `service_unavailable` for an older server and another encoding.
 */
export async function checkServer(statements: Statements, place: DatabasePlace): Promise<void> {
  const server = await statements.first<{ version: number; encoding: string; name: string }>(
    `SELECT current_setting('server_version_num')::integer AS version,
       current_setting('server_version') AS name, current_setting('server_encoding') AS encoding`,
  )
  const { version, name, encoding } = server!
  if (version < VERSION_MIN * NUMBERS_PER_VERSION)
    throw unusable(place, `runs on PostgreSQL ${name}, but version ${VERSION_MIN} or later is required.`)
  if (encoding !== ENCODING)
    throw unusable(place, `has the encoding ${encoding}. Create it with the encoding ${ENCODING}.`)
}

/**
 * Returns the number of migrations of the part that ran.
 *
 * @throws {Failure} `service_unavailable` if more ran than this version has.
 */
export async function versionOf(
  statements: Statements,
  { part, migrations }: Schema,
  place: DatabasePlace,
): Promise<number> {
  const known = migrations.length
  const table = await statements.first<{ id: string | null }>("SELECT to_regclass('migrations') AS id")
  if (table!.id === null) return 0
  const row = await statements.first<{ version: number; works_from: number }>(
    'SELECT version, works_from FROM migrations WHERE part = $1 ORDER BY version DESC LIMIT 1',
    [part],
  )
  if (row === undefined) return 0
  const { version, works_from } = row
  if (works_from > known) {
    throw unusable(
      place,
      `was written by a newer version of firmensuche (schema version ${version} of ${part}; this version knows ${known}). ` +
        'Nothing was changed. Start the newer version, or use another database.',
    )
  }
  return version
}
