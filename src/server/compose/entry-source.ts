/** The reader of register files. */
import { registerFiles } from '../../adapters/registers/entry-source.ts'
import { inspectFile } from '../../adapters/registers/inspect-file.ts'
import type { EntrySource } from '../../core/ingest/entry-source.ts'
import type { Inspection } from '../../core/ingest/inspection.ts'

/** Returns a reader of files of every format. */
export function openEntrySource(): EntrySource {
  return registerFiles()
}

/** Looks at a file before its first import. */
export function inspect(path: string): Promise<Inspection> {
  return inspectFile(path)
}
