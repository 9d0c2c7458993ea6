/** The results of the scale benchmark, and the page that shows them. */
import type { MixTimes, WorstTime } from './query-mix.ts'

/** The figures of building one index. */
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

/** The figures of searching one index. */
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
  /** The same over all statuses, removed companies included. */
  readonly allStatuses: MixTimes
  /** Normal queries while 5 % are deep, one thread half busy. */
  readonly together: MixTimes
  readonly worst: readonly WorstTime[]
}

/** The figures of one size. */
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
    '# Time and memory by number of companies',
    '`node bench/scale.ts <data folder> --docs docs` writes this page and its plot. It uses the real companies of the OffeneRegister dump (the row without a round number has all of them), and beyond that fictional ones based on them (`bench/corpus`). Each size is built and searched in a separate process: one thread, in process, pages of 25 hits with all their fields; the mix and the worst queries are in `bench/query-mix.ts`. The times of a mix are measured after 10,000 normal or 500 deep queries of it: before that, the code is still being compiled, and single queries take up to 13 ms.',
    '![Time and memory by number of companies](scale.svg)',
    growth(rows),
    'The build time is from the first company to the finished image: from a store in two threads, as in the service, or, where the column says 1, in one thread from companies that are generated meanwhile, without the time of generating them. The peak is that of the whole process, in the latter case including the data from which companies are generated (about 0.5 GB). The load time is from the file in the page cache to the first search, with all checksums verified. "Together" are normal queries of which 5 % are deep, arriving at random times at one thread that is busy half of the time; waiting is included.',
    '## Searches',
    times(rows),
    '## Worst queries',
    'The slowest query of each family, median of seven, in ms.',
    worst(rows),
    '## Sections of the largest index',
    sections(rows.at(-1) as ScaleRow),
  ].join('\n\n')}\n`
}

function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...lines.map(line)].join('\n')
}

function growth(rows: readonly ScaleRow[]): string {
  const head = [
    ...['companies', 'names', 'distinct words', 'index MB', 'bytes per company'],
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
    ...['all statuses: p50', 'mean'],
    ...['deep ms: p50', 'p90', 'p99', 'mean', 'max', 'together ms: p99'],
  ]
  return table(
    head,
    rows.map(({ companies, normal, unread, allStatuses, deep, together }) => [
      number(companies),
      ...[normal.p50, normal.p90, normal.p99, normal.mean, normal.max].map(us),
      ...[unread.p50, unread.mean, allStatuses.p50, allStatuses.mean].map(us),
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
    ['section', 'bytes per company'],
    shown.map(([name, bytes]) => [`\`${name}\``, fixed(bytes / companies, 1)]),
  )
}
