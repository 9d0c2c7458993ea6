/** The server's background jobs: they store the usage of keys, and delete old usage, old events of webhooks, and what the log keeps of deleted data. */
import { revokeLeftKeys } from '../core/access/revoke-left-keys.ts'
import type { Awaitable } from '../core/awaitable.ts'
import { systemTrace } from '../core/identity/audit.ts'
import { purgeEvents } from '../core/watching/purge-events.ts'
import type { ServerParts } from './create-server.ts'
import { repeatJob } from './repeat-job.ts'

/** Interval at which the usage of keys is stored, in ms. */
const SAVE_USES_MS = 10_000
/** Interval at which deleted data are removed from the log of the accounts, in ms. */
const DISCARD_LOG_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * Starts the background jobs.
 *
 * @returns a function that stops them and waits for those in progress.
 */
export function startBackgroundJobs(parts: ServerParts): () => Promise<void> {
  const endSaving = repeatJob(async () => {
    await saveUses(parts)
    parts.guard.logRefusals()
  }, SAVE_USES_MS)
  const endPruning = repeatJob(() => pruneUsage(parts), DAY_MS)
  // Here, as there may be events while nothing is watched and none is to be sent.
  const endPurging = repeatJob(() => pruneEvents(parts), HOUR_MS)
  const endDiscarding = repeatJob(() => discardLog(parts), DISCARD_LOG_MS)
  return async () => {
    await Promise.all([endSaving(), endPruning(), endPurging(), endDiscarding()])
  }
}

/**
 * Stores when keys were last used and how often. A failed write is logged and repeated with the next usage.
 */
export async function saveUses(parts: ServerParts): Promise<void> {
  await logErrors(parts, 'the last uses of keys could not be stored', () => parts.keys.saveUses())
  await logErrors(parts, 'usage could not be stored', () => writeUsage(parts))
}

async function writeUsage({ usage, accountRecords, accounts, clock }: ServerParts): Promise<void> {
  const used = await usage.flush(clock.nowMs())
  if ((await accountRecords.warnOfLimit(used)) > 0) accounts.wake()
}

/**
 * Revokes the live keys of deleted accounts. Such keys exist if a process died while it deleted an account;
 * they are refused already.
 */
export async function revokeOrphanedKeys(parts: ServerParts): Promise<void> {
  const trace = systemTrace(parts.clock.nowMs())
  const needs = { keys: parts.keys, clock: parts.clock }
  await logErrors(parts, 'the keys of deleted accounts could not be revoked', () =>
    revokeLeftKeys(needs, trace),
  )
}

async function pruneUsage(parts: ServerParts): Promise<void> {
  const beforeMs = parts.clock.nowMs() - parts.config.retentionDays * DAY_MS
  await logErrors(parts, 'old usage could not be deleted', () => parts.usage.prune(beforeMs))
}

async function pruneEvents(parts: ServerParts): Promise<void> {
  const needs = { ...parts.accountRecords, clock: parts.clock }
  await logErrors(parts, 'old events of webhooks could not be deleted', () => purgeEvents(needs))
}

async function discardLog(parts: ServerParts): Promise<void> {
  await logErrors(parts, 'the log of the accounts could not be emptied', () =>
    parts.accountRecords.discardLog(),
  )
}

/** Runs a step; logs an error instead of throwing it, so that the server continues. */
async function logErrors(
  { faults }: ServerParts,
  sentence: string,
  step: () => Awaitable<unknown>,
): Promise<void> {
  try {
    await step()
  } catch (error) {
    faults.note(error, sentence)
  }
}
