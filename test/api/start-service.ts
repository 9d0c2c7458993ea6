/**
 * A whole service on real parts for the API tests: real entries, a real store, index, key ring and limiter. With
 * `DEFERRED_PORTS=1` its ports answer by promises, whatever the test.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { buildIndexImage } from '../../src/adapters/embedded/index-image.ts'
import { EmbeddedNameIndex } from '../../src/adapters/embedded/name-index.ts'
import { workbookOfLines } from '../../src/adapters/lists/workbook.ts'
import { registerFiles } from '../../src/adapters/registers/entry-source.ts'
import { SharedAddressBudget } from '../../src/adapters/shared-memory/address-budget.ts'
import { SharedKeyRing } from '../../src/adapters/shared-memory/key-ring.ts'
import { AnnouncingKeyStore } from '../../src/adapters/shared-memory/key-store.ts'
import { SharedKeyWriter } from '../../src/adapters/shared-memory/key-writer.ts'
import { readLimitTraffic } from '../../src/adapters/shared-memory/limit-traffic.ts'
import { SharedLimiter } from '../../src/adapters/shared-memory/limiter.ts'
import { createSharedBlock, type SharedBlock } from '../../src/adapters/shared-memory/shared-block.ts'
import { readTraffic, SharedTrafficMeter } from '../../src/adapters/shared-memory/traffic.ts'
import { SharedUsageMeter } from '../../src/adapters/shared-memory/usage.ts'
import { SharedVisitorBudget } from '../../src/adapters/shared-memory/visitor-budget.ts'
import { SqlAccountReader } from '../../src/adapters/sql/accounts/account-reader.ts'
import { SqlKeyStore } from '../../src/adapters/sql/accounts/key-store.ts'
import { SqlOutbox } from '../../src/adapters/sql/accounts/outbox.ts'
import { SqlUsageStore } from '../../src/adapters/sql/counters/usage-store.ts'
import {
  openAccountsDatabase,
  openAccountsReadOnly,
} from '../../src/adapters/sqlite/accounts/accounts-database.ts'
import { openCompanyStore } from '../../src/adapters/sqlite/companies/read/company-store.ts'
import { openCompanyWriter } from '../../src/adapters/sqlite/companies/write/company-writer.ts'
import { openCountersDatabase } from '../../src/adapters/sqlite/counters/counters-database.ts'
import { systemClock } from '../../src/adapters/system/clock.ts'
import { systemSecrets } from '../../src/adapters/system/secrets.ts'
import { type NewKey, newKey } from '../../src/core/access/create-key.ts'
import { API_SCOPES, type Key, type Limit, type Scope } from '../../src/core/access/key.ts'
import type { KeyKind } from '../../src/core/access/key-kind.ts'
import { keyEntry, silently } from '../../src/core/access/key-record.ts'
import type { KeyStore } from '../../src/core/access/key-store.ts'
import { revokeKey } from '../../src/core/access/revoke-key.ts'
import type { Site } from '../../src/core/accounts/site.ts'
import type { Synchronous } from '../../src/core/awaitable.ts'
import { COMMANDS, type SendCommand } from '../../src/core/commands.ts'
import type { CompanyStore } from '../../src/core/company/company-store.ts'
import type { CompanyWriter, IncomingCompany } from '../../src/core/company/company-writer.ts'
import { commandLineTrace } from '../../src/core/identity/audit.ts'
import { LOCAL_ACCOUNT } from '../../src/core/identity/ids.ts'
import { importFiles } from '../../src/core/ingest/import-files.ts'
import type { MatchJobStore } from '../../src/core/matching/match-job-store.ts'
import type { EmailReader } from '../../src/core/notifications/outbox.ts'
import { oneAtATime } from '../../src/core/one-at-a-time.ts'
import type { Clock, Needs } from '../../src/core/ports.ts'
import { timedIndex } from '../../src/core/search/timed-index.ts'
import type { UsageStore } from '../../src/core/usage/usage-store.ts'
import type { WatchStore } from '../../src/core/watching/watch-store.ts'
import type { WebhookStore } from '../../src/core/watching/webhook-store.ts'
import type { ServerNeeds } from '../../src/http/request/route.ts'
import type { HttpSettings } from '../../src/http/request/settings.ts'
import { createServer } from '../../src/http/server.ts'
import { type AccountsThread, answerCommands } from '../../src/server/commands/dispatch.ts'
import { keyCommands, suspendCommands } from '../../src/server/commands/key-commands.ts'
import { matchCommands } from '../../src/server/commands/match-commands.ts'
import { operatorCommands } from '../../src/server/commands/operator-commands.ts'
import { openSandbox } from '../../src/server/compose/sandbox.ts'
import { readDashboard } from '../../src/server/dashboard-files.ts'
import { ServerMetrics } from '../../src/server/metrics.ts'
import { withDeclaredErrors } from '../fixtures/declared-errors.ts'
import { deferPorts } from '../fixtures/deferred-ports.ts'
import { onDemand } from '../fixtures/deferred-stores.ts'
import type { AccountsSide } from './accounts-side.ts'
import { type InjectedServer, injected } from './injected-server.ts'
import { type MatchingSide, openMatchingSide } from './matching-side.ts'
import { SESSION_SECRET } from './test-secrets.ts'
import { openWatchingSide, type WatchingSide } from './watching-side.ts'

const ENTRIES = join(import.meta.dirname, '../fixtures/offeneregister.jsonl')
const DASHBOARD = join(import.meta.dirname, '../fixtures/built-dashboard')
const ROOMY: Limit = { quota: 1_000_000, windowMs: 60_000 }

/** One line of the log. */
export interface LogLine {
  readonly level: 'info' | 'error'
  readonly fields: Readonly<Record<string, unknown>>
  readonly message: string
}

