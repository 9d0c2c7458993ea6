/** The adapters of the supervisor. */
import { freeLocksOfDead } from '../../adapters/shared-memory/free-locks.ts'
import { SharedKeyRing } from '../../adapters/shared-memory/key-ring.ts'
import { AnnouncingKeyStore } from '../../adapters/shared-memory/key-store.ts'
import { SharedKeyWriter } from '../../adapters/shared-memory/key-writer.ts'
import { SharedLease } from '../../adapters/shared-memory/lease.ts'
import { readLimitTraffic } from '../../adapters/shared-memory/limit-traffic.ts'
import { createSharedBlock, type SharedBlock } from '../../adapters/shared-memory/shared-block.ts'
import { readTraffic } from '../../adapters/shared-memory/traffic.ts'
import { collectUsage } from '../../adapters/shared-memory/usage.ts'
import { SqlAccountReader } from '../../adapters/sql/accounts/account-reader.ts'
import type { AccountsTables } from '../../adapters/sql/accounts/accounts-tables.ts'
import { SqlAuditLog } from '../../adapters/sql/accounts/audit-log.ts'
import { SqlCleanupStore } from '../../adapters/sql/accounts/cleanup-store.ts'
import { SqlKeyStore } from '../../adapters/sql/accounts/key-store.ts'
import { SqlMatchJobStore } from '../../adapters/sql/accounts/match-job-store.ts'
import { SqlOutbox } from '../../adapters/sql/accounts/outbox.ts'
import { SqlSourceStore } from '../../adapters/sql/accounts/source-store.ts'
import { SqlWatchFeed } from '../../adapters/sql/accounts/watch-feed.ts'
import { SqlWatchStore } from '../../adapters/sql/accounts/watch-store.ts'
import { SqlWebhookQueue } from '../../adapters/sql/accounts/webhook-queue.ts'
import { SqlWebhookStore } from '../../adapters/sql/accounts/webhook-store.ts'
import { SqlUsageStore } from '../../adapters/sql/counters/usage-store.ts'
import type { SqlDatabase } from '../../adapters/sql/database/sql-database.ts'
import { openLog } from '../../adapters/system/log.ts'
import { OpenedFiles } from '../../adapters/system/opened-files.ts'
import type { Config } from '../../config/config.ts'
import type { KeyStore } from '../../core/access/key-store.ts'
import { warnOfLimit } from '../../core/accounts/warn-of-limit.ts'
import type { AccountId } from '../../core/identity/ids.ts'
import type { Needs } from '../../core/ports.ts'
import type { ProcessLog } from '../../core/process-log.ts'
import type { MergeRule, SnapshotIndex } from '../../core/search/published-index.ts'
import type { LimitTraffic } from '../../core/usage/limit-traffic.ts'
import type { Traffic } from '../../core/usage/traffic.ts'
import type { UsageRow } from '../../core/usage/usage.ts'
import type { UsageStore } from '../../core/usage/usage-store.ts'
import { filesOfAccounts, openAccounts, openCounters } from './accounts.ts'
import { type Limits, openLimits } from './limits.ts'
import { type OpenedRegistry, openRegistry } from './nodes.ts'
import type { SharedIndexReader } from './opensearch-index.ts'
import { mergeRule, openSharedIndex, openSnapshotIndex } from './search-index.ts'
import { clock, secrets } from './system.ts'

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

/** The memory that all threads of a server share, as the supervisor uses it. */
export interface SharedMemory {
  /** The memory itself; every HTTP thread is started with it. */
  readonly buffer: SharedArrayBuffer
  /** Takes the usage since the last call as rows of this hour. */
  collectUsage(hour: number): readonly UsageRow[]
  /** Returns the traffic of all threads, ended ones included. */
  readTraffic(): Traffic
  /** Returns what all threads noted about the server for limits, ended ones included. */
  readLimitTraffic(): LimitTraffic
  /** Frees the locks of a thread that has died. */
  freeLocksOfDead(thread: number): void
}

/** What the supervisor works with. */
export interface SupervisorAdapters extends Needs<'clock' | 'secrets'> {
  readonly log: ProcessLog
  readonly memory: SharedMemory
  /** The stored keys; each change is in the shared memory when it resolves. */
  readonly keys: AnnouncingKeyStore
  readonly usageStore: UsageStore
  readonly accountRecords: ReturnType<typeof openAccountRecords>
  readonly index: SnapshotIndex
  readonly mergeRule: MergeRule
  /** Reads the index that all nodes share; `undefined` if each has its own. */
  readonly sharedIndex: SharedIndexReader | undefined
  /** The databases as this process opened them. The companies file is added later. */
  readonly files: OpenedFiles
  /** The registry of the nodes; `undefined` if this server is alone. */
  readonly shared: SharedNode | undefined
}

