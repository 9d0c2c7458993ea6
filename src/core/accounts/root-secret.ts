/** The one secret of a house, and what is derived of it: each use its own, so that none tells of another. */
import { createHmac, hkdfSync } from 'node:crypto'

/** Hex of 32 random bytes; lies beside the databases, not in them. */
export const ROOT_SECRET_BYTES = 32

export type SecretUse = 'links' | 'sign-in' | 'sessions'

/** The secret of one use, hex (HKDF-SHA-256, RFC 5869). */
export function secretFor(use: SecretUse, rootSecret: string): string {
  const derived = hkdfSync('sha256', Buffer.from(rootSecret, 'hex'), '', `firmensuche ${use}`, 32)
  return Buffer.from(derived).toString('hex')
}

/** HMAC-SHA-256 under a secret of `secretFor`. */
export function mac(secret: string, ...parts: readonly (string | Uint8Array)[]): Buffer {
  const sum = createHmac('sha256', Buffer.from(secret, 'hex'))
  for (const part of parts) sum.update(part)
  return sum.digest()
}
