/** Checks which other users of the machine have access to the data folder. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { dataFiles } from './data-folder.ts'

/** The mode bits that give users other than the owner any access. */
export const OTHERS_MODE = 0o077
/** Suffixes of a database file and of the files that SQLite keeps next to it. */
const DATABASE_SUFFIXES = ['', '-wal', '-shm']
/** Matches a path that needs no quoting in a shell. */
const PLAIN_PATH = /^[\w./:@%+-]+$/

/**
 * Returns a sentence if users other than the owner have access to the folder or to a private file in it, with
 * the command that ends this access. Returns `undefined` if no other user has access, and on Windows, which
 * has no such modes.
 */
export function accessFault(dataDir: string): string | undefined {
  if (process.platform === 'win32') return undefined
  const open = [dataDir, ...privateFiles(dataDir)].find(isOpenToOthers)
  if (open === undefined) return undefined
  const shown = PLAIN_PATH.test(dataDir) ? dataDir : `'${dataDir.replaceAll("'", `'\\''`)}'`
  return `Other users of this machine have access to ${open}. Run: chmod -R go= ${shown}`
}

/** Returns the paths of the private files, except the secret, which has a check of its own. */
function privateFiles(dataDir: string): readonly string[] {
  const { accounts, companies, counters, index, mail } = dataFiles(dataDir)
  const databases = [accounts, companies, counters].flatMap((path) =>
    DATABASE_SUFFIXES.map((end) => `${path}${end}`),
  )
  return [...databases, index, mail, join(dataDir, 'control.sock')]
}

function isOpenToOthers(path: string): boolean {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
  return (mode & OTHERS_MODE) !== 0
}
