/** What the scale benchmark measures, and the page that tells it. */
import type { MixTimes, WorstTime } from './query-mix.ts'

export interface BuiltIndex {
  /** Of the store in two threads, or of companies as they are made in one. */
  readonly threads: 1 | 2
  /** From the first company to the finished image; the making of companies does not count, the reading of a store does. */
  readonly seconds: number
  readonly cpuSeconds: number
  /** The process at its largest; what the companies are made of included where they are made. */
  readonly peakBytes: number
  readonly saveSeconds: number
}

export interface AskedIndex {
  readonly companies: number
  readonly names: number
  /** Distinct ones. */
  readonly words: number
  readonly indexBytes: number
  readonly format: number
  readonly sections: Readonly<Record<string, number>>
  /** From the file (in the page cache) to the first search, checksums tested. */
  readonly loadMs: number
  readonly normal: MixTimes
  readonly deep: MixTimes
  /** Normal queries of whose hits no field is read. */
  readonly unread: MixTimes
  /** Normal queries while 5 % are deep, one thread half busy. */
  readonly together: MixTimes
  readonly worst: readonly WorstTime[]
}

export interface ScaleRow extends AskedIndex {
  readonly size: string
  /** Absent where the image was there already. */
  readonly built?: BuiltIndex
}

const number = (value: number) => value.toLocaleString('en-US')
const fixed = (value: number, digits: number) => value.toFixed(digits)
const us = (value: number) => (value < 100 ? value.toFixed(1) : value.toFixed(0))
const ms = (value: number) => (value < 10_000 ? (value / 1000).toFixed(2) : (value / 1000).toFixed(1))

/** The page: growth, the worst queries of the largest sizes, what the index is made of. */
export function scalePage(rows: readonly ScaleRow[]): string {
  return `${[
    '# How it grows',
    '`node bench/scale.ts <data folder> --docs docs` writes this page and its plot. Real companies of the OffeneRegister dump as far as they reach (the row without a round number has all of them), then companies made of them (`bench/corpus`). Each size is built, and asked, in a process of its own: one thread, in process, pages of 25 hits with all their fields; the mix and the worst queries are in `bench/query-mix.ts`. The times of a mix are taken after other queries of it, 10,000 normal ones or 500 deep ones, were asked: before, the code is still being compiled, and single queries take up to 13 ms.',
    '![Time and memory by number of companies](scale.svg)',
    growth(rows),
    'Building is from the first company to the finished image: of a store in two threads, as the service does it, or, where the column says 1, in one thread of companies as they are made, the making not counted. The peak is of the whole process, in the latter case with what companies are made of (some 0.5 GB). Loading is from the file in the page cache to the first search, all checksums tested. "Together": normal queries among which 5 % are deep, arriving at random at one thread that is busy half of the time, waiting included.',
    '## Searches',
    times(rows),
    '## Worst queries',
    'The slowest query of each family, median of seven, in ms.',
    worst(rows),
    '## What the largest index is made of',
    sections(rows.at(-1) as ScaleRow),
  ].join('\n\n')}\n`
}

function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...lines.map(line)].join('\n')
}

function growth(rows: readonly ScaleRow[]): string {
  const head = [
    ...['companies', 'names', 'distinct words', 'index MB', 'bytes a company'],
    ...['threads', 'built in s', '(processor s)', 'peak GB', 'peak / index', 'loaded in s'],
  ]
  return table(
    head,
    rows.map(({ companies, names, words, indexBytes, built, loadMs }) => [
      ...[number(companies), number(names), number(words), number(Math.round(indexBytes / 1e6))],
      fixed(indexBytes / companies, 0),
      built === undefined ? '' : String(built.threads),
      built === undefined ? '' : fixed(built.seconds, 1),
      built === undefined ? '' : fixed(built.cpuSeconds, 1),
      built === undefined ? '' : fixed(built.peakBytes / 1e9, 2),
      built === undefined ? '' : fixed(built.peakBytes / indexBytes, 2),
      fixed(loadMs / 1000, 2),
    ]),
  )
}

function times(rows: readonly ScaleRow[]): string {
  const head = [
    ...['companies', 'normal µs: p50', 'p90', 'p99', 'mean', 'max', 'hits not read: p50', 'mean'],
    ...['deep ms: p50', 'p90', 'p99', 'mean', 'max', 'together ms: p99'],
  ]
  return table(
    head,
    rows.map(({ companies, normal, unread, deep, together }) => [
      number(companies),
      ...[normal.p50, normal.p90, normal.p99, normal.mean, normal.max].map(us),
      ...[unread.p50, unread.mean].map(us),
      ...[deep.p50, deep.p90, deep.p99, deep.mean, deep.max, together.p99].map(ms),
    ]),
  )
}

/** The three largest sizes side by side. */
function worst(rows: readonly ScaleRow[]): string {
  const shown = rows.slice(-3)
  const families = [...new Set(shown.flatMap((row) => row.worst.map(({ family }) => family)))]
  const cell = (row: ScaleRow, family: string, deep: boolean) => {
    const found = row.worst.find((one) => one.family === family && one.deep === deep)
    return found === undefined ? '' : ms(found.us)
  }
  return table(
    ['', ...shown.flatMap(({ companies }) => [`normal, ${number(companies)}`, 'deep'])],
    families.map((family) => [
      family,
      ...shown.flatMap((row) => [cell(row, family, false), cell(row, family, true)]),
    ]),
  )
}

function sections({ companies, sections: sizes }: ScaleRow): string {
  const sorted = Object.entries(sizes).sort((a, b) => b[1] - a[1])
  const shown = sorted.filter(([, bytes]) => bytes / companies >= 1)
  return table(
    ['section', 'bytes a company'],
    shown.map(([name, bytes]) => [`\`${name}\``, fixed(bytes / companies, 1)]),
  )
}
