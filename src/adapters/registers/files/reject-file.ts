/** The file of rejected rows: one JSON object a line, `{"file", "line", "reason", "text"}`. */
import { closeSync, openSync, writeSync } from 'node:fs'
import { Failure } from '../../../core/failure.ts'
import type { RejectLog } from '../../../core/ingest/entry-source.ts'
import { systemSentence } from '../../../core/system-fault.ts'

/**
 * Opens when the first row is rejected, so that a clean import leaves no empty file behind. `add` throws Failure
 * `service_unavailable` when the file cannot be written.
 */
export function rejectFile(path: string): RejectLog & { close(): void } {
  let file: number | undefined
  return {
    add(reject) {
      try {
        file ??= openSync(path, 'w')
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
