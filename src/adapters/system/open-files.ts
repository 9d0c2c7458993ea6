/** Reads the system's limit of open files. */
import { readFileSync } from 'node:fs'

const LIMITS_FILE = '/proc/self/limits'
const LINE = /^Max open files +(\d+)/m

/**
 * Returns the soft limit of open files of this process; `undefined` if there is none or the system does not
 * report it. Sockets and pipes count as files.
 */
export function openFilesMax(): number | undefined {
  try {
    const found = LINE.exec(readFileSync(LIMITS_FILE, 'utf8'))?.[1]
    return found === undefined ? undefined : Number(found)
  } catch {
    return undefined
  }
}