/** A service over the sample companies, with functions to create keys and read its state. */
export interface Service {
  readonly server: InjectedServer
  readonly needs: ServerNeeds
  /** The stores behind `needs`, which may be deferred. */
  readonly companies: Synchronous<CompanyStore>
  readonly sandbox: { readonly companies: Synchronous<CompanyStore> }
  /** The index itself: that of `needs` is timed. */
  readonly index: EmbeddedNameIndex
  readonly block: SharedBlock
  /** What the accounts thread does. */
  accounts(): Promise<AccountsSide>
  /** The jobs that match lists. */
  readonly matching: MatchingSide
  /** Watches and webhooks. */
  readonly watching: WatchingSide
  /** The file of companies. */
  readonly companiesPath: string
  /** The file of accounts and keys. */
  readonly accountsPath: string
  /** Everything that was logged so far. */
  readonly log: readonly LogLine[]
  /** A new key; without a limit of its own it has one that no test reaches. */
  key(params?: {
    scopes?: readonly Scope[]
    limit?: Limit | 'default'
    expiresInMs?: number
    /** Made so long ago. */
    agoMs?: number
    addresses?: readonly string[]
    kind?: KeyKind
  }): NewKey
  revoke(made: NewKey): Promise<Key>
  /** `Authorization` for a new key. */
  auth(...scopes: Scope[]): { authorization: string }
  /** Listens on a free port of this machine, once. */
  listen(): Promise<number>
  stop(): Promise<void>
}

/** The ports as they are made, before any is deferred. */
type RealNeeds = Omit<ServerNeeds, 'companies'> & { readonly companies: Synchronous<CompanyStore> }

/** The settings of a service, and ports that replace its own. */
export interface ServiceOptions {
  readonly clock?: Clock
  /** File of a register; five hundred real entries, unless it is said. */
  readonly entries?: string
  /** Companies that are stored beside those of the file. */
  readonly others?: readonly IncomingCompany[]
  readonly settings?: Partial<HttpSettings>
  readonly authFailuresPerMinute?: number
  readonly site?: Partial<Site>
  /** Where the built dashboard lies; a small one, unless it is said. */
  readonly dashboardDist?: string
  /** Whether ports answer by promises, in a later turn. */
  readonly areDeferred?: boolean
  /** Replaces ports after they were made, for faults that the real ones do not show on demand. */
  readonly replace?: (needs: RealNeeds) => Partial<ServerNeeds>
}

const SITE: Site = {
  publicUrl: 'http://localhost:8080',
  isLoopback: true,
  signUp: 'open',
  publicSearch: false,
  publicSearchPerMinute: 30,
  hasMailServer: false,
  imprintUrl: '',
  privacyUrl: '',
}

/** There for the tests of the file that calls it, until they are done. */
export async function openService(options: ServiceOptions = {}): Promise<Service> {
  const service = await startService(options)
  after(() => service.stop())
  return service
}

