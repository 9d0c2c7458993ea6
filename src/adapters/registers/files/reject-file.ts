/** The files of rejected rows: one JSON object per line, `{"file", "line", "reason", "text"}`. */
import { closeSync, fstatSync, fsyncSync, mkdirSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Failure } from '../../../core/failure.ts'
import type { RejectLog } from '../../../core/ingest/entry-source.ts'
import { REJECT_FILE_BYTES_MAX } from '../../../core/ingest/register-entry.ts'
import { systemSentence } from '../../../core/system-fault.ts'
import { createFile } from '../../system/private-file.ts'

/** Number of reject files that are kept in the data folder: as many as the imports that operators see. */
const REJECT_FILES_MAX = 20
/** Maximum length of the imported file's name within the name of its reject file, in characters. */
const NAME_CHARS_MAX = 80
/**
 * Matches the names that this module creates. They begin with the time of the import, so sorting them by name
 * sorts them by time.
 */
const REJECT_FILE = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-.*\.jsonl$/
const FILE_MODE = 0o600
const DATA_ENDING = /\.(?:jsonl?|ndjson|txt)?(?:\.(?:gz|bz2|br))?$/i

/** A file of rejected rows that is being written. */
export interface RejectFile extends RejectLog {
  readonly path: string
  /** Number of rejects that were not written: the first one beyond `REJECT_FILE_BYTES_MAX`, and all after it. */
  readonly dropped: number
  close(): void
}

/** Writes rejects to the file at the path, which only its owner can read. */
export function rejectFile(path: string): RejectFile {
  return lazyRejectFile(path, () => openSync(path, 'w', FILE_MODE))
}

/**
 * Writes the rejects of an import to a new file in the folder, named after the time and the first imported
 * file. Creates the folder if needed and deletes the oldest reject files in it.
 */
export function rejectFileIn(folder: string, imported: string, nowMs: number): RejectFile {
  const time = new Date(nowMs).toISOString().replaceAll(/[:.]/g, '-')
  const name = basename(imported)
    .replace(DATA_ENDING, '')
    .replaceAll(/[^\p{L}\p{N}._-]/gu, '_')
  const path = join(folder, `${time}-${[...name].slice(0, NAME_CHARS_MAX).join('')}.jsonl`)
  return lazyRejectFile(path, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    deleteOldest(folder)
    return createFile(path, FILE_MODE)
  })
}

/**
 * Opens the file when the first row is rejected, so that a clean import leaves no empty file.
 *
 * `add` throws {@link Failure} `service_unavailable` if the file cannot be written.
 */
function lazyRejectFile(path: string, open: () => number): RejectFile {
  let file: number | undefined
  let bytes = 0
  let dropped = 0
  return {
    path,
    get dropped() {
      return dropped
    },
    add(reject) {
      const line = `${JSON.stringify(reject)}\n`
      bytes += Buffer.byteLength(line)
      if (bytes > REJECT_FILE_BYTES_MAX) {
        dropped++
        return
      }
      try {
        file ??= open()
        writeSync(file, line)
      } catch (error) {
        const sentence =
          systemSentence(error, path) ?? `${path} cannot be written: ${(error as Error).message}.`
        throw new Failure('service_unavailable', sentence)
      }
    },
    close() {
      if (file === undefined) return
      // The record of the import, which is made durable after this, names the file. A pipe cannot be synced.
      if (fstatSync(file).isFile()) fsyncSync(file)
      closeSync(file)
      file = undefined
    },
  }
}

/** Deletes the oldest files until there is room for one more. */
function deleteOldest(folder: string): void {
  const known = readdirSync(folder)
    .filter((name) => REJECT_FILE.test(name))
    .sort()
  for (const name of known.slice(0, Math.max(0, known.length - REJECT_FILES_MAX + 1)))
    rmSync(join(folder, name), { force: true })
}
