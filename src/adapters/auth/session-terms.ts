/** What the session shall be that a call of the sign-in library makes, told past the library to its hooks. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { NewSession } from '../../core/accounts/credentials.ts'
import type { SessionId } from '../../core/accounts/session.ts'
import type { AccountId } from '../../core/identity/ids.ts'

export interface SessionTerms extends Omit<NewSession, 'stays'> {
  /** `undefined`: as the cookie of the step before says, which the library reads. */
  readonly stays: boolean | undefined
  readonly address: string
  readonly userAgent: string
  /** Nothing shall be made: who it would be is what was asked for. */
  readonly isProofOnly?: true
  /** The session of these terms, once it is made; the last one if several are. */
  made: { readonly session: SessionId; readonly account: AccountId } | undefined
}

export const sessionTerms = new AsyncLocalStorage<SessionTerms>()
