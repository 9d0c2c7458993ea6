/** The table of measured updates. */
import type { TimedSearch } from './open-loop.ts'
import type { Update } from './updates.ts'

/** A span of time, in ms since 1970. */
export type Span = readonly [fromMs: number, toMs: number]

/** What one update took. */
export interface MeasuredUpdate {
  readonly update: Update
  readonly commandMs: number
  readonly searchableMs: number
  readonly indexMs: number
  /** When the server was quiet before the update. */
  readonly before: Span
  readonly during: Span
  readonly merging: Span | undefined
  readonly feed: string
}

const HEADER =
  '| changed | from | command s | commit to searchable s: median | max | of which index | searches ms: p50 | p99 | against quiet | while merging | feed |'

/** Prints the quiet times and a row for each kind and size of updates. */
export function printUpdates(
  measured: readonly MeasuredUpdate[],
  quiet: readonly Span[],
  searches: readonly TimedSearch[],
): void {
  const calm = timesIn(searches, quiet)
  const counts = Object.entries(Object.groupBy(searches, ({ status }) => status))
  const statuses = counts.map(([status, of]) => `${of?.length} × ${status}`).join(', ')
  const quietText = `quiet: p50 ${ms(at(calm, 0.5))} ms, p99 ${ms(at(calm, 0.99))} ms`
  console.log(`Searches by status (0 = connection closed): ${statuses}; ${quietText}\n`)
  console.log(`${HEADER}\n${HEADER.replaceAll(/[^|]+/g, '---')}`)
  const groups = Object.groupBy(measured, ({ update }) => `${update.kind} ${update.lines.length}`)
  for (const group of Object.values(groups)) console.log(rowOf(group!, searches))
}

/** One row of updates of the same kind and size: medians of them, and quantiles of all their searches together. */
function rowOf(group: readonly MeasuredUpdate[], searches: readonly TimedSearch[]): string {
  const [{ update }] = group as [MeasuredUpdate]
  const medianOf = (value: (one: MeasuredUpdate) => number) => at(sorted(group.map(value)), 0.5)
  const times = (spanOf: (one: MeasuredUpdate) => Span | undefined) =>
    timesIn(
      searches,
      group.map(spanOf).filter((span) => span !== undefined),
    )
  const calm = times(({ before }) => before)
  const during = times((one) => one.during)
  const merging = times((one) => one.merging)
  const ratio = (of: readonly number[]) => (of.length === 0 ? '' : `${ms(at(of, 0.99) / at(calm, 0.99))} ×`)
  const cells = [
    ...[update.lines.length.toLocaleString('en'), update.kind],
    seconds(medianOf(({ commandMs }) => commandMs)),
    seconds(medianOf(({ searchableMs }) => searchableMs)),
    seconds(Math.max(...group.map(({ searchableMs }) => searchableMs))),
    seconds(medianOf(({ indexMs }) => indexMs)),
    ...[ms(at(during, 0.5)), ms(at(during, 0.99)), ratio(during), ratio(merging)],
    [...new Set(group.map(({ feed }) => feed))].join('; '),
  ]
  return `| ${cells.join(' | ')} |`
}

function timesIn(searches: readonly TimedSearch[], spans: readonly Span[]): readonly number[] {
  const inside = searches.filter(({ sentMs }) => spans.some(([from, to]) => sentMs >= from && sentMs < to))
  return sorted(inside.map((search) => search.ms))
}

function sorted(values: readonly number[]): readonly number[] {
  return values.toSorted((a, b) => a - b)
}

function at(values: readonly number[], share: number): number {
  return values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN
}

function ms(value: number): string {
  return value.toFixed(2)
}

function seconds(valueMs: number): string {
  return (valueMs / 1000).toFixed(2)
}
