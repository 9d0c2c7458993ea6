/** Who does what the accounts thread is asked for: one use case for each wish. */
import type { AccountPorts } from './core/accounts/account-needs.ts'
import { confirmSignUp } from './core/accounts/confirm-sign-up.ts'
import { endOtherSessions, endSession, signOut } from './core/accounts/end-sessions.ts'
import { lookAtLink } from './core/accounts/look-at-link.ts'
import { enterCode, signIn } from './core/accounts/sign-in.ts'
import { signUp, signUpAgain } from './core/accounts/sign-up.ts'
import type { AccountWishes } from './core/accounts/wishes.ts'

export type AccountPerformers = {
  readonly [Name in keyof AccountWishes]: (
    takes: AccountWishes[Name]['takes'],
  ) => AccountWishes[Name]['gives'] | Promise<AccountWishes[Name]['gives']>
}

export function accountWishes(ports: AccountPorts): Partial<AccountPerformers> {
  return {
    signUp: (takes) => signUp(ports, takes),
    signUpAgain: (takes) => signUpAgain(ports, takes),
    lookAtLink: (takes) => lookAtLink(ports, takes),
    confirmSignUp: (takes) => confirmSignUp(ports, takes),
    signIn: (takes) => signIn(ports, takes),
    enterCode: (takes) => enterCode(ports, takes),
    signOut: (takes) => signOut(ports, takes),
    endSession: (takes) => endSession(ports, takes),
    endOtherSessions: (takes) => endOtherSessions(ports, takes),
    seeSession: ({ id }) => {
      ports.accounts.seeSession(id, ports.clock.nowMs())
      return null
    },
  }
}
