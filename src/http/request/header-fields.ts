/** Headers as they were sent: the bearer token (RFC 6750, section 2.1), and how often a header stands there. */
import type { RequestContext } from './request-context.ts'

/** `undefined` when no bearer token was sent; several `Authorization` headers are no token that we know. */
export function tokenOf(context: RequestContext): string | undefined {
  const header = context.headers.authorization
  if (header === undefined) return undefined
  const token = /^bearer(?: +(.*))?$/i.exec(header.trim())
  if (token === null) return undefined
  return countHeader(context, 'authorization') === 1 ? (token[1] ?? '').trim() : ''
}

/** Node joins or drops repeated headers; the raw list tells them all. */
export function countHeader(context: RequestContext, name: string): number {
  let count = 0
  for (let i = 0; i < context.rawHeaders.length; i += 2) {
    const sent = context.rawHeaders[i] as string
    if (sent.length === name.length && sent.toLowerCase() === name) count++
  }
  return count
}
