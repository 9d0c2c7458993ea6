/** The token that ends the e-mails of a watch. It is derived, so that no table and no e-mail in the outbox contains it. */
import { timingSafeEqual } from 'node:crypto'
import { mac } from '../accounts/root-secret.ts'
import type { WatchId } from './watch.ts'

/** Bytes of the code in a token. */
const CODE_BYTES = 16

/** Returns the token of a watch: its id, a dot and a code. `secret`: the result of `secretFor('unsubscribe', …)`. */
export function unsubscribeToken(secret: string, watch: string): string {
  return `${watch}.${codeOf(secret, watch).toString('base64url')}`
}

/** Returns the watch of a token; `undefined` if it is none of this server. */
export function watchOfToken(secret: string, token: string): WatchId | undefined {
  const dot = token.lastIndexOf('.')
  const watch = token.slice(0, Math.max(dot, 0))
  const code = Buffer.from(token.slice(dot + 1), 'base64url')
  const isRight = code.length === CODE_BYTES && timingSafeEqual(code, codeOf(secret, watch))
  return isRight ? (watch as WatchId) : undefined
}

function codeOf(secret: string, watch: string): Buffer {
  return mac(secret, watch).subarray(0, CODE_BYTES)
}
