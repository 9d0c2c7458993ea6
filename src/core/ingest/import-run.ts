/** Counts and progress of reading register files, the same for an import and for a preview of one. */
import type { Clock } from '../ports.ts'
import { type EntrySource, FileFault, type RowBatch, type SourceFile } from './entry-source.ts'
import { FormatCounts } from './file-format.ts'
import type { RejectReason } from './register-entry.ts'

/** Numbers of rows and companies. */
export interface ImportCounts {
  readonly rows: number
  readonly good: number
  readonly rejected: number
  readonly created: number
  readonly changed: number
  readonly unchanged: number
  readonly joined: number
  readonly renamed: number
  readonly moved: number
  /** Entries. */
  readonly withdrawn: number
  /** Companies that no entry tells any more. */
  readonly deleted: number
  /** Rows whose register number is not that of their LEI, so that the number counted. */
  readonly contradicted: number
}

/** Whether more than half of the rows were rejected: then the file is most likely of another kind. */
export function isMostlyRejected({ rows, rejected }: Pick<ImportCounts, 'rows' | 'rejected'>): boolean {
  return rejected * 2 > rows
}

/** The progress after a batch. All but the file is over all files. */
export interface ImportProgress extends ImportCounts {
  readonly file: string
  /** Which of the files it is, from 1. */
  readonly fileNumber: number
  readonly files: number
  /** Bytes on the disk. */
  readonly bytesDone: number
  readonly bytesTotal: number
  readonly rowsPerS: number
  /** Time for the rest at the rate so far; `undefined` while it is unknown. */
  readonly leftMs: number | undefined
}

const NO_COUNTS: ImportCounts = {
  ...{ rows: 0, good: 0, rejected: 0 },
  ...{ created: 0, changed: 0, unchanged: 0, joined: 0, renamed: 0, moved: 0 },
  ...{ withdrawn: 0, deleted: 0, contradicted: 0 },
}

/** The state of a run over several files. */
export class ImportRun {
  readonly #clock: Clock
  readonly #startMs: number
  readonly #reasons: Partial<Record<RejectReason, number>> = {}
  readonly counts: { -readonly [K in keyof ImportCounts]: number } = { ...NO_COUNTS }
  /** Files that could not be read, or not to their end. */
  readonly faults: FileFault[] = []
  readonly formats = new FormatCounts()
  readonly #files: SourceFile[] = []
  #bytesTotal = 0
  /** Number of files that were begun. */
  #begun = 0

  constructor(clock: Clock) {
    this.#clock = clock
    this.#startMs = monotonicMs(clock)
  }

  get elapsedMs(): number {
    return monotonicMs(this.#clock) - this.#startMs
  }

  /** Number of rejected rows for each reason, the most frequent reason first. */
  get reasons(): Readonly<Partial<Record<RejectReason, number>>> {
    return Object.fromEntries(Object.entries(this.#reasons).sort(([, a], [, b]) => b - a))
  }

  reject(reason: RejectReason): void {
    this.counts.rejected++
    this.#reasons[reason] = (this.#reasons[reason] ?? 0) + 1
  }

  /** @throws the error if it is not of a file. */
  noteFault(error: unknown): void {
    if (!(error instanceof FileFault)) throw error
    this.faults.push(error)
  }

  /** Returns the files that the paths mean, in their order; notes the faults of folders. Call it once, first. */
  async filesOf(source: Pick<EntrySource, 'filesOf'>, paths: readonly string[]): Promise<readonly string[]> {
    for (const path of paths) {
      try {
        this.#files.push(...(await source.filesOf(path)))
      } catch (error) {
        this.noteFault(error)
      }
    }
    this.#bytesTotal = this.#files.reduce((sum, { bytes }) => sum + bytes, 0)
    return this.#files.map(({ path }) => path)
  }

  /** Begins the next of the files; returns what the progress is after a batch of it. */
  nextFile(): (batch: Pick<RowBatch, 'bytesDone' | 'bytesTotal'>) => ImportProgress {
    const { path: file, bytes } = this.#files[this.#begun++] as SourceFile
    const fileNumber = this.#begun
    const bytesBefore = this.#files.slice(0, fileNumber - 1).reduce((sum, before) => sum + before.bytes, 0)
    return ({ bytesDone, bytesTotal }) => {
      // A reader counts what it has unpacked, or pages of a database.
      const share = bytesTotal === 0 ? 1 : Math.min(1, bytesDone / bytesTotal)
      const done = bytesBefore + Math.round(share * bytes)
      return {
        ...{ file, fileNumber, files: this.#files.length, bytesDone: done, bytesTotal: this.#bytesTotal },
        ...this.counts,
        rowsPerS: Math.round(this.counts.rows / Math.max(0.001, this.elapsedMs / 1000)),
        leftMs: leftMs({ bytesDone: done, bytesTotal: this.#bytesTotal }, this.elapsedMs),
      }
    }
  }
}

function leftMs(place: Pick<RowBatch, 'bytesDone' | 'bytesTotal'>, ms: number): number | undefined {
  if (place.bytesDone === 0) return undefined
  return Math.round((ms / place.bytesDone) * (place.bytesTotal - place.bytesDone))
}

function monotonicMs(clock: Clock): number {
  return Number(clock.monotonicNs() / 1000n) / 1000
}
