/**
 * The data folder: the paths of its files, checks of access to it, and the lock that one process holds on it.
 */
import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { takeFolderLock } from '../adapters/sqlite/database/folder-lock.ts'
import { systemClock } from '../adapters/system/clock.ts'
import {
  type OwnerNote,
  readOwnerNote,
  removeOwnerNote,
  writeOwnerNote,
} from '../adapters/system/owner-note.ts'
import { Failure } from '../core/failure.ts'
import { systemSentence } from '../core/system-fault.ts'

/** Returns the paths of the files in a data folder. docs/operating.md describes each of them. */
export function dataFiles(dataDir: string) {
  return {
    companies: join(dataDir, 'companies.sqlite'),
    accounts: join(dataDir, 'accounts.sqlite'),
    secret: join(dataDir, 'secret'),
    counters: join(dataDir, 'counters.sqlite'),
    mail: join(dataDir, 'mail'),
    index: join(dataDir, 'companies.index'),
    sampleMark: join(dataDir, 'sample-import-unfinished'),
    rejects: join(dataDir, 'rejects'),
  }
}

/**
 * Returns why no server can use this data folder, and what to do, as sentences; `undefined` if a server can
 * use or create it. Changes nothing.
 */
export function folderFault(dataDir: string): string | undefined {
  const place = nearestThere(dataDir)
  try {
    if (!statSync(place).isDirectory()) {
      return unusableSentence(dataDir, `${place} is a file. Set DATA_DIR to a folder.`)
    }
    accessSync(place, constants.R_OK | constants.W_OK | constants.X_OK)
    return undefined
  } catch (error) {
    return unusableSentence(dataDir, reasonOf(error, place))
  }
}

function reasonOf(error: unknown, place: string): string {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EROFS') {
    return `the disk under ${place} is read-only. Make it writable, or set DATA_DIR to a folder on another disk.`
  }
  return `this user may not read and write in ${place}. Set DATA_DIR, or give this user the right to it.`
}

/** Returns the path itself if it exists, else its nearest existing parent folder. */
function nearestThere(path: string): string {
  const parent = dirname(path)
  return existsSync(path) || parent === path ? path : nearestThere(parent)
}

function unusableSentence(dataDir: string, reason: string): string {
  return `The data folder ${dataDir} cannot be used: ${reason}`
}

/** A data folder that this process has locked. */
export interface HeldFolder {
  /**
   * Writes the owner note that other processes read if they find the folder locked. The `url` is set once the
   * server takes commands.
   */
  note(url?: string): void
  release(): void
}

/**
 * Creates the folder if it is missing, with access for its owner only, and locks it. Until `release` or the
 * end of the process, no other process can lock it.
 *
 * @throws {Failure} `conflict` with the process that has the lock; `service_unavailable` if the folder cannot
 * be created or written.
 */
export function holdFolder(dataDir: string, command: string): HeldFolder {
  const lock = inFolder(dataDir, () => {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    return takeFolderLock(dataDir)
  })
  if (lock === undefined) throw new Failure('conflict', takenSentence(dataDir, readOwnerNote(dataDir)))
  const startedAtMs = systemClock.nowMs()
  const note = (url?: string) =>
    inFolder(dataDir, () =>
      writeOwnerNote(dataDir, {
        ...{ pid: process.pid, command, startedAtMs },
        ...(url === undefined ? {} : { url }),
      }),
    )
  try {
    note()
  } catch (error) {
    lock.release()
    throw error
  }
  return {
    note,
    release: () => {
      removeOwnerNote(dataDir)
      lock.release()
    },
  }
}

/** @throws {Failure} `service_unavailable` with a sentence, for any error that the step throws. */
function inFolder<Result>(dataDir: string, step: () => Result): Result {
  try {
    return step()
  } catch (error) {
    const sentence = folderFault(dataDir) ?? systemSentence(error, dataDir)
    const reason = `${error instanceof Error ? error.message : String(error)}.`
    throw new Failure('service_unavailable', sentence ?? unusableSentence(dataDir, reason))
  }
}

function takenSentence(dataDir: string, owner: OwnerNote | undefined): string {
  const who = owner === undefined ? 'another process' : `process ${owner.pid} (${owner.command})`
  const isStarting = owner?.command === 'serve' && owner.url === undefined
  const starting = isStarting ? ', which is starting and takes commands in a moment' : ''
  const where = owner?.url === undefined ? starting : ` at ${owner.url}`
  return `The data folder ${dataDir} is in use by ${who}${where}. One process at a time may write in it.`
}
