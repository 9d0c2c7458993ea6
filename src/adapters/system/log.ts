import { writeSync } from 'node:fs'
import pino from 'pino'
import { escapeControls } from '../../core/control-characters.ts'
import type { ProcessLog } from '../../core/process-log.ts'

const STDERR = 2
/** Size at which buffered lines are written, in bytes; they are also written every `FLUSH_EVERY_MS`. */
const BUFFER_BYTES = 4096
const FLUSH_EVERY_MS = 200
/** Maximum size of lines that wait for a slow reader, in bytes; further lines are dropped. */
const WAITING_BYTES_MAX = 1_048_576

/**
 * Opens a log of JSON lines on stderr; stdout is for people. `thread` is 0 for the supervisor. A line that
 * cannot be written causes no error.
 */
export function openLog(level: string, thread: number): ProcessLog {
  const lines = new WaitingLines()
  setInterval(() => lines.flush(), FLUSH_EVERY_MS).unref()
  const log = pino({ level, base: { thread }, timestamp: pino.stdTimeFunctions.isoTime }, lines)
  return {
    debug: (fields, message) => log.debug(fields, message),
    info: (fields, message) => log.info(fields, message),
    warn: (fields, message) => log.warn(fields, message),
    error: (fields, message) => log.error(fields, message),
    flush: () => lines.flush(),
  }
}

/**
 * Buffers lines in place of pino's own destination, which retries a write to a full disk for ever and blocks
 * meanwhile.
 */
class WaitingLines {
  #waiting: Buffer[] = []
  #bytes = 0

  write(line: string): void {
    if (this.#bytes > WAITING_BYTES_MAX) return
    this.#keep(Buffer.from(escapeControls(line)))
    if (this.#bytes >= BUFFER_BYTES) this.flush()
  }

  flush(): void {
    let rest: Buffer = Buffer.concat(this.#waiting)
    this.#waiting = []
    this.#bytes = 0
    try {
      while (rest.length > 0) rest = rest.subarray(writeSync(STDERR, rest))
    } catch (error) {
      // The reader of a pipe is slow: it gets the rest later. Any other error cannot be reported anywhere.
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') this.#keep(rest)
    }
  }

  #keep(bytes: Buffer): void {
    this.#waiting.push(bytes)
    this.#bytes += bytes.length
  }
}
