/** Who else on the machine may look into the data folder. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { dataFiles } from './data-folder.ts'

/** Bits of a mode by which others than the owner may do something. */
export const OTHERS = 0o077
/** SQLite keeps these beside each database. */
const BESIDE_DATABASE = ['', '-wal', '-shm']
/** What a shell takes as it is. */
const PLAIN_PATH = /^[\w./:@%+-]+$/

/**
 * That others than the owner have access to the folder or to a file in it that is nobody else's business, and the
 * command that ends this; `undefined` when nobody has, or the system has no such modes.
 */
export function accessFault(dataDir: string): string | undefined {
  if (process.platform === 'win32') return undefined
  const open = [dataDir, ...privateFiles(dataDir)].find(isOpenToOthers)
  if (open === undefined) return undefined
  const shown = PLAIN_PATH.test(dataDir) ? dataDir : `'${dataDir.replaceAll("'", `'\\''`)}'`
  return `Others on this machine have access to ${open}. Do: chmod -R go= ${shown}`
}

/** The secret has a check of its own. */
function privateFiles(dataDir: string): readonly string[] {
  const { accounts, companies, counters, index, mail } = dataFiles(dataDir)
  const databases = [accounts, companies, counters].flatMap((path) =>
    BESIDE_DATABASE.map((end) => `${path}${end}`),
  )
  return [...databases, index, mail, join(dataDir, 'control.sock')]
}

function isOpenToOthers(path: string): boolean {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
  return (mode & OTHERS) !== 0
}
