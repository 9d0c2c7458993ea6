/** Finds who does what an operator asks for: the running server, or this process with the folder in its hands. */
import { existsSync } from 'node:fs'
import { openSavedIndex } from '../adapters/embedded/follow-store.ts'
import type { IndexSnapshot } from '../adapters/embedded/index-image.ts'
import { EmbeddedNameIndex } from '../adapters/embedded/name-index.ts'
import { openCompanyStore } from '../adapters/sqlite/companies/company-store.ts'
import { systemClock } from '../adapters/system/clock.ts'
import { systemSecrets } from '../adapters/system/secrets.ts'
import { watchForStop } from '../adapters/system/stop-signal.ts'
import { Stopped } from '../cli/stopped.ts'
import type { Config } from '../config/config.ts'
import { controlClient } from '../control/command-handlers.ts'
import type { ControlClient, RequestName, Requests, StatusView } from '../control/commands.ts'
import { READ_ONLY_COMMANDS } from '../control/commands.ts'
import { type ControlConnection, connectControl } from '../control/control-client.ts'
import { countKeys } from '../core/access/count-keys.ts'
import type { CompanyStore } from '../core/company/company-store.ts'
import { Failure } from '../core/failure.ts'
import { dataFiles, folderFault, holdFolder } from '../server/data-folder.ts'
import { Importer } from '../server/threads/import-queue.ts'
import { type OfflineAccounts, openOfflineAccounts } from './offline-accounts.ts'

/** Requests for a key or an account that must be there: where there are none, they need no folder to find none. */
const NEEDS_ACCOUNTS: readonly RequestName[] = [
  'rotateKey',
  'revokeKey',
  'limitKey',
  'resetAccount',
  'disableAccount',
  'enableAccount',
  'setRole',
  'deleteAccount',
]
/** The same of companies. */
const NEEDS_COMPANIES: readonly RequestName[] = ['suppress', 'lift']

/**
 * Lets `work` ask the server that runs on the folder, over its control socket; without one, this process does it, with the folder's lock where it writes.
 *
 * @throws Failure of what was asked, `conflict` when a process that is no server has the folder, and
 *   `service_unavailable` when no server could have it either.
 */
export async function operate<Result>(
  config: Config,
  version: string,
  work: (operator: ControlClient) => Promise<Result>,
): Promise<Result> {
  const { dataDir } = config
  const connection = await reachServer(dataDir)
  if (connection === undefined) return work(operatorHere(config, version))
  try {
    const operator = ((name, params, tell) => {
      const answer = connection.caller.ask(name, params, tell as (progress: unknown) => void)
      return name === 'import' ? orStopped(answer) : answer
    }) as ControlClient
    return await work(operator)
  } finally {
    connection.close()
  }
}

/**
 * `undefined`: none runs. A server is reached also where this process may write nothing.
 *
 * @throws Failure `service_unavailable` when none runs and none could use the folder; as `connectControl`.
 */
async function reachServer(dataDir: string): Promise<ControlConnection | undefined> {
  const fault = folderFault(dataDir)
  try {
    const connection = existsSync(dataDir) ? await connectControl(dataDir) : undefined
    if (connection !== undefined || fault === undefined) return connection
  } catch (error) {
    if (fault === undefined) throw error
  }
  throw new Failure('service_unavailable', fault)
}

/** What the server answers, unless a signal ends the waiting: the server needs nobody to wait for it. */
async function orStopped<Result>(answer: Promise<Result>): Promise<Result> {
  const watch = watchForStop()
  const stopped = Promise.withResolvers<never>()
  watch.stop.addEventListener('abort', () => {
    stopped.reject(new Stopped(watch.signal()!, 'The server goes on importing; see `firmensuche status`.'))
  })
  return Promise.race([answer, stopped.promise])
}

function operatorHere(config: Config, version: string): ControlClient {
  return async (name, params, tell) => {
    const { dataDir } = config
    const folder = isFolderNeeded(name, dataDir) ? holdFolder(dataDir, `firmensuche ${name}`) : undefined
    const accounts = openOfflineAccounts(config, folder !== undefined)
    try {
      const operator = controlClient({
        ...accounts,
        clock: systemClock,
        secrets: systemSecrets,
        importFiles: (files, tellStep) => importHere(dataDir, files, tellStep),
        status: () => statusHere(dataDir, version, accounts),
        listSuppressions: () => onCompanies(dataDir, (companies) => companies?.suppressions() ?? []),
      })
      return await operator(name, params, tell)
    } finally {
      await accounts.close()
      folder?.release()
    }
  }
}

/** Looking must not make a file, nor must asking for what cannot be there. */
function isFolderNeeded(name: RequestName, dataDir: string): boolean {
  const files = dataFiles(dataDir)
  if (READ_ONLY_COMMANDS.includes(name)) return false
  if (NEEDS_ACCOUNTS.includes(name)) return existsSync(files.accounts)
  return !NEEDS_COMPANIES.includes(name) || existsSync(files.companies)
}

/**
 * Imports, and saves the index, so that the next start finds it ready.
 *
 * @throws Stopped when a signal cut it off.
 */
async function importHere(
  dataDir: string,
  params: Requests['import']['params'],
  tell: Parameters<Importer['import']>[1],
): Promise<Requests['import']['result']> {
  let searched: IndexSnapshot | undefined
  let notSaved: Error | undefined
  const importer = new Importer(dataDir, {
    publish: async (generation) => {
      searched = generation
    },
    notSaved: (error) => {
      notSaved ??= error
    },
    // Whoever waits for the import sees that an index is built.
    rebuilt: () => {},
    searched: () => searched,
  })
  const watch = watchForStop()
  watch.stop.addEventListener('abort', () => void importer.close())
  try {
    const result = await importer.import(params, tell)
    await importer.merged()
    if (notSaved !== undefined) throw indexNotSaved(notSaved)
    return result
  } catch (error) {
    const signal = watch.signal()
    if (signal === undefined) throw error
    throw new Stopped(signal, 'Stopped. What was stored is kept; the same command completes it.')
  } finally {
    await importer.close()
  }
}

function indexNotSaved(error: Error): Error {
  if (!(error instanceof Failure)) return error
  return new Failure(
    error.code,
    `${error.message} What was imported is stored; the next start makes the index.`,
  )
}

function statusHere(dataDir: string, version: string, accounts: OfflineAccounts): StatusView {
  const { keys, accountReader, emails } = accounts
  const known = {
    version,
    dataDir,
    server: null,
    keys: countKeys({ keys, clock: systemClock }),
    accounts: accountReader.countAccounts(),
    emails: emails.counts(),
  }
  return onCompanies(dataDir, (companies) => {
    if (companies === undefined) return { ...known, companies: 0, sources: [], index: null, sequence: 0 }
    const index = new EmbeddedNameIndex()
    const saved = openSavedIndex(companies, dataFiles(dataDir).index, systemClock.nowMs())
    if (saved.kind === 'generation') index.publish(saved.generation)
    return {
      ...known,
      companies: companies.count(),
      sources: companies.sources(),
      index: index.state() ?? null,
      sequence: companies.lastSequence(),
    }
  })
}

/** `undefined`: there are none yet. */
function onCompanies<Result>(dataDir: string, look: (companies: CompanyStore | undefined) => Result): Result {
  const path = dataFiles(dataDir).companies
  if (!existsSync(path)) return look(undefined)
  const companies = openCompanyStore(path)
  try {
    return look(companies)
  } finally {
    companies.close()
  }
}
