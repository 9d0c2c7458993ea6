/** The register files of a folder. */
import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { compareTexts } from '../../../core/company/history.ts'
import { FileFault } from '../../../core/ingest/entry-source.ts'
import { FILE_START, faultOfError } from './file-faults.ts'

/** Levels of folders that are read, for example year, month and day. */
const FOLDER_DEPTH_MAX = 3

/** Most files of one folder. */
export const FOLDER_FILES_MAX = 10_000

/** Ends of the names of register files; others in a folder, such as a README, are left out. */
const REGISTER_FILE = /\.(?:csv|db|gz|br|bz2|json|jsonl|ndjson|sqlite3?|tsv|txt|xlsx|xml|zip)$/i

/** Every data folder of this program has this file. */
const DATA_FOLDER_FILE = 'lock.sqlite'

/**
 * Returns the register files in a folder and the folders in it, in the order of their paths; for a file, or if nothing
 * is there, the path itself. Hidden files, symbolic links and data folders of this program are left out.
 *
 * @throws {FileFault} if the folder is a data folder, has no register files, or too many, or cannot be read.
 */
export async function filesIn(path: string): Promise<readonly string[]> {
  const isOne = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (!isOne) return [path]
  const files: string[] = []
  if (await isDataFolder(path))
    throw folderFault(path, 'is a data folder of firmensuche. Import from another folder, or from its inbox.')
  try {
    await addFiles(path, FOLDER_DEPTH_MAX, files)
  } catch (error) {
    throw faultOfError(path, error, FILE_START)
  }
  if (files.length > 0 && files.length <= FOLDER_FILES_MAX) return files
  throw folderFault(
    path,
    files.length === 0
      ? 'is a folder without register files.'
      : `is a folder with more than ${FOLDER_FILES_MAX} files. Import its subfolders one by one.`,
  )
}

function folderFault(path: string, what: string): FileFault {
  return new FileFault({ file: path, reason: 'folder', ...FILE_START, sentence: `${path} ${what}` })
}

function isDataFolder(path: string): Promise<boolean> {
  return stat(join(path, DATA_FOLDER_FILE)).then(
    () => true,
    () => false,
  )
}

async function addFiles(folder: string, depth: number, files: string[]): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true })
  if (entries.some(({ name }) => name === DATA_FOLDER_FILE)) return
  for (const entry of entries.toSorted((a, b) => compareTexts(a.name, b.name))) {
    if (files.length > FOLDER_FILES_MAX) return
    const path = join(folder, entry.name)
    if (isRegisterFile(entry)) files.push(path)
    else if (isFolder(entry) && depth > 1) await addFiles(path, depth - 1, files)
  }
}

function isRegisterFile(entry: Dirent): boolean {
  return entry.isFile() && !entry.name.startsWith('.') && REGISTER_FILE.test(entry.name)
}

function isFolder(entry: Dirent): boolean {
  return entry.isDirectory() && !entry.name.startsWith('.')
}
