/** The body of a request, read whole, after the guard let the request in. */
import type { IncomingMessage } from 'node:http'
import { Failure } from '../../core/failure.ts'

/**
 * Calls `done` once: with the bytes, which are good until it returns, or with `payload_too_large` as soon as there are more than
 * `bytesMax`. Not at all when the body or its connection breaks off: then nobody is there any more, or was answered by
 * whoever saw what is wrong with the bytes.
 */
export function readBytes(
  request: IncomingMessage,
  bytesMax: number,
  done: (result: Uint8Array | Failure) => void,
): void {
  let first: Buffer | undefined
  let chunks: Buffer[] | undefined
  let length = 0
  const onEnd = () => done(chunks === undefined ? (first ?? NOTHING) : Buffer.concat(chunks, length))
  const onData = (chunk: Buffer) => {
    length += chunk.length
    if (length > bytesMax) {
      request.off('data', onData).off('end', onEnd)
      done(new Failure('payload_too_large', `more than ${bytesMax} bytes`))
    } else if (first === undefined) first = chunk
    else {
      chunks ??= [first]
      chunks.push(chunk)
    }
  }
  // An error of the stream is that of its connection.
  request.on('error', ignore).on('data', onData).on('end', onEnd)
}

const NOTHING = new Uint8Array(0)

function ignore(): void {}
