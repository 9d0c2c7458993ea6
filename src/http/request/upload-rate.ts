/** Ends the upload of a client that sends too slowly. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Connections } from './connections.ts'

/** A body that is stored in a file must arrive at this rate at least, in bytes per second: 50 MiB in 53 minutes. */
export const UPLOAD_BYTES_PER_S_MIN = 16 * 1024
const MS_PER_S = 1000

/** A request whose body is stored. */
export interface UploadExchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** An upload whose rate is watched. */
export interface WatchedUpload {
  /** Counts bytes that have arrived. */
  add(bytes: number): void
  /** Ends the watch: the body is complete, refused or broken off. */
  end(): void
}

/**
 * Replaces the time limit of a request by a least rate: a body that brings less than `UPLOAD_BYTES_PER_S_MIN` in one
 * of the windows of `windowMs` is answered as a request that exceeds the limit, with 408. If the request is answered before its
 * body has arrived, what is left is read and dropped for one more window at most; then the connection is closed.
 */
export function watchUpload(
  { request, response }: UploadExchange,
  connections: Connections,
  windowMs: number,
): WatchedUpload {
  const bytesMin = (UPLOAD_BYTES_PER_S_MIN * windowMs) / MS_PER_S
  let arrived = 0
  const timer = setInterval(() => {
    const isSlow = arrived < bytesMin && !request.complete
    arrived = 0
    if (!isSlow) return
    end()
    connections.timeOut(request)
  }, windowMs)
  timer.unref()
  const end = () => {
    clearInterval(timer)
    connections.endUpload(request)
  }
  response.on('close', () => {
    end()
    connections.dropAfter(request, windowMs)
  })
  connections.beginUpload(request)
  return {
    add: (bytes) => {
      arrived += bytes
    },
    end,
  }
}
