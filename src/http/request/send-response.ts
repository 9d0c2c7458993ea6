/** Writes responses to the client. */
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Answer } from './route.ts'

/** Lower-case names; only `set-cookie` has several values. */
export type SentHeaders = Record<string, string | readonly string[]>

/** Writes a response. A text body is sent in one packet with the headers; bytes are not. */
export function sendResponse(response: ServerResponse, { status, body }: Answer, headers: SentHeaders): void {
  if (body !== undefined) headers['content-length'] = String(lengthOf(body))
  else if (status !== 204 && status !== 304) headers['content-length'] = '0'
  response.writeHead(status, headers as OutgoingHttpHeaders)
  response.end(body)
}

function lengthOf(body: string | Uint8Array): number {
  return typeof body === 'string' ? Buffer.byteLength(body) : body.length
}
