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
  readonly during: Span
  readonly merging: Span | undefined
  readonly feed: string
}

const HEADER =
  '| changed | from | command s | commit to searchable ms: median | max | index ms | searches ms: p50 | p99 | p99 against quiet | while merging | feed |'

/** Prints the quiet times and a row for each kind and size of updates. */
export function printUpdates(
  measured: readonly MeasuredUpdate[],
  quiet: readonly Span[],
  searches: readonly TimedSearch[],
): void {
  const calm = timesIn(searches, quiet)
  const failed = searches.filter(({ status }) => status !== 200).length
  const quietText = `quiet: p50 ${at(calm, 0.5).toFixed(2)} ms, p99 ${at(calm, 0.99).toFixed(2)} ms`
  console.log(`${searches.length} searches, ${failed} not answered with 200; ${quietText}\n`)
  console.log(`${HEADER}\n${HEADER.replaceAll(/[^|]+/g, '---')}`)
  const groups = Object.groupBy(measured, ({ update }) => `${update.kind} ${update.lines.length}`)
  for (const group of Object.values(groups)) console.log(rowOf(group!, calm, searches))
}

/** One row of updates of the same kind and size. */
function rowOf(
  group: readonly MeasuredUpdate[],
  calm: readonly number[],
  searches: readonly TimedSearch[],
): string {
  const [{ update }] = group as [MeasuredUpdate]
  const sorted = (value: (one: MeasuredUpdate) => number) => group.map(value).sort((a, b) => a - b)
  const searchable = sorted(({ searchableMs }) => searchableMs)
  const during = timesIn(
    searches,
    group.map((one) => one.during),
  )
  const merging = timesIn(
    searches,
    group.flatMap((one) => (one.merging === undefined ? [] : [one.merging])),
  )
  const cells = [
    ...[update.lines.length.toLocaleString('en'), update.kind],
    (
      at(
        sorted(({ commandMs }) => commandMs),
        0.5,
      ) / 1000
    ).toFixed(1),
    ...[at(searchable, 0.5), searchable.at(-1)!].map(Math.round),
    at(
      sorted(({ indexMs }) => indexMs),
      0.5,
    ),
    ...[at(during, 0.5).toFixed(2), at(during, 0.99).toFixed(2)],
    ...[ratio(during, calm), ratio(merging, calm)],
    [...new Set(group.map(({ feed }) => feed))].join('; '),
  ]
  return `| ${cells.join(' | ')} |`
}

function timesIn(searches: readonly TimedSearch[], spans: readonly Span[]): number[] {
  return searches
    .filter(({ sentMs }) => spans.some(([fromMs, toMs]) => sentMs >= fromMs && sentMs < toMs))
    .map(({ ms }) => ms)
    .sort((a, b) => a - b)
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

function ratio(times: readonly number[], calm: readonly number[]): string {
  return times.length === 0 ? '' : `${(at(times, 0.99) / at(calm, 0.99)).toFixed(2)} ×`
}
