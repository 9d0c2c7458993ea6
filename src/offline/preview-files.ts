/** Previews an import in this process. */
import type { ReadOptions } from '../core/ingest/entry-source.ts'
import type { ImportProgress } from '../core/ingest/import-run.ts'
import { type Preview, previewFiles } from '../core/ingest/preview-files.ts'
import { openEntrySource } from '../server/compose/entry-source.ts'
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
