/** Port: the ceremonies of signing in. What may follow from them, and what is written down of them, the use cases say. */
import type { AccountId } from '../identity/ids.ts'
import type { Done, Visitor } from './browser.ts'
import type { SessionId, SessionMethod } from './session.ts'
import type { CeremonyJson } from './sign-in-step.ts'

/** What became of showing a password, a code or a passkey. */
export type Ceremony =
  | { readonly state: 'signed_in'; readonly account: AccountId; readonly session: SessionId }
  /** The password was right, a code is asked for. */
  | { readonly state: 'second_factor'; readonly account: AccountId }
  /** Password, code or passkey was wrong. */
  | { readonly state: 'wrong' }
  /** Right, but the account is disabled. */
  | { readonly state: 'disabled' }
  /** Too many wrong codes: of this challenge, or of this account in a quarter of an hour. */
  | { readonly state: 'locked' }
  /** There is no open challenge of this browser, or no session. */
  | { readonly state: 'over' }

export interface NewSession {
  readonly stays: boolean
  readonly method: SessionMethod
  readonly provenAtMs: number | undefined
}

/** A second factor that nobody has shown a code of yet. Texts to be shown once, and the same as they are stored. */
export interface NewFactor {
  readonly secret: string
  /** For an authenticator app. */
  readonly uri: string
  readonly recoveryCodes: readonly string[]
  readonly sealedSecret: string
  readonly sealedRecoveryCodes: string
}

/** Whose a passkey is, if it is one of an open account, and its holder was checked by the authenticator. */
export type ShownPasskey =
  | { readonly state: 'shown'; readonly account: AccountId; readonly credential: string }
  | { readonly state: 'wrong' }
  | { readonly state: 'disabled' }

/** A made passkey, or why not. */
export type AddedPasskey = { readonly state: 'added'; readonly id: string } | { readonly state: 'wrong' }

/**
 * Every method is given the browser that asks. An outcome is told, not thrown; thrown is only
 * Failure `service_unavailable` with `busy_hashing`, or what the storage throws.
 */
export interface Credentials {
  /** Exactly one hash, whether or not there is such an account. */
  signIn(
    visitor: Visitor,
    params: { readonly email: string; readonly password: string; readonly stay: boolean },
  ): Promise<Done<Ceremony>>
  /** The step after `second_factor`. A recovery code is spent by it; the other's use the caller notes. */
  enterCode(visitor: Visitor, kind: 'totp' | 'recovery', code: string): Promise<Done<Ceremony>>
  /** A session without any ceremony: the caller has seen enough. */
  signInAs(visitor: Visitor, account: AccountId, session: NewSession): Promise<Done<SessionId>>
  /** Ends the session of the cookie, if there is one, and takes the cookies away. */
  signOut(visitor: Visitor): Promise<Done<null>>

  newFactor(email: string): Promise<NewFactor>
  newRecoveryCodes(): Promise<Pick<NewFactor, 'recoveryCodes' | 'sealedRecoveryCodes'>>
  countRecoveryCodes(sealed: string): Promise<number>
  /** Whether an authenticator app with this secret shows the code now, or did a step before, or will a step after. */
  isFactorCode(sealedSecret: string, code: string): Promise<boolean>

  /** Asks for any passkey of this service, or, of somebody who is signed in, for one of the account's. */
  askForPasskey(visitor: Visitor, isSignedIn: boolean): Promise<Done<CeremonyJson>>
  /** Whose the shown passkey is. Makes no session. */
  readPasskey(visitor: Visitor, response: CeremonyJson): Promise<ShownPasskey>
  beginPasskey(visitor: Visitor): Promise<Done<CeremonyJson>>
  finishPasskey(visitor: Visitor, response: CeremonyJson, name: string): Promise<Done<AddedPasskey>>
}
