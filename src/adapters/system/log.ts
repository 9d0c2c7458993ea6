import { writeSync } from 'node:fs'
import pino from 'pino'
import { escapeBidiControls } from '../../core/control-characters.ts'

/** What pino is asked for: fields and a message. */
export interface ProcessLog {
  debug(fields: Readonly<Record<string, unknown>>, message: string): void
  info(fields: Readonly<Record<string, unknown>>, message: string): void
  warn(fields: Readonly<Record<string, unknown>>, message: string): void
  error(fields: Readonly<Record<string, unknown>>, message: string): void
  /** Writes out what is buffered. */
  flush(): void
}

const STDERR = 2
/** Lines are written in lots of this size, and at the latest when the thread has nothing else to do for a moment. */
const BUFFER_BYTES = 4096
const FLUSH_EVERY_MS = 200
/** Of lines that wait for a slow reader; what is beyond is dropped. */
const WAITING_BYTES_MAX = 1_048_576

/** JSON lines on stderr, so that stdout stays for people. `thread` is 0 for the supervisor. That a line cannot be written ends no work. */
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

/** Pino's own destination tries forever to write to a full disk, and stands still meanwhile. */
class WaitingLines {
  #waiting: Buffer[] = []
  #bytes = 0

  write(line: string): void {
    if (this.#bytes > WAITING_BYTES_MAX) return
    this.#keep(Buffer.from(escapeBidiControls(line)))
    if (this.#bytes >= BUFFER_BYTES) this.flush()
  }

  flush(): void {
    let rest: Buffer = Buffer.concat(this.#waiting)
    this.#waiting = []
    this.#bytes = 0
    try {
      while (rest.length > 0) rest = rest.subarray(writeSync(STDERR, rest))
    } catch (error) {
      // The reader of a pipe is slow: it gets the rest later. For any other fault there is no place to tell of it.
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') this.#keep(rest)
    }
  }

  #keep(bytes: Buffer): void {
    this.#waiting.push(bytes)
    this.#bytes += bytes.length
  }
}
