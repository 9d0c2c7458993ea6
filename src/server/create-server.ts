/** Creates the parts of a running server. */
import { inspect } from 'node:util'
import type { Screen } from '../cli/screen.ts'
import type { Config } from '../config/config.ts'
import { siteOf, urlOf } from '../config/site.ts'
import { type SecretUse, secretFor } from '../core/accounts/root-secret.ts'
import { COMMANDS, type SendCommand } from '../core/commands.ts'
import type { InTurn } from '../core/one-at-a-time.ts'
import { RepeatedFaults } from '../core/outage-log.ts'
import type { ProcessLog } from '../core/process-log.ts'
import { randomText } from '../core/random-text.ts'
import { ChangeGuard } from './commands/change-guard.ts'
import { answerCommands } from './commands/dispatch.ts'
import { keyCommands, suspendCommands } from './commands/key-commands.ts'
import { matchCommands } from './commands/match-commands.ts'
import { type OperatorNeeds, operatorCommands } from './commands/operator-commands.ts'
import { watchCommands } from './commands/watch-commands.ts'
import { emptyListFolder } from './compose/lists.ts'
import {
  type RootSecret,
  readRootSecret,
  rootSecretOf,
  secretMarkOf,
  sessionSecretOf,
  webhookSecretOf,
} from './compose/root-secret.ts'
import { isInOpenSearch } from './compose/search-index.ts'
import { openSupervisorAdapters, type SupervisorAdapters } from './compose/supervisor.ts'
import { findPort, type PortAnswer } from './compose/system.ts'
import type { WatchThreadData } from './compose/watch-thread.ts'
import { dataFiles } from './data-folder.ts'
import type { HeldFolder } from './hold-folder.ts'
import { logged } from './log-changes.ts'
import { ServerMetrics } from './metrics.ts'
import { knownToAll } from './nodes/known-to-all.ts'
import { type NodeIdentity, ServerNode } from './nodes/server-node.ts'
import { NO_OTHER_NODES, type OtherNodes } from './nodes/wait-for-nodes.ts'
import { openServerSources, type ServerSources } from './server-sources.ts'
import { SharedIndexWatch } from './shared-index-watch.ts'
import { AccountsSupervisor } from './threads/accounts-supervisor.ts'
import { HttpThreads } from './threads/http-threads.ts'
import { Importer } from './threads/import-queue.ts'
import { MatchJobs } from './threads/match-jobs.ts'
import { Watching } from './threads/watching.ts'
import { UsageFlush } from './usage-flush.ts'

/** Length of the name by which a server without others claims jobs and webhooks. */
const NODE_CHARACTERS = 16

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
  readonly matching: MatchJobs
  readonly watching: Watching
  /** This server as one of several nodes; `undefined` if it is alone. */
  readonly node: ServerNode | undefined
  /** Of the background jobs of the supervisor. */
  readonly faults: RepeatedFaults
  /** Watches the index that all nodes share. */
  readonly indexWatch: SharedIndexWatch
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
  const { clock, log, memory, keys, index } = adapters
  const usage = new UsageFlush(memory, adapters.usageStore)
  const guard = new ChangeGuard(adapters.files, log, clock)
  const site = siteOf(config, found.port)
  const rootSecret = readRootSecret(config.dataDir)
  const accounts = new AccountsSupervisor({ config, site, rootSecret }, adapters)
  const startedAtMs = clock.nowMs()
  const identity = { version, startedAtMs, port: found.port, secretMark: secretMarkOf(rootSecret) }
  const node = openNode(adapters, identity, () => importer)
  const others = node?.others ?? NO_OTHER_NODES
  const jobs = openJobs({ config, version, rootSecret }, adapters)
  const importer: Importer = makeImporter(config, adapters, {
    ...{ others, node, searching: () => [threads, jobs.matching, jobs.watching] },
  })
  const indexWatch = openIndexWatch(adapters, importer)
  const sources = openServerSources(config, version, adapters, importer)
  const inTurn = knownToAll(keys, others)
  const outside = () => ({ openSearch: indexWatch.state, isPassive: config.passive === 'on' })
  const state = () => ({ startedAtMs, threads: threads.states, index: index.state(), ...outside() })
  const answering = { accounts, importer, others, node, sources, ...jobs, ...inTurn }
  const secretOf = (use: SecretUse) => secretFor(use, rootSecretOf(rootSecret))
  const commands = makeCommands(adapters, {
    ...{ ...answering, state, secretOf, metrics: () => metrics.text() },
  })
  const watched = () => ({
    ...{ threads, accounts, index, importer, ...jobs, clock, node, sources: sources.sources },
    openSearch: indexWatch.state,
  })
  const metrics = new ServerMetrics({ memory, config, version, startedAtMs, log, watched })
  const sendCommand = answerCommands(commands, accounts)
  const threads: HttpThreads = new HttpThreads({
    memory,
    data: { config, site, sessionSecret: sessionSecretOf(rootSecret), version },
    ...socketsOf(config, found),
    answer: guardedAnswer(sendCommand, guard, log),
    ...{ clock, log },
  })
  const own = { guard, usage, accounts, sendCommand, threads, importer, indexWatch, metrics, sources, node }
  const url = urlOf(config.host, found.port)
  const faults = new RepeatedFaults({ log, clock })
  const start = { url, faults, startedAtMs, releasePort: found.release, keysInTurn: inTurn.keysInTurn }
  return { config, version, screen, folder, ...adapters, ...own, ...jobs, ...start }
}

