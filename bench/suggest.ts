/**
 * What suggestions cost: `node bench/suggest.ts <index> [queries]`, a file `companies.index` of a data folder or an image of
 * `bench/scale.ts`. Texts are beginnings of current names of two letters and more, as typed and with one letter left out.
 */
import { loadIndexImage } from '../src/adapters/embedded/index-image.ts'
import { EmbeddedNameIndex } from '../src/adapters/embedded/name-index.ts'
import type { SearchText } from '../src/core/search/search-text.ts'
import { suggestCompanies } from '../src/core/search/suggest-companies.ts'
import { nameOf, openIndex } from '../src/engine/format/index-reader.ts'
import { Random } from './corpus/random.ts'

const SEED = 1
const QUERIES = 10_000
const LETTERS_MIN = 2
/** Until then the code is being compiled. */
const WARM_UP = 2_000
const GOAL_MS = 5

const [file, count] = process.argv.slice(2)
if (file === undefined) throw new Error('Say which index.')
const loaded = loadIndexImage(file)
if (!('image' in loaded)) throw new Error(loaded.refused)
const reader = openIndex(loaded.image)
const index = new EmbeddedNameIndex()
index.publish(loaded.image)
const random = new Random(SEED).start(0)

const kinds: readonly (readonly [string, (text: string) => string])[] = [
  ['as typed', (text) => text],
  ['a letter left out', withoutLetter],
]
console.log('| beginnings of names | texts | mean ms | p50 | p90 | p99 | slowest | above 5 ms |')
console.log('|---|--:|--:|--:|--:|--:|--:|--:|')
for (const [kind, change] of kinds) console.log(await rowOf(kind, change, Number(count ?? QUERIES)))

/** A beginning of a name, which ends with a letter of a word. */
function beginning(): string {
  const letters = Array.from(nameOf(reader, random.below(reader.header.companies)))
  return letters
    .slice(0, LETTERS_MIN + random.below(Math.max(1, letters.length - LETTERS_MIN)))
    .join('')
    .trim()
}

function withoutLetter(text: string): string {
  const letters = Array.from(text)
  return letters.toSpliced(random.below(letters.length), 1).join('')
}

async function rowOf(kind: string, change: (text: string) => string, queries: number): Promise<string> {
  const texts = Array.from({ length: WARM_UP + queries }, () => change(beginning()))
  const times: number[] = []
  for (const text of texts) {
    const startMs = performance.now()
    await suggestCompanies({ index }, text as SearchText)
    times.push(performance.now() - startMs)
  }
  const timed = Float64Array.from(times.slice(WARM_UP)).sort()
  const at = (share: number) => (timed[Math.floor(share * timed.length)] as number).toFixed(2)
  const mean = timed.reduce((sum, one) => sum + one, 0) / timed.length
  const slow = timed.filter((one) => one > GOAL_MS).length
  const cells = [kind, queries, mean.toFixed(2), at(0.5), at(0.9), at(0.99), timed.at(-1)?.toFixed(1), slow]
  return `| ${cells.join(' | ')} |`
}
