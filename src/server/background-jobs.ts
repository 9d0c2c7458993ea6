/** What a server does beside answering: it writes down what keys were used for, and forgets what is old. */
import { systemClock } from '../adapters/system/clock.ts'
import { revokeLeftKeys } from '../core/access/revoke-left-keys.ts'
import { systemTrace } from '../core/identity/audit.ts'
import type { House } from './create-server.ts'

/** How often it is written down what keys were used for, and when. */
const SAVE_USES_MS = 10_000
const DAY_MS = 86_400_000

/** @returns what ends them. */
export function startChores(house: House): () => void {
  const saving = setInterval(() => {
    saveUses(house)
    house.guard.tell()
  }, SAVE_USES_MS)
  forgetOldUsage(house)
  const forgetting = setInterval(() => forgetOldUsage(house), DAY_MS)
  return () => {
    clearInterval(saving)
    clearInterval(forgetting)
  }
}

/** What cannot be written now is tried again with the next uses. */
export function saveUses(house: House): void {
  orTold(house, 'the last uses of keys could not be written', () => house.keys.saveUses())
  orTold(house, 'usage could not be written', () => writeUsage(house))
}

function writeUsage({ usage, books, accounts }: House): void {
  const used = usage.flush(systemClock.nowMs())
  if (books.warnOfLimit(used) > 0) accounts.poke()
}

/** They are refused already; of a process that died while an account was deleted. */
export function endLeftKeys(house: House): void {
  const trace = systemTrace(systemClock.nowMs())
  const needs = { keys: house.keys, clock: systemClock }
  orTold(house, 'the keys of deleted accounts could not be revoked', () => revokeLeftKeys(needs, trace))
}

function forgetOldUsage(house: House): void {
  const beforeMs = systemClock.nowMs() - house.config.retentionDays * DAY_MS
  orTold(house, 'old usage could not be taken out', () => house.usage.prune(beforeMs))
}

/** What goes wrong beside the service is logged, and it goes on. */
function orTold({ log }: House, sentence: string, step: () => void): void {
  try {
    step()
  } catch (error) {
    log.error({ error: String(error) }, sentence)
  }
}
