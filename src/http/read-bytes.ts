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
  const chunks: Buffer[] = []
  let length = 0
  const finish = (result: Uint8Array | Failure) => {
    request.off('data', onData).off('end', onEnd).off('close', onBreak)
    done(result)
  }
  const onData = (chunk: Buffer) => {
    length += chunk.length
    if (length > bytesMax) finish(new Failure('payload_too_large', `more than ${bytesMax} bytes`))
    else chunks.push(chunk)
  }
  const onEnd = () => finish(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, length))
  const onBreak = () =>
    finish(new Failure('invalid_request', 'the body broke off', [{ field: '', reason: 'syntax' }]))
  // An error of the stream is always followed by its close.
  request
    .on('error', () => {})
    .on('data', onData)
    .on('end', onEnd)
    .on('close', onBreak)
}
