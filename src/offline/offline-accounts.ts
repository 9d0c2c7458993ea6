/**
 * Access to keys and accounts for a command that runs without a server: the same stores and handlers, in the
 * command's process.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from '../config/config.ts'
import { siteOf } from '../config/site.ts'
import type { KeyStore } from '../core/access/key-store.ts'
import type { AccountReader } from '../core/accounts/account-reader.ts'
import type { Awaitable } from '../core/awaitable.ts'
import type { SendCommand } from '../core/commands.ts'
import type { CompanyWriter } from '../core/company/company-writer.ts'
import { Failure } from '../core/failure.ts'
import type { NodeRegistry, NodeState } from '../core/nodes/node-registry.ts'
import type { EmailReader } from '../core/notifications/outbox.ts'
import type { InTurn } from '../core/one-at-a-time.ts'
import type { Clock } from '../core/ports.ts'
import type { SourceStore } from '../core/sources/source-store.ts'
import { WATCH_COMMANDS } from '../core/watching/watch-commands.ts'
import { type AccountsThread, answerCommands } from '../server/commands/dispatch.ts'
import { keyCommands, suspendCommands } from '../server/commands/key-commands.ts'
import { operatorCommands } from '../server/commands/operator-commands.ts'
import { openRegistry } from '../server/compose/nodes.ts'
import { type OfflineAdapters, openOfflineAdapters, openStoredWriter } from '../server/compose/offline.ts'
import { readRootSecret, secretMarkOf } from '../server/compose/root-secret.ts'
import { isInOpenSearch } from '../server/compose/search-index.ts'
import { checkSecret } from '../server/nodes/check-secret.ts'
import { knownToAll } from '../server/nodes/known-to-all.ts'
import { NO_OTHER_NODES, type OtherNodes, otherNodes } from '../server/nodes/wait-for-nodes.ts'
import { AccountsSupervisor } from '../server/threads/accounts-supervisor.ts'

/** Longest time that a command waits for e-mails to be sent, and the polling interval, in ms. */
const EMAILS_MS_MAX = 10_000
const POLL_MS = 50

/** The accounts file and the command handlers of this process. */
export interface OfflineAccounts {
  readonly keys: KeyStore
  readonly accountReader: AccountReader
  readonly emails: EmailReader
  readonly sources: SourceStore
  /** Runs a command. Use it only if this process holds the lock on the data folder. */
  readonly sendCommand: SendCommand
  readonly inTurn: InTurn
  /** The nodes that share the database. */
  readonly nodes: NodesInUse
  /** Waits until the e-mails that the commands queued are sent, and closes the file. */
  close(): Promise<void>
}

/**
 * Opens the accounts. With `isHeld` this process holds the lock on the folder and may create the file;
 * without it, a missing file counts as an empty one.
 */
export async function openOfflineAccounts(config: Config, isHeld: boolean): Promise<OfflineAccounts> {
  const adapters = await openOfflineAdapters(config, isHeld)
  const { clock, secrets, keys, accountReader, emails, sources, audit } = adapters
  const nodes = await openNodesInUse(config)
  const thread = new OnDemandThread(config, adapters, nodes)
  const ports = { keys, clock, secrets }
  // No thread of this process holds keys in memory.
  const { keysInTurn, followKeys } = knownToAll({ follow: () => {} }, nodes.others)
  const names = Object.keys(WATCH_COMMANDS) as (keyof typeof WATCH_COMMANDS)[]
  const watching = Object.fromEntries(names.map((name) => [name, noServer])) as Record<
    (typeof names)[number],
    typeof noServer
  >
  const handlers = {
    ...keyCommands(ports, () => {}, keysInTurn),
    ...suspendCommands(followKeys, thread),
    ...operatorCommands({
      ...{ ...ports, followKeys, accounts: thread },
      otherNodes: nodes.others.searchCompanies,
      nodes: nodes.list,
      importer: companiesOf(config, clock),
      audit,
      state: noServer,
      importSources: noServer,
    }),
    metrics: noServer,
    startMatch: noServer,
    previewMatch: noServer,
    decideRow: noServer,
    deleteMatch: noServer,
    ...watching,
  }
  return {
    keys,
    accountReader,
    emails,
    sources,
    sendCommand: answerCommands(handlers, thread),
    inTurn: keysInTurn,
    nodes,
    async close() {
      await thread.close(async () => !(await emails.hasDue(clock.nowMs())))
      await keys.close()
      await nodes.close()
    },
  }
}

