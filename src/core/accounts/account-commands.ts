import type { Command } from '../command.ts'
import type { Account, Language, Role } from '../identity/account.ts'
import type { Trace } from '../identity/audit.ts'
import type { AccountId } from '../identity/ids.ts'
import type { EmailView, WholeEmail } from '../notifications/email-view.ts'
import type { Done, Member, Visitor } from './browser.ts'
import type { LinkView } from './link-view.ts'
import type { SessionId } from './session.ts'
import type { CeremonyJson, SignInStep } from './sign-in-step.ts'

/**
 * Commands about accounts. The accounts thread handles them, each in one transaction: after an error all of
 * it is stored or nothing.
 */
export interface AccountCommands {
  signUp: Command<
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
  signUpAgain: Command<{ readonly visitor: Visitor }, Done<{ readonly sent: true }>>
  lookAtLink: Command<{ readonly visitor: Visitor; readonly token: string }, LinkView>
  confirmSignUp: Command<
    { readonly visitor: Visitor; readonly token: string; readonly password?: string },
    Done<{ readonly account: Account }>
  >
  signIn: Command<
    {
      readonly visitor: Visitor
      readonly email: string
      readonly password: string
      readonly stay: boolean
    },
    Done<SignInStep>
  >
  enterCode: Command<
    { readonly visitor: Visitor; readonly code: string; readonly kind: 'totp' | 'recovery' },
    Done<SignInStep>
  >
  beginPasskeySignIn: Command<{ readonly visitor: Visitor }, Done<{ readonly options: CeremonyJson }>>
  finishPasskeySignIn: Command<
    { readonly visitor: Visitor; readonly response: CeremonyJson; readonly stay: boolean },
    Done<SignInStep>
  >
  signOut: Command<{ readonly member: Member }, Done<null>>
  requestReset: Command<{ readonly visitor: Visitor; readonly email: string }, { readonly sent: true }>
  finishReset: Command<
    { readonly visitor: Visitor; readonly token: string; readonly password: string },
    Done<{ readonly state: 'signed_in' | 'sign_in' }>
  >
  reAuthenticate: Command<
    { readonly member: Member; readonly password: string },
    { readonly provenUntilMs: number }
  >
  beginPasskeyProof: Command<{ readonly member: Member }, Done<{ readonly options: CeremonyJson }>>
  finishPasskeyProof: Command<
    { readonly member: Member; readonly response: CeremonyJson },
    Done<{ readonly provenUntilMs: number }>
  >
  describeAccount: Command<
    { readonly member: Member; readonly name?: string; readonly language?: Language },
    Account
  >
  changePassword: Command<
    { readonly member: Member; readonly current: string; readonly password: string },
    Done<null>
  >
  requestAddress: Command<{ readonly member: Member; readonly email: string }, { readonly sent: true }>
  confirmAddress: Command<{ readonly member: Member; readonly token: string }, Account>
  /** Fails with `not_found` if the session does not belong to the account. */
  endSession: Command<{ readonly member: Member; readonly id: SessionId }, Done<null>>
  endOtherSessions: Command<{ readonly member: Member }, null>
  /** Notes that the session was used. The sender does this at most once a minute. */
  seeSession: Command<{ readonly id: SessionId }, null>
  beginSecondFactor: Command<
    { readonly member: Member },
    Done<{ readonly uri: string; readonly secret: string; readonly recoveryCodes: readonly string[] }>
  >
  finishSecondFactor: Command<{ readonly member: Member; readonly code: string }, Done<null>>
  endSecondFactor: Command<{ readonly member: Member; readonly password: string }, Done<null>>
  renewRecoveryCodes: Command<
    { readonly member: Member; readonly password: string },
    { readonly recoveryCodes: readonly string[] }
  >
  beginPasskey: Command<{ readonly member: Member }, Done<{ readonly options: CeremonyJson }>>
  finishPasskey: Command<
    { readonly member: Member; readonly response: CeremonyJson; readonly name: string },
    Done<{ readonly id: string }>
  >
  namePasskey: Command<{ readonly member: Member; readonly id: string; readonly name: string }, null>
  removePasskey: Command<{ readonly member: Member; readonly id: string }, null>
  exportAccount: Command<{ readonly member: Member }, CeremonyJson>
  /** Deletes the data of an account. The supervisor revokes the keys after it; pages send `deleteAccount`. */
  emptyAccount: Command<{ readonly account: AccountId; readonly trace: Trace }, null>
  setUpOperator: Command<{ readonly member: Member; readonly code: string }, Account>
  /** Lists the stored e-mails. Used only without a mail server, on loopback. */
  emails: Command<Record<string, never>, readonly EmailView[]>
  email: Command<{ readonly id: string }, WholeEmail>
}

/**
 * Commands of operators about accounts and invitations. The supervisor forwards them to the accounts thread.
 */
export interface AccountAdminCommands {
  /** Deletes the data of the account, then revokes all its keys. */
  deleteAccount: Command<{ readonly trace: Trace; readonly account: AccountId }, null>
  disableAccount: Command<{ readonly trace: Trace; readonly account: AccountId }, null>
  enableAccount: Command<{ readonly trace: Trace; readonly account: AccountId }, null>
  endSessionsOf: Command<{ readonly trace: Trace; readonly account: AccountId }, null>
  /**
   * Sends an e-mail with a link for a new password, which can also remove the second factor. Returns the link
   * if there is no mail server.
   */
  resetAccount: Command<
    { readonly trace: Trace; readonly account: AccountId; readonly dropsSecondFactor: boolean },
    { readonly link: string | undefined }
  >
  setRole: Command<{ readonly trace: Trace; readonly account: AccountId; readonly role: Role }, null>
  invite: Command<
    { readonly trace: Trace; readonly email: string; readonly role: Role; readonly language: Language },
    { readonly link: string | undefined }
  >
  endInvitation: Command<{ readonly trace: Trace; readonly id: string }, null>
  /** Sends an e-mail that failed once more. */
  sendAgain: Command<{ readonly trace: Trace; readonly id: string }, null>
}
