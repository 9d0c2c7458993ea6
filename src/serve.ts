/** The server: supervisor of its threads. */
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { AccountsKeeper } from './accounts-keeper.ts'
import { EmbeddedNameIndex } from './adapters/embedded/name-index.ts'
import { openCompanyStore } from './adapters/sqlite/company-store.ts'
import { systemClock } from './adapters/system/clock.ts'
import { listenForControl } from './adapters/system/control-socket.ts'
import { findPort } from './adapters/system/free-port.ts'
import type { AnnouncingKeyStore } from './adapters/system/key-store.ts'
import { openLog, type ProcessLog } from './adapters/system/log.ts'
import { systemSecrets } from './adapters/system/secrets.ts'
import { watchForStop } from './adapters/system/stop-signal.ts'
import { openAccountsToLook, openBooks, openUsage, shareKeys } from './build.ts'
import { EXIT } from './cli/exit-codes.ts'
import type { Operator, RequestName, Requests, StatusView } from './cli/operator.ts'
import { operatorOf } from './cli/perform-request.ts'
import type { Screen } from './cli/screen.ts'
import type { Config } from './config.ts'
import { LOCAL_ACCOUNT } from './core/access/key.ts'
import { revokeLeftKeys } from './core/access/revoke-left-keys.ts'
import { systemTrace } from './core/accounts/audit.ts'
import type { Ask } from './core/accounts/wishes.ts'
import type { CompanyStore } from './core/company/company-store.ts'
import { dataFiles, type HeldFolder, holdFolder } from './data-folder.ts'
import { importSample, showKey } from './first-start.ts'
import { HouseMetrics } from './house-metrics.ts'
import { answerWishes } from './house-wishes.ts'
import { HttpThreads } from './http-threads.ts'
import { Importer } from './importer.ts'
import { holdWishes, keyWishes } from './key-wishes.ts'
import { operatorWishes } from './operator-wishes.ts'
import { siteOf, urlOf } from './site.ts'
import { UsageFlush } from './usage-flush.ts'

/** How often it is written down what keys were used for, and when. */
const SAVE_USES_MS = 10_000
const DAY_MS = 86_400_000
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
  readonly usage: UsageFlush
  readonly books: ReturnType<typeof openBooks>
  readonly index: EmbeddedNameIndex
  readonly accounts: AccountsKeeper
  readonly ask: Ask
  readonly threads: HttpThreads
  readonly importer: Importer
  readonly metrics: HouseMetrics
  readonly url: string
  readonly startedAtMs: number
}

/**
 * Serves until SIGTERM or SIGINT; then every request in flight is answered and the call returns. A signal while the
 * server comes up stops that as well: what an import has stored is kept, and no key is made any more.
 *
 * @throws Failure when the folder or the port is taken or cannot be used.
 */
export async function serve(config: Config, version: string, screen: Screen): Promise<void> {
  const { stop } = watchForStop()
  stop.addEventListener('abort', () => {
    screen.aside('Stopping …')
    // Whatever hangs, the process ends: the system frees the lock, and every store survives that.
    setTimeout(() => process.exit(EXIT.failed), STOP_MS).unref()
  })
  const folder = holdFolder(config.dataDir, 'serve')
  try {
    const house = await build(config, version, screen, folder)
    stop.addEventListener('abort', () => void house.importer.close())
    await live(house, stop)
  } finally {
    folder.release()
  }
}

/** From coming up to the end. */
async function live(house: House, stop: AbortSignal): Promise<void> {
  const closers: (() => unknown)[] = []
  try {
    await open(house, stop, closers)
    if (!stop.aborted) await once(stop, 'abort')
  } catch (error) {
    // Of a server that was stopped while it came up, every step that was cut off fails.
    if (!stop.aborted) throw error
  } finally {
    await close(house, closers)
  }
}

async function build(config: Config, version: string, screen: Screen, folder: HeldFolder): Promise<House> {
  const { port, canShare } = await findPort(config.host, config.port)
  const url = urlOf(config.host, port)
  const log = openLog(config.logLevel, 0)
  const { block, keys } = shareKeys(config.dataDir)
  const usage = new UsageFlush(block, openUsage(config.dataDir))
  const index = new EmbeddedNameIndex()
  const count = canShare ? config.threads : 1
  const site = siteOf(config, port)
  const accounts = new AccountsKeeper({ config, site }, log)
  const importer = makeImporter(config, index, () => threads, log)
  const books = openBooks(config.dataDir, block, keys)
  const startedAtMs = systemClock.nowMs()
  const wishes = {
    ...keyWishes({ keys, clock: systemClock, secrets: systemSecrets }, () => accounts.poke()),
    ...holdWishes(keys, accounts),
    metrics: () => metrics.text(),
    ...operatorWishes({
      keys,
      clock: systemClock,
      importer,
      accounts,
      audit: books.audit,
      state: () => ({ startedAtMs, threads: threads.states, index: index.state() }),
    }),
  }
  const watched = () => ({ threads, accounts, index, importer })
  const metrics = new HouseMetrics({ block, config, version, startedAtMs, watched })
  const answer = answerWishes(wishes, accounts)
  const threads: HttpThreads = new HttpThreads({
    block,
    data: { config, site, version },
    count,
    port,
    answer,
    log,
  })
  const ask = answer as Ask
  const parts = { folder, log, keys, usage, books, index, accounts, ask, threads, importer, metrics }
  return { config, version, screen, ...parts, url, startedAtMs }
}

