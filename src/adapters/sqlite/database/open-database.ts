/** Opens SQLite files, in the same way for all databases. */
import { accessSync, closeSync, constants, existsSync, openSync, statfsSync, statSync } from 'node:fs'
import { devNull } from 'node:os'
import { dirname } from 'node:path'
import BetterSqlite, { type Database } from 'better-sqlite3'
import { isOutOfFiles, TOO_MANY_FILES } from '../../../core/system-fault.ts'
import { isMigrationUnfinished, UNFINISHED } from './unfinished-migration.ts'
import { isRestoreUnfinished, RESTORE_UNFINISHED } from './unfinished-restore.ts'

/** An open database. */
export type { Database } from 'better-sqlite3'

/** Time that a statement waits for a write of another connection, in ms. */
const BUSY_TIMEOUT_MS = 5000

const FILE_MODE = 0o600

/** Page cache of one connection; small, because the system's file cache is used as well. */
const CACHE_KIB = 16_384

/** Options for opening a database. */
export interface OpenOptions {
  /** Never writes and never creates the file. */
  readonly readOnly?: boolean
  /** Opens a file that a migration fills, too. */
  readonly isFilled?: boolean
  /**
   * `FULL`: a commit is on disk when the call returns, so it survives a power failure. `NORMAL`: a commit
   * survives the death of the process at once (it is in the system's cache, in the write-ahead log) and a
   * power failure from the next checkpoint on. Neither can damage the file.
   */
  readonly synchronous: 'FULL' | 'NORMAL'
}

/** The file cannot be used as a database; the message is a sentence for people. Nothing was changed. */
export class DatabaseUnusable extends Error {
  constructor(path: string, why: string, cause: unknown) {
    super(`${path} ${why}`, { cause })
    this.name = 'DatabaseUnusable'
  }
}

const DAMAGED =
  'is damaged. Stop the server and restore the file from a backup; without one, move the file away.'

const FULL = 'cannot be written: the disk is full.'

/** Files of an open database: itself, its log, the log's index and, for a moment, a journal. */
const FILES_OF_DATABASE = 4
/** Bytes by which SQLite extends the log's index; with less free space it reports an error of the disk. */
const SHM_STEP_BYTES = 32_768

const SENTENCE_OF_CODE: Readonly<Record<string, (path: string, code: string) => string>> = {
  SQLITE_NOTADB: () => 'is not a database of firmensuche. Move it away, or use another data folder.',
  SQLITE_CORRUPT: () => DAMAGED,
  SQLITE_CANTOPEN: whyNotOpened,
  SQLITE_READONLY: () => 'cannot be written: the disk or the file is read-only for this user.',
  SQLITE_FULL: () => FULL,
  SQLITE_IOERR: (path, code) =>
    hasRoom(path) ? `cannot be read or written: the disk reports an error (${code}).` : FULL,
}

/** Returns why a file could not be opened, which SQLite does not report. */
function whyNotOpened(path: string): string {
  const files: number[] = []
  try {
    if (statSync(path).isDirectory()) return 'cannot be opened: it is a folder.'
    accessSync(path, constants.R_OK)
    // Not the database itself: closing it anywhere in the process frees SQLite's locks on it.
    while (files.length < FILES_OF_DATABASE) files.push(openSync(devNull, 'r'))
    return 'cannot be opened: this user may not write in its folder, or the disk is read-only or full.'
  } catch (error) {
    if (isOutOfFiles(error)) return `cannot be opened: ${TOO_MANY_FILES}`
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    return `cannot be opened: ${isMissing ? 'it is missing' : 'this user may not read it'}.`
  } finally {
    for (const file of files) closeSync(file)
  }
}

function hasRoom(path: string): boolean {
  const { bavail, bsize } = statfsSync(dirname(path))
  return bavail * bsize > SHM_STEP_BYTES
}

/**
 * Opens the file in write-ahead mode, so that readers never wait for the writer. Creates it unless
 * `readOnly`, with access for its owner only.
 *
 * @throws {DatabaseUnusable} if the file is missing (`readOnly`), is not a database, is damaged, or cannot be
 * accessed; if a migration or a restore into its folder was not completed.
 */
export function openDatabase(path: string, options: OpenOptions): Database {
  const readOnly = options.readOnly ?? false
  if (!options.isFilled) refuseUnfinished(path)
  let db: Database | undefined
  try {
    if (!readOnly) makePrivate(path)
    db = new BetterSqlite(path, { readonly: readOnly, fileMustExist: readOnly, timeout: BUSY_TIMEOUT_MS })
    if (!readOnly) db.pragma('journal_mode = WAL')
    db.pragma(`synchronous = ${options.synchronous}`)
    // What is deleted is overwritten with zeros; an import takes no longer.
    db.pragma('secure_delete = ON')
    db.pragma('foreign_keys = ON')
    db.pragma(`cache_size = -${CACHE_KIB}`)
    // The first read of the pages: only here SQLite notices that a file is not a database.
    db.pragma('schema_version')
    return db
  } catch (error) {
    db?.close()
    throw explained(path, error)
  }
}

/**
 * Moves the content of the write-ahead log into the database and empties it; SQLite itself only overwrites it from its start.
 * On a connection without a busy timeout it does nothing while somebody uses the log: a backup may read for minutes.
 */
export function emptyLog(db: Database): void {
  db.pragma('wal_checkpoint(TRUNCATE)')
}

function refuseUnfinished(path: string): void {
  const folder = dirname(path)
  if (isMigrationUnfinished(folder)) throw new DatabaseUnusable(path, UNFINISHED, undefined)
  if (isRestoreUnfinished(folder)) throw new DatabaseUnusable(path, RESTORE_UNFINISHED, undefined)
}

/**
 * Creates the file before SQLite does it, which would make it readable for all users; SQLite's other files
 * get the same mode.
 */
function makePrivate(path: string): void {
  if (path === ':memory:' || existsSync(path)) return
  try {
    closeSync(openSync(path, 'a', FILE_MODE))
  } catch {
    // SQLite fails for the same reason, and its error is the one that is explained.
  }
}

/** Returns the sentence for a file that SQLite can open but finds damaged. */
export function damagedSentence(path: string): string {
  return `${path} ${DAMAGED}`
}

/**
 * Converts an error of SQLite that people can act on to one with a sentence; returns any other error as it
 * is.
 */
export function explained(path: string, error: unknown): unknown {
  const { code, message } = error as Error & { code?: string }
  if (message.includes('directory does not exist')) {
    return new DatabaseUnusable(path, 'cannot be created: its folder does not exist.', error)
  }
  // Extended codes (SQLITE_READONLY_DBMOVED) begin with the plain one.
  const known = Object.keys(SENTENCE_OF_CODE).find((plain) => code?.startsWith(plain))
  return known === undefined
    ? error
    : new DatabaseUnusable(path, SENTENCE_OF_CODE[known]!(path, code!), error)
}
