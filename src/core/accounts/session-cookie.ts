/** The value of the session cookie: the token, a dot, and a signature of the token. */
import { timingSafeEqual } from 'node:crypto'
import { mac } from './root-secret.ts'

/** The value for a token. `secret`: of `secretFor('sessions', …)`. */
export function signToken(secret: string, token: string): string {
  return `${token}.${mac(secret, token).toString('base64url')}`
}

/**
 * The token of a value that `signToken` made under this secret; `undefined` for any other value. `secret` `undefined`: the server has
 * none, and no value is right.
 */
export function signedToken(secret: string | undefined, value: string | undefined): string | undefined {
  const cut = value?.lastIndexOf('.') ?? -1
  if (secret === undefined || value === undefined || cut < 1) return undefined
  const token = value.slice(0, cut)
  const sent = Buffer.from(value)
  const right = Buffer.from(signToken(secret, token))
  // The text is compared, not the bytes that it stands for: these can be written in several ways.
  return sent.length === right.length && timingSafeEqual(sent, right) ? token : undefined
}
