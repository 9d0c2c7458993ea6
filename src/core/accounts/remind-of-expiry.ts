import { type EmailKind, newEmail } from '../notifications/email.ts'
import type { Needs } from '../ports.ts'
import type { CleanupStore, EndingKey } from './cleanup-store.ts'

const DAY_MS = 86_400_000

/** The reminders of a key's expiry, and how long before it each is sent. */
export const REMINDERS = [
  { kind: 'key_expires_1d', leadMs: DAY_MS },
  { kind: 'key_expires_14d', leadMs: 14 * DAY_MS },
] as const satisfies readonly { readonly kind: EmailKind; readonly leadMs: number }[]

/**
 * Stores the e-mails that remind owners of expiring keys: one 14 days and one a day before, each once,
 * however often this is called. A key with a shorter life than that gets no such e-mail: its owner has just
 * chosen the expiry.
 *
 * @returns the number of stored e-mails.
 */
export async function remindOfExpiry({ cleanup, clock, secrets }: ReminderNeeds): Promise<number> {
  const nowMs = clock.nowMs()
  let doneMs = nowMs
  let written = 0
  for (const { kind, leadMs } of REMINDERS) {
    const keys = await cleanup.expiringKeys(doneMs, nowMs + leadMs)
    const due = keys.filter((key) => key.expiresAtMs - key.createdAtMs > leadMs)
    if (due.length > 0) {
      written += await cleanup.addEmails(
        due.map((key) => newEmail({ secrets }, kind, factsOf(key), addressOf(key, nowMs))),
      )
    }
    doneMs = nowMs + leadMs
  }
  return written
}

/** What `remindOfExpiry` needs. */
export interface ReminderNeeds extends Needs<'clock' | 'secrets'> {
  readonly cleanup: CleanupStore
}

function factsOf({ id, name, visibleStart, expiresAtMs }: EndingKey) {
  return { key: id, name, visibleStart, expiresAtMs }
}

/**
 * The frame of the e-mail. The matter contains the expiry, so a key with a changed expiry gets new reminders.
 */
function addressOf({ id, account, email, language, expiresAtMs }: EndingKey, atMs: number) {
  return { account, recipient: email, language, matter: `${id}:${expiresAtMs}`, atMs }
}
