/** The control client of a command when no server runs: this process does the work itself. */
import { existsSync } from 'node:fs'
import { Stopped } from '../cli/stopped.ts'
import type { Config } from '../config/config.ts'
import { controlClient } from '../control/command-handlers.ts'
import {
  type ControlClient,
  type ControlCommandName,
  type ControlCommands,
  factsOf,
} from '../control/commands.ts'
import { sourceViews } from '../control/source-handlers.ts'
import type { ImportStep, SourceRunView, StatusView } from '../control/views.ts'
import { countKeys } from '../core/access/count-keys.ts'
import type { Awaitable } from '../core/awaitable.ts'
import { Failure } from '../core/failure.ts'
import type { PublishedIndex } from '../core/search/published-index.ts'
import type { SourceFiles } from '../core/sources/source-files.ts'
import { isInFolder } from '../server/compose/companies.ts'
import { openStoredCompanies, type StoredCompanies } from '../server/compose/offline.ts'
import { mergeRule } from '../server/compose/search-index.ts'
import { filesOfSources, randomShare } from '../server/compose/sources.ts'
import { clock, secrets, watchForStop } from '../server/compose/system.ts'
import { dataFiles } from '../server/data-folder.ts'
import { holdFolder } from '../server/hold-folder.ts'
import { SourceRunner, type SourceRunnerNeeds } from '../server/source-runner.ts'
import type { StorePlace } from '../server/store-place.ts'
import { Importer } from '../server/threads/import-queue.ts'
import { type OfflineAccounts, openOfflineAccounts } from './offline-accounts.ts'

/**
 * Returns a control client that does the work of each command in this process, with the folder's lock if it writes.
 */
export function openLocalControlClient(config: Config, version: string): ControlClient {
  return async (name, params, report) => {
    const { dataDir } = config
    if (isInFolder(config) && !factsOf(name).isChange && !existsSync(dataDir))
      throw new Failure(
        'not_found',
        `The data folder ${dataDir} does not exist. --data-dir or DATA_DIR names another one; the first start of a server creates it.`,
      )
    const folder = isFolderNeeded(name, config) ? holdFolder(dataDir, `firmensuche ${name}`) : undefined
    const accounts = await openOfflineAccounts(config, folder !== undefined)
    const stop = new AbortController()
    const sourceFiles = filesOfSources(config, version, stop.signal)
    try {
      const send = controlClient({
        ...accounts,
        clock,
        secrets,
        sourceFiles,
        importFiles: (files, reportStep) => importLocally(config, accounts, files, reportStep),
        runSource: (params, reportStep) =>
          runLocally(
            { place: config, accounts, sources: accounts.sources, files: sourceFiles, stop },
            params,
            reportStep,
          ),
        status: () => localStatus(config, version, accounts, sourceFiles),
        listSuppressions: () => withCompanies(config, (stored) => stored?.companies.suppressions() ?? []),
      })
      return await send(name, params, report)
    } finally {
      await accounts.close()
      folder?.release()
    }
  }
}

/**
 * Returns whether a command needs the lock on the folder. Commands that only read, or concern something that
 * cannot exist, must not create a file.
 */
function isFolderNeeded(name: ControlCommandName, place: StorePlace): boolean {
  const { isChange, changesIn } = factsOf(name)
  if (!isInFolder(place)) return isChange
  return isChange && (changesIn === undefined || existsSync(dataFiles(place.dataDir)[changesIn]))
}

/** Runs a source in this process. A signal ends its download. */
async function runLocally(
  {
    place,
    accounts,
    stop,
    ...ports
  }: Pick<SourceRunnerNeeds, 'sources' | 'files'> & {
    readonly place: StorePlace
    readonly accounts: Pick<OfflineAccounts, 'nodes'>
    readonly stop: AbortController
  },
  { id, isForced }: ControlCommands['runSource']['params'],
  report: (step: ImportStep) => void,
): Promise<SourceRunView> {
  const watch = watchForStop()
  watch.stop.addEventListener('abort', () => stop.abort())
  const runner = new SourceRunner({
    ...ports,
    clock,
    random: randomShare,
    // The result shows how the run went.
    log: { warn: () => {}, error: () => {} },
    stop: stop.signal,
    importFile: (path, { mapping, withdrawal, isForced }, reportStep) =>
      importLocally(
        place,
        accounts,
        { files: [path], mapping, rejects: null, withdrawal, isForced },
        reportStep,
      ),
  })
  try {
    return await runner.run(id, report, isForced)
  } catch (error) {
    const signal = watch.signal()
    if (signal === undefined || error instanceof Stopped) throw error
    throw new Stopped(signal, 'Stopped. Run the same command again to continue.')
  }
}

/**
 * Imports in this process and saves the index, so that the next start can load it.
 *
 * @throws {Stopped} if a signal interrupted the import.
 */
async function importLocally(
  place: StorePlace,
  { nodes }: Pick<OfflineAccounts, 'nodes'>,
  params: ControlCommands['import']['params'],
  report: Parameters<Importer['import']>[1],
): Promise<ControlCommands['import']['result']> {
  let searched: PublishedIndex | undefined
  let notSaved: Error | undefined
  const importer = new Importer({ clock, mergeRule }, place, {
    publish: async (snapshot) => {
      searched = snapshot
    },
    notSaved: (error) => {
      notSaved ??= error
    },
    // The import's progress already shows that an index is built.
    rebuilt: () => {},
    searched: () => searched,
    otherNodes: nodes.others.searchCompanies,
    ...(nodes.writeIndex && { writeIndex: nodes.writeIndex }),
  })
  const watch = watchForStop()
  watch.stop.addEventListener('abort', () => void importer.close())
  try {
    const result = await importer.import(params, report)
    await importer.merged()
    if (notSaved !== undefined) throw indexNotSaved(notSaved)
    return result
  } catch (error) {
    const signal = watch.signal()
    if (signal === undefined) throw error
    throw new Stopped(
      signal,
      'Stopped. What was stored is kept; run the same command again to complete the import.',
    )
  } finally {
    await importer.close()
  }
}

function indexNotSaved(error: Error): Error {
  if (!(error instanceof Failure)) return error
  return new Failure(
    error.code,
    `${error.message} The imported companies are stored; the next start builds the index.`,
  )
}

async function localStatus(
  place: StorePlace,
  version: string,
  accounts: OfflineAccounts,
  sourceFiles: SourceFiles,
): Promise<StatusView> {
  const { keys, accountReader, emails, sources } = accounts
  const known = {
    version,
    dataDir: place.dataDir,
    server: null,
    keys: await countKeys({ keys, clock }),
    accounts: await accountReader.countAccounts(),
    emails: await emails.counts(),
    importSources: await sourceViews({ sources, sourceFiles }),
    nodes: await accounts.nodes.list(),
  }
  return withCompanies(place, async (stored) => {
    if (stored === undefined) return { ...known, companies: 0, sources: [], index: null, sequence: 0 }
    const { companies } = stored
    const saved = await stored.savedIndex()
    return {
      ...known,
      companies: await companies.count(),
      sources: await companies.sources(),
      index: 'state' in saved ? saved.state : null,
      sequence: await companies.lastSequence(),
    }
  })
}

/** Calls `read` with the stored companies; with `undefined` if none were ever stored. */
async function withCompanies<Result>(
  place: StorePlace,
  read: (stored: StoredCompanies | undefined) => Awaitable<Result>,
): Promise<Result> {
  const stored = await openStoredCompanies(place)
  try {
    return await read(stored)
  } finally {
    await stored?.companies.close()
  }
}
