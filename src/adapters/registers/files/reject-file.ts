/** The files of rejected rows: one JSON object a line, `{"file", "line", "reason", "text"}`. */
import { closeSync, mkdirSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Failure } from '../../../core/failure.ts'
import type { RejectLog } from '../../../core/ingest/entry-source.ts'
import { systemSentence } from '../../../core/system-fault.ts'

/** Reject files that stay in the data folder: as many as operators see imports. */
const REJECT_FILES_MAX = 20
/** Characters of the imported file's name in the name of its reject file. */
const NAME_CHARS_MAX = 80
/** Files of this module's making: the time of the import first, so that the order of the names is that of the imports. */
const REJECT_FILE = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-.*\.jsonl$/
const DATA_ENDING = /\.(?:jsonl?|ndjson|txt)?(?:\.(?:gz|bz2|br))?$/i

/** A file of rejected rows that is being written. */
export interface RejectFile extends RejectLog {
  readonly path: string
  close(): void
}

/** Rejects go to the file at the path, which only its owner may read. */
export function rejectFile(path: string): RejectFile {
  return openedLater(path, () => {})
}

/**
 * Rejects of an import go to a new file in the folder, named after the time and the first imported file. The folder is
 * made when it is missing; of older files in it the last ones stay.
 */
export function rejectFileIn(folder: string, imported: string, nowMs: number): RejectFile {
  const time = new Date(nowMs).toISOString().replaceAll(/[:.]/g, '-')
  const name = basename(imported)
    .replace(DATA_ENDING, '')
    .replaceAll(/[^\p{L}\p{N}._-]/gu, '_')
  const path = join(folder, `${time}-${[...name].slice(0, NAME_CHARS_MAX).join('')}.jsonl`)
  return openedLater(path, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    forgetOld(folder)
  })
}

/**
 * Opens when the first row is rejected, so that a clean import leaves no empty file behind. `add` throws Failure
 * `service_unavailable` when the file cannot be written.
 */
function openedLater(path: string, prepare: () => void): RejectFile {
  let file: number | undefined
  return {
    path,
    add(reject) {
      try {
        if (file === undefined) {
          prepare()
          file = openSync(path, 'w', 0o600)
        }
        writeSync(file, `${JSON.stringify(reject)}\n`)
      } catch (error) {
        const sentence =
          systemSentence(error, path) ?? `${path} cannot be written: ${(error as Error).message}.`
        throw new Failure('service_unavailable', sentence)
      }
    },
    close() {
      if (file !== undefined) closeSync(file)
      file = undefined
    },
  }
}

/** Leaves room for one more. */
function forgetOld(folder: string): void {
  const known = readdirSync(folder)
    .filter((name) => REJECT_FILE.test(name))
    .sort()
  for (const name of known.slice(0, Math.max(0, known.length - REJECT_FILES_MAX + 1)))
    rmSync(join(folder, name), { force: true })
}
