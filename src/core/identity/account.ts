/** An account: a person who confirmed an e-mail address. What a person may do follows from here. */
import type { AccountId } from './ids.ts'

export const ROLES = ['user', 'operator'] as const
export type Role = (typeof ROLES)[number]

/** The languages of letters and pages. */
export const LANGUAGES = ['de', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

export interface Account {
  readonly id: AccountId
  /** Lower case; `undefined`: the account of the command line, or a deleted one. */
  readonly email: string | undefined
  readonly name: string
  readonly language: Language
  readonly role: Role
  readonly hasSecondFactor: boolean
  readonly createdAtMs: number
  readonly disabledAtMs: number | undefined
  readonly deletedAtMs: number | undefined
}

/** Neither disabled nor deleted. */
export function isOpen({ disabledAtMs, deletedAtMs }: Account): boolean {
  return disabledAtMs === undefined && deletedAtMs === undefined
}
