/** The server's background jobs: they store the usage of keys and delete old usage. */
import { revokeLeftKeys } from '../core/access/revoke-left-keys.ts'
import { systemTrace } from '../core/identity/audit.ts'
import type { ServerParts } from './create-server.ts'

/** Interval at which the usage of keys is stored, in ms. */
const SAVE_USES_MS = 10_000
const DAY_MS = 86_400_000

/**
 * Starts the background jobs.
 *
 * @returns a function that stops them.
 */
export function startBackgroundJobs(parts: ServerParts): () => void {
  const saving = setInterval(() => {
    saveUses(parts)
    parts.guard.tell()
  }, SAVE_USES_MS)
  forgetOldUsage(parts)
  const forgetting = setInterval(() => forgetOldUsage(parts), DAY_MS)
  return () => {
    clearInterval(saving)
    clearInterval(forgetting)
  }
}

/**
 * Stores when keys were last used and how often. A failed write is logged and repeated with the next usage.
 */
export function saveUses(parts: ServerParts): void {
  orTold(parts, 'the last uses of keys could not be written', () => parts.keys.saveUses())
  orTold(parts, 'usage could not be written', () => writeUsage(parts))
}

function writeUsage({ usage, books, accounts, clock }: ServerParts): void {
  const used = usage.flush(clock.nowMs())
  if (books.warnOfLimit(used) > 0) accounts.wake()
}

/**
 * Revokes the live keys of deleted accounts. Such keys exist if a process died while it deleted an account;
 * they are refused already.
 */
export function endLeftKeys(parts: ServerParts): void {
  const trace = systemTrace(parts.clock.nowMs())
  const needs = { keys: parts.keys, clock: parts.clock }
  orTold(parts, 'the keys of deleted accounts could not be revoked', () => revokeLeftKeys(needs, trace))
}

function forgetOldUsage(parts: ServerParts): void {
  const beforeMs = parts.clock.nowMs() - parts.config.retentionDays * DAY_MS
  orTold(parts, 'old usage could not be taken out', () => parts.usage.prune(beforeMs))
}

/** Runs a step; logs an error instead of throwing it, so that the server continues. */
function orTold({ log }: ServerParts, sentence: string, step: () => void): void {
  try {
    step()
  } catch (error) {
    log.error({ error: String(error) }, sentence)
  }
}
