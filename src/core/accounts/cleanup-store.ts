/** Port: what a house does with its accounts file by itself. Every method is one atomic step. */

import type { Language } from '../identity/account.ts'
import type { AccountId, KeyId } from '../identity/ids.ts'
import type { NewEmail } from '../notifications/email.ts'

/** A key that will end, and whom to tell. */
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

/** Rows that are older than these moments go; see `sweep.ts`. */
export interface PurgeLimits {
  readonly nowMs: number
  /** History, devices and letters. */
  readonly keptFromMs: number
  /** Links; whom letters went to, and what they said; whole addresses in the history. */
  readonly personalFromMs: number
}

/** How many rows went or were shortened. */
export interface PurgeCount {
  readonly audit: number
  readonly addresses: number
  readonly emails: number
  readonly links: number
  readonly sessions: number
  readonly challenges: number
  readonly devices: number
}

export interface CleanupStore {
  /** Keys that work and expire after `afterMs` and by `byMs`; neither rotated nor of an account that is disabled or has no address. */
  expiringKeys(afterMs: number, byMs: number): readonly EndingKey[]
  /** @returns how many were written: those of a matter that has one already are not. */
  addEmails(emails: readonly NewEmail[]): number
  purgeExpired(limits: PurgeLimits): PurgeCount
}
