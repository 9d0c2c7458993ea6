/** Brings a database to the form that this version of the program reads. */
import type { Database } from './open-database.ts'

/** One step. Steps are values in an ordered list; a step that was ever released is never edited, only followed. */
export interface Migration {
  /** For people: `companies: first tables`. */
  readonly name: string
  /** Runs inside a transaction together with the note that it ran. */
  up(db: Database): void
}

/** The database was written by a newer version of the program, or by another program. */
export class DatabaseTooNew extends Error {
  constructor(path: string, found: number, known: number) {
    super(
      `${path} was written by a newer version of firmensuche (its form is ${found}, this version knows ${known}). ` +
        'Nothing was changed. Start the newer version, or use another data folder.',
    )
    this.name = 'DatabaseTooNew'
  }
}

/**
 * Runs the steps that have not run yet, each in its own transaction, in order.
 * The number of steps that ran is SQLite's `user_version`; the table `migrations` tells when.
 * With everything up to date it writes nothing.
 *
 * @throws DatabaseTooNew when more steps ran than this version knows; the file is left as it is.
 */
export function migrate(db: Database, migrations: readonly Migration[], nowMs: number): void {
  checkVersion(db, migrations)
  for (let version = versionOf(db) + 1; version <= migrations.length; version++) {
    const step = migrations[version - 1]!
    // Immediate: of two processes that start together, the second waits and then finds the step done.
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
 * For read-only openings: the database must have been brought exactly to this form by its writer.
 *
 * @throws DatabaseTooNew, or Error with a sentence when steps are still missing.
 */
export function checkMigrated(db: Database, migrations: readonly Migration[]): void {
  checkVersion(db, migrations)
  const version = versionOf(db)
  if (version < migrations.length) {
    throw new Error(
      `${db.name} has form ${version}, but ${migrations.length} is needed. Start the server once; it brings the file up to date.`,
    )
  }
}

/** @throws DatabaseTooNew when more steps ran than this version knows. */
export function checkVersion(db: Database, migrations: readonly Migration[]): void {
  const found = versionOf(db)
  if (found > migrations.length) throw new DatabaseTooNew(db.name, found, migrations.length)
}

function versionOf(db: Database): number {
  return db.pragma('user_version', { simple: true }) as number
}
