/** Where commands write: people read lines and a progress bar, programs read JSON. */
import cliProgress from 'cli-progress'

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

/** Without a terminal a line every so often, so that logs stay short. */
const LINE_EVERY_MS = 5000

/** The process's own streams. Progress goes to stderr: as a bar on a terminal, else as lines. */
export function processScreen(nowMs: () => number): Screen {
  return {
    line: (text) => {
      process.stdout.write(`${text}\n`)
    },
    aside: (text) => {
      process.stderr.write(`${text}\n`)
    },
    json: (value) => {
      process.stdout.write(`${JSON.stringify(value)}\n`)
    },
    progress: (title) => (process.stderr.isTTY ? bar(title) : lines(title, nowMs)),
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
