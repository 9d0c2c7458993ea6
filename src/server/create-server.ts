/** Creates the parts of a running server. */
import { inspect } from 'node:util'
import type { Screen } from '../cli/screen.ts'
import type { Config } from '../config/config.ts'
import { siteOf, urlOf } from '../config/site.ts'
import { COMMANDS, type SendCommand } from '../core/commands.ts'
import { type InTurn, oneAtATime } from '../core/one-at-a-time.ts'
import { ChangeGuard } from './commands/change-guard.ts'
import { answerCommands } from './commands/dispatch.ts'
import { keyCommands, suspendCommands } from './commands/key-commands.ts'
import { operatorCommands } from './commands/operator-commands.ts'
import { readRootSecret, sessionSecretOf } from './compose/root-secret.ts'
import { openSupervisorAdapters, type SupervisorAdapters } from './compose/supervisor.ts'
import { findPort, type PortAnswer } from './compose/system.ts'
import type { HeldFolder } from './hold-folder.ts'
import { ServerMetrics } from './metrics.ts'
import { openServerSources, type ServerSources } from './server-sources.ts'
import type { StorePlace } from './store-place.ts'
import { AccountsSupervisor } from './threads/accounts-supervisor.ts'
import { HttpThreads } from './threads/http-threads.ts'
import { Importer } from './threads/import-queue.ts'
import { UsageFlush } from './usage-flush.ts'

/** All parts of a running server. */
export interface ServerParts extends SupervisorAdapters {
  readonly config: Config
  readonly version: string
  readonly screen: Screen
  readonly folder: HeldFolder
  /** Every change by commands and pages runs through this guard. */
  readonly guard: ChangeGuard
  readonly usage: UsageFlush
  readonly accounts: AccountsSupervisor
  readonly sendCommand: SendCommand
  /** Runs the commands that change keys one after another, wherever they come from. */
  readonly keysInTurn: InTurn
  readonly threads: HttpThreads
  readonly importer: Importer
  readonly metrics: ServerMetrics
  readonly sources: ServerSources
  readonly url: string
  /** Ends the reservation of a port that the system chose, once the threads listen on it. */
  readonly releasePort: () => void
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
  const found = await findPort(config.host, config.port)
  const adapters = await openSupervisorAdapters(config)
  const { clock, secrets, log, memory, keys, index, files } = adapters
  const usage = new UsageFlush(memory, adapters.usageStore)
  const guard = new ChangeGuard(files, log, clock)
  const site = siteOf(config, found.port)
  const rootSecret = readRootSecret(config.dataDir)
  const accounts = new AccountsSupervisor({ config, site, rootSecret }, adapters)
  const importer = makeImporter(config, adapters, () => threads)
  const sources = openServerSources(config, version, adapters, importer)
  const startedAtMs = clock.nowMs()
  const keysInTurn = oneAtATime()
  const commands = {
    ...keyCommands({ keys, clock, secrets }, () => accounts.wake(), keysInTurn),
    ...suspendCommands(keys.follow.bind(keys), accounts),
    metrics: () => metrics.text(),
    ...operatorCommands({
      keys,
      followKeys: keys.follow.bind(keys),
      clock,
      importer,
      accounts,
      audit: adapters.accountRecords.audit,
      state: () => ({ startedAtMs, threads: threads.states, index: index.state() }),
      importSources: sources.views,
    }),
  }
  const watched = () => ({ threads, accounts, index, importer, clock, sources: sources.sources })
  const metrics = new ServerMetrics({ memory, config, version, startedAtMs, log, watched })
  const sendCommand = answerCommands(commands, accounts)
  const threads: HttpThreads = new HttpThreads({
    memory,
    data: { config, site, sessionSecret: sessionSecretOf(rootSecret), version },
    ...socketsOf(config, found),
    answer: guardedAnswer(sendCommand, guard),
    clock,
    log,
  })
  const own = { guard, usage, accounts, sendCommand, keysInTurn, threads, importer, metrics, sources }
  const url = urlOf(config.host, found.port)
  const start = { url, startedAtMs, releasePort: found.release }
  return { config, version, screen, folder, ...adapters, ...own, ...start }
}

/** How many threads listen on the port, and whether each shares it. */
function socketsOf(config: Config, { port, canShare, isReserved }: PortAnswer) {
  const count = canShare ? config.threads : 1
  return { count, port, isShared: count > 1 || isReserved }
}

/** Runs the commands of HTTP threads through the guard, except those that change nothing. */
function guardedAnswer(answer: SendCommand, guard: ChangeGuard): SendCommand {
  return (name, params) =>
    COMMANDS[name].isChange ? guard.change(() => answer(name, params)) : answer(name, params)
}

function makeImporter(
  place: StorePlace,
  adapters: SupervisorAdapters,
  threads: () => Pick<HttpThreads, 'publish'>,
): Importer {
  const { index, log, files } = adapters
  return new Importer(adapters, place, {
    checkStore: () => files.check(),
    publish: async (snapshot) => {
      index.publish(snapshot)
      await threads().publish(snapshot)
    },
    notSaved: (error) => log.error({ error: error.message }, 'the index could not be merged or saved'),
    rebuilt: (because) => log.warn({ because }, 'the saved index could not be used, a new one was built'),
    died: (error) => log.error({ error: inspect(error) }, 'the import thread or the merge thread died'),
    searched: () => index.snapshot(),
  })
}
