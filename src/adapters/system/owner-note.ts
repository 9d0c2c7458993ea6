/** Who has the data folder, for people: the lock itself tells only that somebody has. */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const NOTE_NAME = 'owner.json'

export interface OwnerNote {
  readonly pid: number
  /** The command: `serve`, `import`. */
  readonly command: string
  /** Of a server. */
  readonly url?: string
  readonly startedAtMs: number
}

/** Call it only while holding the lock. */
export function writeOwnerNote(folder: string, note: OwnerNote): void {
  const path = join(folder, NOTE_NAME)
  try {
    writeFileSync(`${path}.new`, `${JSON.stringify(note)}\n`, { mode: 0o600 })
    renameSync(`${path}.new`, path)
  } catch (error) {
    rmSync(`${path}.new`, { force: true })
    throw error
  }
}

/** `undefined` when there is none, or nothing that was written here. After a process was killed, the note of a dead one may still be there. */
export function readOwnerNote(folder: string): OwnerNote | undefined {
  try {
    const note = JSON.parse(readFileSync(join(folder, NOTE_NAME), 'utf8')) as Partial<OwnerNote> | null
    return Number.isSafeInteger(note?.pid) ? (note as OwnerNote) : undefined
  } catch {
    return undefined
  }
}

export function removeOwnerNote(folder: string): void {
  rmSync(join(folder, NOTE_NAME), { force: true })
}
