/** Stores the body of a request in a file. */
import type { IncomingMessage } from 'node:http'
import { Failure } from '../../core/failure.ts'
import type { AccountId } from '../../core/identity/ids.ts'
import type { Uploads } from '../../core/matching/list-files.ts'
import type { UploadExchange, WatchedUpload } from './upload-rate.ts'

/** Where a body is stored, and what watches it. */
export interface UploadPlan {
  readonly uploads: Uploads
  /** The account that sends it; `undefined` for a public form. */
  readonly account: AccountId | undefined
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
  const { uploads, account, watched } = plan
  uploads.store(bytesOf(request, plan), account).then(
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
      // Nobody reads an answer.
      if (error instanceof BrokenOff) return
      done(error instanceof Failure ? error : new Failure('internal_error', String(error)))
    },
  )
}

/** The body, or its connection, broke off. */
class BrokenOff extends Error {}

async function* bytesOf(
  request: IncomingMessage,
  { bytesMax, watched }: UploadPlan,
): AsyncGenerator<Uint8Array> {
  let length = 0
  // The connection stays for the response.
  const chunks = request.iterator({ destroyOnReturn: false })
  try {
    for (;;) {
      // Only this is an error of the body: where the chunk is yielded, one of the file may be thrown.
      const { done, value } = await chunks.next().catch(brokenOff)
      if (done) return
      const chunk = value as Buffer
      length += chunk.length
      watched.add(chunk.length)
      if (length > bytesMax) throw new Failure('payload_too_large', `more than ${bytesMax} bytes`)
      yield chunk
    }
  } finally {
    await chunks.return?.()
  }
}

function brokenOff(error: unknown): never {
  throw new BrokenOff(String(error))
}
