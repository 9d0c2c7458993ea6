/** The port of the background jobs to the accounts database. Every method is one atomic step. */

import type { Awaitable } from '../awaitable.ts'
import type { Language } from '../identity/account.ts'
import type { AccountId, KeyId } from '../identity/ids.ts'
import type { NewEmail } from '../notifications/email.ts'

/** A key that will expire, and its owner. */
export interface EndingKey {
  readonly id: KeyId
  readonly name: string
  readonly visibleStart: string
  readonly account: AccountId
  readonly email: string
  readonly language: Language
  readonly createdAtMs: number
  readonly expiresAtMs: number
}

/** The times before which rows are deleted. See `retention.ts`. */
export interface PurgeLimits {
  readonly nowMs: number
  /** Audit entries, devices and e-mails before this time are deleted. */
  readonly keptFromMs: number
  /**
   * Links, recipients and contents of e-mails, and whole client addresses in audit entries before this time
   * are deleted.
   */
  readonly personalFromMs: number
}

/** Numbers of rows that were deleted or shortened. */
export interface PurgeCount {
  readonly audit: number
  readonly addresses: number
  readonly emails: number
  readonly links: number
  readonly sessions: number
  readonly challenges: number
  readonly devices: number
}

/** What the background jobs read and write. */
export interface CleanupStore {
  /**
   * Live keys that expire after `afterMs` and by `byMs`, without rotated ones and those of accounts that are
   * disabled or have no e-mail address.
   */
  expiringKeys(afterMs: number, byMs: number): Awaitable<readonly EndingKey[]>
  /** Stores e-mails, except those of a matter that already has one, and returns the number of stored ones. */
  addEmails(emails: readonly NewEmail[]): Awaitable<number>
  /** Deletes or shortens everything before the limits. */
  purgeExpired(limits: PurgeLimits): Awaitable<PurgeCount>
}
