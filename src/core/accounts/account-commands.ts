import { type ServerCommand, typed } from '../command.ts'
import type { Account, Language } from '../identity/account.ts'
import type { EmailView, WholeEmail } from '../notifications/email-view.ts'
import type { Done, Member, Visitor } from './browser.ts'
import type { LinkView } from './link-view.ts'
import type { SessionId } from './session.ts'
import type { CeremonyJson, SignInStep } from './sign-in-step.ts'

const CHANGE = { answeredBy: 'accounts', isChange: true } as const
const READ = { answeredBy: 'accounts', isChange: false } as const

/**
 * Commands about accounts. The accounts thread handles them, each in one transaction: after an error all of
 * it is stored or nothing.
 */
export const ACCOUNT_COMMANDS = {
  signUp: {
    ...CHANGE,
    params: typed<{
      readonly visitor: Visitor
      readonly email: string
      readonly password: string
      readonly name: string
      readonly setUpCode?: string
      readonly invitation?: string
    }>(),
    result: typed<Done<{ readonly sent: true }>>(),
    errors: ['invalid_request', 'forbidden', 'not_found', 'conflict', 'rate_limited'],
  },
  signUpAgain: {
    ...CHANGE,
    params: typed<{ readonly visitor: Visitor }>(),
    result: typed<Done<{ readonly sent: true }>>(),
    errors: [],
  },
  describeLink: {
    ...READ,
    params: typed<{ readonly visitor: Visitor; readonly token: string }>(),
    result: typed<LinkView>(),
    errors: ['not_found', 'conflict'],
  },
  confirmSignUp: {
    ...CHANGE,
    params: typed<{ readonly visitor: Visitor; readonly token: string; readonly password?: string }>(),
    result: typed<Done<{ readonly account: Account }>>(),
    errors: ['unauthorized', 'not_found', 'conflict', 'rate_limited'],
  },
  signIn: {
    ...CHANGE,
    params: typed<{
      readonly visitor: Visitor
      readonly email: string
      readonly password: string
      readonly stay: boolean
    }>(),
    result: typed<Done<SignInStep>>(),
    errors: ['invalid_request', 'unauthorized', 'forbidden', 'not_found', 'rate_limited'],
  },
  enterCode: {
    ...CHANGE,
    params: typed<{ readonly visitor: Visitor; readonly code: string; readonly kind: 'totp' | 'recovery' }>(),
    result: typed<Done<SignInStep>>(),
    errors: ['unauthorized', 'forbidden', 'not_found', 'rate_limited'],
  },
  beginPasskeySignIn: {
    ...CHANGE,
    params: typed<{ readonly visitor: Visitor }>(),
    result: typed<Done<{ readonly options: CeremonyJson }>>(),
    errors: ['rate_limited'],
  },
  finishPasskeySignIn: {
    ...CHANGE,
    params: typed<{ readonly visitor: Visitor; readonly response: CeremonyJson; readonly stay: boolean }>(),
    result: typed<Done<SignInStep>>(),
    errors: ['unauthorized', 'forbidden', 'not_found', 'rate_limited'],
  },
  signOut: {
    ...CHANGE,
    params: typed<{ readonly member: Member }>(),
    result: typed<Done<null>>(),
    errors: [],
  },
  requestReset: {
    ...CHANGE,
    params: typed<{ readonly visitor: Visitor; readonly email: string }>(),
    result: typed<{ readonly sent: true }>(),
    errors: ['invalid_request'],
  },
  finishReset: {
    ...CHANGE,
    params: typed<{ readonly visitor: Visitor; readonly token: string; readonly password: string }>(),
    result: typed<Done<{ readonly state: 'signed_in' | 'sign_in' }>>(),
    errors: ['invalid_request', 'unauthorized', 'not_found', 'conflict'],
  },
  reAuthenticate: {
    ...CHANGE,
    params: typed<{ readonly member: Member; readonly password: string }>(),
    result: typed<{ readonly provenUntilMs: number }>(),
    errors: ['unauthorized', 'forbidden', 'rate_limited'],
  },
  beginPasskeyProof: {
    ...CHANGE,
    params: typed<{ readonly member: Member }>(),
    result: typed<Done<{ readonly options: CeremonyJson }>>(),
    errors: ['rate_limited'],
  },
  finishPasskeyProof: {
    ...CHANGE,
    params: typed<{ readonly member: Member; readonly response: CeremonyJson }>(),
    result: typed<Done<{ readonly provenUntilMs: number }>>(),
    errors: ['unauthorized', 'forbidden', 'rate_limited'],
  },
  describeAccount: {
    ...CHANGE,
    params: typed<{ readonly member: Member; readonly name?: string; readonly language?: Language }>(),
    result: typed<Account>(),
    errors: ['invalid_request', 'not_found'],
  },
  changePassword: {
    ...CHANGE,
    params: typed<{ readonly member: Member; readonly current: string; readonly password: string }>(),
    result: typed<Done<null>>(),
    errors: ['invalid_request', 'unauthorized', 'forbidden', 'not_found', 'rate_limited'],
  },
  requestAddress: {
    ...CHANGE,
    params: typed<{ readonly member: Member; readonly email: string }>(),
    result: typed<{ readonly sent: true }>(),
    errors: ['invalid_request', 'not_found'],
  },
  confirmAddress: {
    ...CHANGE,
    params: typed<{ readonly member: Member; readonly token: string }>(),
    result: typed<Account>(),
    errors: ['not_found', 'conflict'],
  },
  /** Fails with `not_found` if the session does not belong to the account. */
  endSession: {
    ...CHANGE,
    params: typed<{ readonly member: Member; readonly id: SessionId }>(),
    result: typed<Done<null>>(),
    errors: ['not_found'],
  },
  endOtherSessions: {
    ...CHANGE,
    params: typed<{ readonly member: Member }>(),
    result: typed<null>(),
    errors: [],
  },
  /** Notes that the session was used. The sender does this at most once a minute. */
  seeSession: { ...CHANGE, params: typed<{ readonly id: SessionId }>(), result: typed<null>(), errors: [] },
  beginSecondFactor: {
    ...CHANGE,
    params: typed<{ readonly member: Member }>(),
    result:
      typed<
        Done<{ readonly uri: string; readonly secret: string; readonly recoveryCodes: readonly string[] }>
      >(),
    errors: ['not_found', 'conflict'],
  },
  finishSecondFactor: {
    ...CHANGE,
    params: typed<{ readonly member: Member; readonly code: string }>(),
    result: typed<Done<null>>(),
    errors: ['unauthorized', 'forbidden', 'not_found', 'conflict', 'rate_limited'],
  },
  endSecondFactor: {
    ...CHANGE,
    params: typed<{ readonly member: Member; readonly password: string }>(),
    result: typed<Done<null>>(),
    errors: ['unauthorized', 'forbidden', 'not_found', 'conflict', 'rate_limited'],
  },
  renewRecoveryCodes: {
    ...CHANGE,
    params: typed<{ readonly member: Member; readonly password: string }>(),
    result: typed<{ readonly recoveryCodes: readonly string[] }>(),
    errors: ['unauthorized', 'forbidden', 'not_found', 'conflict', 'rate_limited'],
  },
  beginPasskey: {
    ...CHANGE,
    params: typed<{ readonly member: Member }>(),
    result: typed<Done<{ readonly options: CeremonyJson }>>(),
    errors: ['conflict'],
  },
  finishPasskey: {
    ...CHANGE,
    params: typed<{ readonly member: Member; readonly response: CeremonyJson; readonly name: string }>(),
    result: typed<Done<{ readonly id: string }>>(),
    errors: ['invalid_request', 'forbidden', 'not_found', 'conflict'],
  },
  namePasskey: {
    ...CHANGE,
    params: typed<{ readonly member: Member; readonly id: string; readonly name: string }>(),
    result: typed<null>(),
    errors: ['invalid_request', 'not_found'],
  },
  removePasskey: {
    ...CHANGE,
    params: typed<{ readonly member: Member; readonly id: string }>(),
    result: typed<null>(),
    errors: ['not_found'],
  },
  exportAccount: {
    ...CHANGE,
    params: typed<{ readonly member: Member }>(),
    result: typed<CeremonyJson>(),
    errors: ['not_found'],
  },
  setUpOperator: {
    ...CHANGE,
    params: typed<{ readonly member: Member; readonly code: string }>(),
    result: typed<Account>(),
    errors: ['forbidden', 'not_found', 'rate_limited'],
  },
  /** Lists the stored e-mails. Used only without a mail server, on loopback. */
  emails: {
    ...READ,
    params: typed<Record<string, never>>(),
    result: typed<readonly EmailView[]>(),
    errors: [],
  },
  email: {
    ...READ,
    params: typed<{ readonly id: string }>(),
    result: typed<WholeEmail>(),
    errors: ['not_found'],
  },
} as const satisfies Readonly<Record<string, ServerCommand>>

/** The types of `ACCOUNT_COMMANDS`. */
export type AccountCommands = typeof ACCOUNT_COMMANDS
