/**
 * Builds the ports of the server and of its HTTP threads from adapters. Ports that only another entry file
 * uses are built there.
 */
import { EmbeddedNameIndex } from '../../adapters/embedded/name-index.ts'
import { SharedAddressBudget } from '../../adapters/shared-memory/address-budget.ts'
import { SharedKeyRing } from '../../adapters/shared-memory/key-ring.ts'
import { AnnouncingKeyStore } from '../../adapters/shared-memory/key-store.ts'
import { SharedKeyWriter } from '../../adapters/shared-memory/key-writer.ts'
import { SharedLimiter } from '../../adapters/shared-memory/limiter.ts'
import {
  createSharedBlock,
  type SharedBlock,
  viewSharedBlock,
} from '../../adapters/shared-memory/shared-block.ts'
import { SharedTrafficMeter } from '../../adapters/shared-memory/traffic.ts'
import { SharedUsageMeter } from '../../adapters/shared-memory/usage.ts'
import { SharedVisitorBudget } from '../../adapters/shared-memory/visitor-budget.ts'
import { openAccountReader } from '../../adapters/sqlite/accounts/account-reader.ts'
import { openAccountsDatabase } from '../../adapters/sqlite/accounts/accounts-database.ts'
import { SqliteAuditLog } from '../../adapters/sqlite/accounts/audit-log.ts'
import { SqliteCleanupStore } from '../../adapters/sqlite/accounts/cleanup-store.ts'
import { openEmailReader } from '../../adapters/sqlite/accounts/email-reader.ts'
import { openKeyReader } from '../../adapters/sqlite/accounts/key-reader.ts'
import { SqliteKeyStore } from '../../adapters/sqlite/accounts/key-store.ts'
import { openCompanyStore } from '../../adapters/sqlite/companies/company-store.ts'
import {
  openCountersDatabase,
  openCountersReadOnly,
} from '../../adapters/sqlite/counters/counters-database.ts'
import { SqliteUsageStore } from '../../adapters/sqlite/counters/usage-store.ts'
import { systemClock } from '../../adapters/system/clock.ts'
import { openLog } from '../../adapters/system/log.ts'
import { openFilesMax } from '../../adapters/system/open-files.ts'
import { systemSecrets } from '../../adapters/system/secrets.ts'
import type { Config } from '../../config/config.ts'
import type { KeyStore } from '../../core/access/key-store.ts'
import type { Site } from '../../core/accounts/site.ts'
import { warnOfLimit } from '../../core/accounts/warn-of-limit.ts'
import type { Ask } from '../../core/commands.ts'
import type { AccountId } from '../../core/identity/ids.ts'
import type { PublishedIndex } from '../../core/search/published-index.ts'
import { timedIndex } from '../../core/search/timed-index.ts'
import type { UsageStore } from '../../core/usage/usage-store.ts'
import { createServer } from '../../http/server.ts'
import { readDashboard } from '../dashboard-files.ts'
import { dataFiles } from '../data-folder.ts'
import { connectionsOfThread } from '../file-budget.ts'
import { embedded } from './embedded-index.ts'
import { openSandbox } from './sandbox.ts'

/** Minimum number of keys, ended ones included, for which the shared block has room. */
const KEYS_MIN = 32_768
/**
 * Minimum number of meters: two for each key in use, one for an account's live keys and one for its test
 * keys.
 */
const METERS_MIN = 24_576
const ADDRESSES = 16_384
/** Owner number of the supervisor's locks; the HTTP threads have the numbers that follow. */
export const SUPERVISOR = 1
const NS_A_MS = 1_000_000
/**
 * Length of the queue of connections that wait to be accepted. Beyond it clients retry only after seconds.
 * The system may allow fewer.
 */
const BACKLOG = 4096

/** Opens the store of keys; `:memory:` opens an empty one. */
export function openKeys(path: string): KeyStore {
  return new SqliteKeyStore(openAccountsDatabase(path, systemClock.nowMs()))
}

/**
 * Creates the shared block of a new server with every stored key in it, and the key store that keeps the file
 * and the block equal.
 */
export function shareKeys(dataDir: string): {
  readonly block: SharedBlock
  readonly keys: AnnouncingKeyStore
} {
  const stored = openKeys(dataFiles(dataDir).accounts)
  const known = stored.everything().length
  const size = {
    keysMax: Math.max(KEYS_MIN, known * 2),
    metersMax: Math.max(METERS_MIN, known * 6),
    addressesMax: ADDRESSES,
  }
  const seed = new DataView(systemSecrets.bytes(4).slice().buffer).getInt32(0)
  const block = createSharedBlock(size, seed)
  return { block, keys: new AnnouncingKeyStore(stored, new SharedKeyWriter(block), { clock: systemClock }) }
}

/** Opens the usage store for writing. */
export function openUsage(dataDir: string): UsageStore {
  return new SqliteUsageStore(openCountersDatabase(dataFiles(dataDir).counters, systemClock.nowMs()))
}

