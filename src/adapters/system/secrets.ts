import { hash, randomBytes } from 'node:crypto'
import type { Secrets } from '../../core/secrets.ts'

/** Random bytes of the operating system, and SHA-256 by OpenSSL in one call (1 µs for a key). */
export const systemSecrets: Secrets = {
  bytes: (count) => randomBytes(count),
  sha256: (text) => hash('sha256', text, 'buffer'),
}