/** What a node of several works with. */
export interface SharedNode extends OpenedRegistry {
  readonly lease: SharedLease
  /** Number of the last change of keys before the keys were read. */
  readonly keySequence: number
}

/** Opens the adapters, which creates or migrates the accounts and the usage counts. */
export async function openSupervisorAdapters(config: Config): Promise<SupervisorAdapters> {
  const log = openLog(config.logLevel, 0)
  const database = await openAccounts(config)
  const opened = await openRegistry(config)
  // Before the keys are read: what changes meanwhile is read twice, but not missed.
  const keySequence = (await opened?.registry.keysChangedAfter(Number.MAX_SAFE_INTEGER))?.sequence ?? 0
  const { block, keys } = await shareKeys(database)
  const usageStore = new SqlUsageStore(await openCounters(config))
  const files = new OpenedFiles()
  for (const path of filesOfAccounts(config)) files.remember(path)
  const index = openSnapshotIndex()
  const limits = await openLimits(config, block, SUPERVISOR, log)
  // The start does not wait for it: here limits are only read, for warnings.
  void limits.start()
  const accountRecords = openAccountRecords(database, block, keys, limits)
  return {
    clock,
    secrets,
    log,
    memory: memoryOf(block),
    keys,
    usageStore,
    accountRecords,
    index,
    mergeRule,
    sharedIndex: await openSharedIndex(config),
    files,
    shared: opened && { ...opened, keySequence, lease: new SharedLease(block, clock) },
  }
}

function memoryOf(block: SharedBlock): SharedMemory {
  return {
    buffer: block.buffer,
    collectUsage: (hour) => collectUsage(block, hour),
    readTraffic: () => readTraffic(block),
    readLimitTraffic: () => readLimitTraffic(block),
    freeLocksOfDead: (thread) => freeLocksOfDead(block, thread),
  }
}

/**
 * Creates the shared block of a new server with every stored key in it, and the key store that keeps the file
 * and the block equal.
 */
async function shareKeys(database: SqlDatabase<AccountsTables>): Promise<{
  readonly block: SharedBlock
  readonly keys: AnnouncingKeyStore
}> {
  const stored = new SqlKeyStore(database)
  const known = (await stored.listAll()).length
  const size = {
    keysMax: Math.max(KEYS_MIN, known * 2),
    metersMax: Math.max(METERS_MIN, known * 6),
    addressesMax: ADDRESSES,
  }
  const seed = new DataView(secrets.bytes(4).slice().buffer).getInt32(0)
  const block = createSharedBlock(size, seed)
  const keys = await AnnouncingKeyStore.open(stored, new SharedKeyWriter(block), { clock })
  return { block, keys }
}

/**
 * Opens what the supervisor reads of accounts and writes to them in addition to keys: the audit log, the sources,
 * and the warnings about reached limits, which it derives from the shared block. The key store closes the
 * database.
 */
function openAccountRecords(
  database: SqlDatabase<AccountsTables>,
  block: SharedBlock,
  keys: KeyStore,
  limits: Limits,
) {
  const accountReader = new SqlAccountReader(database)
  const needs = {
    keys,
    accounts: accountReader,
    clock,
    secrets,
    keyRing: new SharedKeyRing(block, { clock }),
    limiter: limits.limiter,
    cleanup: new SqlCleanupStore(database),
  }
  return {
    accountReader,
    emails: new SqlOutbox(database),
    audit: new SqlAuditLog(database),
    sources: new SqlSourceStore(database),
    matchJobs: new SqlMatchJobStore(database),
    watches: new SqlWatchStore(database),
    webhooks: new SqlWebhookStore(database),
    watchFeed: new SqlWatchFeed(database),
    webhookQueue: new SqlWebhookQueue(database),
    /**
     * Queues the warnings about reached limits for the given accounts; returns how many e-mails were queued.
     */
    warnOfLimit: (used: Iterable<AccountId>) => warnOfLimit(needs, used),
    discardLog: () => database.discardLog(),
    close: () => limits.close(),
  }
}
