/** Where commands write: people read lines and a progress bar, programs read JSON. */
import cliProgress from 'cli-progress'
import { escapeBidiControls } from '../core/control-characters.ts'

/** Something that goes on for a while. */
export interface Progress {
  /** `done` of `total`, and words beside it. */
  show(done: number, total: number, words: string): void
  end(): void
}

export interface Screen {
  /** For people who asked for it: the result of a command. */
  line(text: string): void
  /** Faults, and what accompanies a result; never mixed into it. */
  aside(text: string): void
  json(value: unknown): void
  progress(title: string): Progress
}

/** The screen of a process, which may lose its streams while it works. */
export interface ProcessScreen extends Screen {
  /**
   * Resolves when everything is written that can be, with whether a result was lost: its disk was full, for example.
   * A reader that went away (`firmensuche status | head -1`) has read what it wanted; nothing is lost then.
   */
  isResultLost(): Promise<boolean>
}

/** Without a terminal a line every so often, so that logs stay short. */
const LINE_EVERY_MS = 5000
/** A pipe without a reader, and what every write to it says from then on. */
const READER_GONE: readonly string[] = ['EPIPE', 'ERR_STREAM_DESTROYED']

/**
 * The process's own streams. Progress goes to stderr: as a bar on a terminal, else as lines. A stream that cannot be
 * written ends no work; of a result that was lost, a sentence tells on stderr, once.
 */
export function processScreen(nowMs: () => number): ProcessScreen {
  let isLost = false
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (isLost || READER_GONE.includes(error.code ?? '')) return
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
      process.stdout.write(`${escapeBidiControls(text)}\n`)
    },
    aside: (text) => {
      process.stderr.write(`${escapeBidiControls(text)}\n`)
    },
    json: (value) => {
      process.stdout.write(`${escapeBidiControls(JSON.stringify(value))}\n`)
    },
    progress: (title) => {
      const shown = escapeBidiControls(title)
      return process.stderr.isTTY ? bar(shown) : lines(shown, nowMs)
    },
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

function lines(title: string, nowMs: () => number): Progress {
  let nextMs = 0
  return {
    show: (done, total, words) => {
      if (nowMs() < nextMs) return
      nextMs = nowMs() + LINE_EVERY_MS
      process.stderr.write(`${title} ${percent(done, total)} % ${words}\n`)
    },
    end: () => {},
  }
}

function percent(done: number, total: number): number {
  return total === 0 ? 100 : Math.floor((done / total) * 100)
}
