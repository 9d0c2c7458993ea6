/** Stores the body of a request in a file. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Failure } from '../../core/failure.ts'
import type { Uploads } from '../../core/matching/list-files.ts'

/** A request whose body is stored. */
export interface UploadExchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/**
 * Stores the body and calls `done` once: with the path of the file, which is deleted when the response is finished or the
 * client has gone; or with why it could not be stored, `payload_too_large` for more than `bytesMax`. `done` is not called
 * if the body or its connection breaks off.
 */
export function receiveUpload(
  { request, response }: UploadExchange,
  uploads: Uploads,
  bytesMax: number,
  done: (result: string | Failure) => void,
): void {
  uploads.store(bytesOf(request, bytesMax)).then(
    (path) => {
      if (response.closed) {
        uploads.discard(path)
        return
      }
      response.on('close', () => uploads.discard(path))
      done(path)
    },
    (error: unknown) => {
      if (error instanceof Failure) done(error)
      // Any other error of a body that broke off is that of its connection.
      else if (request.complete) done(new Failure('internal_error', String(error)))
    },
  )
}

async function* bytesOf(request: IncomingMessage, bytesMax: number): AsyncGenerator<Uint8Array> {
  let length = 0
  // The connection stays for the response.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    length += (chunk as Buffer).length
    if (length > bytesMax) throw new Failure('payload_too_large', `more than ${bytesMax} bytes`)
    yield chunk as Buffer
  }
}
