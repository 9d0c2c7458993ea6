/**
 * Why a request of the dashboard was refused, in more detail than the code. Pages choose their sentence by
 * it; the API never shows it.
 */
export const REASONS = [
  'signed_out',
  'proof_needed',
  'wrong_credentials',
  'wrong_code',
  'code_used',
  'code_locked',
  'link_invalid',
  'link_used',
  'link_expired',
  'password_short',
  'password_long',
  'password_common',
  'password_like_address',
  'same_password',
  'sign_up_closed',
  'cross_site',
  'wrong_host',
  'insecure_url',
  'busy_hashing',
  'too_many',
  'key_limit',
  'name_mismatch',
  'passkey_failed',
  'last_operator',
  'account_disabled',
  'not_now',
] as const
/** One of `REASONS`. */
export type Reason = (typeof REASONS)[number]
