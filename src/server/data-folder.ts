/** The data folder: the paths of its files, and the check whether a server can use it. */
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

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
    inbox: join(dataDir, 'inbox'),
    downloads: join(dataDir, 'downloads'),
    lists: join(dataDir, 'lists'),
    backup: join(dataDir, 'backup'),
    restore: join(dataDir, 'restore'),
    restoreMark: join(dataDir, 'restore-unfinished'),
  }
}

/** The name of a file in `dataFiles`. */
export type DataFile = keyof ReturnType<typeof dataFiles>

/**
 * Which files of a data folder a backup contains. Left out is what exists for a while only (e-mails of a server without a
 * mail server, lists and downloads in progress), reports (`rejects`), and what others deliver (`inbox`).
 */
export const IS_BACKED_UP: Readonly<Record<DataFile, boolean>> = {
  companies: true,
  accounts: true,
  secret: true,
  counters: true,
  mail: false,
  index: true,
  sampleMark: true,
  rejects: false,
  inbox: false,
  downloads: false,
  lists: false,
  backup: false,
  restore: false,
  restoreMark: false,
}

/** Returns the names of the files that a backup can contain. */
export function backedUpNames(): readonly string[] {
  const files = dataFiles('.')
  const names = Object.keys(files) as DataFile[]
  return names.filter((name) => IS_BACKED_UP[name]).map((name) => basename(files[name]))
}

/**
 * Returns why no server can use this data folder, and what to do, as sentences; `undefined` if a server can
 * use or create it. Changes nothing.
 */
export function folderFault(dataDir: string): string | undefined {
  const place = nearestExisting(dataDir)
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
  return `this user is not allowed to read and write in ${place}. Grant the permission, or set DATA_DIR to another folder.`
}

/** Returns the path itself if it exists, else its nearest existing parent folder. */
function nearestExisting(path: string): string {
  const parent = dirname(path)
  return existsSync(path) || parent === path ? path : nearestExisting(parent)
}

/** Returns the sentence that a data folder cannot be used, with the reason. */
export function unusableSentence(dataDir: string, reason: string): string {
  return `The data folder ${dataDir} cannot be used: ${reason}`
}
