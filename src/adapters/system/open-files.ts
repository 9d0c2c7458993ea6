/** How many files the system lets this process have open. */
import { readFileSync } from 'node:fs'

const LIMITS_FILE = '/proc/self/limits'
const LINE = /^Max open files +(\d+)/m

/** The soft limit; `undefined` where the system does not tell, or there is none. Sockets and pipes count as files. */
export function openFilesMax(): number | undefined {
  try {
    const found = LINE.exec(readFileSync(LIMITS_FILE, 'utf8'))?.[1]
    return found === undefined ? undefined : Number(found)
  } catch {
    return undefined
  }
}
