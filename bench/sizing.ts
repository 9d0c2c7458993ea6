/**
 * Sizes of installations on paper: fits laws of growth to what was measured at two sizes, compares what they say of a third with
 * what was measured there, and prints tables for sizes that nobody has measured here.
 *
 *     node bench/sizing.ts [docs/scale.md]
 *
 * Reads the table of built indexes and that of searches in the page of `bench/scale.ts`. The constants of PostgreSQL and
 * OpenSearch are below, each with the page that has the measurement.
 */
import { readFileSync } from 'node:fs'

/** Sizes to which the laws are fitted, and the one that checks them. */
const [SMALL, LARGE, CHECKED] = [1_490_014, 5_000_000, 10_000_000]
/** The embedded index: beyond it a section of the image exceeds 2 GiB (src/engine/DESIGN.md, "Limits"). */
const EMBEDDED = [10_000_000, 20_000_000, 30_000_000]
const IN_OPENSEARCH = [50_000_000, 100_000_000, 330_000_000]
/** Companies a second, and bytes of a company, in PostgreSQL: docs/scale-out.md, "PostgreSQL", 1.49 million companies. */
const POSTGRES = { perS: 23_060, bytes: 684 }
/** Names a second, and bytes of a company, in OpenSearch: docs/benchmarks.md, 1.49 million companies on two cores. */
const OPENSEARCH = { namesPerS: 12_342, bytes: 1_200 }
/** Names of one shard: docs/opensearch.md. */
const SHARD_NAMES = 50_000_000
/** Memory of a machine whose half is heap, the other half for files that are searched. */
const MACHINE_GB = 64
const GB = 1e9
const S_PER_H = 3600

/** One row of the page. */
interface Measured {
  readonly companies: number
  readonly names: number
  readonly words: number
  readonly bytes: number
  readonly buildS: number
  readonly normalUs: number
  readonly deepMs: number
}

function readPage(path: string): ReadonlyMap<number, Measured> {
  const page = readFileSync(path, 'utf8')
  const tables = page.split(/\n\n/).filter((block) => block.startsWith('| companies |'))
  const rowsOf = (table = '') =>
    table
      .split('\n')
      .slice(2)
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => Number(cell.replaceAll(',', '').trim())),
      )
  const [normalMean, deepMean] = ['normal µs', 'deep ms'].map((group) => meanColumn(tables[1], group)) as [
    number,
    number,
  ]
  const searches = new Map(rowsOf(tables[1]).map((row) => [row[0]!, row]))
  return new Map(
    rowsOf(tables[0]).map(([companies = 0, names = 0, words = 0, megabytes = 0, , , buildS = 0]) => {
      const search = searches.get(companies) ?? []
      const times = { normalUs: search[normalMean] ?? Number.NaN, deepMs: search[deepMean] ?? Number.NaN }
      return [companies, { companies, names, words, bytes: megabytes * 1e6, buildS, ...times }]
    }),
  )
}

/** Returns the column with the mean of a group of columns, which are p50, p90, p99 and the mean. */
function meanColumn(table = '', group: string): number {
  const header = table.split('\n')[0] as string
  const columns = header.split('|').slice(1, -1)
  const first = columns.findIndex((column) => column.trim().startsWith(group))
  if (first < 0 || columns[first + 3]?.trim() !== 'mean') throw new Error(`No mean of ${group}: ${header}`)
  return first + 3
}

/** A law `value = factor × companies ^ exponent` through two measurements. */
function powerLaw(small: readonly [number, number], large: readonly [number, number]) {
  const exponent = Math.log(large[1] / small[1]) / Math.log(large[0] / small[0])
  const at = (companies: number) => large[1] * (companies / large[0]) ** exponent
  return { exponent, at }
}

