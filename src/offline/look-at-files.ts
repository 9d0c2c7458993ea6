/** Looks at files in this process, without a server. */
import type { ImportProgress } from '../core/ingest/import-run.ts'
import type { Inspection } from '../core/ingest/inspection.ts'
import { type Preview, type PreviewOptions, previewFiles } from '../core/ingest/preview-files.ts'
import { findEntriesIn } from '../server/compose/companies.ts'
import { inspect, openEntrySource } from '../server/compose/entry-source.ts'
import { clock } from '../server/compose/system.ts'
import type { StorePlace } from '../server/store-place.ts'

/**
 * Reads files as an import would, and stores nothing. `place` is called only if the import would withdraw entries.
 *
 * @throws {Failure} `service_unavailable` if the stored companies cannot be read then.
 */
export async function previewHere(
  place: () => StorePlace,
  files: readonly string[],
  how: PreviewOptions,
  report: (progress: ImportProgress) => void,
): Promise<Preview> {
  const isComparing = how.withdrawal !== undefined && how.withdrawal !== 'nothing'
  const entryFinder = isComparing ? await findEntriesIn(place()) : undefined
  try {
    const run = previewFiles({ entrySource: openEntrySource(), clock, entryFinder }, files, how)
    for (;;) {
      const step = await run.next()
      if (step.done) return step.value
      report(step.value)
    }
  } finally {
    await entryFinder?.close()
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
