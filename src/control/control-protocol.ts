/**
 * The protocol of the control socket, shared by both ends: the socket's path, the format of lines and their
 * length limits.
 */
import { closeSync, openSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { Failure } from '../core/failure.ts'

/** Version of the protocol; both ends must have the same. */
export const PROTOCOL_VERSION = 3
/** File name of the socket in the data folder. */
export const SOCKET_NAME = 'control.sock'
/**
 * Longest command in bytes, without line end. A command line of the operating system, file names included,
 * has at most twice that length.
 */
export const COMMAND_BYTES_MAX = 1_048_576
/** Longest reply in bytes: a list of 500,000 accounts has half of that. */
export const REPLY_BYTES_MAX = 268_435_456
/** The id of a reply to a line that is not a command. Ids of commands start at 1. */
export const NO_COMMAND = 0
/** Longest path of a socket that all systems accept; Linux allows 108 bytes, macOS 104. */
const PATH_BYTES_MAX = 100
const LINE_END = 0x0a
/** Number of parts of an unfinished line before they are joined. */
const PARTS_MAX = 1024

/**
 * Yields the lines of a socket as bytes, without line ends. A last line without a line end is dropped. The
 * socket is not read while the caller handles a line, and stays open if the caller stops early.
 *
 * @throws {Failure} `payload_too_large` for a line of more than `bytesMax`.
 * @throws The error of the socket.
 */
export async function* linesOf(socket: Socket, bytesMax: number): AsyncGenerator<Buffer> {
  const splitter = new LineSplitter(bytesMax)
  for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    yield* splitter.split(chunk)
  }
}

class LineSplitter {
  readonly #bytesMax: number
  #parts: Buffer[] = []
  #bytes = 0

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  /** Yields the lines that end in the chunk; keeps the rest for the next chunk. */
  *split(chunk: Buffer): Generator<Buffer> {
    let start = 0
    for (let end = chunk.indexOf(LINE_END); end >= 0; end = chunk.indexOf(LINE_END, start)) {
      this.#keep(chunk.subarray(start, end))
      yield Buffer.concat(this.#parts)
      this.#parts = []
      this.#bytes = 0
      start = end + 1
    }
    this.#keep(chunk.subarray(start))
  }

  #keep(part: Buffer): void {
    this.#bytes += part.length
    if (this.#bytes > this.#bytesMax) {
      throw new Failure('payload_too_large', `A line has more than ${this.#bytesMax} bytes.`)
    }
    if (part.length === 0) return
    // Each part needs more memory than its bytes if a line arrives byte by byte.
    if (this.#parts.length === PARTS_MAX) this.#parts = [Buffer.concat(this.#parts)]
    this.#parts.push(part)
  }
}

/** Parses a line of JSON; `undefined` if it is not JSON in UTF-8. */
export function readJson(line: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(line)) as unknown
  } catch {
    return undefined
  }
}

/**
 * Returns the path of the socket. If it is too long for a socket, the path leads through a file descriptor of
 * the opened folder, which Linux supports; `release` closes it.
 *
 * @throws {Failure} `invalid_request` if the path is too long on another system.
 */
export function socketPlace(folder: string): { readonly path: string; readonly release: () => void } {
  const path = join(folder, SOCKET_NAME)
  if (Buffer.byteLength(path) <= PATH_BYTES_MAX) return { path, release: () => {} }
  if (process.platform !== 'linux') {
    throw new Failure(
      'invalid_request',
      `The path of the data folder is too long: with the name of the socket it may have at most ${PATH_BYTES_MAX} bytes.`,
    )
  }
  const opened = openSync(folder, 'r')
  return { path: `/proc/self/fd/${opened}/${SOCKET_NAME}`, release: () => closeSync(opened) }
}
