/**
 * The port to the sign-in library: passwords, codes, passkeys and sessions. Use cases decide what follows and
 * store the notices.
 */
import type { AccountId } from '../identity/ids.ts'
import type { Done, Visitor } from './browser.ts'
import type { SessionId, SessionMethod } from './session.ts'
import type { CeremonyJson } from './sign-in-step.ts'

/** The result of a sign-in step with a password, a code or a passkey. */
export type Ceremony =
  | { readonly state: 'signed_in'; readonly account: AccountId; readonly session: SessionId }
  /** The password was right; a code is required. */
  | { readonly state: 'second_factor'; readonly account: AccountId }
  /** The password, code or passkey was wrong. */
  | { readonly state: 'wrong' }
  /** It was right, but the account is disabled. */
  | { readonly state: 'disabled' }
  /** Too many wrong codes for this challenge, or for this account in a quarter of an hour. */
  | { readonly state: 'locked' }
  /** There is no open challenge of this browser, or no session. */
  | { readonly state: 'over' }

/** The properties of a session that is started without credentials. */
export interface NewSession {
  readonly stays: boolean
  readonly method: SessionMethod
  readonly provenAtMs: number | undefined
}

/** A new second factor that is not on yet: the texts that are shown once, and their stored forms. */
export interface NewFactor {
  readonly secret: string
  /** The `otpauth:` address for an authenticator app. */
  readonly uri: string
  readonly recoveryCodes: readonly string[]
  readonly sealedSecret: string
  readonly sealedRecoveryCodes: string
}

/** The account of a passkey, if the account is open and the authenticator verified its user. */
export type ShownPasskey =
  | { readonly state: 'shown'; readonly account: AccountId; readonly credential: string }
  | { readonly state: 'wrong' }
  | { readonly state: 'disabled' }

/** The result of adding a passkey. */
export type AddedPasskey = { readonly state: 'added'; readonly id: string } | { readonly state: 'wrong' }

/**
 * The sign-in library. Every method gets the browser that the request came from. Outcomes are returned, not
 * thrown. Methods only throw a Failure `service_unavailable` (`busy_hashing`), or the errors of the storage.
 */
export interface Credentials {
  /** Checks a password. It computes exactly one hash, whether or not the account exists. */
  signIn(
    visitor: Visitor,
    params: { readonly email: string; readonly password: string; readonly stay: boolean },
  ): Promise<Done<Ceremony>>
  /**
   * Checks the code after `second_factor`. A recovery code is deleted here; the caller notes the use of a
   * `totp` code.
   */
  enterCode(visitor: Visitor, kind: 'totp' | 'recovery', code: string): Promise<Done<Ceremony>>
  /** Starts a session without checking credentials; the caller has checked them. */
  signInAs(visitor: Visitor, account: AccountId, session: NewSession): Promise<Done<SessionId>>
  /** Ends the session of the cookie, if there is one, and deletes the cookies. */
  signOut(visitor: Visitor): Promise<Done<null>>

  newFactor(email: string): Promise<NewFactor>
  newRecoveryCodes(): Promise<Pick<NewFactor, 'recoveryCodes' | 'sealedRecoveryCodes'>>
  countRecoveryCodes(sealed: string): Promise<number>
  /**
   * Whether the code is that of an authenticator app with this secret now, one step before or one step after.
   */
  isFactorCode(sealedSecret: string, code: string): Promise<boolean>

  /** Makes a challenge for any passkey of this service or, with `isSignedIn`, for one of the account's. */
  requestPasskey(visitor: Visitor, isSignedIn: boolean): Promise<Done<CeremonyJson>>
  /** Verifies a passkey and returns its account. Starts no session. */
  readPasskey(visitor: Visitor, response: CeremonyJson): Promise<ShownPasskey>
  beginPasskey(visitor: Visitor): Promise<Done<CeremonyJson>>
  finishPasskey(visitor: Visitor, response: CeremonyJson, name: string): Promise<Done<AddedPasskey>>
}
