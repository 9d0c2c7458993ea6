/** Reads the whole body of a request. */
import type { IncomingMessage } from 'node:http'
import { Failure } from '../../core/failure.ts'

/**
 * Reads the body and calls `done` once: with its bytes, which are valid only during the call, or with the
 * failure `payload_too_large` as soon as there are more than `bytesMax`. `done` is not called if the body or
 * its connection breaks off; the client is then gone, or the parser's error was answered already
 * (`listenToProtocol`).
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
  // An error of the stream is one of its connection, which is handled there.
  request.on('error', ignore).on('data', onData).on('end', onEnd)
}

const NOTHING = new Uint8Array(0)

function ignore(): void {}
