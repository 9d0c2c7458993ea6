/** The body of a request, read whole, after the guard let the request in. */
import type { IncomingMessage } from 'node:http'
import { Failure } from '../core/failure.ts'

/**
 * Calls `done` once: with the bytes, which are good until it returns, or with a failure: `payload_too_large` as soon as there
 * are more than `bytesMax`, `invalid_request` when the body or its connection breaks off.
 */
export function readBytes(
  request: IncomingMessage,
  bytesMax: number,
  done: (result: Uint8Array | Failure) => void,
): void {
  let first: Buffer | undefined
  let chunks: Buffer[] | undefined
  let length = 0
  let isDone = false
  const finish = (result: Uint8Array | Failure) => {
    if (isDone) return
    isDone = true
    done(result)
  }
  const onData = (chunk: Buffer) => {
    length += chunk.length
    if (length > bytesMax) {
      request.off('data', onData)
      finish(new Failure('payload_too_large', `more than ${bytesMax} bytes`))
    } else if (first === undefined) first = chunk
    else {
      chunks ??= [first]
      chunks.push(chunk)
    }
  }
  // An error of the stream is always followed by its close.
  request
    .on('error', ignore)
    .on('data', onData)
    .on('end', () => finish(chunks === undefined ? (first ?? NOTHING) : Buffer.concat(chunks, length)))
    .on('close', () => {
      if (!isDone)
        finish(new Failure('invalid_request', 'the body broke off', [{ field: '', reason: 'syntax' }]))
    })
}

const NOTHING = new Uint8Array(0)

function ignore(): void {}
