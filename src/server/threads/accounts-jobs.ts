/** What the accounts thread does by itself: reminders every hour, and forgetting what is over once a day. */

import type { CleanupStore } from '../../core/accounts/cleanup-store.ts'
import { remindOfExpiry } from '../../core/accounts/remind-of-expiry.ts'
import { purgeExpired } from '../../core/accounts/retention.ts'
import type { Clock } from '../../core/ports.ts'
import type { Secrets } from '../../core/secrets.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export interface CleanupNeeds {
  readonly cleanup: CleanupStore
  readonly clock: Clock
  readonly secrets: Secrets
  /** How long history is kept. */
  readonly retentionMs: number
  /** A letter was written down. */
  readonly emailsWait: () => void
  /** What could not be done now is done the next time. */
  readonly failed: (error: unknown) => void
}

/** Begins at once. @returns what ends it. */
export function startAccountsJobs(needs: CleanupNeeds): () => void {
  let sweptAtMs = Number.NEGATIVE_INFINITY
  const round = () => {
    try {
      if (remindOfExpiry(needs) > 0) needs.emailsWait()
      if (needs.clock.nowMs() - sweptAtMs >= DAY_MS) {
        sweptAtMs = needs.clock.nowMs()
        purgeExpired(needs, needs.retentionMs)
      }
    } catch (error) {
      needs.failed(error)
    }
  }
  round()
  const timer = setInterval(round, HOUR_MS)
  return () => clearInterval(timer)
}
