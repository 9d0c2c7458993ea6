/** The port for reading accounts. Any thread may use it. It changes nothing and checks no permissions. */

import type { Awaitable } from '../awaitable.ts'
import type { Account, Language, Role } from '../identity/account.ts'
import type { AuditEntry } from '../identity/audit.ts'
import type { AccountId } from '../identity/ids.ts'
import type { Session, SessionId } from './session.ts'

/** A session with its account. `isAlive` and `isOpen` check whether they are still valid. */
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
  /** Whether the authenticator keeps a copy of it elsewhere. */
  readonly isBackedUp: boolean
}

/** An account as operators see it. */
export interface AccountRow extends Account {
  /** Last use of its latest session; `undefined` = it has none. */
  readonly seenAtMs: number | undefined
  /** Number of keys, live and ended. */
  readonly keys: number
}

/** An invitation that is neither used nor ended. */
export interface InvitationView {
  readonly id: string
  readonly email: string
  readonly role: Role
  readonly language: Language
  readonly createdAtMs: number
  readonly expiresAtMs: number
}

/** A query for audit entries: the latest first, only those with a smaller number than `before`. */
export interface AuditQuestion {
  /** `undefined` = of all accounts. */
  readonly account: AccountId | undefined
  readonly before: number | undefined
  readonly limit: number
  /** Only entries about this subject, for example the id of a key. */
  readonly subject: string | undefined
}

/**
 * Read access to accounts. Every method throws a Failure `service_unavailable` when the file cannot be read.
 */
export interface AccountReader {
  /** Finds a session by `tokenHash`, the base64url of the SHA-256 of the cookie's token. */
  session(tokenHash: string): Awaitable<SessionView | undefined>
  account(id: AccountId): Awaitable<Account | undefined>
  /** The sessions of an account, the last used first. */
  sessions(account: AccountId): Awaitable<readonly Session[]>
  ownsSession(account: AccountId, id: SessionId): Awaitable<boolean>
  /** The passkeys of an account, the newest first. */
  passkeys(account: AccountId): Awaitable<readonly PasskeyView[]>
  countPasskeys(account: AccountId): Awaitable<number>
  audit(question: AuditQuestion): Awaitable<readonly AuditEntry[]>
  /**
   * Accounts whose e-mail address or name contains `text`, in the order of their addresses, those after
   * `after`. Deleted accounts and the account of the command line are left out.
   */
  accounts(question: {
    readonly text: string
    readonly after: string
    readonly limit: number
  }): Awaitable<readonly AccountRow[]>
  countAccounts(): Awaitable<number>
  invitations(nowMs: number): Awaitable<readonly InvitationView[]>
  hasOperator(): Awaitable<boolean>
  close(): Awaitable<void>
}
