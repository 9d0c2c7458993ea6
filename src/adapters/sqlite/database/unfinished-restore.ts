/**
 * Replaces the files of a data folder by those of a backup: all of them or, after a crash, when the folder is used next.
 * The new files are complete in a folder in it (`restore`) before a mark is set; from then on the change only goes
 * forward, and nothing opens a database of the folder until it is done.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../../../core/failure.ts'
import { createFile } from '../../system/private-file.ts'
import { syncFolder } from '../../system/sync-folder.ts'

const MARK_NAME = 'restore-unfinished'
const NEW_FILES = 'restore'
/** Files that SQLite keeps next to a database. Those of the old database must not be applied to the new one. */
const BESIDE_DATABASE = ['-wal', '-shm', '-journal']
const FOLDER_MODE = 0o700

/** What to do about a database of such a folder: completes a sentence that begins with its path. */
export const RESTORE_UNFINISHED =
  'cannot be used: a restore into its folder was interrupted. Start the server, or run `firmensuche restore` again: both complete it.'

/** What a restore changes: names of files in the data folder. */
interface Change {
  /** Files that come from the backup. */
  readonly replaced: readonly string[]
  /** Files that the backup does not have. */
  readonly removed: readonly string[]
}

/** Returns whether the folder has the mark. */
export function isRestoreUnfinished(folder: string): boolean {
  return existsSync(join(folder, MARK_NAME))
}

/**
 * Makes a folder for new files with these names, and returns its path. What an earlier restore left there is deleted; other
 * files are kept: they are an operator's.
 *
 * @throws {Failure} `invalid_request` if something else than a folder is in its place.
 */
export function emptyRestoreFolder(folder: string, names: readonly string[]): string {
  const files = join(folder, NEW_FILES)
  if (existsSync(files) && !isFolder(files))
    throw new Failure('invalid_request', `${files} is not a folder. Remove it, and restore again.`)
  removeNewFiles(folder, names)
  mkdirSync(files, { recursive: true, mode: FOLDER_MODE })
  return files
}

/** Deletes what a restore left in the folder of `emptyRestoreFolder`, and the folder if nothing else is in it. */
export function removeNewFiles(folder: string, names: readonly string[]): void {
  const files = join(folder, NEW_FILES)
  // A file or a link of an operator.
  if (!isFolder(files)) return
  for (const name of names) if (!isFolder(join(files, name))) remove(files, name)
  try {
    rmdirSync(files)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'ENOTEMPTY') throw error
  }
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

/** Replaces the files by those in the folder of `emptyRestoreFolder`. The caller holds the folder's lock. */
export function replaceByRestored(folder: string, change: Change, names: readonly string[]): void {
  syncFolder(join(folder, NEW_FILES))
  const mark = createFile(join(folder, `${MARK_NAME}.new`))
  writeSync(mark, `${JSON.stringify(change)}\n`)
  fsyncSync(mark)
  closeSync(mark)
  renameSync(join(folder, `${MARK_NAME}.new`), join(folder, MARK_NAME))
  syncFolder(folder)
  completeRestore(folder, names)
}

/**
 * Completes a restore that was interrupted after its mark was set; deletes the files of one that was interrupted before.
 * `names` are those of `emptyRestoreFolder`. The caller holds the folder's lock.
 */
export function completeRestore(folder: string, names: readonly string[]): void {
  if (isRestoreUnfinished(folder)) {
    const { replaced, removed } = JSON.parse(readFileSync(join(folder, MARK_NAME), 'utf8')) as Change
    for (const name of removed) remove(folder, name)
    for (const name of replaced) replace(folder, name)
    syncFolder(folder)
    rmSync(join(folder, MARK_NAME))
    syncFolder(folder)
  }
  removeNewFiles(folder, names)
}

/** A file that is no longer among the new ones was moved before the crash. */
function replace(folder: string, name: string): void {
  const file = join(folder, NEW_FILES, name)
  if (!existsSync(file)) return
  removeBeside(folder, name)
  renameSync(file, join(folder, name))
}

function remove(folder: string, name: string): void {
  removeBeside(folder, name)
  rmSync(join(folder, name), { force: true })
}

function removeBeside(folder: string, name: string): void {
  for (const end of BESIDE_DATABASE) rmSync(join(folder, `${name}${end}`), { force: true })
}
