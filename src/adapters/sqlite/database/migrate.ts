/** Migrates a database to the schema of this version. */
import type { Database } from './open-database.ts'

/**
 * One migration. Migrations are values in an ordered list; a released migration is never edited, changes are
 * added as new ones.
 */
export interface Migration {
  /** Name for people: `companies: first tables`. */
  readonly name: string
  /** Changes the schema. Runs inside a transaction together with the record of the migration. */
  up(db: Database): void
}

/** The database was written by a newer version of the program, or by another program. */
export class DatabaseTooNew extends Error {
  constructor(path: string, found: number, known: number) {
    super(
      `${path} was written by a newer version of firmensuche (schema version ${found}; this version knows ${known}). ` +
        'Nothing was changed. Start the newer version, or use another data folder.',
    )
    this.name = 'DatabaseTooNew'
  }
}

/** The database lacks migrations and is opened read-only; the message is a sentence for people. */
export class DatabaseTooOld extends Error {
  constructor(path: string, found: number, required: number) {
    super(
      `${path} has schema version ${found}, but ${required} is required. Start the server once; it migrates the file.`,
    )
    this.name = 'DatabaseTooOld'
  }
}

/**
 * Runs the migrations that have not run yet in order, each in its own transaction. The number of completed
 * migrations is SQLite's `user_version`; the table `migrations` has their times. Writes nothing if the
 * database is up to date.
 *
 * @throws {DatabaseTooNew} if more migrations ran than this version has; the file is left as it is.
 */
export function migrate(db: Database, migrations: readonly Migration[], nowMs: number): void {
  checkVersion(db, migrations)
  for (let version = versionOf(db) + 1; version <= migrations.length; version++) {
    const step = migrations[version - 1]!
    // Immediate: of two processes that start together, the second waits and then finds the migration done.
    db.transaction(() => {
      if (versionOf(db) >= version) return
      step.up(db)
      db.exec(
        'CREATE TABLE IF NOT EXISTS migrations (version INTEGER PRIMARY KEY, name TEXT NOT NULL, at_ms INTEGER NOT NULL)',
      )
      db.prepare('INSERT INTO migrations (version, name, at_ms) VALUES (?, ?, ?)').run(
        version,
        step.name,
        nowMs,
      )
      db.pragma(`user_version = ${version}`)
    }).immediate()
  }
}

/**
 * Checks that a database that is opened read-only has exactly the schema of this version.
 *
 * @throws {DatabaseTooNew} if it is newer.
 * @throws {DatabaseTooOld} if migrations are missing.
 */
export function checkMigrated(db: Database, migrations: readonly Migration[]): void {
  checkVersion(db, migrations)
  const version = versionOf(db)
  if (version < migrations.length) throw new DatabaseTooOld(db.name, version, migrations.length)
}

/** @throws {DatabaseTooNew} if more migrations ran than this version has. */
export function checkVersion(db: Database, migrations: readonly Migration[]): void {
  const found = versionOf(db)
  if (found > migrations.length) throw new DatabaseTooNew(db.name, found, migrations.length)
}

function versionOf(db: Database): number {
  return db.pragma('user_version', { simple: true }) as number
}
