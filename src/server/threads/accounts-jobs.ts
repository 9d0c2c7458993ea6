/**
 * The accounts thread's background jobs: reminders of expiring keys every hour, deletion of expired data once
 * a day.
 */

import type { CleanupStore } from '../../core/accounts/cleanup-store.ts'
import { remindOfExpiry } from '../../core/accounts/remind-of-expiry.ts'
import { purgeExpired } from '../../core/accounts/retention.ts'
import type { Clock } from '../../core/ports.ts'
import type { Secrets } from '../../core/secrets.ts'
import { repeatJob } from '../repeat-job.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** What the background jobs need. */
export interface CleanupNeeds {
  readonly cleanup: CleanupStore
  readonly clock: Clock
  readonly secrets: Secrets
  /** Retention time of history, in ms. */
  readonly retentionMs: number
  /** Called after an e-mail was queued. */
  readonly emailsQueued: () => void
  /** Called with an error of a job. The job runs again an hour later. */
  readonly failed: (error: unknown) => void
}

/**
 * Runs the jobs now and then every hour.
 *
 * @returns a function that stops them and waits for those in progress.
 */
export function startAccountsJobs(needs: CleanupNeeds): () => Promise<void> {
  let purgedAtMs = Number.NEGATIVE_INFINITY
  const round = async () => {
    try {
      if ((await remindOfExpiry(needs)) > 0) needs.emailsQueued()
      if (needs.clock.nowMs() - purgedAtMs >= DAY_MS) {
        purgedAtMs = needs.clock.nowMs()
        await purgeExpired(needs, needs.retentionMs)
      }
    } catch (error) {
      needs.failed(error)
    }
  }
  return repeatJob(round, HOUR_MS)
}
