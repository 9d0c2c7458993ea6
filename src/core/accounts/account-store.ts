/**
 * The port for writing accounts. Each method is one transaction: the change and the audit entries and e-mails
 * about it are all stored, or none. Every method throws a Failure `service_unavailable` when the storage
 * fails.
 *
 * Between two calls of a use case other commands may run. A method therefore checks again what its change
 * depends on, and returns `used`, `taken` or `over`. With a store that answers values, a use case is
 * interrupted only where it waits for something else (a hash, the sign-in library): `await` of a value ends
 * in the same message.
 */

import type { Awaitable } from '../awaitable.ts'
import type { Account, Language, Role } from '../identity/account.ts'
import type { NewAuditEntry } from '../identity/audit.ts'
import type { AccountId } from '../identity/ids.ts'
import type { NewEmail } from '../notifications/email.ts'
import type { Link, LinkId } from './link.ts'
import type { Session, SessionId } from './session.ts'

/** The audit entries and e-mails that are stored together with a change. */
export interface Notices {
  readonly audit: readonly NewAuditEntry[]
  readonly emails: readonly NewEmail[]
}

/** The data of a new account. */
export interface NewAccount {
  readonly id: AccountId
  readonly email: string
  readonly name: string
  readonly language: Language
  readonly role: Role
  readonly passwordHash: string
}

/** A second factor as it is stored. */
export interface StoredFactor {
  readonly sealedSecret: string
  readonly sealedRecoveryCodes: string
  /** Whether it is turned on: a code of it was entered. */
  readonly isOn: boolean
}

/** The data that is stored about a sign-in. */
export interface SignInNote {
  readonly account: AccountId
  readonly session: SessionId
  /** The result of `passwordChanges` at the begin of the sign-in. */
  readonly since: number
  readonly atMs: number
  readonly mark: Uint8Array
  readonly device: string
  /** Stored when the account was not used from the device before; never for its first device. */
  readonly newDeviceEmail: NewEmail
  /** A code that must not be accepted again. */
  readonly code?: { readonly hash: Uint8Array; readonly expiresAtMs: number }
  /** The credential id of the passkey that was used. */
  readonly passkey?: string
  /** Hash of the token of the browser's previous session, which ends. */
  readonly before?: string
}

/** A second factor that is being turned on, with the code that was entered. */
export interface ShownFactor {
  readonly sealedSecret: string
  readonly since: number
  readonly code: NonNullable<SignInNote['code']>
  readonly atMs: number
}

/** Read and write access to accounts, in the accounts thread. */
export interface AccountStore {
  // reads, from the same file as the writes
  account(id: AccountId): Awaitable<Account | undefined>
  accountByEmail(email: string): Awaitable<Account | undefined>
  passwordHash(account: AccountId): Awaitable<string | undefined>
  factor(account: AccountId): Awaitable<StoredFactor | undefined>
  link(tokenHash: Uint8Array): Awaitable<Link | undefined>
  /**
   * The last sign-up that was begun in this browser, if it is neither used nor expired. It may be ended: for
   * an address that has an account only ended sign-ups are stored, and a request to repeat the e-mail must
   * not reveal that.
   */
  lastSignUp(browserHash: Uint8Array, nowMs: number): Awaitable<Link | undefined>
  session(id: SessionId): Awaitable<Session | undefined>
  /** Whether a sign-in to the account with this mark (`deviceMark`) was noted. */
  knowsDevice(account: AccountId, mark: Uint8Array): Awaitable<boolean>
  countPasskeys(account: AccountId): Awaitable<number>
  /**
   * The number of password changes so far, over all accounts. A sign-in reads it at its begin and compares it
   * at its end.
   */
  passwordChanges(): Awaitable<number>
  hasOperator(): Awaitable<boolean>

  // links
  /** Stores a link. `ends` = ends another link, or all sessions of its account, as well. */
  addLink(
    link: Link,
    notices: Notices,
    ends?: { readonly link?: LinkId; readonly sessions?: true },
  ): Awaitable<void>
  /**
   * Creates an account and ends every other sign-up and invitation of the address. `taken`: the address has
   * an account by now. `used`: the link, or the invitation that it came from, is no longer valid. Somebody
   * becomes a user who was invited as operator by an account that is no longer one, or who signed up with the
   * set-up code (`BY_SET_UP`) and there is an operator by now.
   */
  makeAccount(
    link: LinkId,
    account: NewAccount,
    atMs: number,
    notices: Notices,
  ): Awaitable<'done' | 'used' | 'taken'>
  /**
   * Sets a new password and ends all sessions, all unfinished sign-ins and all open resets of the account.
   */
  resetPassword(
    link: LinkId,
    account: AccountId,
    change: { readonly passwordHash: string; readonly dropsSecondFactor: boolean; readonly atMs: number },
    notices: Notices,
  ): Awaitable<'done' | 'used'>
  changeAddress(
    link: LinkId,
    account: AccountId,
    change: { readonly email: string; readonly atMs: number },
    notices: Notices,
  ): Awaitable<'done' | 'used' | 'taken'>
  /** Ends an invitation and the sign-ups that came from it. False: there is no such open invitation. */
  endInvitation(id: LinkId, atMs: number, notices: Notices): Awaitable<boolean>

