import type { Needs } from '../ports.ts'
import type { CleanupStore, PurgeCount } from './cleanup-store.ts'

const DAY_MS = 86_400_000

/**
 * How long links are kept after their end, and recipients and contents of e-mails and whole client addresses
 * at all.
 */
export const PERSONAL_KEPT_MS = 30 * DAY_MS

/**
 * Deletes expired rows: sessions, challenges and used codes at once, links and contents of e-mails after 30
 * days, audit entries and devices after `retentionMs`. Client addresses in audit entries are shortened to the
 * network after 30 days.
 */
export async function purgeExpired(
  { cleanup, clock }: Needs<'clock'> & { readonly cleanup: CleanupStore },
  retentionMs: number,
): Promise<PurgeCount> {
  const nowMs = clock.nowMs()
  return cleanup.purgeExpired({
    nowMs,
    keptFromMs: nowMs - retentionMs,
    personalFromMs: nowMs - Math.min(PERSONAL_KEPT_MS, retentionMs),
  })
}