/** Starts a service; the caller stops it. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'firmensuche-api-'))
  const clock = options.clock ?? systemClock
  const companiesPath = join(folder, 'companies.sqlite')
  await importEntries(companiesPath, options.entries ?? ENTRIES, clock, options.others ?? [])
  const companies = openCompanyStore(companiesPath)
  const index = new EmbeddedNameIndex()
  const facts = { snapshotNumber: 1, sequence: companies.lastSequence(), nowMs: clock.nowMs() }
  index.publish(buildIndexImage(companies.readAll(100), facts))
  const block = createSharedBlock({ keysMax: 256, metersMax: 1024, addressesMax: 64 }, 7)
  const accountsPath = join(folder, 'accounts.sqlite')
  const stored = new SqlKeyStore(openAccountsDatabase(accountsPath, clock.nowMs()))
  const accountReader = onDemand(new SqlAccountReader(openAccountsReadOnly(accountsPath)))
  const emailsDatabase = openAccountsReadOnly(accountsPath)
  const emails = onDemand<EmailReader>(new SqlOutbox(emailsDatabase))
  const usage = new SqlUsageStore(openCountersDatabase(join(folder, 'counters.sqlite'), clock.nowMs()))
  const sandbox = openSandbox()
  const listFolder = join(folder, 'lists')
  const matching = openMatchingSide(accountsPath, listFolder, clock, { index: { index }, tests: sandbox })
  const watching = openWatchingSide(accountsPath, companies, clock)
  const site = { ...SITE, ...options.site }
  let accountsSide: Promise<AccountsSide> | undefined
  // Loaded when it is asked for the first time: most tests need no accounts.
  const accounts = () => {
    accountsSide ??= import('./accounts-side.ts').then(({ openAccountsSide }) =>
      openAccountsSide(accountsPath, clock, site),
    )
    return accountsSide
  }
  const writer = new SharedKeyWriter(block)
  const keys = await AnnouncingKeyStore.open(onDemand<KeyStore>(stored), writer, { clock })
  const log: LogLine[] = []
  const traffic = new SharedTrafficMeter(block, 2)
  const httpSettings: HttpSettings = {
    version: '0.0.0',
    trustProxy: [],
    requestsInFlightMax: 1000,
    connectionsMax: 1000,
    log: {
      info: (fields, message) => log.push({ level: 'info', fields, message }),
      error: (fields, message) => log.push({ level: 'error', fields, message }),
    },
    ...options.settings,
  }
  const metrics = new ServerMetrics({
    memory: { readTraffic: () => readTraffic(block), readLimitTraffic: () => readLimitTraffic(block) },
    config: { metricsHost: '127.0.0.1', metricsPort: 0, metricsToken: httpSettings.metricsToken ?? '' },
    version: httpSettings.version,
    startedAtMs: clock.nowMs(),
    log: httpSettings.log,
    watched: () => ({
      threads: { states: ['working'] },
      accounts: { isWorking: true },
      index,
      openSearch: 'none',
      importer: { isMerging: false, step: undefined },
      sources: { list: () => [] },
      matching: { counts: () => matching.matchJobs.counts(), rowsMatched: 0 },
      watching: {
        counts: () => ({ active: 0, paused: 0, waiting: 0, oldestMs: 0 }),
        attempts: { delivered: 0, failed: 0, paused: 0 },
      },
      clock,
      node: undefined,
    }),
  })
  metrics.addReaders(companies, emails)
  const base: RealNeeds = {
    clock,
    secrets: systemSecrets,
    companies,
    index: timedIndex({ index, traffic, clock }),
    keyRing: new SharedKeyRing(block, { clock }),
    limiter: new SharedLimiter(block, 2, { clock }),
    addressBudget: new SharedAddressBudget(block, 2, options.authFailuresPerMinute ?? 20, { clock }),
    visitorBudget: new SharedVisitorBudget(block, 2, { clock }),
    accountReader,
    keyReader: onDemand<KeyStore>(stored),
    emails,
    matchJobs: onDemand<MatchJobStore>(matching.matchJobs),
    uploads: matching.uploads,
    writeWorkbook: workbookOfLines,
    watches: onDemand<WatchStore>(watching.watches),
    webhooks: onDemand<WebhookStore>(watching.webhooks),
    usage: onDemand<UsageStore>(usage),
    usageMeter: new SharedUsageMeter(block),
    traffic,
    site,
    sessionSecret: SESSION_SECRET,
    dashboard: readDashboard(options.dashboardDist ?? DASHBOARD),
    sandbox,
    isIndexShared: false,
    sendCommand: withDeclaredErrors(
      COMMANDS,
      answerAll(
        { keys, clock, secrets: systemSecrets },
        { side: accounts, companiesPath, metrics, matching, watching },
      ),
    ),
  }
  const made = { ...base, ...options.replace?.(base) }
  const needs = options.areDeferred || process.env.DEFERRED_PORTS === '1' ? deferPorts(made) : made
  const server = injected(createServer(needs, httpSettings))
  const adding: Promise<void>[] = []
  const key: Service['key'] = ({
    scopes = API_SCOPES,
    limit = ROOMY,
    expiresInMs,
    agoMs = 0,
    addresses = [],
    kind = 'live',
  } = {}) => {
    const agoClock = { ...clock, nowMs: () => clock.nowMs() - agoMs }
    const made = newKey({ clock: agoClock, secrets: systemSecrets }, kind, 'command line', {
      account: LOCAL_ACCOUNT,
      name: 'test',
      scopes,
      addresses,
      limit: limit === 'default' ? undefined : limit,
      expiresAtMs: expiresInMs === undefined ? undefined : agoClock.nowMs() + expiresInMs,
      rotatedFrom: undefined,
    })
    const record = silently(keyEntry(commandLineTrace(clock.nowMs()), 'key_created', made.key))
    adding.push(stored.add(made.key, record))
    writer.put(made.key, clock.nowMs())
    return made
  }
  return {
    server,
    accounts,
    needs,
    companies,
    sandbox,
    index,
    block,
    matching,
    watching,
    companiesPath,
    accountsPath,
    log,
    key,
    revoke: (made) => revokeKey({ keys, clock }, LOCAL_ACCOUNT, made.key.id, commandLineTrace(clock.nowMs())),
    auth: (...scopes) => ({
      authorization: `Bearer ${key(scopes.length > 0 ? { scopes } : {}).secret}`,
    }),
    async listen() {
      return server.listen({ port: 0, host: '127.0.0.1' })
    },
    async stop() {
      await server.close()
      companies.close()
      sandbox.companies.close()
      await accountReader.close()
      await (await accountsSide)?.close()
      await usage.close()
      await Promise.all(adding)
      await matching.close()
      await watching.close()
      await emailsDatabase.close()
      await keys.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** What the supervisor does, and what it passes on. */
