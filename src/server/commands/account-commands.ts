/** The handlers of the accounts thread: one use case for each command. */

import type { AccountNeeds, AccountPorts } from '../../core/accounts/account-needs.ts'
import { confirmAddress, requestAddress } from '../../core/accounts/change-address.ts'
import { changePassword } from '../../core/accounts/change-password.ts'
import { confirmSignUp } from '../../core/accounts/confirm-sign-up.ts'
import { emptyAccount } from '../../core/accounts/delete-account.ts'
import { describeAccount } from '../../core/accounts/describe-account.ts'
import { describeLink } from '../../core/accounts/describe-link.ts'
import { endOtherSessions, endSession, signOut } from '../../core/accounts/end-sessions.ts'
import { exportAccount } from '../../core/accounts/export-account.ts'
import { endInvitation, invite } from '../../core/accounts/invite.ts'
import {
  disableAccount,
  enableAccount,
  endSessionsOf,
  resetAccount,
  setRole,
} from '../../core/accounts/operate-accounts.ts'
import {
  beginPasskey,
  finishPasskey,
  finishPasskeySignIn,
  namePasskey,
  removePasskey,
  requestPasskey,
} from '../../core/accounts/passkeys.ts'
import { finishPasskeyProof, reAuthenticate } from '../../core/accounts/re-authenticate.ts'
import { finishReset, requestReset } from '../../core/accounts/reset-password.ts'
import {
  beginSecondFactor,
  endSecondFactor,
  finishSecondFactor,
  renewRecoveryCodes,
} from '../../core/accounts/second-factor.ts'
import { setUpOperator } from '../../core/accounts/set-up-operator.ts'
import { enterCode, signIn } from '../../core/accounts/sign-in.ts'
import { signUp, signUpAgain } from '../../core/accounts/sign-up.ts'
import type { Handlers } from '../../core/command.ts'
import type { PassedCommands } from './thread-commands.ts'

/** Commands of operators. */
type OperatorCommandName =
  | 'disableAccount'
  | 'enableAccount'
  | 'endSessionsOf'
  | 'resetAccount'
  | 'setRole'
  | 'invite'
  | 'endInvitation'
/** Commands that need the outbox or the folder of e-mails. The accounts thread handles them itself. */
type EmailCommandName = 'sendAgain' | 'emails' | 'email'

/** Returns the handlers of the commands of users over the given ports. */
export function accountCommands(
  ports: AccountPorts,
): Handlers<Omit<PassedCommands, OperatorCommandName | EmailCommandName>> {
  return {
    signUp: (params) => signUp(ports, params),
    signUpAgain: (params) => signUpAgain(ports, params),
    describeLink: (params) => describeLink(ports, params),
    confirmSignUp: (params) => confirmSignUp(ports, params),
    signIn: (params) => signIn(ports, params),
    enterCode: (params) => enterCode(ports, params),
    beginPasskeySignIn: ({ visitor }) => requestPasskey(ports, visitor, false),
    finishPasskeySignIn: (params) => finishPasskeySignIn(ports, params),
    signOut: (params) => signOut(ports, params),
    requestReset: (params) => requestReset(ports, params),
    finishReset: (params) => finishReset(ports, params),
    reAuthenticate: (params) => reAuthenticate(ports, params),
    beginPasskeyProof: ({ member }) => requestPasskey(ports, member, true),
    finishPasskeyProof: (params) => finishPasskeyProof(ports, params),
    describeAccount: (params) => describeAccount(ports, params),
    changePassword: (params) => changePassword(ports, params),
    requestAddress: (params) => requestAddress(ports, params),
    confirmAddress: (params) => confirmAddress(ports, params),
    endSession: (params) => endSession(ports, params),
    endOtherSessions: (params) => endOtherSessions(ports, params),
    seeSession: async ({ id }) => {
      await ports.accounts.seeSession(id, ports.clock.nowMs())
      return null
    },
    beginSecondFactor: (params) => beginSecondFactor(ports, params),
    finishSecondFactor: (params) => finishSecondFactor(ports, params),
    endSecondFactor: (params) => endSecondFactor(ports, params),
    renewRecoveryCodes: (params) => renewRecoveryCodes(ports, params),
    beginPasskey: (params) => beginPasskey(ports, params),
    finishPasskey: (params) => finishPasskey(ports, params),
    namePasskey: (params) => namePasskey(ports, params),
    removePasskey: (params) => removePasskey(ports, params),
    exportAccount: (params) => exportAccount(ports, params),
    emptyAccount: (params) => emptyAccount(ports, params),
    setUpOperator: (params) => setUpOperator(ports, params),
  }
}

/**
 * Returns the handlers of the commands that operators run on accounts, from their pages or from the command
 * line.
 */
export function operatorAccountCommands(
  ports: AccountNeeds<'accounts' | 'clock' | 'secrets' | 'linkSecret' | 'site'>,
): Handlers<Pick<PassedCommands, OperatorCommandName>> {
  return {
    disableAccount: (params) => disableAccount(ports, params),
    enableAccount: (params) => enableAccount(ports, params),
    endSessionsOf: (params) => endSessionsOf(ports, params),
    resetAccount: (params) => resetAccount(ports, params),
    setRole: (params) => setRole(ports, params),
    invite: (params) => invite(ports, params),
    endInvitation: (params) => endInvitation(ports, params),
  }
}
