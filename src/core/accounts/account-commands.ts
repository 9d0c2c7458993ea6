import type { Wish } from '../command.ts'
import type { Account, Language, Role } from '../identity/account.ts'
import type { Trace } from '../identity/audit.ts'
import type { AccountId } from '../identity/ids.ts'
import type { LetterView, WholeLetter } from '../notifications/email-view.ts'
import type { Done, Member, Visitor } from './browser.ts'
import type { LinkView } from './link-view.ts'
import type { SessionId } from './session.ts'
import type { CeremonyJson, SignInStep } from './sign-in-step.ts'

/** Done by the accounts thread. Every wish is one transaction: after a fault it was done, or it was not. */
export interface AccountWishes {
  signUp: Wish<
    {
      readonly visitor: Visitor
      readonly email: string
      readonly password: string
      readonly name: string
      readonly setUpCode?: string
      readonly invitation?: string
    },
    Done<{ readonly sent: true }>
  >
  signUpAgain: Wish<{ readonly visitor: Visitor }, Done<{ readonly sent: true }>>
  lookAtLink: Wish<{ readonly visitor: Visitor; readonly token: string }, LinkView>
  confirmSignUp: Wish<
    { readonly visitor: Visitor; readonly token: string; readonly password?: string },
    Done<{ readonly account: Account }>
  >
  signIn: Wish<
    {
      readonly visitor: Visitor
      readonly email: string
      readonly password: string
      readonly stay: boolean
    },
    Done<SignInStep>
  >
  enterCode: Wish<
    { readonly visitor: Visitor; readonly code: string; readonly kind: 'totp' | 'recovery' },
    Done<SignInStep>
  >
  beginPasskeySignIn: Wish<{ readonly visitor: Visitor }, Done<{ readonly options: CeremonyJson }>>
  finishPasskeySignIn: Wish<
    { readonly visitor: Visitor; readonly response: CeremonyJson; readonly stay: boolean },
    Done<SignInStep>
  >
  signOut: Wish<{ readonly member: Member }, Done<null>>
  requestReset: Wish<{ readonly visitor: Visitor; readonly email: string }, { readonly sent: true }>
  finishReset: Wish<
    { readonly visitor: Visitor; readonly token: string; readonly password: string },
    Done<{ readonly state: 'signed_in' | 'sign_in' }>
  >
  prove: Wish<{ readonly member: Member; readonly password: string }, { readonly provenUntilMs: number }>
  beginPasskeyProof: Wish<{ readonly member: Member }, Done<{ readonly options: CeremonyJson }>>
  finishPasskeyProof: Wish<
    { readonly member: Member; readonly response: CeremonyJson },
    Done<{ readonly provenUntilMs: number }>
  >
  describeAccount: Wish<
    { readonly member: Member; readonly name?: string; readonly language?: Language },
    Account
  >
  changePassword: Wish<
    { readonly member: Member; readonly current: string; readonly password: string },
    Done<null>
  >
  requestAddress: Wish<{ readonly member: Member; readonly email: string }, { readonly sent: true }>
  confirmAddress: Wish<{ readonly member: Member; readonly token: string }, Account>
  /** `not_found` when it is none of the account's. */
  endSession: Wish<{ readonly member: Member; readonly id: SessionId }, Done<null>>
  endOtherSessions: Wish<{ readonly member: Member }, null>
  /** Notes that the session was used; asked once a minute at most. */
  seeSession: Wish<{ readonly id: SessionId }, null>
  beginSecondFactor: Wish<
    { readonly member: Member },
    Done<{ readonly uri: string; readonly secret: string; readonly recoveryCodes: readonly string[] }>
  >
  finishSecondFactor: Wish<{ readonly member: Member; readonly code: string }, Done<null>>
  endSecondFactor: Wish<{ readonly member: Member; readonly password: string }, Done<null>>
  renewRecoveryCodes: Wish<
    { readonly member: Member; readonly password: string },
    { readonly recoveryCodes: readonly string[] }
  >
  beginPasskey: Wish<{ readonly member: Member }, Done<{ readonly options: CeremonyJson }>>
  finishPasskey: Wish<
    { readonly member: Member; readonly response: CeremonyJson; readonly name: string },
    Done<{ readonly id: string }>
  >
  namePasskey: Wish<{ readonly member: Member; readonly id: string; readonly name: string }, null>
  removePasskey: Wish<{ readonly member: Member; readonly id: string }, null>
  exportAccount: Wish<{ readonly member: Member }, CeremonyJson>
  /** The supervisor ends the keys after it; pages ask `deleteAccount`. */
  emptyAccount: Wish<{ readonly account: AccountId; readonly trace: Trace }, null>
  setUpOperator: Wish<{ readonly member: Member; readonly code: string }, Account>
  /** Only without a mail server, on loopback. */
  letters: Wish<Record<string, never>, readonly LetterView[]>
  letter: Wish<{ readonly id: string }, WholeLetter>
}

/** What operators do to accounts and invitations; the supervisor passes it to the accounts thread. */
export interface AccountAdminWishes {
  /** Empties the account, then ends every key. */
  deleteAccount: Wish<{ readonly trace: Trace; readonly account: AccountId }, null>
  disableAccount: Wish<{ readonly trace: Trace; readonly account: AccountId }, null>
  enableAccount: Wish<{ readonly trace: Trace; readonly account: AccountId }, null>
  endSessionsOf: Wish<{ readonly trace: Trace; readonly account: AccountId }, null>
  /** A letter with a link for a new password; the second factor comes off where asked. Gives the link where no mail server is. */
  resetAccount: Wish<
    { readonly trace: Trace; readonly account: AccountId; readonly dropsSecondFactor: boolean },
    { readonly link: string | undefined }
  >
  setRole: Wish<{ readonly trace: Trace; readonly account: AccountId; readonly role: Role }, null>
  invite: Wish<
    { readonly trace: Trace; readonly email: string; readonly role: Role; readonly language: Language },
    { readonly link: string | undefined }
  >
  endInvitation: Wish<{ readonly trace: Trace; readonly id: string }, null>
  /** A letter that failed, once more. */
  sendAgain: Wish<{ readonly trace: Trace; readonly id: string }, null>
}