function answerAll(
  needs: Needs<'clock' | 'secrets'> & { readonly keys: AnnouncingKeyStore },
  {
    side,
    companiesPath,
    metrics,
    matching,
    watching,
  }: {
    readonly side: () => Promise<AccountsSide>
    readonly companiesPath: string
    readonly metrics: ServerMetrics
    readonly matching: MatchingSide
    readonly watching: WatchingSide
  },
): SendCommand {
  const accounts: AccountsThread = { send: async (name, params) => (await side()).send(name, params) }
  const followKeys = needs.keys.follow.bind(needs.keys)
  const write = async (step: (writer: Synchronous<CompanyWriter>) => boolean) => {
    const writer = openCompanyWriter(companiesPath, needs.clock.nowMs())
    const isDone = step(writer)
    writer.close()
    return isDone
  }
  const operators = operatorCommands({
    ...needs,
    followKeys,
    accounts,
    importer: {
      suppress: (suppression) => write((writer) => writer.suppress(suppression)),
      lift: (uuid) => write((writer) => writer.lift(uuid, needs.clock.nowMs())),
      step: undefined,
      isMerging: false,
    },
    audit: { note: async (entry) => (await side()).note(entry) },
    importSources: async () => [],
    otherNodes: async () => [],
    nodes: async () => [],
    state: () => ({
      startedAtMs: needs.clock.nowMs(),
      threads: ['working'],
      index: undefined,
      openSearch: 'none' as const,
      isPassive: false,
    }),
  })
  const own = {
    ...keyCommands(needs, () => {}, oneAtATime()),
    ...operators,
    ...suspendCommands(followKeys, accounts),
    ...matchCommands(matching),
    ...watching.commands,
  }
  return answerCommands({ ...own, metrics: () => metrics.text() }, accounts)
}

async function importEntries(
  path: string,
  entries: string,
  clock: Clock,
  others: readonly IncomingCompany[],
): Promise<void> {
  const writer = openCompanyWriter(path, clock.nowMs())
  const rejects = { add: () => {} }
  const needs = { entrySource: registerFiles(), companyWriter: writer, clock, rejectLog: rejects }
  for await (const _progress of importFiles(needs, [entries])) {
    // Only the end matters here.
  }
  writer.save(others, clock.nowMs())
  writer.close()
}
