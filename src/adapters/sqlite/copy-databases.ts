/** Copies databases that other processes may be writing, all of them as they are at one moment. */
import { rmSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import type { BackedUpDatabase } from '../../core/backup/backup.ts'
import { checkVersion } from './database/migrate.ts'
import { type Database, openDatabase } from './database/open-database.ts'
import { onStorage } from './database/storage-failure.ts'
import { MIGRATIONS } from './integrity.ts'

/** What a copy has before it is compacted. */
const WHOLE_COPY_END = '-whole'
/**
 * Share of free pages from which on a copy of companies is compacted: that reads all rows and builds all indexes, on the
 * processor that searches need. The other databases are small, and always are.
 */
const FREE_SHARE = 0.1
/** Pages that are copied at once: 4 MiB. */
const PAGES = 1024

/** Databases whose content is fixed for whoever reads them here, while others write. */
export interface FixedDatabases {
  /** Schema versions. */
  readonly schemas: Readonly<Partial<Record<BackedUpDatabase, number>>>
  /** Size of all of them in bytes, with what is only in their write-ahead logs. */
  readonly bytes: number
  /** Bytes that the copies take at most while they are made. */
  readonly roomBytes: number
  /**
   * Copies a database to a new file without its free pages, then lets it go.
   *
   * @throws {Failure} if it cannot be read or written; the reason of `stop`.
   */
  copy(name: BackedUpDatabase, path: string, how: CopyOptions): Promise<void>
  close(): void
}

/** How a database is copied. */
export interface CopyOptions {
  readonly stop: AbortSignal
  readonly copied: (bytes: number) => void
}

/**
 * Fixes the content of databases, in the given order: a later one contains all that was stored before the earlier ones
 * were fixed. Until they are copied, their write-ahead logs keep growing if something is written; nobody waits.
 *
 * @throws {Failure} `service_unavailable` if one cannot be used, or a newer version wrote it.
 */
export function fixDatabases(
  paths: readonly (readonly [name: BackedUpDatabase, path: string])[],
): FixedDatabases {
  const files = new Map<BackedUpDatabase, Database>()
  const close = () => {
    for (const file of files.values()) file.close()
    files.clear()
  }
  try {
    for (const [name, path] of paths) files.set(name, fixed(name, path))
  } catch (error) {
    close()
    throw error
  }
  const bytes = [...files.values()].reduce((sum, db) => sum + bytesOf(db), 0)
  const compacted = [...files].filter(([name, db]) => isCompacted(name, db)).map(([, db]) => bytesOf(db))
  const facts = [...files].map(([name, db]) => [name, db.pragma('user_version', { simple: true })])
  return {
    schemas: Object.fromEntries(facts) as FixedDatabases['schemas'],
    bytes,
    roomBytes: bytes + Math.max(0, ...compacted),
    copy: async (name, path, how) => {
      const db = files.get(name)!
      const copied = isCompacted(name, db) ? `${path}${WHOLE_COPY_END}` : path
      await copyFixed(db, copied, how)
      files.delete(name)
      db.close()
      if (copied !== path) compact(copied, path)
    },
    close,
  }
}

function fixed(name: BackedUpDatabase, path: string): Database {
  return onStorage(path, () => {
    const db = openDatabase(path, { readOnly: true, synchronous: 'NORMAL' })
    try {
      db.exec('BEGIN')
      // The transaction sees the database as it is at its first read.
      checkVersion(db, MIGRATIONS[name])
      return db
    } catch (error) {
      db.close()
      throw error
    }
  })
}

function isCompacted(name: BackedUpDatabase, db: Database): boolean {
  const [free, pages] = ['freelist_count', 'page_count'].map((fact) =>
    Number(db.pragma(fact, { simple: true })),
  )
  return name !== 'companies' || free! > pages! * FREE_SHARE
}

/** Pages that are free may still contain what was deleted, and need room in the backup. */
function compact(from: string, to: string): void {
  onStorage(to, () => {
    const whole = openDatabase(from, { synchronous: 'NORMAL', isFilled: true })
    try {
      whole.prepare('VACUUM INTO ?').run(to)
    } finally {
      whole.close()
      rmSync(from, { force: true })
    }
    // Readers need the write-ahead mode, which only the file itself had.
    openDatabase(to, { synchronous: 'NORMAL', isFilled: true }).close()
  })
}

function bytesOf(db: Database): number {
  const [pages, size] = ['page_count', 'page_size'].map((name) => Number(db.pragma(name, { simple: true })))
  return pages! * size!
}

/** The transaction of `db` makes SQLite copy what it sees, and not begin again when another process writes. */
async function copyFixed(db: Database, path: string, { stop, copied }: CopyOptions): Promise<void> {
  const pageBytes = Number(db.pragma('page_size', { simple: true }))
  let left: number | undefined
  const progress = ({ totalPages, remainingPages }: { totalPages: number; remainingPages: number }) => {
    stop.throwIfAborted()
    copied(((left ?? totalPages) - remainingPages) * pageBytes)
    left = remainingPages
    return PAGES
  }
  try {
    await turn()
    await db.backup(path, { progress })
    copied((left ?? 0) * pageBytes)
  } catch (error) {
    stop.throwIfAborted()
    onStorage(path, () => {
      throw error
    })
  }
}