/** Opens the accounts file read-only. */
export function openAccountsReadOnly(dataDir: string) {
  const path = dataFiles(dataDir).accounts
  const accountReader = openAccountReader(path)
  const emails = openEmailReader(path)
  return {
    accountReader,
    emails,
    close() {
      accountReader.close()
      emails.close()
    },
  }
}

/**
 * Opens what the supervisor writes to the accounts file beside keys: the audit log and the warnings about
 * reached limits, which it derives from the shared block.
 */
export function openBooks(dataDir: string, block: SharedBlock, keys: KeyStore) {
  const db = openAccountsDatabase(dataFiles(dataDir).accounts, systemClock.nowMs())
  const audit = new SqliteAuditLog(db)
  const accounts = openAccountReader(dataFiles(dataDir).accounts)
  const needs = {
    keys,
    accounts,
    clock: systemClock,
    secrets: systemSecrets,
    keyRing: new SharedKeyRing(block, { clock: systemClock }),
    limiter: new SharedLimiter(block, SUPERVISOR, { clock: systemClock }),
    cleanup: new SqliteCleanupStore(db),
  }
  return {
    audit,
    /**
     * Queues the warnings about reached limits for the given accounts; returns how many e-mails were queued.
     */
    warnOfLimit: (used: Iterable<AccountId>) => warnOfLimit(needs, used),
    close() {
      accounts.close()
      audit.close()
    },
  }
}

/** What an HTTP thread is started with. */
export interface HttpThreadData {
  readonly block: SharedArrayBuffer
  /** Number of the thread, from 2: number 1 is the supervisor. */
  readonly thread: number
  readonly config: Config
  readonly site: Site
  /**
   * Result of `secretFor('sessions', …)`; if `undefined`, no session is valid. Threads do not get the root
   * secret itself.
   */
  readonly sessionSecret: string | undefined
  readonly version: string
}

/** An HTTP thread as its entry file uses it. */
export interface HttpThread {
  listen(port: number, isShared: boolean): Promise<unknown>
  publish(snapshot: PublishedIndex): void
  /** Stops listening; resolves when every request in flight is answered. */
  close(): Promise<void>
}

/** Opens all databases read-only: an HTTP thread changes nothing itself. */
function openFilesReadOnly(dataDir: string) {
  const paths = dataFiles(dataDir)
  const open = {
    companies: openCompanyStore(paths.companies),
    accountReader: openAccountReader(paths.accounts),
    keyReader: openKeyReader(paths.accounts),
    emails: openEmailReader(paths.accounts),
    usage: new SqliteUsageStore(openCountersReadOnly(paths.counters)),
  }
  return {
    ...open,
    close() {
      for (const file of Object.values(open)) file.close()
    },
  }
}

/**
 * Opens the adapters behind the ports that the routes of an HTTP thread need, and returns them with a
 * function that closes them.
 */
function openNeeds(
  { block, thread, config, site, sessionSecret }: HttpThreadData,
  index: EmbeddedNameIndex,
  ask: Ask,
) {
  const shared = viewSharedBlock(block)
  const needs = { clock: systemClock, secrets: systemSecrets }
  const { close, ...files } = openFilesReadOnly(config.dataDir)
  const sandbox = openSandbox()
  const traffic = new SharedTrafficMeter(shared, thread)
  return {
    needs: {
      ...needs,
      ...files,
      index: timedIndex({ index, traffic, ...needs }),
      keyRing: new SharedKeyRing(shared, needs),
      limiter: new SharedLimiter(shared, thread, needs),
      addressBudget: new SharedAddressBudget(shared, thread, config.authFailuresPerMinute, needs),
      visitorBudget: new SharedVisitorBudget(shared, thread, needs),
      usageMeter: new SharedUsageMeter(shared),
      traffic,
      ask,
      site,
      sessionSecret,
      dashboard: readDashboard(),
      sandbox,
    },
    close() {
      close()
      sandbox.companies.close()
    },
  }
}

/** Builds an HTTP thread. `ask` sends a command to the supervisor. */
export function buildHttpThread(data: HttpThreadData, ask: Ask): HttpThread {
  const { thread, config, version } = data
  const nowMs = () => Number(systemClock.monotonicNs()) / NS_A_MS
  const index = new EmbeddedNameIndex({ budgetMs: config.deepBudgetMs, nowMs })
  const { needs, close } = openNeeds(data, index, ask)
  const log = openLog(config.logLevel, thread)
  const { trustProxy, requestsInFlightMax, connectionsMax, metricsToken } = config
  const acceptedMax = connectionsOfThread(config.threads, openFilesMax())
  const settings = {
    ...{ version, trustProxy, requestsInFlightMax, connectionsMax, acceptedMax, metricsToken, log },
  }
  const server = createServer(needs, settings)
  return {
    listen: (port, isShared) =>
      server.listen({ port, host: config.host, backlog: BACKLOG, reusePort: isShared }),
    publish(snapshot) {
      const isFirst = index.snapshot() === undefined
      index.publish(embedded(snapshot))
      if (isFirst) index.warmUp()
    },
    close: async () => {
      await server.close()
      close()
      log.flush()
    },
  }
}
