/**
 * The lock of a data folder: one process at a time may write in it. It uses SQLite's file lock, because the
 * system frees that when the process ends for any reason, so there is no stale lock to clean up.
 */
import { closeSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import { touchFile } from '../../system/private-file.ts'

/**
 * Longest wait for the lock, in ms: long enough for another command to finish, short enough for a person to
 * wait.
 */
const LOCK_WAIT_MS = 1000
const LOCK_NAME = 'lock.sqlite'

/** A lock that this process holds. */
export interface FolderLock {
  release(): void
}

/**
 * Takes the lock; returns `undefined` if another process has it. The process must not open the lock's file in
 * any other way.
 */
export function takeFolderLock(folder: string): FolderLock | undefined {
  const path = join(folder, LOCK_NAME)
  // Created before SQLite does it, which would make it readable for all users. Only if it is missing: closing
  // the file frees its locks.
  if (!existsSync(path)) closeSync(touchFile(path))
  const db = new BetterSqlite(path, { timeout: LOCK_WAIT_MS })
  try {
    // Nothing is ever written; without a journal no second file is created.
    db.pragma('journal_mode = OFF')
    db.exec('BEGIN EXCLUSIVE')
    return { release: () => db.close() }
  } catch (error) {
    db.close()
    if ((error as { code?: string }).code?.startsWith('SQLITE_BUSY')) return undefined
    throw error
  }
}