/** The parts that answer the commands of the supervisor. */
interface CommandParts
  extends Pick<
      ServerParts,
      'accounts' | 'importer' | 'node' | 'sources' | 'matching' | 'watching' | 'keysInTurn'
    >,
    Pick<OperatorNeeds, 'followKeys' | 'state'> {
  readonly others: OtherNodes
  readonly metrics: () => Promise<string>
  readonly secretOf: (use: SecretUse) => string
}

/** Returns the handlers of the commands that the supervisor answers itself. */
function makeCommands(
  { keys, clock, secrets, accountRecords }: SupervisorAdapters,
  {
    accounts,
    importer,
    others,
    node,
    sources,
    matching,
    keysInTurn,
    followKeys,
    metrics,
    state,
    secretOf,
    watching,
  }: CommandParts,
) {
  return {
    ...keyCommands({ keys, clock, secrets }, () => accounts.wake(), keysInTurn),
    ...suspendCommands(followKeys, accounts),
    metrics,
    ...matchCommands(matching),
    ...watchCommands({ ...accountRecords, clock, secrets, secretOf, wake: () => watching.wake() }),
    ...operatorCommands({
      ...{ keys, followKeys, clock, importer, accounts, state },
      audit: accountRecords.audit,
      importSources: sources.views,
      otherNodes: others.searchCompanies,
      nodes: async () => (await node?.nodes()) ?? [],
    }),
  }
}

/** How many threads listen on the port, and whether each shares it. */
function socketsOf(config: Config, { port, canShare, isReserved }: PortAnswer) {
  const count = canShare ? config.threads : 1
  return { count, port, isShared: count > 1 || isReserved }
}

/** Runs the commands of HTTP threads through the guard and logs them, except those that change nothing. */
function guardedAnswer(answer: SendCommand, guard: ChangeGuard, log: ProcessLog): SendCommand {
  return (name, params) => {
    const work = () => answer(name, params)
    if (!COMMANDS[name].isChange) return work()
    return guard.change(() => logged(log, { command: name, params, by: 'http' }, work))
  }
}

/** Returns the jobs that match lists, and the thread that sends changes of watched companies. */
function openJobs(
  { config, version, rootSecret }: Pick<WatchThreadData, 'config' | 'version'> & { rootSecret: RootSecret },
  { accountRecords, clock, log, index, shared, secrets }: SupervisorAdapters,
): Pick<ServerParts, 'matching' | 'watching'> {
  emptyListFolder(dataFiles(config.dataDir).lists)
  const node = shared?.id ?? randomText({ secrets }, NODE_CHARACTERS)
  const needs = { clock, log, node, isAlone: shared === undefined }
  const { matchJobs: jobs, watches, watchFeed, webhookQueue } = accountRecords
  const searched = () => index.snapshot()
  const webhookSecret = webhookSecretOf(rootSecret)
  const isWatching = webhookSecret !== undefined && config.passive === 'off'
  const data = isWatching ? { config, version, webhookSecret } : undefined
  return {
    matching: new MatchJobs({ ...needs, config, jobs, searched }),
    watching: new Watching({ ...needs, watches, feed: watchFeed, queue: webhookQueue, data }),
  }
}

/** Returns this server as a node, if it shares its database. */
function openNode(
  { shared, keys, clock, log }: SupervisorAdapters,
  identity: NodeIdentity,
  importer: () => Importer,
): ServerNode | undefined {
  if (shared === undefined) return undefined
  const followKeys = keys.followChanges.bind(keys)
  const followCompanies = () => importer().index()
  return new ServerNode({ ...shared, clock, log, followKeys, followCompanies }, identity)
}

function openIndexWatch(
  { sharedIndex, index, clock, log }: SupervisorAdapters,
  importer: Importer,
): SharedIndexWatch {
  return new SharedIndexWatch({
    ...{ clock, log },
    isShared: sharedIndex !== undefined,
    readSequence: async () => sharedIndex?.readSequence(),
    searchedSequence: () => index.snapshot()?.sequence,
    restore: (filling) => importer.restore(filling),
  })
}

function makeImporter(
  config: Config,
  adapters: SupervisorAdapters,
  {
    others,
    node,
    searching,
  }: {
    readonly others: OtherNodes
    readonly node: ServerNode | undefined
    /** What searches each new snapshot. */
    readonly searching: () => readonly Pick<HttpThreads | MatchJobs | Watching, 'publish'>[]
  },
): Importer {
  const { index, log, files, shared } = adapters
  return new Importer(adapters, config, {
    checkStore: () => files.check(),
    publish: async (snapshot) => {
      index.publish(snapshot)
      await Promise.all(searching().map((one) => one.publish(snapshot)))
      node?.searches(snapshot.sequence)
    },
    otherNodes: () => others.searchCompanies(),
    ...(shared !== undefined && isInOpenSearch(config) && { writeIndex: shared.registry.writeIndex }),
    log,
    notSaved: (error) => log.error({ error: error.message }, 'the index could not be merged or saved'),
    rebuilt: (because) => log.warn({ because }, 'the saved index could not be used, a new one was built'),
    died: (error) => log.error({ error: inspect(error) }, 'the import thread or the merge thread died'),
    searched: () => index.snapshot(),
  })
}
