/** Limits of the engine, at their edges. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { indexedCompanies } from '../../../test/fixtures/indexed-companies.ts'
import { BARE_CHARS_MAX } from '../../names/ranking/static-rank.ts'
import { countCodePoints } from '../../names/text/code-points.ts'
import { buildIndexImage } from '../build/index-builder.ts'
import { NAME_WORDS_MAX } from '../format/layout.ts'
import { IndexSearcher } from '../searcher.ts'
import { VARIANTS_MAX } from './query-variants.ts'

function searcherOver(...names: readonly string[]): IndexSearcher {
  const image = buildIndexImage([indexedCompanies(names)], { snapshotNumber: 1, sequence: 1, nowMs: 1 })
  return new IndexSearcher(image, {
    exactMax: 1000,
    shownMax: 10_000,
    relatedMax: 100,
    relatedComparedMax: 1000,
  })
}

/** Distinct nonsense words. */
const words = (count: number) => Array.from({ length: count }, (_, i) => `w${i.toString(36)}q`).join(' ')
const steps = (searcher: IndexSearcher, name: string) =>
  searcher.search({ name, deep: false, limit: 100 }).hits.map((hit) => hit.key.step)

test(`words of a name count up to ${NAME_WORDS_MAX}; longer names are found and count as having this many`, () => {
  const searcher = searcherOver(...[-1, 0, 1, 500].map((more) => words(NAME_WORDS_MAX + more)))
  assert.deepEqual(steps(searcher, 'w0q'), [
    NAME_WORDS_MAX - 2,
    NAME_WORDS_MAX - 1,
    NAME_WORDS_MAX - 1,
    NAME_WORDS_MAX - 1,
  ])
  assert.equal(
    searcher.search({ name: `w0q w${(NAME_WORDS_MAX + 400).toString(36)}q`, deep: false, limit: 9 }).total,
    1,
  )
})

test(`letters of a name count up to ${BARE_CHARS_MAX}`, () => {
  const searcher = searcherOver(...[-1, 0, 1].map((more) => 'x'.repeat(BARE_CHARS_MAX + more)))
  const ranks = searcher.search({ name: 'x', deep: false, limit: 9 }).hits.map((hit) => hit.key.staticRank)
  const [shortest = 0, longest = 0, longer = 0] = ranks
  assert.ok(shortest < longest)
  assert.equal(longer, longest)
})

test('characters are code points, a lone surrogate being one', () => {
  for (const [text, count] of [
    ['', 0],
    ['aö', 2],
    ['🚀', 1],
    ['🚀🚀a', 3],
    ['\ud83d', 1],
    ['\ude80\ud83d', 2],
  ] as const) {
    assert.equal(countCodePoints(text), count)
  }
})

test(`at most ${VARIANTS_MAX} variants of a query are searched, plain words first`, () => {
  // Each word occurs in one name as it is and in another as the joined form of two: two interpretations per
  // word.
  const namesFor = (count: number) => {
    const pairs = Array.from({ length: count }, (_, i) => [`a${i}b`, `c${i}d`] as const)
    const [plain, hyphenated] = ['', '-'].map((sign) => pairs.map(([a, b]) => a + sign + b).join(' '))
    const hits = searcherOver(`${plain} x`, `${hyphenated} x`).search({
      name: `x ${plain}`,
      deep: false,
      limit: 9,
    }).hits
    return hits.map((hit) => hit.record.name.includes('-'))
  }
  assert.equal(2 ** 6, VARIANTS_MAX)
  assert.deepEqual(namesFor(6), [false, true])
  // One more word, and the last word as a prefix.
  assert.deepEqual(namesFor(8), [false])
})
