/** Locks the data folder: one process at a time writes in it. */
import { mkdirSync } from 'node:fs'
import { Failure } from '../core/failure.ts'
import { systemSentence } from '../core/system-fault.ts'
import {
  completeRestore,
  type OwnerNote,
  readOwnerNote,
  removeOwnerNote,
  takeFolderLock,
  writeOwnerNote,
} from './compose/folder-lock.ts'
import { clock } from './compose/system.ts'
import { backedUpNames, folderFault, unusableSentence } from './data-folder.ts'

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
 * end of the process, no other process can lock it. Completes a restore into it that was interrupted.
 *
 * @throws {Failure} `conflict` with the process that has the lock; `service_unavailable` if the folder cannot
 * be created or written.
 */
export function holdFolder(dataDir: string, command: string): HeldFolder {
  const lock = withFolderErrors(dataDir, () => {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    return takeFolderLock(dataDir)
  })
  if (lock === undefined) throw new Failure('conflict', inUseSentence(dataDir, readOwnerNote(dataDir)))
  const startedAtMs = clock.nowMs()
  const note = (url?: string) =>
    withFolderErrors(dataDir, () =>
      writeOwnerNote(dataDir, {
        ...{ pid: process.pid, command, startedAtMs },
        ...(url === undefined ? {} : { url }),
      }),
    )
  try {
    withFolderErrors(dataDir, () => completeRestore(dataDir, backedUpNames()))
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
function withFolderErrors<Result>(dataDir: string, step: () => Result): Result {
  try {
    return step()
  } catch (error) {
    const sentence = folderFault(dataDir) ?? systemSentence(error, dataDir)
    const reason = `${error instanceof Error ? error.message : String(error)}.`
    throw new Failure('service_unavailable', sentence ?? unusableSentence(dataDir, reason))
  }
}

function inUseSentence(dataDir: string, owner: OwnerNote | undefined): string {
  const who = owner === undefined ? 'another process' : `process ${owner.pid} (${owner.command})`
  const isStarting = owner?.command === 'serve' && owner.url === undefined
  const starting = isStarting ? ', which is starting and accepts commands in a moment' : ''
  const where = owner?.url === undefined ? starting : ` at ${owner.url}`
  return `The data folder ${dataDir} is in use by ${who}${where}. One process at a time may write in it.`
}
