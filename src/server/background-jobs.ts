/** What a server does beside answering: it writes down what keys were used for, and forgets what is old. */
import { systemClock } from '../adapters/system/clock.ts'
import { revokeLeftKeys } from '../core/access/revoke-left-keys.ts'
import { systemTrace } from '../core/identity/audit.ts'
import type { ServerParts } from './create-server.ts'

/** How often it is written down what keys were used for, and when. */
const SAVE_USES_MS = 10_000
const DAY_MS = 86_400_000

/** @returns what ends them. */
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

/** What cannot be written now is tried again with the next uses. */
export function saveUses(parts: ServerParts): void {
  orTold(parts, 'the last uses of keys could not be written', () => parts.keys.saveUses())
  orTold(parts, 'usage could not be written', () => writeUsage(parts))
}

function writeUsage({ usage, books, accounts }: ServerParts): void {
  const used = usage.flush(systemClock.nowMs())
  if (books.warnOfLimit(used) > 0) accounts.wake()
}

/** They are refused already; of a process that died while an account was deleted. */
export function endLeftKeys(parts: ServerParts): void {
  const trace = systemTrace(systemClock.nowMs())
  const needs = { keys: parts.keys, clock: systemClock }
  orTold(parts, 'the keys of deleted accounts could not be revoked', () => revokeLeftKeys(needs, trace))
}

function forgetOldUsage(parts: ServerParts): void {
  const beforeMs = systemClock.nowMs() - parts.config.retentionDays * DAY_MS
  orTold(parts, 'old usage could not be taken out', () => parts.usage.prune(beforeMs))
}

/** What goes wrong beside the service is logged, and it goes on. */
function orTold({ log }: ServerParts, sentence: string, step: () => void): void {
  try {
    step()
  } catch (error) {
    log.error({ error: String(error) }, sentence)
  }
}