  // sessions
  /**
   * Stores a sign-in. `over`: the password was changed since, or the account is not open any more. With
   * `over` and `code_used` the session is ended.
   */
  noteSignIn(note: SignInNote, notices: Notices): Awaitable<'done' | 'code_used' | 'over'>
  /**
   * Notes that a code is required now. `over`: the password was changed since; all unfinished sign-ins of the
   * account are ended.
   */
  noteHalf(account: AccountId, since: number): Awaitable<'done' | 'over'>
  /** Ends a session. False: it does not belong to the account. */
  endSession(account: AccountId, id: SessionId, notices: Notices): Awaitable<boolean>
  endSessions(account: AccountId, except: SessionId | undefined, notices: Notices): Awaitable<void>
  /** Notes that the owner of a session re-authenticated. False: it has ended. */
  proveSession(id: SessionId, atMs: number): Awaitable<boolean>
  seeSession(id: SessionId, atMs: number): Awaitable<void>

  // the account itself
  describe(
    account: AccountId,
    change: { readonly name?: string; readonly language?: Language },
    notices: Notices,
  ): Awaitable<void>
  /**
   * Sets a new password and ends all sessions, all unfinished sign-ins and all open resets of the account.
   * `over`: the present hash is no longer `from`.
   */
  changePassword(
    account: AccountId,
    change: { readonly from: string; readonly to: string; readonly atMs: number },
    notices: Notices,
  ): Awaitable<'done' | 'over'>
  /**
   * Stores a second factor that is not on yet, and replaces an earlier one that was not turned on. False: one
   * is on.
   */
  beginFactor(account: AccountId, factor: Omit<StoredFactor, 'isOn'>): Awaitable<boolean>
  /**
   * Turns on the second factor that was begun with this secret, and marks the entered code as used.
   * `not_now`: it is on, or another one was begun. `over`: the password was changed since
   * (`passwordChanges`), or the account is not open any more.
   */
  finishFactor(
    account: AccountId,
    shown: ShownFactor,
    notices: Notices,
  ): Awaitable<'done' | 'not_now' | 'over'>
  changeRecoveryCodes(account: AccountId, sealed: string, notices: Notices): Awaitable<void>
  /** Removes the second factor. False: none is on. */
  endFactor(account: AccountId, notices: Notices): Awaitable<boolean>
  /** Stores audit entries and e-mails about a change that the sign-in library wrote itself. */
  record(notices: Notices): Awaitable<void>
  namePasskey(account: AccountId, id: string, name: string, notices: Notices): Awaitable<boolean>
  removePasskey(account: AccountId, id: string, notices: Notices): Awaitable<boolean>
  /**
   * Deletes all personal data of an account and ends the open links of its address. Its row stays for
   * references to its id. `last_operator`: no operator would be left.
   */
  emptyAccount(account: AccountId, atMs: number, notices: Notices): Awaitable<'done' | 'last_operator'>

  // operators
  /** Changes the role. `last_operator`: no operator would be left. */
  setRole(account: AccountId, role: Role, notices: Notices): Awaitable<'done' | 'last_operator'>
  /** Disables an account and ends all its sessions. `last_operator`: no operator would be left. */
  disable(account: AccountId, atMs: number, notices: Notices): Awaitable<'done' | 'last_operator'>
  enable(account: AccountId, notices: Notices): Awaitable<void>
  /** Stores the hash of the set-up code, and replaces the one before. */
  setSetUpCode(hash: Uint8Array, atMs: number): Awaitable<void>
  isSetUpCode(hash: Uint8Array): Awaitable<boolean>
  /**
   * Makes the account an operator and deletes the code. False: it is not the code, or there is an operator.
   */
  takeSetUpCode(hash: Uint8Array, account: AccountId, notices: Notices): Awaitable<boolean>
}
