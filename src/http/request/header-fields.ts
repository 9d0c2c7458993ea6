/** Headers as they were sent: the bearer token (RFC 6750, section 2.1), and how often a header stands there. */
import type { Visit } from './request-context.ts'

/** `undefined` when no bearer token was sent; several `Authorization` headers are no token that we know. */
export function tokenOf(visit: Visit): string | undefined {
  const header = visit.headers.authorization
  if (header === undefined) return undefined
  const token = /^bearer(?: +(.*))?$/i.exec(header.trim())
  if (token === null) return undefined
  return countHeader(visit, 'authorization') === 1 ? (token[1] ?? '').trim() : ''
}

/** Node joins or drops repeated headers; the raw list tells them all. */
export function countHeader(visit: Visit, name: string): number {
  let count = 0
  for (let i = 0; i < visit.rawHeaders.length; i += 2) {
    const sent = visit.rawHeaders[i] as string
    if (sent.length === name.length && sent.toLowerCase() === name) count++
  }
  return count
}
