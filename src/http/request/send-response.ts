/** Writes responses to the client. */
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { Answer } from './route.ts'

/** Lower-case names; only `set-cookie` has several values. */
export type SentHeaders = Record<string, string | readonly string[]>

/**
 * Writes a response. A text body is sent in one packet with the headers; bytes are not. If the iteration of a body throws, the
 * connection is closed, so that no client takes a part for the whole; `failed` is called with the error.
 */
export function sendResponse(
  response: ServerResponse,
  { status, body }: Answer,
  headers: SentHeaders,
  failed: (error: unknown) => void = () => {},
): void {
  if (isIterable(body)) {
    response.writeHead(status, headers as OutgoingHttpHeaders)
    if (response.req?.method === 'HEAD') response.end()
    else sendParts(response, body, failed)
    return
  }
  if (body !== undefined) headers['content-length'] = String(lengthOf(body))
  else if (status !== 204 && status !== 304) headers['content-length'] = '0'
  response.writeHead(status, headers as OutgoingHttpHeaders)
  response.end(body)
}

function isIterable(body: Answer['body']): body is AsyncIterable<string | Uint8Array> {
  return typeof body === 'object' && Symbol.asyncIterator in body
}

function sendParts(
  response: ServerResponse,
  body: AsyncIterable<string | Uint8Array>,
  failed: (error: unknown) => void,
): void {
  const parts = Readable.from(body)
  parts.on('error', (error) => {
    failed(error)
    response.destroy()
  })
  // A client that has gone ends the iteration.
  response.on('close', () => parts.destroy())
  parts.pipe(response)
}

function lengthOf(body: string | Uint8Array): number {
  return typeof body === 'string' ? Buffer.byteLength(body) : body.length
}