/** The nodes as a command without a server sees them. */
interface NodesInUse {
  readonly others: OtherNodes
  list(): Promise<readonly NodeState[]>
  /** As in `ImporterSteps`. */
  readonly writeIndex: NodeRegistry['writeIndex'] | undefined
  /** @throws {Failure} `conflict` if the live nodes have another secret. */
  checkSecret(mark: string): Promise<void>
  close(): Promise<void>
}

const NO_NODES: NodesInUse = {
  others: NO_OTHER_NODES,
  list: async () => [],
  writeIndex: undefined,
  checkSecret: async () => {},
  close: async () => {},
}

async function openNodesInUse(config: Config): Promise<NodesInUse> {
  const opened = await openRegistry(config)
  if (opened === undefined) return NO_NODES
  const { registry } = opened
  return {
    others: otherNodes(registry),
    list: () => registry.nodes(),
    writeIndex: isInOpenSearch(config) ? registry.writeIndex : undefined,
    checkSecret: (mark) => checkSecret(registry, mark),
    close: () => registry.close(),
  }
}

function noServer(): never {
  throw new Failure('service_unavailable', 'No server is running.')
}

/** The accounts thread, started at the first command that needs it: most commands need none. */
class OnDemandThread implements AccountsThread {
  readonly #config: Config
  readonly #adapters: OfflineAdapters
  readonly #nodes: NodesInUse
  #supervisor: AccountsSupervisor | undefined

  constructor(config: Config, adapters: OfflineAdapters, nodes: NodesInUse) {
    this.#config = config
    this.#adapters = adapters
    this.#nodes = nodes
  }

  readonly send: AccountsThread['send'] = async (name, params) => {
    if (this.#supervisor === undefined) {
      // The path of an e-mail's file is for a server's log, not for the terminal of the person who runs the
      // command.
      const config: Config = { ...this.#config, logLevel: 'error' }
      const rootSecret = readRootSecret(config.dataDir)
      await this.#nodes.checkSecret(secretMarkOf(rootSecret))
      const supervisor = new AccountsSupervisor(
        { config, site: siteOf(config, config.port), rootSecret },
        { clock: this.#adapters.clock, log: this.#adapters.openLog(config.logLevel) },
      )
      await supervisor.start()
      this.#supervisor = supervisor
    }
    return this.#supervisor.send(name, params)
  }

  /**
   * Waits until all e-mails are sent, for at most `EMAILS_MS_MAX`, and stops the thread. The next server
   * sends the rest.
   */
  async close(isDone: () => Promise<boolean>): Promise<void> {
    if (this.#supervisor === undefined) return
    const { clock } = this.#adapters
    const untilMs = clock.nowMs() + EMAILS_MS_MAX
    while (!(await isDone()) && clock.nowMs() < untilMs) await wait(POLL_MS)
    await this.#supervisor.stop()
  }
}

/**
 * Returns the suppressions of the stored companies. The next start reads the change from the change log and
 * updates the index.
 */
function companiesOf(config: Config, clock: Clock) {
  const write = async (step: (writer: CompanyWriter) => Awaitable<boolean>): Promise<boolean> => {
    const writer = await openStoredWriter(config)
    if (writer === undefined) return false
    try {
      return await step(writer)
    } finally {
      await writer.close()
    }
  }
  return {
    suppress: (suppression: Parameters<CompanyWriter['suppress']>[0]) =>
      write((writer) => writer.suppress(suppression)),
    lift: (uuid: string) => write((writer) => writer.lift(uuid, clock.nowMs())),
    step: undefined,
    isMerging: false,
  }
}
