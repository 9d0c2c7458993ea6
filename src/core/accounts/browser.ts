import type { Language } from '../identity/account.ts'
import type { AccountId } from '../identity/ids.ts'
import type { SessionId } from './session.ts'

/** The browser behind a wish. */
export interface Visitor {
  /** The `Cookie` header as sent; empty without one. */
  readonly cookies: string
  readonly address: string
  readonly userAgent: string
  readonly language: Language
}

/** A visitor who is signed in, as the guard found it. */
export interface Member extends Visitor {
  readonly account: AccountId
  readonly session: SessionId
}

/** What a wish gives that may sign in or out: the answer, and complete `Set-Cookie` values to be sent with it. */
export interface Done<Result> {
  readonly result: Result
  readonly setCookies: readonly string[]
}
