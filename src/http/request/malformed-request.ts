/** Responses to requests that are invalid HTTP, written straight to the socket in the API's error format. */
import { type IncomingHttpHeaders, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FailureCode } from '../../core/failure.ts'
import { REQUEST_TIMEOUT_CODE } from './connections.ts'
import { statusOf } from './error-catalogue.ts'
import { errorAnswer } from './error-response.ts'
import { TARGET_BYTES_MAX } from './guard.ts'

/** The error of Node's parser for a request that it rejected. */
export interface ParserError extends Error {
  readonly code?: string | undefined
  readonly rawPacket?: Uint8Array | undefined
}

/** Returns the failure code of a parser's error. */
export function protocolFailure(error: ParserError): FailureCode {
  switch (error.code) {
    case REQUEST_TIMEOUT_CODE:
      return 'request_timeout'
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return 'payload_too_large'
    case 'HPE_HEADER_OVERFLOW':
      return isTargetTooLong(error.rawPacket) ? 'uri_too_long' : 'headers_too_large'
    default:
      return 'invalid_request'
  }
}

/** The known parts of such a request; usually none are known. */
interface KnownRequest {
  readonly method?: string | undefined
  readonly headers: IncomingHttpHeaders
}

/**
 * Writes the whole response and ends the connection. Returns `false`, and destroys the socket, if it is not
 * writable any more.
 */
export function answerOnSocket(
  socket: Duplex,
  code: FailureCode,
  requestId: string,
  request?: KnownRequest,
): boolean {
  if (!socket.writable) {
    socket.destroy()
    return false
  }
  socket.end(protocolAnswer(code, requestId, new Date().toUTCString(), request))
  return true
}

/**
 * Returns status line, headers and body as text: plain JSON in German if the request's `Accept` headers are
 * unknown.
 */
export function protocolAnswer(
  code: FailureCode,
  requestId: string,
  date: string,
  { method, headers: { accept, 'accept-language': acceptLanguage } }: KnownRequest = { headers: {} },
): string {
  const details = code === 'invalid_request' ? [{ field: '', reason: 'syntax' as const }] : []
  const answer = errorAnswer({ code, details, requestId, accept, acceptLanguage, publicUrl: '' })
  const body = answer.body as string
  const headers = {
    Date: date,
    'Content-Type': answer.headers['content-type'],
    'Content-Length': String(Buffer.byteLength(body)),
    'Content-Language': answer.headers['content-language'],
    'X-Request-Id': requestId,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': 'X-Request-Id',
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return `HTTP/1.1 ${statusOf(code)} ${STATUS_CODES[statusOf(code)]}\r\n${lines.join('\r\n')}\r\n\r\n${method === 'HEAD' ? '' : body}`
}

/**
 * Whether the request line alone is too long: the packet starts with it, and no line ends within the limit.
 */
function isTargetTooLong(packet: Uint8Array | undefined): boolean {
  if (packet === undefined) return false
  const start = Buffer.from(packet.subarray(0, TARGET_BYTES_MAX)).toString('latin1')
  return packet.length > TARGET_BYTES_MAX && /^[A-Z]{3,10} [^\r\n]*$/.test(start)
}
