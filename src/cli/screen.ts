/** Output of commands: lines and a progress bar for people, JSON for programs. */
import cliProgress from 'cli-progress'
import { escapeControls } from '../core/control-characters.ts'

/** A progress display. */
export interface Progress {
  /** Shows `done` of `total`, followed by `words`. */
  show(done: number, total: number, words: string): void
  end(): void
}

/** Output of a command. */
export interface Screen {
  /** Writes a line of the command's result. */
  line(text: string): void
  /** Writes a message or an error separately from the result. */
  message(text: string): void
  json(value: unknown): void
  progress(title: string): Progress
}

/** Output to the streams of the process, which may become unwritable. */
export interface ProcessScreen extends Screen {
  /**
   * Resolves after all possible writes, with `true` if a part of the result was lost, e.g. because a disk was
   * full. A closed reader (`firmensuche status | head -1`) does not count as a loss.
   */
  isResultLost(): Promise<boolean>
}

/** Interval of progress lines without a terminal, so that logs stay short. */
const LINE_EVERY_MS = 5000
/** Levels of log lines, as pino has them. */
const LEVEL_INFO = 30
const LEVEL_WARN = 40
/** Error codes of writes to a pipe without a reader: of the first write, and of later ones. */
const CLOSED_READER_CODES: readonly string[] = ['EPIPE', 'ERR_STREAM_DESTROYED']

/**
 * Returns a screen on the process's own streams. Progress goes to stderr: a bar on a terminal, else lines. A
 * stream that cannot be written does not stop the command; a lost result is reported on stderr, once.
 */
export function processScreen(nowMs: () => number): ProcessScreen {
  let isLost = false
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (isLost || CLOSED_READER_CODES.includes(error.code ?? '')) return
    isLost = true
    process.stderr.write(`The output cannot be written: ${error.message}.\n`)
  })
  process.stderr.on('error', () => {})
  return {
    isResultLost: async () => {
      await new Promise<void>((resolve) => process.stdout.write('', () => resolve()))
      return isLost
    },
    line: (text) => {
      process.stdout.write(`${escapeControls(text)}\n`)
    },
    message: (text) => {
      process.stderr.write(`${escapeControls(text)}\n`)
    },
    json: (value) => {
      process.stdout.write(`${escapeControls(JSON.stringify(value))}\n`)
    },
    progress: (title) => {
      const shown = escapeControls(title)
      if (process.stderr.isTTY) return bar(shown)
      return lines(shown, nowMs, (text) => void process.stderr.write(`${text}\n`))
    },
  }
}

/**
 * Returns the screen of a server: where stderr is no terminal, messages and progress are JSON lines as those of its log,
 * whatever `LOG_LEVEL` says. Lines on stdout are for people and stay as they are: they may contain the first key.
 */
export function serverScreen(screen: Screen): Screen {
  if (process.stderr.isTTY) return screen
  const write = (level: number, msg: string) => {
    const line = { level, time: new Date().toISOString(), thread: 0, msg }
    process.stderr.write(`${escapeControls(JSON.stringify(line))}\n`)
  }
  return {
    ...screen,
    message: (text) => write(LEVEL_WARN, text),
    progress: (title) => lines(title, Date.now, (text) => write(LEVEL_INFO, text)),
  }
}

function bar(title: string): Progress {
  const shown = new cliProgress.SingleBar(
    { format: `${title} {bar} {percentage} % {words}`, hideCursor: true, clearOnComplete: false },
    cliProgress.Presets.shades_classic,
  )
  let isStarted = false
  return {
    show: (done, total, words) => {
      if (!isStarted) shown.start(total, done, { words })
      isStarted = true
      shown.setTotal(total)
      shown.update(done, { words })
    },
    end: () => shown.stop(),
  }
}

function lines(title: string, nowMs: () => number, write: (text: string) => void): Progress {
  let nextMs = 0
  return {
    show: (done, total, words) => {
      if (nowMs() < nextMs) return
      nextMs = nowMs() + LINE_EVERY_MS
      write(`${title} ${percent(done, total)} % ${words}`)
    },
    end: () => {},
  }
}

function percent(done: number, total: number): number {
  return total === 0 ? 100 : Math.floor((done / total) * 100)
}
