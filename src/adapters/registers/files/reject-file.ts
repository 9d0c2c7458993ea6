/** The file of rejected rows: one JSON object a line, `{"file", "line", "reason", "text"}`. */
import { closeSync, openSync, writeSync } from 'node:fs'
import type { RejectLog } from '../../../core/ingest/entry-source.ts'

/** Opens when the first row is rejected, so that a clean import leaves no empty file behind. */
export function rejectFile(path: string): RejectLog & { close(): void } {
  let file: number | undefined
  return {
    add(reject) {
      file ??= openSync(path, 'w')
      writeSync(file, `${JSON.stringify(reject)}\n`)
    },
    close() {
      if (file !== undefined) closeSync(file)
      file = undefined
    },
  }
}
