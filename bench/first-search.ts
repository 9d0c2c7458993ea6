/**
 * What the first search of each kind costs a thread after a new base was published, beside the second one:
 *
 *     node bench/first-search.ts <index file> [--rounds 15]
 *
 * All code is warm: the same searches ran on another opening of the same image before. Prints the median of the rounds in ms.
 */
import { parseArgs } from 'node:util'
import { loadIndexImage } from '../src/adapters/embedded/index-image.ts'
import { EmbeddedNameIndex } from '../src/adapters/embedded/name-index.ts'
import { openIndex } from '../src/engine/format/index-reader.ts'
import type { SearchQuery } from '../src/names/search/query.ts'
import { STATUSES } from '../src/names/search/status.ts'
import { mixOf, PAGE, timeMix, WARM_UP } from './query-mix.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '15' } },
})
const file = positionals[0]
if (file === undefined) throw new Error('usage: node bench/first-search.ts <index file> [--rounds 15]')
const loaded = loadIndexImage(file, { sequence: 0 })
if ('refused' in loaded) throw new Error(loaded.refused)
const { image } = loaded

const search = (query: Partial<SearchQuery>) => (index: EmbeddedNameIndex) =>
  void index
    .search({ name: 'Müller Bau', deep: false, limit: PAGE, ...query })
    .hits.map(({ record }) => record.name)

const KINDS: Readonly<Record<string, (index: EmbeddedNameIndex) => void>> = {
  normal: search({}),
  'normal, all statuses': search({ status: STATUSES }),
  'normal, one city': search({ city: ['muenchen'] }),
  'normal, a state and a form': search({ state: ['DE-BY'], legalForm: ['GmbH'] }),
  deep: search({ deep: true }),
  'deep, misspelt': search({ deep: true, name: 'Hoffman Elektrotechnick Münchn' }),
  'deep, one city': search({ deep: true, city: ['muenchen'] }),
  'register number': search({ name: 'HRB 42243 München' }),
  facets: (index) => void index.facets({ name: 'Müller', deep: false }),
  'correction of a suggestion': (index) => void index.corrections('simens'),
}

const warm = opened()
const reader = openIndex(image)
timeMix(warm, mixOf(reader, WARM_UP.normal + 1000), false)
timeMix(warm, mixOf(reader, WARM_UP.deep + 300), true)
for (let i = 0; i < 200; i++) for (const run of Object.values(KINDS)) run(warm)

console.log('| first after publishing | opened | first | second |')
console.log('|---|---|---|---|')
for (const [name, run] of Object.entries(KINDS)) {
  const rounds = Array.from({ length: Number(values.rounds) }, () => {
    const start = performance.now()
    const index = opened()
    const openedMs = performance.now() - start
    return [openedMs, timeOf(run, index), timeOf(run, index)] as const
  })
  const [openMs, first, second] = ([0, 1, 2] as const).map((i) =>
    median(rounds.map((round) => round[i])).toFixed(2),
  )
  console.log(`| ${name} | ${openMs} | ${first} | ${second} |`)
}

function opened(): EmbeddedNameIndex {
  const index = new EmbeddedNameIndex()
  index.publish(image)
  return index
}

function timeOf(run: (index: EmbeddedNameIndex) => void, index: EmbeddedNameIndex): number {
  const start = performance.now()
  run(index)
  return performance.now() - start
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] as number
}
