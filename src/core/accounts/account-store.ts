/**
 * Port: everything about accounts that is written. Each method is one transaction: with what it does it writes the
 * entries and letters that tell of it, or none of all. Every method throws Failure `service_unavailable` when the
 * storage does not let it.
 */

import type { Account, Language, Role } from '../identity/account.ts'
import type { NewAuditEntry } from '../identity/audit.ts'
import type { AccountId } from '../identity/ids.ts'
import type { NewEmail } from '../notifications/email.ts'
import type { Link, LinkId } from './link.ts'
import type { Session, SessionId } from './session.ts'

/** What is written beside a change, to tell of it. */
export interface Notices {
  readonly audit: readonly NewAuditEntry[]
  readonly emails: readonly NewEmail[]
}

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
  /** A code of it was shown. */
  readonly isOn: boolean
}

/** What is noted of somebody who came in. */
export interface SignInNote {
  readonly account: AccountId
  readonly session: SessionId
  /** `passwordChanges` when it began. */
  readonly since: number
  readonly atMs: number
  readonly mark: Uint8Array
  readonly device: string
  /** Written when the account was not used from the device before; never of its first one. */
  readonly newDeviceEmail: NewEmail
  /** Of a code that works once. */
  readonly code?: { readonly hash: Uint8Array; readonly expiresAtMs: number }
  /** Of the authenticator. */
  readonly passkey?: string
  /** Hash of the token of the session that the browser had before: it ends. */
  readonly before?: string
}

/** A second factor that a code was shown of. */
export interface ShownFactor {
  readonly sealedSecret: string
  readonly since: number
  readonly code: NonNullable<SignInNote['code']>
  readonly atMs: number
}

export interface AccountStore {
  // looks, in the same file as the writes
  account(id: AccountId): Account | undefined
  accountByEmail(email: string): Account | undefined
  passwordHash(account: AccountId): string | undefined
  factor(account: AccountId): StoredFactor | undefined
  link(tokenHash: Uint8Array): Link | undefined
  /**
   * The sign-up of that browser that was begun last, if it was not used and its time is not over. One that was ended too: of an
   * address that has an account nothing but ended ones are written, and asking for the letter again must not tell these apart.
   */
  lastSignUp(browserHash: Uint8Array, nowMs: number): Link | undefined
  session(id: SessionId): Session | undefined
  /** Whether somebody came in to the account with this mark (`deviceMark`). */
  knowsDevice(account: AccountId, mark: Uint8Array): boolean
  countPasskeys(account: AccountId): number
  /** How many passwords were changed so far, in the whole house: whoever begins to sign in takes the number with him. */
  passwordChanges(): number
  hasOperator(): boolean

  // links
  /** With the link another one can be ended, or all sessions of its account. */
  addLink(link: Link, told: Notices, ends?: { readonly link?: LinkId; readonly sessions?: true }): void
  /**
   * Makes the account, and ends every other sign-up and invitation of the address. `taken`: it has an account by now;
   * `used`: the link, or the invitation that it came from, opens nothing any more. Who was invited by somebody who
   * operates the house no more becomes no operator.
   */
  makeAccount(link: LinkId, account: NewAccount, atMs: number, told: Notices): 'done' | 'used' | 'taken'
  /** A new password; every session and every open step ends, and what is open of resets. */
  resetPassword(
    link: LinkId,
    account: AccountId,
    change: { readonly passwordHash: string; readonly dropsSecondFactor: boolean; readonly atMs: number },
    told: Notices,
  ): 'done' | 'used'
  changeAddress(
    link: LinkId,
    account: AccountId,
    change: { readonly email: string; readonly atMs: number },
    told: Notices,
  ): 'done' | 'used' | 'taken'
  /** With it end the sign-ups that it has begun. False: there is no such open invitation. */
  endInvitation(id: LinkId, atMs: number, told: Notices): boolean

  // sessions
  /**
   * `over`: the password was changed since, or the account is not open any more. With it, and with `code_used`, the
   * session is ended again.
   */
  noteSignIn(note: SignInNote, told: Notices): 'done' | 'code_used' | 'over'
  /** A code is asked for now. `over`: the password was changed since; every open step of the account is ended. */
  noteHalf(account: AccountId, since: number): 'done' | 'over'
  /** False: it is none of the account's. */
  endSession(account: AccountId, id: SessionId, told: Notices): boolean
  endSessions(account: AccountId, except: SessionId | undefined, told: Notices): void
  proveSession(id: SessionId, atMs: number): void
  seeSession(id: SessionId, atMs: number): void

  // the account itself
  describe(
    account: AccountId,
    change: { readonly name?: string; readonly language?: Language },
    told: Notices,
  ): void
  /** Ends every session and every open step. `over`: the present hash is not `from` any more. */
  changePassword(
    account: AccountId,
    change: { readonly from: string; readonly to: string; readonly atMs: number },
    told: Notices,
  ): 'done' | 'over'
  /** Takes the place of one that was begun and not turned on. False: one is on. */
  beginFactor(account: AccountId, factor: Omit<StoredFactor, 'isOn'>): boolean
  /**
   * Turns on the one that was begun with this secret; the code that was shown is spent. `not_now`: it is on, or another was
   * begun; `over`: the password was changed since (`passwordChanges`), or the account is not open any more.
   */
  finishFactor(account: AccountId, shown: ShownFactor, told: Notices): 'done' | 'not_now' | 'over'
  changeRecoveryCodes(account: AccountId, sealed: string, told: Notices): void
  /** False: none is on. */
  endFactor(account: AccountId, told: Notices): boolean
  /** What is to be told of something that the sign-in library has written. */
  tell(told: Notices): void
  namePasskey(account: AccountId, id: string, name: string, told: Notices): boolean
  removePasskey(account: AccountId, id: string, told: Notices): boolean
  /** Everything personal goes; the row stays, for what names its id. Open links of the address end. `last_operator`: there would be none left. */
  emptyAccount(account: AccountId, atMs: number, told: Notices): 'done' | 'last_operator'

  // operators
  /** `last_operator`: there would be none left. */
  setRole(account: AccountId, role: Role, told: Notices): 'done' | 'last_operator'
  /** Ends every session too. */
  disable(account: AccountId, atMs: number, told: Notices): 'done' | 'last_operator'
  enable(account: AccountId, told: Notices): void
  /** In place of the one before. */
  setSetUpCode(hash: Uint8Array, atMs: number): void
  isSetUpCode(hash: Uint8Array): boolean
  /** The account becomes operator, and the code is gone. False: it is not the code, or there is an operator. */
  takeSetUpCode(hash: Uint8Array, account: AccountId, told: Notices): boolean
}
