/** Creates the parts of a running server. */
import { inspect } from 'node:util'
import type { AnnouncingKeyStore } from '../adapters/shared-memory/key-store.ts'
import { openLog } from '../adapters/system/log.ts'
import { OpenedFiles } from '../adapters/system/opened-files.ts'
import type { Screen } from '../cli/screen.ts'
import type { Config } from '../config/config.ts'
import { siteOf, urlOf } from '../config/site.ts'
import { type Ask, COMMANDS } from '../core/commands.ts'
import type { Clock } from '../core/ports.ts'
import type { ProcessLog } from '../core/process-log.ts'
import type { SnapshotIndex } from '../core/search/published-index.ts'
import { ChangeGuard } from './commands/change-guard.ts'
import { answerCommands } from './commands/dispatch.ts'
import { keyCommands, suspendCommands } from './commands/key-commands.ts'
import { operatorCommands } from './commands/operator-commands.ts'
import { mergeRule, openSnapshotIndex } from './compose/embedded-index.ts'
import { openBooks, openUsage, shareKeys } from './compose/http-thread.ts'
import { readRootSecret, sessionSecretOf } from './compose/root-secret.ts'
import { clock, findPort, secrets } from './compose/system.ts'
import { dataFiles } from './data-folder.ts'
import type { HeldFolder } from './hold-folder.ts'
import { ServerMetrics } from './metrics.ts'
import { AccountsSupervisor } from './threads/accounts-supervisor.ts'
import { HttpThreads } from './threads/http-threads.ts'
import { Importer } from './threads/import-queue.ts'
import { UsageFlush } from './usage-flush.ts'

/** All parts of a running server, in the order in which it starts. */
export interface ServerParts {
  readonly config: Config
  readonly version: string
  readonly screen: Screen
  readonly folder: HeldFolder
  readonly clock: Clock
  readonly log: ProcessLog
  /** The databases as this process opened them. */
  readonly files: OpenedFiles
  /** Every change by commands and pages runs through this guard. */
  readonly guard: ChangeGuard
  readonly keys: AnnouncingKeyStore
  readonly usage: UsageFlush
  readonly books: ReturnType<typeof openBooks>
  readonly index: SnapshotIndex
  readonly accounts: AccountsSupervisor
  readonly ask: Ask
  readonly threads: HttpThreads
  readonly importer: Importer
  readonly metrics: ServerMetrics
  readonly url: string
  readonly startedAtMs: number
}

/**
 * Creates the parts of a server. No thread runs yet.
 *
 * @throws {Failure} `conflict` if the port is taken.
 */
export async function createServer(
  config: Config,
  version: string,
  screen: Screen,
  folder: HeldFolder,
): Promise<ServerParts> {
  const { port, canShare } = await findPort(config.host, config.port)
  const url = urlOf(config.host, port)
  const log = openLog(config.logLevel, 0)
  const { block, keys } = shareKeys(config.dataDir)
  const usage = new UsageFlush(block, openUsage(config.dataDir))
  const { files, guard } = guardFiles(config.dataDir, log)
  const index = openSnapshotIndex()
  const count = canShare ? config.threads : 1
  const site = siteOf(config, port)
  const rootSecret = readRootSecret(config.dataDir)
  const accounts = new AccountsSupervisor({ config, site, rootSecret }, log)
  const importer = makeImporter({ config, index, threads: () => threads, log, files })
  const books = openBooks(config.dataDir, block, keys)
  const startedAtMs = clock.nowMs()
  const followKeys = keys.follow.bind(keys)
  const commands = {
    ...keyCommands({ keys, clock, secrets }, () => accounts.wake()),
    ...suspendCommands(followKeys, accounts),
    metrics: () => metrics.text(),
    ...operatorCommands({
      keys,
      followKeys,
      clock,
      importer,
      accounts,
      audit: books.audit,
      state: () => ({ startedAtMs, threads: threads.states, index: index.state() }),
    }),
  }
  const watched = () => ({ threads, accounts, index, importer })
  const metrics = new ServerMetrics({ block, config, version, startedAtMs, log, watched })
  const ask = answerCommands(commands, accounts)
  const threads: HttpThreads = new HttpThreads({
    block,
    data: { config, site, sessionSecret: sessionSecretOf(rootSecret), version },
    count,
    port,
    answer: guardedAnswer(ask, guard),
    log,
  })
  const own = { clock, folder, log, files, guard }
  const parts = { ...own, keys, usage, books, index, accounts, ask, threads, importer, metrics }
  return { config, version, screen, ...parts, url, startedAtMs }
}

/**
 * Creates the change guard over the accounts and counters files. Both must exist; the companies file is added
 * later.
 */
function guardFiles(dataDir: string, log: ProcessLog): Pick<ServerParts, 'files' | 'guard'> {
  const files = new OpenedFiles()
  const { accounts, counters } = dataFiles(dataDir)
  for (const path of [accounts, counters]) files.remember(path)
  return { files, guard: new ChangeGuard(files, log, clock) }
}

/** Runs the commands of HTTP threads through the guard, except those that change nothing. */
function guardedAnswer(answer: Ask, guard: ChangeGuard): Ask {
  return (name, params) =>
    COMMANDS[name].isChange ? guard.change(() => answer(name, params)) : answer(name, params)
}

interface ImporterParts extends Pick<ServerParts, 'config' | 'index' | 'log' | 'files'> {
  readonly threads: () => HttpThreads
}

function makeImporter({ config, index, threads, log, files }: ImporterParts): Importer {
  return new Importer({ clock, mergeRule }, config.dataDir, {
    checkStore: () => files.check(),
    publish: async (snapshot) => {
      index.publish(snapshot)
      await threads().publish(snapshot)
    },
    notSaved: (error) => log.error({ error: error.message }, 'the index could not be merged or saved'),
    rebuilt: (because) => log.warn({ because }, 'the saved index was of no use, a new one was built'),
    died: (error) => log.error({ error: inspect(error) }, 'a thread of the import died'),
    searched: () => index.snapshot(),
  })
}
