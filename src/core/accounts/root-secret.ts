/**
 * The root secret of a server and the secrets derived from it, one per use, none of which reveals another.
 */
import { createHmac, hkdfSync } from 'node:crypto'

/** Size of the root secret: 32 random bytes, stored in hex beside the databases, not in them. */
export const ROOT_SECRET_BYTES = 32

/** A use of the root secret. */
export type SecretUse = 'links' | 'sign-in' | 'sessions' | 'nodes' | 'webhooks' | 'unsubscribe'

/** Derives the secret of one use, in hex (HKDF-SHA-256, RFC 5869). */
export function secretFor(use: SecretUse, rootSecret: string): string {
  const derived = hkdfSync('sha256', Buffer.from(rootSecret, 'hex'), '', `firmensuche ${use}`, 32)
  return Buffer.from(derived).toString('hex')
}

/** Computes an HMAC-SHA-256 of the parts with a secret of `secretFor`. */
export function mac(secret: string, ...parts: readonly (string | Uint8Array)[]): Buffer {
  const sum = createHmac('sha256', Buffer.from(secret, 'hex'))
  for (const part of parts) sum.update(part)
  return sum.digest()
}
