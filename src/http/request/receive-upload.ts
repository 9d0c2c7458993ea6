/** Stores the body of a request in a file. */
import type { IncomingMessage } from 'node:http'
import { Failure } from '../../core/failure.ts'
import type { Uploads } from '../../core/matching/list-files.ts'
import type { UploadExchange, WatchedUpload } from './upload-rate.ts'

/** Where a body is stored, and what watches it. */
export interface UploadPlan {
  readonly uploads: Uploads
  readonly bytesMax: number
  readonly watched: WatchedUpload
}

/**
 * Stores the body and calls `done` once: with the path of the file, which is deleted when the response is finished or the
 * client has gone; or with why it could not be stored, `payload_too_large` for more than `bytesMax`. `done` is not called
 * if the body or its connection breaks off, or if it arrives too slowly, which was answered already.
 */
export function receiveUpload(
  { request, response }: UploadExchange,
  plan: UploadPlan,
  done: (result: string | Failure) => void,
): void {
  const { uploads, watched } = plan
  uploads.store(bytesOf(request, plan)).then(
    (path) => {
      watched.end()
      if (response.closed) {
        uploads.discard(path)
        return
      }
      response.on('close', () => uploads.discard(path))
      done(path)
    },
    (error: unknown) => {
      watched.end()
      if (error instanceof Failure) done(error)
      // Any other error of a body that broke off is that of its connection.
      else if (request.complete) done(new Failure('internal_error', String(error)))
    },
  )
}

async function* bytesOf(
  request: IncomingMessage,
  { bytesMax, watched }: UploadPlan,
): AsyncGenerator<Uint8Array> {
  let length = 0
  // The connection stays for the response.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    length += (chunk as Buffer).length
    watched.add((chunk as Buffer).length)
    if (length > bytesMax) throw new Failure('payload_too_large', `more than ${bytesMax} bytes`)
    yield chunk as Buffer
  }
}
