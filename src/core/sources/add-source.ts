/** Adds a source of the operator. */
import type { Clock } from '../ports.ts'
import { checkSource, type ImportSource, NEVER_RUN } from './source.ts'
import type { SourceFiles } from './source-files.ts'
import type { SourceStore } from './source-store.ts'

/**
 * Checks and stores a source; creates the folder of a watched one. A source with a schedule first runs at
 * once.
 *
 * @returns the folder where files are put; `undefined` if the source is not a watched folder.
 *
 * @throws {Failure} `invalid_request` as `checkSource`; `conflict` as `SourceStore.add`.
 */
export async function addSource(
  needs: {
    readonly sources: SourceStore
    readonly files: Pick<SourceFiles, 'openInbox'>
    readonly clock: Pick<Clock, 'nowMs'>
  },
  source: ImportSource,
): Promise<string | undefined> {
  checkSource(source)
  const nextRunAtMs = source.schedule === null ? null : needs.clock.nowMs()
  await needs.sources.add(source, { ...NEVER_RUN, nextRunAtMs })
  return source.kind === 'inbox' ? needs.files.openInbox(source.id) : undefined
}
