/** Finds who does what an operator asks for: the running server, or this process with the folder in its hands. */
import { existsSync } from 'node:fs'
import { openSavedIndex } from './adapters/embedded/follow-store.ts'
import type { IndexGeneration } from './adapters/embedded/index-image.ts'
import { EmbeddedNameIndex } from './adapters/embedded/name-index.ts'
import { openCompanyStore } from './adapters/sqlite/company-store.ts'
import { systemClock } from './adapters/system/clock.ts'
import { connectControl } from './adapters/system/control-socket.ts'
import { systemSecrets } from './adapters/system/secrets.ts'
import { watchForStop } from './adapters/system/stop-signal.ts'
import { openKeys } from './build.ts'
import type { Operator, RequestName, Requests, StatusView } from './cli/operator.ts'
import { operatorOf } from './cli/perform-request.ts'
import { Stopped } from './cli/stopped.ts'
import { LOCAL_ACCOUNT } from './core/access/key.ts'
import type { KeyStore } from './core/access/key-store.ts'
import { Failure } from './core/failure.ts'
import { dataFiles, folderFault, holdFolder } from './data-folder.ts'
import { Importer } from './importer.ts'

/** Requests that only look: they need no lock, also while an import has the folder. */
const ONLY_LOOKS: readonly RequestName[] = ['listKeys', 'status']
/** Requests for a key that must be there: where no keys are, they need no folder to find none. */
const NEEDS_KEY: readonly RequestName[] = ['rotateKey', 'revokeKey']

/**
 * Lets `work` ask the server that runs on the folder, over its control socket; without one, this process does it, with the folder's lock where it writes.
 *
 * @throws Failure of what was asked, `conflict` when a process that is no server has the folder, and
 *   `service_unavailable` when no server could have it either.
 */
export async function operate<Result>(
  dataDir: string,
  version: string,
  work: (operator: Operator) => Promise<Result>,
): Promise<Result> {
  const fault = folderFault(dataDir)
  if (fault !== undefined) throw new Failure('service_unavailable', fault)
  const connection = existsSync(dataDir) ? await connectControl(dataDir) : undefined
  if (connection === undefined) return work(operatorHere(dataDir, version))
  try {
    const operator = ((name, takes, tell) => {
      const answer = connection.caller.ask(name, takes, tell as (progress: unknown) => void)
      return name === 'import' ? orStopped(answer) : answer
    }) as Operator
    return await work(operator)
  } finally {
    connection.close()
  }
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

function operatorHere(dataDir: string, version: string): Operator {
  return async (name, takes, tell) => {
    const hasKeys = existsSync(dataFiles(dataDir).accounts)
    const isLook = ONLY_LOOKS.includes(name) || (NEEDS_KEY.includes(name) && !hasKeys)
    const folder = isLook ? undefined : holdFolder(dataDir, `firmensuche ${name}`)
    // Looking must not make a file.
    const isThere = folder !== undefined || hasKeys
    const keys = isThere ? openKeys(dataFiles(dataDir).accounts) : openKeys(':memory:')
    try {
      const operator = operatorOf({
        keys,
        clock: systemClock,
        secrets: systemSecrets,
        importFiles: (files, tellStep) => importHere(dataDir, files, tellStep),
        status: () => statusHere(dataDir, version, keys),
      })
      return await operator(name, takes, tell)
    } finally {
      keys.close()
      folder?.release()
    }
  }
}

/**
 * Imports, and saves the index, so that the next start finds it ready.
 *
 * @throws Stopped when a signal cut it off.
 */
async function importHere(
  dataDir: string,
  takes: Requests['import']['takes'],
  tell: Parameters<Importer['import']>[1],
): Promise<Requests['import']['gives']> {
  let searched: IndexGeneration | undefined
  const importer = new Importer(dataDir, {
    publish: async (generation) => {
      searched = generation
    },
    notSaved: (error) => {
      throw error
    },
    // Whoever waits for the import sees that an index is built.
    rebuilt: () => {},
    searched: () => searched,
  })
  const watch = watchForStop()
  watch.stop.addEventListener('abort', () => void importer.close())
  try {
    const result = await importer.import(takes, tell)
    await importer.merged()
    return result
  } catch (error) {
    const signal = watch.signal()
    if (signal === undefined) throw error
    throw new Stopped(signal, 'Stopped. What was stored is kept; the same command completes it.')
  } finally {
    await importer.close()
  }
}

function statusHere(dataDir: string, version: string, keys: KeyStore): StatusView {
  const files = dataFiles(dataDir)
  const known = { version, dataDir, server: null, keys: keys.list(LOCAL_ACCOUNT).length }
  if (!existsSync(files.companies)) return { ...known, companies: 0, sources: [], index: null, sequence: 0 }
  const companies = openCompanyStore(files.companies)
  try {
    const sequence = companies.lastSequence()
    const index = new EmbeddedNameIndex()
    const saved = openSavedIndex(companies, files.index, systemClock.nowMs())
    if (saved.kind === 'generation') index.publish(saved.generation)
    return {
      ...known,
      companies: companies.count(),
      sources: companies.sources(),
      index: index.state() ?? null,
      sequence,
    }
  } finally {
    companies.close()
  }
}
