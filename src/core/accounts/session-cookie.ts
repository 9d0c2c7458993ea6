/** The value of the session cookie: the token, a dot, and a signature of the token. */
import { timingSafeEqual } from 'node:crypto'
import { mac } from './root-secret.ts'

/** Returns the value for a token. `secret` is the result of `secretFor('sessions', …)`. */
export function signToken(secret: string, token: string): string {
  return `${token}.${mac(secret, token).toString('base64url')}`
}

/**
 * Returns the token of a value that `signToken` made with this secret; `undefined` for any other value, and
 * for every value if `secret` is `undefined` because the server has none.
 */
export function signedToken(secret: string | undefined, value: string | undefined): string | undefined {
  const cut = value?.lastIndexOf('.') ?? -1
  if (secret === undefined || value === undefined || cut < 1) return undefined
  const token = value.slice(0, cut)
  const sent = Buffer.from(value)
  const right = Buffer.from(signToken(secret, token))
  // Compares the texts: several texts decode to the same signature bytes.
  return sent.length === right.length && timingSafeEqual(sent, right) ? token : undefined
}
