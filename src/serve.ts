/** The server: supervisor of its threads. */
import { existsSync } from 'node:fs'
import { EmbeddedNameIndex } from './adapters/embedded/name-index.ts'
import { openCompanyStore } from './adapters/sqlite/company-store.ts'
import { systemClock } from './adapters/system/clock.ts'
import { type ControlServer, listenForControl } from './adapters/system/control-socket.ts'
import { findPort } from './adapters/system/free-port.ts'
import type { AnnouncingKeyStore } from './adapters/system/key-store.ts'
import { openLog, type ProcessLog } from './adapters/system/log.ts'
import { systemSecrets } from './adapters/system/secrets.ts'
import { shareKeys } from './build.ts'
import type { Operator, RequestName, Requests, StatusView } from './cli/operator.ts'
import { operatorOf } from './cli/perform-request.ts'
import type { Screen } from './cli/screen.ts'
import type { Config } from './config.ts'
import { LOCAL_ACCOUNT } from './core/access/key.ts'
import type { CompanyStore } from './core/company/company-store.ts'
import { dataFiles, type HeldFolder, holdFolder } from './data-folder.ts'
import { importSample, showKey } from './first-start.ts'
import { HttpThreads } from './http-threads.ts'
import { Importer } from './importer.ts'

/** How often the last uses of keys are written. */
const SAVE_USES_MS = 10_000
/** After the signal; requests in flight are answered well before. */
const STOP_MS = 9500

/** Everything that a running server is made of, in the order in which it comes up. */
interface House {
  readonly config: Config
  readonly version: string
  readonly screen: Screen
  readonly folder: HeldFolder
  readonly log: ProcessLog
  readonly keys: AnnouncingKeyStore
  readonly companies: CompanyStore
  readonly index: EmbeddedNameIndex
  readonly threads: HttpThreads
  readonly importer: Importer
  readonly url: string
  readonly startedAtMs: number
}

/**
 * Serves until SIGTERM or SIGINT; then every request in flight is answered and the call returns.
 *
 * @throws Failure when the folder or the port is taken or cannot be used.
 */
export async function serve(config: Config, version: string, screen: Screen): Promise<void> {
  const stopSignal = waitForStop()
  const folder = holdFolder(config.dataDir, 'serve')
  try {
    const house = await build(config, version, screen, folder)
    const control = await open(house)
    const saving = setInterval(() => saveUses(house), SAVE_USES_MS)
    await stopSignal
    clearInterval(saving)
    await stop(house, control)
  } finally {
    folder.release()
  }
}

/** A second signal changes nothing: stopping is bounded anyway. */
function waitForStop(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve())
  return promise
}

async function build(config: Config, version: string, screen: Screen, folder: HeldFolder): Promise<House> {
  const { port, canShare } = await findPort(config.host, config.port)
  const url = urlOf(config.host, port)
  const log = openLog(config.logLevel, 0)
  const { block, keys } = shareKeys(config.dataDir)
  const index = new EmbeddedNameIndex()
  const count = canShare ? config.threads : 1
  const threads = new HttpThreads({ block, data: { config, version }, count, port, log })
  const importer = new Importer(config.dataDir, {
    publish: async (image) => {
      index.publish(image)
      await threads.publish(image)
    },
    notSaved: (error) => log.error({ error: error.message }, 'the index could not be saved'),
    searched: () => index.state(),
  })
  await importer.open()
  const companies = openCompanyStore(dataFiles(config.dataDir).companies)
  const startedAtMs = systemClock.nowMs()
  return { config, version, screen, folder, log, keys, companies, index, threads, importer, url, startedAtMs }
}

/** From the first listening thread to the first search. */
async function open(house: House): Promise<ControlServer> {
  const { config, screen, threads, importer, companies, keys, url } = house
  await threads.start()
  house.folder.note(url)
  const operator = operatorOf({
    keys,
    clock: systemClock,
    secrets: systemSecrets,
    importFiles: (takes, tell) => importer.import(takes, tell),
    status: () => statusOf(house),
  })
  const control = await listenForControl(config.dataDir, answerWith(operator))
  if (isSampleWanted(house)) await importSample(config.dataDir, importer, screen)
  else await importer.index()
  showKey(keys, companies, url, screen)
  const found = house.index.state()?.companies ?? 0
  screen.line(`firmensuche ${house.version} answers at ${url} (${found.toLocaleString('en')} companies).`)
  return control
}

/** Only on an empty folder, or when a first start was cut off while it imported. */
function isSampleWanted({ config, companies }: House): boolean {
  return companies.lastSequence() === 0 || existsSync(dataFiles(config.dataDir).sampleMark)
}

function answerWith(operator: Operator) {
  return (name: string, takes: unknown, tell: (progress: unknown) => void) =>
    operator(name as RequestName, takes as Requests[RequestName]['takes'], tell)
}

function statusOf(house: House): StatusView {
  const { config, version, companies, keys, index, threads, url, startedAtMs } = house
  return {
    version,
    dataDir: config.dataDir,
    server: { pid: process.pid, url, startedAtMs, threads: threads.states },
    companies: companies.count(),
    keys: keys.list(LOCAL_ACCOUNT).length,
    sources: companies.sources(),
    index: index.state() ?? null,
    sequence: companies.lastSequence(),
  }
}

/** What cannot be written now is tried again with the next uses. */
function saveUses({ keys, log }: House): void {
  try {
    keys.saveUses()
  } catch (error) {
    log.error({ error: String(error) }, 'the last uses of keys could not be written')
  }
}

async function stop(house: House, control: ControlServer): Promise<void> {
  const { threads, importer, keys, companies, log } = house
  // Whatever hangs, the process ends: the system frees the lock, and every store survives that.
  setTimeout(() => process.exit(1), STOP_MS).unref()
  await Promise.all([threads.stop(), importer.close(), control.close()])
  saveUses(house)
  keys.close()
  companies.close()
  log.flush()
}

/** As a client on this machine would write it. */
function urlOf(host: string, port: number): string {
  const isEverywhere = host === '0.0.0.0' || host === '::'
  const name = isEverywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}
