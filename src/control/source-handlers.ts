/** Handlers of the commands about sources. */
import type { Handlers } from '../core/command.ts'
import { Failure } from '../core/failure.ts'
import type { Clock } from '../core/ports.ts'
import { addSource } from '../core/sources/add-source.ts'
import type { SourceFiles } from '../core/sources/source-files.ts'
import type { SourceStore } from '../core/sources/source-store.ts'
import type { ControlCommands } from './commands.ts'
import type { SourceView } from './views.ts'

type SourceHandlers = Pick<
  Handlers<ControlCommands>,
  'addSource' | 'listSources' | 'removeSource' | 'runSource'
>

/** What the handlers of sources need. */
export interface SourcePorts {
  readonly clock: Clock
  readonly sources: SourceStore
  readonly sourceFiles: SourceFiles
  readonly runSource: SourceHandlers['runSource']
}

/** Returns the handlers of the commands about sources. */
export function sourceHandlers({ clock, sources, sourceFiles, runSource }: SourcePorts): SourceHandlers {
  return {
    async addSource({ source }) {
      const folder = await addSource({ clock, sources, files: sourceFiles }, source)
      return { id: source.id, folder: folder ?? null }
    },
    listSources: () => sourceViews({ sources, sourceFiles }),
    async removeSource({ id }) {
      if (!(await sources.remove(id))) throw noSource(id)
      sourceFiles.forget(id)
      return { id }
    },
    runSource,
  }
}

/** Returns the failure for an id that no source has. */
export function noSource(id: string): Failure {
  return new Failure(
    'not_found',
    `There is no source ${JSON.stringify(id)}; see \`firmensuche sources list\`.`,
  )
}

/** Returns the sources as commands and pages show them. */
export async function sourceViews({
  sources,
  sourceFiles,
}: Pick<SourcePorts, 'sources' | 'sourceFiles'>): Promise<readonly SourceView[]> {
  return (await sources.list()).map(({ etag: _etag, lastModified: _lastModified, ...source }) => ({
    ...source,
    location: source.kind === 'inbox' ? sourceFiles.inboxPath(source.id) : source.location,
  }))
}
