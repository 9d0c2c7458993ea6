/** The reader of register files. */
import { registerFiles } from '../../adapters/registers/entry-source.ts'
import type { EntrySource } from '../../core/ingest/entry-source.ts'

/** Returns a reader of files of every format. */
export function openEntrySource(): EntrySource {
  return registerFiles()
}
