/** What the accounts thread does by itself: reminders every hour, and forgetting what is over once a day. */

import type { UpkeepStore } from '../../core/accounts/cleanup-store.ts'
import { remindOfExpiry } from '../../core/accounts/remind-of-expiry.ts'
import { sweep } from '../../core/accounts/retention.ts'
import type { Clock } from '../../core/ports.ts'
import type { Secrets } from '../../core/secrets.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export interface UpkeepNeeds {
  readonly upkeep: UpkeepStore
  readonly clock: Clock
  readonly secrets: Secrets
  /** How long history is kept. */
  readonly retentionMs: number
  /** A letter was written down. */
  readonly lettersWait: () => void
  /** What could not be done now is done the next time. */
  readonly failed: (error: unknown) => void
}

/** Begins at once. @returns what ends it. */
export function startUpkeep(needs: UpkeepNeeds): () => void {
  let sweptAtMs = Number.NEGATIVE_INFINITY
  const round = () => {
    try {
      if (remindOfExpiry(needs) > 0) needs.lettersWait()
      if (needs.clock.nowMs() - sweptAtMs >= DAY_MS) {
        sweptAtMs = needs.clock.nowMs()
        sweep(needs, needs.retentionMs)
      }
    } catch (error) {
      needs.failed(error)
    }
  }
  round()
  const timer = setInterval(round, HOUR_MS)
  return () => clearInterval(timer)
}
