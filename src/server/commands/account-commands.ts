/** Who does what the accounts thread is asked for: one use case for each wish. */

import type { AccountWishes } from '../../core/accounts/account-commands.ts'
import type { AccountNeeds, AccountPorts } from '../../core/accounts/account-needs.ts'
import { confirmAddress, requestAddress } from '../../core/accounts/change-address.ts'
import { changePassword } from '../../core/accounts/change-password.ts'
import { confirmSignUp } from '../../core/accounts/confirm-sign-up.ts'
import { emptyAccount } from '../../core/accounts/delete-account.ts'
import { describeAccount } from '../../core/accounts/describe-account.ts'
import { endOtherSessions, endSession, signOut } from '../../core/accounts/end-sessions.ts'
import { exportAccount } from '../../core/accounts/export-account.ts'
import { endInvitation, invite } from '../../core/accounts/invite.ts'
import { lookAtLink } from '../../core/accounts/look-at-link.ts'
import {
  disableAccount,
  enableAccount,
  endSessionsOf,
  resetAccount,
  setRole,
} from '../../core/accounts/operate-accounts.ts'
import {
  askForPasskey,
  beginPasskey,
  finishPasskey,
  finishPasskeySignIn,
  namePasskey,
  removePasskey,
} from '../../core/accounts/passkeys.ts'
import { finishPasskeyProof, prove } from '../../core/accounts/re-authenticate.ts'
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
import type { HouseWishes } from '../../core/commands.ts'

/** All but those of the folder of letters, which the thread answers itself. */
type Performed = Omit<AccountWishes, 'letters' | 'letter'>

export type AccountPerformers = {
  readonly [Name in keyof Performed]: (
    takes: Performed[Name]['takes'],
  ) => Performed[Name]['gives'] | Promise<Performed[Name]['gives']>
}

export function accountWishes(ports: AccountPorts): AccountPerformers {
  return {
    signUp: (takes) => signUp(ports, takes),
    signUpAgain: (takes) => signUpAgain(ports, takes),
    lookAtLink: (takes) => lookAtLink(ports, takes),
    confirmSignUp: (takes) => confirmSignUp(ports, takes),
    signIn: (takes) => signIn(ports, takes),
    enterCode: (takes) => enterCode(ports, takes),
    beginPasskeySignIn: ({ visitor }) => askForPasskey(ports, visitor, false),
    finishPasskeySignIn: (takes) => finishPasskeySignIn(ports, takes),
    signOut: (takes) => signOut(ports, takes),
    requestReset: (takes) => requestReset(ports, takes),
    finishReset: (takes) => finishReset(ports, takes),
    prove: (takes) => prove(ports, takes),
    beginPasskeyProof: ({ member }) => askForPasskey(ports, member, true),
    finishPasskeyProof: (takes) => finishPasskeyProof(ports, takes),
    describeAccount: (takes) => describeAccount(ports, takes),
    changePassword: (takes) => changePassword(ports, takes),
    requestAddress: (takes) => requestAddress(ports, takes),
    confirmAddress: (takes) => confirmAddress(ports, takes),
    endSession: (takes) => endSession(ports, takes),
    endOtherSessions: (takes) => endOtherSessions(ports, takes),
    seeSession: ({ id }) => {
      ports.accounts.seeSession(id, ports.clock.nowMs())
      return null
    },
    beginSecondFactor: (takes) => beginSecondFactor(ports, takes),
    finishSecondFactor: (takes) => finishSecondFactor(ports, takes),
    endSecondFactor: (takes) => endSecondFactor(ports, takes),
    renewRecoveryCodes: (takes) => renewRecoveryCodes(ports, takes),
    beginPasskey: (takes) => beginPasskey(ports, takes),
    finishPasskey: (takes) => finishPasskey(ports, takes),
    namePasskey: (takes) => namePasskey(ports, takes),
    removePasskey: (takes) => removePasskey(ports, takes),
    exportAccount: (takes) => exportAccount(ports, takes),
    emptyAccount: (takes) => emptyAccount(ports, takes),
    setUpOperator: (takes) => setUpOperator(ports, takes),
  }
}

/** What operators do to accounts, from their pages or from the command line. */
export function operatorAccountWishes(
  ports: AccountNeeds<'accounts' | 'clock' | 'secrets' | 'linkSecret' | 'site'>,
) {
  return {
    disableAccount: (takes: HouseWishes['disableAccount']['takes']) => disableAccount(ports, takes),
    enableAccount: (takes: HouseWishes['enableAccount']['takes']) => enableAccount(ports, takes),
    endSessionsOf: (takes: HouseWishes['endSessionsOf']['takes']) => endSessionsOf(ports, takes),
    resetAccount: (takes: HouseWishes['resetAccount']['takes']) => resetAccount(ports, takes),
    setRole: (takes: HouseWishes['setRole']['takes']) => setRole(ports, takes),
    invite: (takes: HouseWishes['invite']['takes']) => invite(ports, takes),
    endInvitation: (takes: HouseWishes['endInvitation']['takes']) => endInvitation(ports, takes),
  }
}
