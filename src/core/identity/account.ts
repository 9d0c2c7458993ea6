/** An account: a person with a confirmed e-mail address, and the role on which permissions depend. */
import type { AccountId } from './ids.ts'

/** All roles. An operator administers the server. */
export const ROLES = ['user', 'operator'] as const
/** One of `ROLES`. */
export type Role = (typeof ROLES)[number]

/** The languages of e-mails and pages. */
export const LANGUAGES = ['de', 'en'] as const
/** One of `LANGUAGES`. */
export type Language = (typeof LANGUAGES)[number]

/** An account as it is stored. */
export interface Account {
  readonly id: AccountId
  /** Lower case; `undefined` = the account of the command line, or a deleted one. */
  readonly email: string | undefined
  readonly name: string
  readonly language: Language
  readonly role: Role
  readonly hasSecondFactor: boolean
  readonly createdAtMs: number
  readonly disabledAtMs: number | undefined
  readonly deletedAtMs: number | undefined
}

/** Whether the account is neither disabled nor deleted. */
export function isOpen({ disabledAtMs, deletedAtMs }: Account): boolean {
  return disabledAtMs === undefined && deletedAtMs === undefined
}
