/** The sources of the operator in a running server. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from '../config/config.ts'
import { sourceViews } from '../control/source-handlers.ts'
import type { SourceView } from '../control/views.ts'
import { Failure } from '../core/failure.ts'
import { filesOfSources, randomShare } from './compose/sources.ts'
import type { SharedNode, SupervisorAdapters } from './compose/supervisor.ts'
import { SourceRunner, type SourceRunnerNeeds } from './source-runner.ts'
import type { Importer } from './threads/import-queue.ts'

/** Delay after which a source tries again whether another node still imports, in ms. */
const BUSY_MS = 2000

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
  { accountRecords, clock, log, shared }: SupervisorAdapters,
  importer: Importer,
): ServerSources {
  const stop = new AbortController()
  const files = filesOfSources(config, version, stop.signal)
  const { sources } = accountRecords
  const importFile: SourceRunnerNeeds['importFile'] = (path, { mapping, withdrawal, isForced }, report) =>
    whenWriterIsFree(stop.signal, () =>
      importer.import({ files: [path], mapping, rejects: null, withdrawal, isForced }, report),
    )
  const claims = shared && claimsOf(shared)
  const isPassive = config.passive === 'on'
  const needs = {
    ...{ sources, files, clock, log, random: randomShare, importFile, stop: stop.signal, claims },
    isPassive,
  }
  const views = () => sourceViews({ sources, sourceFiles: files })
  return { sources, files, runner: new SourceRunner(needs), views, stop: () => stop.abort() }
}

/** Returns which node runs a source: the one that has claimed it. */
function claimsOf({ registry }: SharedNode): SourceRunnerNeeds['claims'] {
  return {
    claim: (id) => registry.claimSource(id),
    release: (id) => registry.releaseSource(id),
  }
}

/** Imports when no other node does: on one server, imports wait for each other as well. */
async function whenWriterIsFree<Result>(stop: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Failure && error.code === 'conflict')) throw error
      await wait(BUSY_MS, undefined, { signal: stop })
    }
  }
}
