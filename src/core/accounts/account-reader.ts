/** Port: looks at accounts. Any thread may look; nothing here changes anything or decides anything. */

import type { Account, Language, Role } from '../identity/account.ts'
import type { AuditEntry } from '../identity/audit.ts'
import type { AccountId } from '../identity/ids.ts'
import type { Session, SessionId } from './session.ts'

/** A session with whose it is; alive or not is for `isAlive` and `isOpen` to say. */
export interface SessionView {
  readonly session: Session
  readonly account: Account
}

/** A passkey as its owner sees it. */
export interface PasskeyView {
  readonly id: string
  readonly name: string
  readonly createdAtMs: number
  readonly lastUsedAtMs: number | undefined
  /** The authenticator keeps a copy of it elsewhere. */
  readonly isBackedUp: boolean
}

/** An account as operators see it. */
export interface AccountRow extends Account {
  /** Of its latest session; `undefined` = it has none. */
  readonly seenAtMs: number | undefined
  /** Live ones and ended ones. */
  readonly keys: number
}

/** An invitation that was neither used nor ended. */
export interface InvitationView {
  readonly id: string
  readonly email: string
  readonly role: Role
  readonly language: Language
  readonly createdAtMs: number
  readonly expiresAtMs: number
}

/** Which entries: the latest first, those with a smaller number than `before` only. */
export interface AuditQuestion {
  /** `undefined` = everybody's. */
  readonly account: AccountId | undefined
  readonly before: number | undefined
  readonly limit: number
  /** Only what was done to this, e.g. the id of a key. */
  readonly subject: string | undefined
}

/** Every method throws Failure `service_unavailable` when the file cannot be read. */
export interface AccountReader {
  /** `tokenHash`: base64url of SHA-256 of the token in the cookie. */
  session(tokenHash: string): SessionView | undefined
  account(id: AccountId): Account | undefined
  /** The last used first. */
  sessions(account: AccountId): readonly Session[]
  ownsSession(account: AccountId, id: SessionId): boolean
  /** The newest first. */
  passkeys(account: AccountId): readonly PasskeyView[]
  countPasskeys(account: AccountId): number
  audit(question: AuditQuestion): readonly AuditEntry[]
  /** By address, those after `after`; of those whose address or name holds `text`. Deleted ones and that of the command line are left out. */
  accounts(question: {
    readonly text: string
    readonly after: string
    readonly limit: number
  }): readonly AccountRow[]
  countAccounts(): number
  invitations(nowMs: number): readonly InvitationView[]
  hasOperator(): boolean
  close(): void
}
