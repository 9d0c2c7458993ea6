/** What both ends of the control socket share: where it is, how a line is read, how long one may be. */
import { closeSync, openSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { Failure } from '../core/failure.ts'

export const PROTOCOL_VERSION = 2
export const SOCKET_NAME = 'control.sock'
/** Longest command line in bytes, without its end: a command of the system is at most twice as long, the names of its files included. */
export const COMMAND_BYTES_MAX = 1_048_576
/** Longest line of a reply in bytes: a list of 500,000 accounts has half of that. */
export const REPLY_BYTES_MAX = 268_435_456
/** The id of a reply to what is no command. Commands have numbers from 1 on. */
export const NO_COMMAND = 0
/** Longest path of a socket that every system takes; Linux has 108 bytes, macOS 104. */
const PATH_BYTES_MAX = 100
const LINE_END = 0x0a
/** Parts of an unfinished line before they are made one. */
const PARTS_MAX = 1024

/**
 * The lines of a socket as bytes, without their ends; a last line without an end is dropped. The socket is not read
 * while a line is worked on, and stays open when the lines are not read to their end.
 *
 * @throws Failure `payload_too_large` for a line of more than `bytesMax`; the error of the socket.
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

  /** The lines that end in the chunk; what is behind them is kept for the next one. */
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
    // Each part costs more than its bytes, when a line comes byte by byte.
    if (this.#parts.length === PARTS_MAX) this.#parts = [Buffer.concat(this.#parts)]
    this.#parts.push(part)
  }
}

/** The value of a line of JSON; `undefined` for what is no JSON in UTF-8. */
export function readJson(line: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(line)) as unknown
  } catch {
    return undefined
  }
}

/**
 * The socket's path. Where the folder's own is too long for a socket, Linux reaches it through the opened folder.
 *
 * @throws Failure `invalid_request` when the path is too long and there is no such way.
 */
export function socketPlace(folder: string): { readonly path: string; readonly release: () => void } {
  const path = join(folder, SOCKET_NAME)
  if (Buffer.byteLength(path) <= PATH_BYTES_MAX) return { path, release: () => {} }
  if (process.platform !== 'linux') {
    throw new Failure(
      'invalid_request',
      `The path of the data folder is too long for a socket in it: at most ${PATH_BYTES_MAX} bytes with the socket's name.`,
    )
  }
  const opened = openSync(folder, 'r')
  return { path: `/proc/self/fd/${opened}/${SOCKET_NAME}`, release: () => closeSync(opened) }
}
