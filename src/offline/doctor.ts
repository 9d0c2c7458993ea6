/** The command `doctor`: checks everything that a server needs, changes nothing, and says what to do. */
import { existsSync, statfsSync } from 'node:fs'
import type { Config } from '../config/config.ts'
import { type ControlConnection, checkedClient, connectControl } from '../control/control-client.ts'
import type { Check, StatusView } from '../control/views.ts'
import { isInFolder } from '../server/compose/companies.ts'
import { readOwnerNote } from '../server/compose/folder-lock.ts'
import { examineDatabase, openStoredCompanies } from '../server/compose/offline.ts'
import { isInOpenSearch, type SavedIndex } from '../server/compose/search-index.ts'
import { findPort, openFilesMax, programVersion } from '../server/compose/system.ts'
import { folderFault } from '../server/data-folder.ts'
import { fileBudget } from '../server/file-budget.ts'
import { accessFault } from '../server/folder-access.ts'
import { examineDatabaseServer } from './doctor-database.ts'
import { examineLimits } from './doctor-limits.ts'
import { examineOpenSearch, examineStoredIn } from './doctor-opensearch.ts'
import { examineSite } from './doctor-site.ts'

const NODE_MIN = 24
/**
 * Free disk space in bytes that is enough: a register of five million companies with its index takes less.
 */
const DISK_ENOUGH_BYTES = 4e9
const DISK_MIN_BYTES = 200e6

type State = Check['state']

/** Runs all checks in order. Stops at settings that cannot be read, since the other checks depend on them. */
export async function examine(readConfig: () => Config): Promise<readonly Check[]> {
  const checks = [checkNode()]
  let config: Config
  try {
    config = readConfig()
  } catch (error) {
    return [...checks, check('settings', 'fail', textOf(error))]
  }
  const { dataDir } = config
  checks.push(
    check(
      'settings',
      'ok',
      `data folder ${dataDir}, ${config.host}:${config.port}, ${config.threads} threads`,
    ),
  )
  checks.push(...checkOpenFiles(config))
  const folder = checkFolder(dataDir)
  checks.push(folder)
  if (folder.state === 'fail') return checks
  const outside = [...(await examineLimits(config)), ...(await examineOpenSearch(config))]
  if (folder.state === 'warn')
    return [...checks, ...(await examineDatabaseServer(config)), ...outside, ...(await examineSite(config))]
  checks.push(checkAccess(dataDir), checkDisk(dataDir), ...(await checkServer(config)))
  checks.push(...(await checkDatabases(config)))
  checks.push(...outside, ...(await examineSite(config)))
  return checks
}

function checkNode(): Check {
  const isNew = Number(process.versions.node.split('.')[0]) >= NODE_MIN
  return check(
    'node',
    isNew ? 'ok' : 'fail',
    `${process.versions.node}${isNew ? '' : `; ${NODE_MIN} or newer is required`}`,
  )
}

function checkFolder(dataDir: string): Check {
  const fault = folderFault(dataDir)
  if (fault !== undefined) return check('data folder', 'fail', fault)
  if (existsSync(dataDir)) return check('data folder', 'ok', 'can be read and written')
  return check('data folder', 'warn', 'Does not exist yet; the first start creates it: npx firmensuche serve')
}

function checkAccess(dataDir: string): Check {
  const fault = accessFault(dataDir)
  return fault === undefined ? check('access', 'ok', 'for the owner only') : check('access', 'fail', fault)
}

function checkOpenFiles({ threads }: Config): readonly Check[] {
  const budget = fileBudget(threads, openFilesMax())
  return budget === undefined ? [] : [check('open files', budget.state, budget.description)]
}

function checkDisk(dataDir: string): Check {
  const { bavail, bsize } = statfsSync(dataDir)
  const free = bavail * bsize
  const text = `${(free / 1e9).toFixed(1)} GB free`
  if (free >= DISK_ENOUGH_BYTES) return check('disk', 'ok', text)
  const state: State = free >= DISK_MIN_BYTES ? 'warn' : 'fail'
  return check(
    'disk',
    state,
    `${text}; five million companies with their index take ${DISK_ENOUGH_BYTES / 1e9} GB`,
  )
}