function makeImporter(
  { dataDir }: Config,
  index: EmbeddedNameIndex,
  threads: () => HttpThreads,
  log: ProcessLog,
): Importer {
  return new Importer(dataDir, {
    publish: async (generation) => {
      index.publish(generation)
      await threads().publish(generation)
    },
    notSaved: (error) => log.error({ error: error.message }, 'the index could not be merged or saved'),
    rebuilt: (because) => log.warn({ because }, 'the saved index was of no use, a new one was built'),
    searched: () => index.generation(),
  })
}

/** To the first search. What is opened is added to `closers`, so that it is closed wherever this ends. */
async function open(house: House, stop: AbortSignal, closers: (() => unknown)[]): Promise<void> {
  const { config, screen, threads, importer, keys, url } = house
  if (stop.aborted) return
  endLeftKeys(house)
  await importer.open()
  const companies = openCompanyStore(dataFiles(config.dataDir).companies)
  closers.push(() => companies.close())
  const looks = openAccountsToLook(config.dataDir)
  closers.push(() => looks.close())
  house.metrics.look(companies, looks.letters)
  closers.push(await house.metrics.listen((address) => screen.line(`Metrics at ${address}`)))
  // Nobody waits for it: searching needs no accounts.
  const setUp = startAccounts(house)
  await threads.start()
  house.folder.note(url)
  const operator = operatorOf({
    keys,
    clock: systemClock,
    secrets: systemSecrets,
    accountReader: looks.accountReader,
    ask: house.ask,
    importFiles: (takes, tell) => importer.import(takes, tell),
    status: () => statusOf(house, companies, looks),
    listSuppressions: () => companies.suppressions(),
  })
  const control = await listenForControl(config.dataDir, answerWith(operator))
  closers.push(() => control.close())
  if (stop.aborted) return
  if (isSampleWanted(config, companies)) await importSample(config.dataDir, importer, screen)
  else await importer.index()
  if (stop.aborted) return
  showKey(keys, companies, url, screen)
  const found = house.index.state()?.companies ?? 0
  screen.line(`firmensuche ${house.version} answers at ${url} (${found.toLocaleString('en')} companies).`)
  void setUp.then((address) => address && !stop.aborted && screen.line(`Operator: ${address}`))
  const saving = setInterval(() => saveUses(house), SAVE_USES_MS)
  closers.push(() => clearInterval(saving))
  forgetOldUsage(house)
  const forgetting = setInterval(() => forgetOldUsage(house), DAY_MS)
  closers.push(() => clearInterval(forgetting))
}

/** Gives where the first operator is made; nothing when there is one, or the thread does not come up. */
async function startAccounts({ accounts, log }: House): Promise<string | undefined> {
  try {
    await accounts.start()
    return (await accounts.ask('offerSetUp', {})) as string | undefined
  } catch (error) {
    log.error({ error: String(error) }, 'the accounts thread does not start')
    return undefined
  }
}

/** Only on an empty folder, or when a first start was cut off while it imported. */
function isSampleWanted(config: Config, companies: CompanyStore): boolean {
  return companies.lastSequence() === 0 || existsSync(dataFiles(config.dataDir).sampleMark)
}

function answerWith(operator: Operator) {
  return (name: string, takes: unknown, tell: (progress: unknown) => void) =>
    operator(name as RequestName, takes as Requests[RequestName]['takes'], tell)
}

function statusOf(
  house: House,
  companies: CompanyStore,
  { accountReader, letters }: ReturnType<typeof openAccountsToLook>,
): StatusView {
  const { config, version, keys, index, threads, importer, url, startedAtMs } = house
  return {
    version,
    dataDir: config.dataDir,
    server: { pid: process.pid, url, startedAtMs, threads: threads.states, isMerging: importer.isMerging },
    companies: companies.count(),
    keys: keys.list(LOCAL_ACCOUNT).length,
    accounts: accountReader.countAccounts(),
    letters: letters.counts(),
    sources: companies.sources(),
    index: index.state() ?? null,
    sequence: companies.lastSequence(),
  }
}

/** What cannot be written now is tried again with the next uses. */
function saveUses(house: House): void {
  orTold(house, 'the last uses of keys could not be written', () => house.keys.saveUses())
  orTold(house, 'usage could not be written', () => writeUsage(house))
}

function writeUsage({ usage, books, accounts }: House): void {
  const used = usage.flush(systemClock.nowMs())
  if (books.warnOfLimit(used) > 0) accounts.poke()
}

/** They are refused already; of a process that died while an account was deleted. */
function endLeftKeys(house: House): void {
  const trace = systemTrace(systemClock.nowMs())
  const needs = { keys: house.keys, clock: systemClock }
  orTold(house, 'the keys of deleted accounts could not be revoked', () => revokeLeftKeys(needs, trace))
}

function forgetOldUsage(house: House): void {
  const beforeMs = systemClock.nowMs() - house.config.retentionDays * DAY_MS
  orTold(house, 'old usage could not be taken out', () => house.usage.prune(beforeMs))
}

/** What goes wrong beside the service is logged, and it goes on. */
function orTold({ log }: House, sentence: string, step: () => void): void {
  try {
    step()
  } catch (error) {
    log.error({ error: String(error) }, sentence)
  }
}

/** What searches with the companies ends before they are closed; what was opened last is closed first. */
async function close(house: House, closers: readonly (() => unknown)[]): Promise<void> {
  const { accounts, threads, importer, keys, usage, books, log } = house
  await Promise.all([threads.stop(), importer.close()])
  await accounts.stop()
  for (const closer of closers.toReversed()) await closer()
  saveUses(house)
  usage.close(systemClock.nowMs())
  books.close()
  keys.close()
  log.flush()
}
