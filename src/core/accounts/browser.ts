import type { Language } from '../identity/account.ts'
import type { AccountId } from '../identity/ids.ts'
import type { SessionId } from './session.ts'

/** The browser that a command comes from. */
export interface Visitor {
  /** The `Cookie` header as sent; empty without one. */
  readonly cookies: string
  readonly address: string
  readonly userAgent: string
  readonly language: Language
}

/** The browser of a user who is signed in, as the session guard found it. */
export interface Member extends Visitor {
  readonly account: AccountId
  readonly session: SessionId
}

/** The result of a command that may sign in or out, with the complete `Set-Cookie` values of the response. */
export interface Done<Result> {
  readonly result: Result
  readonly setCookies: readonly string[]
}
