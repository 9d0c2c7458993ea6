/** Responses with a JSON body. */
import { isNamedBy, tagOf } from '../protocol/etag.ts'
import type { Answer, Call } from './route.ts'

/** Returns a 200 response with a value as JSON. */
export function jsonAnswer(value: unknown, headers: Answer['headers'] = {}): Answer {
  return jsonText(JSON.stringify(value), headers)
}

/** Returns a 200 response with an `ETag`, or 304 if `If-None-Match` matches it. */
export function taggedAnswer(
  call: Pick<Call, 'headers'>,
  body: string,
  headers: Answer['headers'] = {},
): Answer {
  const all = { etag: tagOf(body), ...headers }
  if (isNamedBy(call.headers['if-none-match'], all.etag)) {
    return { status: 304, headers: all, body: undefined }
  }
  return jsonText(body, all)
}

function jsonText(body: string, headers: Answer['headers']): Answer {
  return { status: 200, headers: { ...headers, 'content-type': 'application/json' }, body }
}