/** The laws: words grow by a power (Heaps), bytes by companies and words, times by powers. */
function lawsOf(small: Measured, large: Measured) {
  const through = (value: (row: Measured) => number) =>
    powerLaw([small.companies, value(small)], [large.companies, value(large)])
  const words = through((row) => row.words)
  const ratio = large.companies / small.companies
  const bytesPerWord = (small.bytes * ratio - large.bytes) / (small.words * ratio - large.words)
  const bytesPerCompany = (small.bytes - small.words * bytesPerWord) / small.companies
  return {
    words,
    bytesPerWord,
    bytesPerCompany,
    bytes: (companies: number) => companies * bytesPerCompany + words.at(companies) * bytesPerWord,
    normalUs: through((row) => row.normalUs),
    deepMs: through((row) => row.deepMs),
    buildS: through((row) => row.buildS),
    namesPerCompany: large.names / large.companies,
  }
}

const page = readPage(process.argv[2] ?? 'docs/scale.md')
const [small, large, checked] = [SMALL, LARGE, CHECKED].map((size) => page.get(size)!) as [
  Measured,
  Measured,
  Measured,
]
const laws = lawsOf(small, large)
const million = (companies: number) => `${companies / 1e6} million`
const decimals = (value: number, digits = 1) => value.toLocaleString('en', { maximumFractionDigits: digits })

console.log(
  `${decimals(laws.bytesPerCompany)} bytes a company and ${decimals(laws.bytesPerWord)} a distinct word; words grow with the power ${decimals(laws.words.exponent, 3)} of companies, the mean of normal searches with ${decimals(laws.normalUs.exponent, 3)}, of deep ones with ${decimals(laws.deepMs.exponent, 3)}, the time of a build with ${decimals(laws.buildS.exponent, 3)}.\n`,
)
console.log(
  `| ${million(CHECKED)} | from ${million(SMALL)} and ${million(LARGE)} | measured | difference |\n|---|---|---|---|`,
)
const comparisons: readonly (readonly [string, number, number])[] = [
  ['distinct words, million', laws.words.at(CHECKED) / 1e6, checked.words / 1e6],
  ['index, GB', laws.bytes(CHECKED) / GB, checked.bytes / GB],
  ['normal search, mean µs', laws.normalUs.at(CHECKED), checked.normalUs],
  ['deep search, mean ms', laws.deepMs.at(CHECKED), checked.deepMs],
  ['build in one thread, s', laws.buildS.at(CHECKED), checked.buildS],
]
for (const [what, said, found] of comparisons)
  console.log(
    `| ${what} | ${decimals(said, 2)} | ${decimals(found, 2)} | ${decimals((said / found - 1) * 100)} % |`,
  )

console.log(
  '\n| companies | index of each node, GB | memory of a node, GB | build, min | start, s | normal searches/s and core | deep searches/s and core |\n|---|---|---|---|---|---|---|',
)
for (const companies of EMBEDDED) {
  const bytes = laws.bytes(companies)
  // While changes are merged, a node has two images, and the data of the merge.
  const memory = (2 * bytes) / GB + 0.8
  const cells = [
    bytes / GB,
    memory,
    laws.buildS.at(companies) / 60,
    (bytes / GB) * 2.7,
    1e6 / laws.normalUs.at(companies),
    1e3 / laws.deepMs.at(companies),
  ]
  console.log(
    `| ${million(companies)} | ${cells.map((cell) => decimals(cell, cell < 100 ? 1 : 0)).join(' | ')} |`,
  )
}

console.log(
  '\n| companies | names, million | OpenSearch, GB (with a copy of each shard) | shards | machines of 64 GB | filling, h | PostgreSQL, GB | import, h |\n|---|---|---|---|---|---|---|---|',
)
for (const companies of IN_OPENSEARCH) {
  const names = companies * laws.namesPerCompany
  const bytes = (companies * OPENSEARCH.bytes) / GB
  const shards = Math.ceil(names / SHARD_NAMES)
  const machines = Math.max(3, Math.ceil((2 * bytes) / (MACHINE_GB / 2)))
  const hours = [
    names / OPENSEARCH.namesPerS / S_PER_H,
    (companies * POSTGRES.bytes) / GB,
    companies / POSTGRES.perS / S_PER_H,
  ]
  console.log(
    `| ${million(companies)} | ${decimals(names / 1e6, 0)} | ${decimals(bytes, 0)} (${decimals(2 * bytes, 0)}) | ${shards} | ${machines} | ${hours.map((hour) => decimals(hour)).join(' | ')} |`,
  )
}
