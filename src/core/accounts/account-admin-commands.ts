import { type ServerCommand, typed } from '../command.ts'
import type { Language, Role } from '../identity/account.ts'
import type { Trace } from '../identity/audit.ts'
import type { AccountId } from '../identity/ids.ts'

const CHANGE = { answeredBy: 'accounts', isChange: true } as const

/** Commands of operators about accounts, invitations and e-mails. */
export const ACCOUNT_ADMIN_COMMANDS = {
  /** Deletes the data of the account, then revokes all its keys. */
  deleteAccount: {
    ...CHANGE,
    answeredBy: 'supervisor',
    params: typed<{ readonly trace: Trace; readonly account: AccountId }>(),
    result: typed<null>(),
    errors: ['not_found', 'conflict'],
  },
  disableAccount: {
    ...CHANGE,
    answeredBy: 'supervisor',
    params: typed<{ readonly trace: Trace; readonly account: AccountId }>(),
    result: typed<null>(),
    errors: ['not_found', 'conflict'],
  },
  enableAccount: {
    ...CHANGE,
    answeredBy: 'supervisor',
    params: typed<{ readonly trace: Trace; readonly account: AccountId }>(),
    result: typed<null>(),
    errors: ['not_found'],
  },
  endSessionsOf: {
    ...CHANGE,
    params: typed<{ readonly trace: Trace; readonly account: AccountId }>(),
    result: typed<null>(),
    errors: ['not_found'],
  },
  /**
   * Sends an e-mail with a link for a new password, which can also remove the second factor. Returns the link
   * if there is no mail server.
   */
  resetAccount: {
    ...CHANGE,
    params: typed<{
      readonly trace: Trace
      readonly account: AccountId
      readonly dropsSecondFactor: boolean
    }>(),
    result: typed<{ readonly link: string | undefined }>(),
    errors: ['not_found'],
  },
  setRole: {
    ...CHANGE,
    params: typed<{ readonly trace: Trace; readonly account: AccountId; readonly role: Role }>(),
    result: typed<null>(),
    errors: ['not_found', 'conflict'],
  },
  invite: {
    ...CHANGE,
    params: typed<{
      readonly trace: Trace
      readonly email: string
      readonly role: Role
      readonly language: Language
    }>(),
    result: typed<{ readonly link: string | undefined }>(),
    errors: ['invalid_request', 'conflict'],
  },
  endInvitation: {
    ...CHANGE,
    params: typed<{ readonly trace: Trace; readonly id: string }>(),
    result: typed<null>(),
    errors: ['not_found'],
  },
  /** Sends an e-mail that failed once more. */
  sendAgain: {
    ...CHANGE,
    params: typed<{ readonly trace: Trace; readonly id: string }>(),
    result: typed<null>(),
    errors: ['not_found'],
  },
} as const satisfies Readonly<Record<string, ServerCommand>>

/** The types of `ACCOUNT_ADMIN_COMMANDS`. */
export type AccountAdminCommands = typeof ACCOUNT_ADMIN_COMMANDS