async function checkServer({ dataDir, host, port }: Config): Promise<readonly Check[]> {
  let connection: ControlConnection | undefined
  try {
    connection = await connectControl(dataDir, programVersion())
    if (connection !== undefined) {
      return [runningCheck(await checkedClient(connection, programVersion())('status', {}))]
    }
  } catch (error) {
    return [check('server', 'fail', textOf(error))]
  } finally {
    connection?.close()
  }
  const owner = readOwnerNote(dataDir)
  const state = owner === undefined ? 'ok' : 'warn'
  const left =
    owner === undefined
      ? ''
      : `; process ${owner.pid} (${owner.command}) holds the folder, or was killed while it held it`
  return [check('server', state, `not running${left}`), await checkPort(host, port)]
}

function runningCheck({ server }: StatusView): Check {
  const [fault] = server?.faults ?? []
  if (fault !== undefined) return check('server', 'fail', fault)
  const threads = server?.threads ?? []
  const isHealthy = threads.every((state) => state === 'working')
  return check(
    'server',
    isHealthy ? 'ok' : 'warn',
    `${server?.url}, pid ${server?.pid}, threads ${threads.join(', ')}`,
  )
}

async function checkPort(host: string, port: number): Promise<Check> {
  try {
    const { canShare, release } = await findPort(host, port)
    release()
    return canShare
      ? check('port', 'ok', `${port} on ${host} is free`)
      : check(
          'port',
          'warn',
          `${port} on ${host} is free; this system allows only one thread to listen on it`,
        )
  } catch (error) {
    return check('port', 'fail', textOf(error))
  }
}

async function checkDatabases(config: Config): Promise<readonly Check[]> {
  if (!isInFolder(config)) {
    const server = await examineDatabaseServer(config)
    return server.some(({ state }) => state === 'fail')
      ? server
      : [...server, ...(await checkCompanies(config))]
  }
  return [
    checkDatabase(config.dataDir, 'accounts'),
    ...(await checkCompanies(config)),
    checkDatabase(config.dataDir, 'counters'),
  ]
}

function checkDatabase(dataDir: string, name: Parameters<typeof examineDatabase>[1]): Check {
  const found = examineDatabase(dataDir, name)
  if (!found.exists) return check(name, 'ok', 'no file yet; the first start creates it')
  return found.damage === undefined ? check(name, 'ok', 'intact') : check(name, 'fail', found.damage)
}

async function checkCompanies(config: Config): Promise<readonly Check[]> {
  const whole = isInFolder(config)
    ? checkDatabase(config.dataDir, 'companies')
    : check('companies', 'ok', 'no tables in PostgreSQL yet; the first start creates them')
  if (whole.state !== 'ok') return [whole]
  try {
    const stored = await openStoredCompanies(config)
    if (stored === undefined) return [whole]
    try {
      const count = (await stored.companies.count()).toLocaleString('en')
      return [
        {
          ...whole,
          description: `${isInFolder(config) ? 'intact' : 'PostgreSQL can be used'}, ${count} companies`,
        },
        isInOpenSearch(config)
          ? await examineStoredIn(config, stored.companies)
          : indexCheck(await stored.savedIndex()),
      ]
    } finally {
      await stored.companies.close()
    }
  } catch (error) {
    return [check('companies', 'fail', textOf(error))]
  }
}

function indexCheck(saved: SavedIndex): Check {
  if ('refused' in saved) return check('index', 'warn', `${saved.refused} The next start rebuilds it.`)
  const { bytes, deltaCompanies } = saved.state
  const changed =
    deltaCompanies === 0
      ? ''
      : `; ${deltaCompanies.toLocaleString('en')} changed since; the next start adds them`
  return check('index', 'ok', `intact and current, ${Math.round(bytes / 1e6)} MB${changed}`)
}

function check(name: string, state: State, description: string): Check {
  return { name, state, description }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
