import type { Needs } from '../ports.ts'
import type { CleanupStore, PurgeCount } from './cleanup-store.ts'

const DAY_MS = 86_400_000

/** So long links are kept after their end, and of letters to whom they went and what they said, and whole addresses of clients. */
export const PERSONAL_KEPT_MS = 30 * DAY_MS

/**
 * Forgets what is over: sessions, challenges and spent codes at once; links, and what letters said, after 30 days;
 * history and devices after `retentionMs`. Of client addresses in the history the network is left after 30 days.
 */
export function purgeExpired(
  { cleanup, clock }: Needs<'clock'> & { readonly cleanup: CleanupStore },
  retentionMs: number,
): PurgeCount {
  const nowMs = clock.nowMs()
  return cleanup.purgeExpired({
    nowMs,
    keptFromMs: nowMs - retentionMs,
    personalFromMs: nowMs - Math.min(PERSONAL_KEPT_MS, retentionMs),
  })
}
