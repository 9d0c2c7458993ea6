/** Copies all that is stored from one database to another one, and compares both. */
import { Failure } from '../failure.ts'
import type { Clock } from '../ports.ts'
import { RowChecksum } from './row-checksum.ts'
import type { TransferReader, TransferSource, TransferTarget } from './transfer-ports.ts'

/** Progress of a transfer. */
export interface TransferProgress {
  /** `comparing` reads source and target. */
  readonly step: 'copying' | 'indexing' | 'comparing'
  /** The table; empty while indexes are made. */
  readonly table: string
  /** Rows of all tables so far, and of all; 0 while indexes are made. */
  readonly rows: number
  readonly rowsTotal: number
  /** Rows of this run and step. */
  readonly rowsPerS: number
  /** Time for the rest of this step at the rate so far; `undefined` while it is unknown. */
  readonly leftMs: number | undefined
}

/** A table that is the same in source and target. */
export interface TransferredTable {
  readonly table: string
  readonly rows: number
  /** As `RowChecksum`. */
  readonly checksum: string
}

/** The result of a transfer. */
export interface TransferResult {
  readonly tables: readonly TransferredTable[]
  /** Rows that this run has copied. */
  readonly copied: number
  readonly copyMs: number
  /** Time for indexes and statistics. */
  readonly finishMs: number
  readonly compareMs: number
}

/** The two sides, and the clock. */
export interface TransferNeeds {
  readonly source: TransferSource
  readonly target: TransferTarget
  readonly clock: Clock
}

/** How a transfer runs. */
export interface TransferRun {
  /** Aborted: the transfer ends after its current page; the same call continues it. */
  readonly stop: AbortSignal
  report(progress: TransferProgress): void
}

/**
 * Copies the tables of the source, or what an earlier call did not copy, and compares the target with the source.
 *
 * @throws {Failure} `service_unavailable` if a side cannot be used, or if they differ at the end.
 * @throws the reason of `stop`.
 */
export async function transferData(needs: TransferNeeds, run: TransferRun): Promise<TransferResult> {
  const { source, target, clock } = needs
  run.stop.throwIfAborted()
  const rowsTotal = await countRows(source)
  const startMs = monotonicMs(clock)
  const copied = await copyTables(needs, run, rowsTotal)
  const copiedMs = monotonicMs(clock)
  await finishTarget(target, run)
  const finishedMs = monotonicMs(clock)
  const tables = await compareTables(needs, run, rowsTotal)
  const compareMs = monotonicMs(clock) - finishedMs
  await target.complete()
  const [copyMs, finishMs] = [copiedMs - startMs, finishedMs - copiedMs]
  return { tables, copied, copyMs, finishMs, compareMs }
}

async function countRows(source: TransferSource): Promise<number> {
  let rows = 0
  for (const table of source.tables) rows += await source.count(table)
  return rows
}

/** Returns how many rows were copied now. */
async function copyTables(
  { source, target, clock }: TransferNeeds,
  run: TransferRun,
  rowsTotal: number,
): Promise<number> {
  const meter = new Meter('copying', rowsTotal, clock)
  for (const table of source.tables) {
    const before = await target.copied(table)
    meter.skip(before?.rows ?? 0)
    if (before?.isWhole) continue
    if (before === undefined) await target.beginTable(table)
    for await (const page of source.read(table, { inOrder: true, afterKey: before?.lastKey })) {
      run.stop.throwIfAborted()
      await target.write(table, page)
      run.report(meter.add(table, page.rows.length))
    }
    await target.endTable(table, await source.lastNumber(table))
  }
  run.stop.throwIfAborted()
  return meter.rows
}

async function finishTarget(target: TransferTarget, { stop, report }: TransferRun): Promise<void> {
  report({ step: 'indexing', table: '', rows: 0, rowsTotal: 0, rowsPerS: 0, leftMs: undefined })
  for await (const _step of target.finish()) stop.throwIfAborted()
}

async function compareTables(
  { source, target, clock }: TransferNeeds,
  run: TransferRun,
  rowsTotal: number,
): Promise<readonly TransferredTable[]> {
  const meter = new Meter('comparing', rowsTotal * 2, clock)
  const tables: TransferredTable[] = []
  for (const table of source.tables) {
    // Both sides at once: one computes while the other one waits for its server.
    const [there, here] = await Promise.all([
      checksumOf(source, table, meter, run),
      checksumOf(target, table, meter, run),
    ])
    if (there.rows !== here.rows || there.text !== here.text) throw difference(source, target, table)
    tables.push({ table, rows: here.rows, checksum: here.text })
  }
  return tables
}

async function checksumOf(reader: TransferReader, table: string, meter: Meter, run: TransferRun) {
  const checksum = new RowChecksum()
  for await (const { rows } of reader.read(table, { inOrder: false })) {
    run.stop.throwIfAborted()
    for (const row of rows) checksum.add(row)
    run.report(meter.add(table, rows.length))
  }
  return checksum
}

function difference(source: TransferSource, target: TransferTarget, table: string): Failure {
  return new Failure(
    'service_unavailable',
    `The table ${table} of ${target.name} differs from that of ${source.name}, which was changed since the migration began, or is another one. ` +
      `Delete ${target.name} and migrate again.`,
  )
}

/** Counts the rows of a step. */
class Meter {
  readonly #step: 'copying' | 'comparing'
  readonly #rowsTotal: number
  readonly #clock: Clock
  readonly #startMs: number
  #skipped = 0
  rows = 0

  constructor(step: 'copying' | 'comparing', rowsTotal: number, clock: Clock) {
    this.#step = step
    this.#rowsTotal = rowsTotal
    this.#clock = clock
    this.#startMs = monotonicMs(clock)
  }

  /** Counts rows that an earlier run has copied. */
  skip(rows: number): void {
    this.#skipped += rows
  }

  add(table: string, rows: number): TransferProgress {
    this.rows += rows
    const ms = monotonicMs(this.#clock) - this.#startMs
    const done = this.#skipped + this.rows
    return {
      ...{ step: this.#step, table, rows: done, rowsTotal: this.#rowsTotal },
      rowsPerS: Math.round(this.rows / Math.max(0.001, ms / 1000)),
      leftMs: this.rows === 0 ? undefined : Math.round((ms / this.rows) * (this.#rowsTotal - done)),
    }
  }
}

function monotonicMs(clock: Clock): number {
  return Number(clock.monotonicNs() / 1000n) / 1000
}
