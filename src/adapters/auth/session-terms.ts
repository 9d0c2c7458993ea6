/**
 * The properties of the session that a call of the sign-in library creates. They are passed to its hooks
 * outside the library, in an `AsyncLocalStorage`.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { NewSession } from '../../core/accounts/credentials.ts'
import type { SessionId } from '../../core/accounts/session.ts'
import type { AccountId } from '../../core/identity/ids.ts'

/** The properties of a session to be created. */
export interface SessionTerms extends Omit<NewSession, 'stays'> {
  /** If `undefined`, the cookie of the previous step decides, which the library reads. */
  readonly stays: boolean | undefined
  readonly address: string
  readonly userAgent: string
  /** If set, no session is created: the call only finds out whose passkey was used. */
  readonly isProofOnly?: true
  /** The session once it is created; the last one if there are several. */
  made: { readonly session: SessionId; readonly account: AccountId } | undefined
}

/** The terms of the running call. */
export const sessionTerms = new AsyncLocalStorage<SessionTerms>()
