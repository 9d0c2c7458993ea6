import pino from 'pino'

/** What pino is asked for: fields and a message. */
export interface ProcessLog {
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
/** Of lines that cannot be written, because the disk is full for example; what is beyond is dropped. */
const WAITING_BYTES_MAX = 1_048_576

/** JSON lines on stderr, so that stdout stays for people. `thread` is 0 for the supervisor. That a line cannot be written ends no work. */
export function openLog(level: string, thread: number): ProcessLog {
  const destination = pino.destination({
    dest: STDERR,
    sync: true,
    minLength: BUFFER_BYTES,
    periodicFlush: FLUSH_EVERY_MS,
    maxLength: WAITING_BYTES_MAX,
  })
  destination.on('error', () => {})
  const log = pino({ level, base: { thread }, timestamp: pino.stdTimeFunctions.isoTime }, destination)
  return {
    info: (fields, message) => log.info(fields, message),
    warn: (fields, message) => log.warn(fields, message),
    error: (fields, message) => log.error(fields, message),
    flush: () => {
      try {
        destination.flushSync()
      } catch {
        // There is no other place to tell of it.
      }
    },
  }
}
