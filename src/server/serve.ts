/** Runs the server: starts its parts in order and stops them in reverse. */
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { EXIT } from '../cli/exit-codes.ts'
import { progressView } from '../cli/import-views.ts'
import { type Screen, serverScreen } from '../cli/screen.ts'
import type { Config } from '../config/config.ts'
import { plainHttpWarning } from '../config/site.ts'
import { controlClient } from '../control/command-handlers.ts'
import { readCommand } from '../control/command-schemas.ts'
import { type ControlClient, factsOf } from '../control/commands.ts'
import { listenForControl } from '../control/control-socket.ts'
import type { AnswerCall } from '../control/rpc.ts'
import type { ServerView, StatusView } from '../control/views.ts'
import { countKeys } from '../core/access/count-keys.ts'
import type { CompanyStore } from '../core/company/company-store.ts'
import { revokeOrphanedKeys, saveUses, startBackgroundJobs } from './background-jobs.ts'
import { runningImport } from './commands/operator-commands.ts'
import { filesOfCompanies, openCompanies } from './compose/companies.ts'
import { describeUncaught, onUncaught, openFilesMax, watchForStop } from './compose/system.ts'
import { createServer, type ServerParts } from './create-server.ts'
import { dataFiles } from './data-folder.ts'
import { type DrainedStop, STOP_MS, stopAfterDrain } from './drain.ts'
import { checkFileBudget } from './file-budget.ts'
import { importSample, showKey } from './first-start.ts'
import { accessFault } from './folder-access.ts'
import { holdFolder } from './hold-folder.ts'
import { logged } from './log-changes.ts'

const MS_PER_S = 1000
const PASSIVE_SENTENCE =
  'PASSIVE is on: e-mails stay queued, no changes are sent to webhooks, and no source runs.'

/**
 * Runs the server until SIGTERM or SIGINT, drains it for `drainMs`, then answers every request in flight and
 * returns. A signal during the start stops that as well, without a drain: what an import has stored stays stored,
 * and no key is created.
 *
 * @throws {Failure} if the folder or the port is taken or cannot be used.
 * @throws {Error} if an uncaught error ended the server.
 */
export async function serve(config: Config, version: string, ownScreen: Screen): Promise<void> {
  const screen = serverScreen(ownScreen)
  const drained = stopAfterDrain(watchForStop().stop, config.drainMs)
  const { stop, end } = drained
  stop.addEventListener('abort', () => {
    screen.message('Stopping …')
    // The process ends even if a part hangs: the system frees the lock, and every store survives that.
    setTimeout(() => process.exit(EXIT.failed), STOP_MS).unref()
  })
  checkFileBudget(config.threads, openFilesMax(), screen.message)
  const folder = holdFolder(config.dataDir, 'serve')
  try {
    const exposed = accessFault(config.dataDir)
    if (exposed !== undefined) screen.message(exposed)
    const plain = plainHttpWarning(config)
    if (plain !== undefined) screen.message(plain)
    const parts = await createServer(config, version, screen, folder)
    const hasFailed = endOnFault(parts, end)
    parts.log.info({ version, pid: process.pid }, 'the server starts')
    stop.addEventListener('abort', () => {
      parts.sources.stop()
      void parts.importer.close()
    })
    await runUntilStopped(parts, drained)
    if (hasFailed()) throw new Error('The server stopped because of an internal error; see its log.')
  } finally {
    folder.release()
  }
}

/**
 * Makes any uncaught error end the server like a signal, after it was logged: the state in memory may be
 * wrong, the stored state is not. Returns a function that says whether there was such an error.
 */
function endOnFault({ log }: ServerParts, end: () => void): () => boolean {
  let hasFailed = false
  onUncaught((uncaught) => {
    hasFailed = true
    log.error({ error: describeUncaught(uncaught) }, 'uncaught error in the main thread, the server stops')
    end()
  })
  return () => hasFailed
}

/** Starts the parts, waits for the signal and closes them. */
async function runUntilStopped(parts: ServerParts, drained: DrainedStop): Promise<void> {
  const { stop } = drained
  const closers: (() => unknown)[] = []
  try {
    await open(parts, drained, closers)
    if (!stop.aborted) await once(stop, 'abort')
  } catch (error) {
    // If the server was stopped during its start, the interrupted step fails; this is no error.
    if (!stop.aborted) throw error
  } finally {
    await close(parts, closers)
  }
}

/**
 * Starts the server up to its first search. Everything that it opens is added to `closers`, so that it is
 * closed wherever the start ends.
 */
async function open(
  parts: ServerParts,
  { stop, onDrain }: DrainedStop,
  closers: (() => unknown)[],
): Promise<void> {
  const { config, screen, clock, secrets, threads, importer, keys, url } = parts
  if (stop.aborted) return
  await revokeOrphanedKeys(parts)
  await importer.open()
  const companies = await openCompanies(config)
  for (const path of filesOfCompanies(config)) parts.files.remember(path)
  closers.push(() => companies.close())
  parts.metrics.addReaders(companies, parts.accountRecords.emails)
  closers.push(await parts.metrics.listen((address) => screen.line(`Metrics at ${address}`)))
  // Before the threads listen: without its lease the node answers no request with a key.
  closers.push(() => parts.node?.close())
  await parts.node?.start()
  // The start does not wait for it: searching needs no accounts.
  const setUp = startAccounts(parts)
  await threads.start()
  parts.releasePort()
  const send = commandsOf(parts, companies)
  const control = await listenForControl(config.dataDir, parts.version, answerControl(send, parts), (error) =>
    parts.log.error({ error: String(error) }, 'the control socket met an error and goes on listening'),
  )
  closers.push(() => control.close())
  parts.folder.note(url)
  if (stop.aborted) return
  if (await isSampleWanted(config, companies)) await importSample(config.dataDir, importer, screen)
  else await openIndex(parts)
  if (stop.aborted) return
  onDrain(() => drain(parts))
  await showKey({ keys, companies, clock, secrets }, url, screen)
  const found = parts.index.state()?.companies ?? 0
  parts.log.info({ version: parts.version, url, companies: found }, 'the server answers')
  screen.line(`firmensuche ${parts.version} answers at ${url} (${found.toLocaleString('en')} companies).`)
  if (config.passive === 'on') screen.message(PASSIVE_SENTENCE)
  void setUp.then((address) => address && !stop.aborted && screen.line(`Operator: ${address}`))
  await parts.matching.open()
  await parts.watching.open()
  closers.push(parts.indexWatch.start(), startBackgroundJobs(parts), parts.sources.runner.start())
}

