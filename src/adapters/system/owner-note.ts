/**
 * The owner note: a file that names the process that holds the data folder, for people. The lock itself shows
 * only that some process holds it.
 */
import { readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createFileWith } from './private-file.ts'

const NOTE_NAME = 'owner.json'

/** The content of the owner note. */
export interface OwnerNote {
  readonly pid: number
  /** The command: `serve`, `import`. */
  readonly command: string
  /** Address of the server, if the process is one. */
  readonly url?: string
  readonly startedAtMs: number
}

/** Writes the note. Call it only while holding the lock. */
export function writeOwnerNote(folder: string, note: OwnerNote): void {
  const path = join(folder, NOTE_NAME)
  try {
    createFileWith(`${path}.new`, `${JSON.stringify(note)}\n`)
    renameSync(`${path}.new`, path)
  } catch (error) {
    rmSync(`${path}.new`, { force: true })
    throw error
  }
}

/**
 * Reads the note; returns `undefined` if there is none or it is not valid. After a process was killed, its
 * note may still be there.
 */
export function readOwnerNote(folder: string): OwnerNote | undefined {
  try {
    const note = JSON.parse(readFileSync(join(folder, NOTE_NAME), 'utf8')) as Partial<OwnerNote> | null
    return Number.isSafeInteger(note?.pid) ? (note as OwnerNote) : undefined
  } catch {
    return undefined
  }
}

/** Deletes the note, if there is one. */
export function removeOwnerNote(folder: string): void {
  rmSync(join(folder, NOTE_NAME), { force: true })
}
