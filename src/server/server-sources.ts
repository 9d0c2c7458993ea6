/** The sources of the operator in a running server. */
import type { Config } from '../config/config.ts'
import { sourceViews } from '../control/source-handlers.ts'
import type { SourceView } from '../control/views.ts'
import { filesOfSources, randomShare } from './compose/sources.ts'
import type { SupervisorAdapters } from './compose/supervisor.ts'
import { SourceRunner, type SourceRunnerNeeds } from './source-runner.ts'
import type { Importer } from './threads/import-queue.ts'

/** The sources, their files and their runner. */
export interface ServerSources extends Pick<SourceRunnerNeeds, 'sources' | 'files'> {
  readonly runner: SourceRunner
  /** Returns the sources as pages and commands show them. */
  readonly views: () => Promise<readonly SourceView[]>
  /** Ends downloads, before the server waits for the runs in progress. */
  stop(): void
}

/** Opens the sources and their runner. No source runs yet. */
export function openServerSources(
  config: Config,
  version: string,
  { accountRecords, clock, log }: SupervisorAdapters,
  importer: Importer,
): ServerSources {
  const stop = new AbortController()
  const files = filesOfSources(config, version, stop.signal)
  const { sources } = accountRecords
  const importFile: SourceRunnerNeeds['importFile'] = (path, { mapping, withdrawal, isForced }, report) =>
    importer.import({ files: [path], mapping, rejects: null, withdrawal, isForced }, report)
  const needs = { sources, files, clock, log, random: randomShare, importFile, stop: stop.signal }
  const views = () => sourceViews({ sources, sourceFiles: files })
  return { sources, files, runner: new SourceRunner(needs), views, stop: () => stop.abort() }
}
