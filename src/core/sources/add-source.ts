/** Adds a source of the operator. */
import { Failure } from '../failure.ts'
import type { Clock } from '../ports.ts'
import { checkSource, type ImportSource, isChecksum, NEVER_RUN } from './source.ts'
import type { SourceFiles } from './source-files.ts'
import type { SourceStore } from './source-store.ts'

/**
 * Checks and stores a source; creates the folder of a watched one. A source with a schedule first runs at
 * once.
 *
 * @returns the folder where files are put; `undefined` if the source is not a watched folder.
 *
 * @throws {Failure} `invalid_request` as `checkSource`, and if the file or the mapping cannot be read or the address may not be used; `conflict` as `SourceStore.add`.
 */
export async function addSource(
  needs: {
    readonly sources: SourceStore
    readonly files: Pick<SourceFiles, 'openInbox' | 'pathFault' | 'addressFault' | 'mappingFault'>
    readonly clock: Pick<Clock, 'nowMs'>
  },
  source: ImportSource,
): Promise<string | undefined> {
  checkSource(source)
  await checkFiles(needs.files, source)
  const nextRunAtMs = source.schedule === null ? null : needs.clock.nowMs()
  await needs.sources.add(source, { ...NEVER_RUN, nextRunAtMs })
  return source.kind === 'inbox' ? needs.files.openInbox(source.id) : undefined
}

/** What cannot work would otherwise be noticed at the first run, by nobody if it is at night. */
async function checkFiles(
  files: Pick<SourceFiles, 'pathFault' | 'addressFault' | 'mappingFault'>,
  { kind, location, mapping, sha256 }: ImportSource,
): Promise<void> {
  const addresses = [kind === 'https' ? location : null, sha256].filter(
    (text) => text !== null && !isChecksum(text),
  ) as string[]
  const fault =
    (kind === 'file' ? files.pathFault(location) : undefined) ??
    addresses.map((address) => files.addressFault(address)).find((sentence) => sentence !== undefined) ??
    (mapping === null ? undefined : await files.mappingFault(mapping))
  if (fault !== undefined) throw new Failure('invalid_request', `The source is not added. ${fault}`)
}
