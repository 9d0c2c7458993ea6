/** Requests whose end on the connection is ambiguous (RFC 9112, section 6). */
import { Refusal } from './refusal.ts'
import type { RequestContext } from './request-context.ts'

const CODING = 'chunked'

/**
 * Whether a client and a proxy may disagree where the request ends: it has a transfer coding other than plain
 * `chunked`, or any in HTTP/1.0. RFC 9112, section 6.1 requires that its connection is closed.
 */
export function isFramingFaulty({
  headers,
  httpVersion,
}: Pick<RequestContext, 'headers' | 'httpVersion'>): boolean {
  const coding = headers['transfer-encoding']
  return coding !== undefined && (httpVersion === '1.0' || coding.trim().toLowerCase() !== CODING)
}

/**
 * Refuses a request with ambiguous framing.
 *
 * @throws {Refusal} `invalid_request` if `isFramingFaulty`.
 */
export function checkFraming(_needs: unknown, context: RequestContext): void {
  if (!isFramingFaulty(context)) return
  throw new Refusal('invalid_request', 'no plain transfer coding', {
    details: [{ field: 'Transfer-Encoding', reason: 'not_allowed', allowed: [CODING] }],
  })
}