/**
 * Makes the threads search what is stored, if the index that nodes share can be used; shows the progress of a build.
 */
async function openIndex({ importer, indexWatch, screen }: ServerParts): Promise<void> {
  const view = progressView(screen)
  const fault = await indexWatch.open(importer.index(view.step).finally(view.end))
  if (fault !== undefined) screen.message(`${fault} Until it can be used, searches are answered with 503.`)
}

/** Lets a load balancer find out that this server is about to stop, while everything is answered as before. */
function drain({ config, screen, threads }: ServerParts): void {
  screen.message(`Stopping in ${config.drainMs / MS_PER_S} s; until then /health/ready answers 503 …`)
  void threads.drain()
}

/** Returns the control client of the server's own commands. */
function commandsOf(parts: ServerParts, companies: CompanyStore): ControlClient {
  const { keys, clock, secrets, importer, sources, accountRecords } = parts
  return controlClient({
    keys,
    clock,
    secrets,
    accountReader: accountRecords.accountReader,
    sendCommand: parts.sendCommand,
    inTurn: parts.keysInTurn,
    importFiles: (params, report) => importer.import(params, report),
    status: () => statusOf(parts, companies),
    listSuppressions: () => companies.suppressions(),
    sources: sources.sources,
    sourceFiles: sources.files,
    runSource: ({ id, isForced }, report) => sources.runner.run(id, report, isForced),
  })
}

/**
 * Starts the accounts thread and returns the address where the first operator account is created; `undefined`
 * if there is an operator or the thread does not start.
 */
async function startAccounts({ accounts, log }: ServerParts): Promise<string | undefined> {
  try {
    await accounts.start()
    return await accounts.send('offerSetUp', {})
  } catch (error) {
    log.error({ error: String(error) }, 'the accounts thread could not be started')
    return undefined
  }
}

/**
 * Returns whether the sample is imported: if there are no companies, or if a first start was interrupted
 * during the import.
 */
async function isSampleWanted(config: Config, companies: CompanyStore): Promise<boolean> {
  return (await companies.lastSequence()) === 0 || existsSync(dataFiles(config.dataDir).sampleMark)
}

function answerControl(send: ControlClient, { guard, log }: ServerParts): AnswerCall {
  return async (name, params, report) => {
    const command = readCommand(name, params)
    const work = () => send(command.name, command.params, report)
    if (!factsOf(command.name).isChange) return work()
    return guard.change(() => logged(log, { command: name, params, by: 'command line' }, work))
  }
}

function serverOf(parts: ServerParts): ServerView {
  const { config, url, startedAtMs, threads, importer, files, memory, indexWatch } = parts
  const { states } = threads
  const { isMerging, step } = importer
  const importing = step === undefined ? null : runningImport(step)
  const { reached, lost } = memory.readLimitTraffic()
  const redis = lost > 0 ? 'lost' : reached > 0 ? 'reached' : 'none'
  const outside = { redis, openSearch: indexWatch.state } as const
  return {
    ...{ pid: process.pid, url, startedAtMs, threads: states, isMerging, importing, ...outside },
    isPassive: config.passive === 'on',
    faults: files.faults(),
  }
}

async function statusOf(parts: ServerParts, companies: CompanyStore): Promise<StatusView> {
  const { config, version, clock, keys, index, sources } = parts
  const { accountReader, emails } = parts.accountRecords
  return {
    version,
    dataDir: config.dataDir,
    server: serverOf(parts),
    companies: await companies.count(),
    keys: await countKeys({ keys, clock }),
    accounts: await accountReader.countAccounts(),
    emails: await emails.counts(),
    sources: await companies.sources(),
    importSources: await sources.views(),
    index: index.state() ?? null,
    sequence: await companies.lastSequence(),
    nodes: (await parts.node?.nodes()) ?? [],
  }
}

/**
 * Closes all parts. Whatever searches the companies ends before their file is closed; what was opened last is
 * closed first.
 */
async function close(parts: ServerParts, closers: readonly (() => unknown)[]): Promise<void> {
  const {
    accounts,
    threads,
    importer,
    matching,
    watching,
    clock,
    keys,
    usage,
    accountRecords,
    sources,
    log,
  } = parts
  sources.stop()
  await Promise.all([threads.stop(), importer.close(), matching.close(), watching.close()])
  await accounts.stop()
  for (const closer of closers.toReversed()) await closer()
  await saveUses(parts)
  parts.guard.logRefusals(true)
  await usage.close(clock.nowMs())
  accountRecords.close()
  parts.sharedIndex?.close()
  await keys.close()
  log.info({}, 'the server has stopped')
  log.flush()
}
