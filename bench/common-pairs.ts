/**
 * Pairs of the most common words, of all statuses: `node bench/common-pairs.ts <index>`, a file `companies.index` of a data folder or an
 * image of `bench/scale.ts`. All pairs are searched in turn, so that none finds its own lists in the cache of the processor.
 */
import { loadIndexImage } from '../src/adapters/embedded/index-image.ts'
import { EmbeddedNameIndex } from '../src/adapters/embedded/name-index.ts'
import { openIndex } from '../src/engine/format/index-reader.ts'
import { STATUSES } from '../src/names/search/status.ts'
import { PAGE, pairsOfCommonWords } from './query-mix.ts'

const ROUNDS = 40
/** Rounds in which the code is compiled and bitmaps of prefixes are built. */
const WARM_UP = 5
const GOAL_US = 200

const file = process.argv[2]
if (file === undefined) throw new Error('Say which index.')
const loaded = loadIndexImage(file)
if (!('image' in loaded)) throw new Error(loaded.refused)
const { image } = loaded
const index = new EmbeddedNameIndex()
index.publish(image)
const times = pairsOfCommonWords(openIndex(image)).map((name) => ({ name, us: [] as number[] }))
for (let round = 0; round < WARM_UP + ROUNDS; round++) {
  for (const { name, us } of times) {
    const startMs = performance.now()
    index.search({ name, deep: false, limit: PAGE, status: STATUSES })
    if (round >= WARM_UP) us.push((performance.now() - startMs) * 1000)
  }
}
for (const which of ['median', 'least'] as const) {
  const all = times.map(({ name, us }) => ({
    name,
    us: us.sort((a, b) => a - b)[which === 'least' ? 0 : ROUNDS >> 1] as number,
  }))
  const slow = all.filter(({ us }) => us > GOAL_US).map(({ name, us }) => `${name} ${us.toFixed(0)}`)
  const mean = all.reduce((sum, { us }) => sum + us, 0) / all.length
  const most = Math.max(...all.map(({ us }) => us))
  console.log(
    `${which} of ${ROUNDS} rounds: ${all.length} pairs, mean ${mean.toFixed(0)} µs, slowest ${most.toFixed(0)} µs, above ${GOAL_US}: ${slow.join(', ') || 'none'}`,
  )
}
