/** The last step of every answer. */
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Answer } from './route.ts'

/** Lower-case names; several values only of `set-cookie`. */
export type SentHeaders = Record<string, string | readonly string[]>

/** Writes an answer straight to Node: the answer is made already, and Fastify's own way there is half as fast. */
export function give(response: ServerResponse, { status, body }: Answer, headers: SentHeaders): void {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  if (bytes !== undefined) headers['content-length'] = String(bytes.length)
  else if (status !== 204 && status !== 304) headers['content-length'] = '0'
  response.writeHead(status, headers as OutgoingHttpHeaders)
  response.end(bytes)
}
