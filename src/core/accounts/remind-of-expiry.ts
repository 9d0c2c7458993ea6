import { type EmailKind, newEmail } from '../notifications/email.ts'
import type { Needs } from '../ports.ts'
import type { CleanupStore, EndingKey } from './cleanup-store.ts'

const DAY_MS = 86_400_000

/** How long before its end the owner of a key gets which letter. */
export const REMINDERS = [
  { kind: 'key_expires_1d', leadMs: DAY_MS },
  { kind: 'key_expires_14d', leadMs: 14 * DAY_MS },
] as const satisfies readonly { readonly kind: EmailKind; readonly leadMs: number }[]

/**
 * Writes to the owners of keys that will expire: one letter 14 days and one a day before, each once, however often
 * this is called. A key that was made for less than that gets no such letter: its owner has just chosen its end.
 *
 * @returns How many letters were written.
 */
export function remindOfExpiry({ cleanup, clock, secrets }: ReminderNeeds): number {
  const nowMs = clock.nowMs()
  let doneMs = nowMs
  let written = 0
  for (const { kind, leadMs } of REMINDERS) {
    const keys = cleanup.expiringKeys(doneMs, nowMs + leadMs)
    const due = keys.filter((key) => key.expiresAtMs - key.createdAtMs > leadMs)
    if (due.length > 0) {
      written += cleanup.addEmails(
        due.map((key) => newEmail({ secrets }, kind, factsOf(key), addressOf(key, nowMs))),
      )
    }
    doneMs = nowMs + leadMs
  }
  return written
}

export interface ReminderNeeds extends Needs<'clock' | 'secrets'> {
  readonly cleanup: CleanupStore
}

function factsOf({ id, name, visibleStart, expiresAtMs }: EndingKey) {
  return { key: id, name, visibleStart, expiresAtMs }
}

/** The matter names the end: a key whose end is moved is reminded of anew. */
function addressOf({ id, account, email, language, expiresAtMs }: EndingKey, atMs: number) {
  return { account, recipient: email, language, matter: `${id}:${expiresAtMs}`, atMs }
}
