/** Finds who does what an operator asks for: the running server, or this process with the folder in its hands. */
import { existsSync } from 'node:fs'
import { loadIndexImage } from './adapters/embedded/index-image.ts'
import { EmbeddedNameIndex } from './adapters/embedded/name-index.ts'
import { openCompanyStore } from './adapters/sqlite/company-store.ts'
import { systemClock } from './adapters/system/clock.ts'
import { connectControl } from './adapters/system/control-socket.ts'
import { systemSecrets } from './adapters/system/secrets.ts'
import { openKeys } from './build.ts'
import type { Operator, RequestName, Requests, StatusView } from './cli/operator.ts'
import { operatorOf } from './cli/perform-request.ts'
import { LOCAL_ACCOUNT } from './core/access/key.ts'
import type { KeyStore } from './core/access/key-store.ts'
import { dataFiles, holdFolder } from './data-folder.ts'
import { Importer } from './importer.ts'

/** Requests that only look: they need no lock, also while an import has the folder. */
const ONLY_LOOKS: readonly RequestName[] = ['listKeys', 'status']

/**
 * Lets `work` ask the server that runs on the folder, over its control socket; without one, this process does it, with the folder's lock where it writes.
 *
 * @throws Failure of what was asked, and `conflict` when a process that is no server has the folder.
 */
export async function operate<Result>(
  dataDir: string,
  version: string,
  work: (operator: Operator) => Promise<Result>,
): Promise<Result> {
  const connection = existsSync(dataDir) ? await connectControl(dataDir) : undefined
  if (connection === undefined) return work(operatorHere(dataDir, version))
  try {
    const operator = ((name, takes, tell) =>
      connection.caller.ask(name, takes, tell as (progress: unknown) => void)) as Operator
    return await work(operator)
  } finally {
    connection.close()
  }
}

function operatorHere(dataDir: string, version: string): Operator {
  return async (name, takes, tell) => {
    const folder = ONLY_LOOKS.includes(name) ? undefined : holdFolder(dataDir, `firmensuche ${name}`)
    // Looking must not make a file.
    const isThere = folder !== undefined || existsSync(dataFiles(dataDir).accounts)
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

/** Imports, and saves the index, so that the next start finds it ready. */
async function importHere(
  dataDir: string,
  takes: Requests['import']['takes'],
  tell: Parameters<Importer['import']>[1],
): Promise<Requests['import']['gives']> {
  const importer = new Importer(dataDir, {
    publish: async () => {},
    notSaved: (error) => {
      throw error
    },
    searched: () => undefined,
  })
  try {
    return await importer.import(takes, tell)
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
    const saved = loadIndexImage(files.index, { sequence })
    if ('image' in saved) index.publish(saved.image)
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
