import { APIError } from 'better-auth/api'
import type { Ceremony } from '../../core/accounts/credentials.ts'

/** What the library's hooks throw of ours, and is caught where it was called. */
export const OWN_CODES = {
  disabled: 'FS_DISABLED',
  notVerified: 'FS_USER_NOT_VERIFIED',
  proofOnly: 'FS_PROOF_ONLY',
} as const

/** The library's codes that a person can bring about → what became of the ceremony. Any other is a bug. */
const STATES: Readonly<Record<string, Ceremony['state']>> = {
  INVALID_EMAIL: 'wrong',
  INVALID_EMAIL_OR_PASSWORD: 'wrong',
  INVALID_CODE: 'wrong',
  INVALID_BACKUP_CODE: 'wrong',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'locked',
  ACCOUNT_TEMPORARILY_LOCKED: 'locked',
  INVALID_TWO_FACTOR_COOKIE: 'over',
  TOTP_NOT_ENABLED: 'over',
  BACKUP_CODES_NOT_ENABLED: 'over',
  UNAUTHORIZED: 'over',
  SESSION_EXPIRED: 'over',
  CHALLENGE_NOT_FOUND: 'wrong',
  PASSKEY_NOT_FOUND: 'wrong',
  AUTHENTICATION_FAILED: 'wrong',
  FAILED_TO_VERIFY_REGISTRATION: 'wrong',
  YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY: 'wrong',
  [OWN_CODES.notVerified]: 'wrong',
  [OWN_CODES.disabled]: 'disabled',
}

/** Two browsers used the same recovery code at the same time, and this one was second. */
const CONFLICT_STATUS = 409

/** The state that an error of the library tells. @throws the error where it tells none. */
export function stateOf(error: unknown): Exclude<Ceremony['state'], 'signed_in' | 'second_factor'> {
  const state = error instanceof APIError ? STATES[codeOf(error) ?? ''] : undefined
  if (state !== undefined) return state as ReturnType<typeof stateOf>
  if (error instanceof APIError && error.statusCode === CONFLICT_STATUS) return 'wrong'
  throw error
}

/** The code of an error that the library or one of its hooks threw. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof APIError ? error.body?.code : undefined
}
