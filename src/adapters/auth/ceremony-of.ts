import { APIError } from 'better-auth/api'
import type { Ceremony } from '../../core/accounts/credentials.ts'

/** Our own error codes that the library's hooks throw and its callers catch. */
export const OWN_CODES = {
  disabled: 'FS_DISABLED',
  notVerified: 'FS_USER_NOT_VERIFIED',
  proofOnly: 'FS_PROOF_ONLY',
} as const

/**
 * The state of the ceremony by the library's error code, for codes that a user can cause. Any other code is a
 * bug.
 */
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

/**
 * Status of the error if two browsers used the same recovery code at the same time and this one was second.
 */
const CONFLICT_STATUS = 409

/**
 * Returns the state that an error of the library means.
 *
 * @throws the error if it means none.
 */
export function stateOf(error: unknown): Exclude<Ceremony['state'], 'signed_in' | 'second_factor'> {
  const state = error instanceof APIError ? STATES[codeOf(error) ?? ''] : undefined
  if (state !== undefined) return state as ReturnType<typeof stateOf>
  if (error instanceof APIError && error.statusCode === CONFLICT_STATUS) return 'wrong'
  throw error
}

/** Returns the code of an error that the library or one of its hooks threw. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof APIError ? error.body?.code : undefined
}
