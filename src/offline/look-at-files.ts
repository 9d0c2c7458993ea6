/** Looks at files in this process, without a data folder. */
import type { ReadOptions } from '../core/ingest/entry-source.ts'
import type { ImportProgress } from '../core/ingest/import-run.ts'
import type { Inspection } from '../core/ingest/inspection.ts'
import { type Preview, previewFiles } from '../core/ingest/preview-files.ts'
import { inspect, openEntrySource } from '../server/compose/entry-source.ts'
import { clock } from '../server/compose/system.ts'

/** Reads files as an import would, and stores nothing. */
export async function previewHere(
  files: readonly string[],
  how: ReadOptions,
  report: (progress: ImportProgress) => void,
): Promise<Preview> {
  const run = previewFiles({ entrySource: openEntrySource(), clock }, files, how)
  for (;;) {
    const step = await run.next()
    if (step.done) return step.value
    report(step.value)
  }
}

/**
 * Looks at a file before its first import.
 *
 * @throws {FileFault} if it cannot be read.
 */
export function inspectHere(file: string): Promise<Inspection> {
  return inspect(file)
}
