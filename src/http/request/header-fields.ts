/**
 * Request headers as sent: the bearer token (RFC 6750, section 2.1), and the number of times a header occurs.
 */
import type { RequestContext } from './request-context.ts'

/**
 * Returns the bearer token; `undefined` if none was sent, and `''`, which no key matches, if there are
 * several `Authorization` headers.
 */
export function tokenOf(context: RequestContext): string | undefined {
  const header = context.headers.authorization
  if (header === undefined) return undefined
  const token = /^bearer(?: (.*))?$/i.exec(header.trim())
  if (token === null) return undefined
  return countHeader(context, 'authorization') === 1 ? (token[1] ?? '').trim() : ''
}

/**
 * Returns how often a header was sent. Node joins or drops repeated headers; the raw list contains them all.
 */
export function countHeader(context: RequestContext, name: string): number {
  let count = 0
  for (let i = 0; i < context.rawHeaders.length; i += 2) {
    const sent = context.rawHeaders[i] as string
    if (sent.length === name.length && sent.toLowerCase() === name) count++
  }
  return count
}
