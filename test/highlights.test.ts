// Thorough: it reads the whole sample; src/names/highlights has the rules.
/** What a search finds in real names is marked in them. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { companiesOf } from '../bench/corpus/real-companies.ts'
import { buildIndexImage } from '../src/engine/build/index-builder.ts'
import { IndexSearcher } from '../src/engine/searcher.ts'
import { HighlightQuery } from '../src/names/highlights/highlight-query.ts'
import { highlightsIn, highlightsOf } from '../src/names/highlights/highlights.ts'
import { readPlacedName } from '../src/names/highlights/placed-name.ts'
import { readName } from '../src/names/reading/read-name.ts'
import type { IndexedCompany } from '../src/names/search/indexed-company.ts'
import type { Hit } from '../src/names/search/page.ts'
import { fold } from '../src/names/text/fold.ts'
import { often } from './thorough.ts'

const SAMPLE = fileURLToPath(new URL('../data/sample', import.meta.url))
const HITS_MAX = 20
const LIMITS = { exactMax: 1000, shownMax: 10_000, relatedMax: 100, relatedComparedMax: 1000 }
const PREFIX_LETTERS = 4
/** Notes that are no part of a name and state none of its states. */
const NOTE = /nun AG|im Aufbau|in Gründung|i\. ?[AG]\./i

/** Returns the texts of the ranges. */
function textsOf(name: string, ranges: readonly (readonly [number, number])[]): readonly string[] {
  const points = [...name]
  return ranges.map(([start, end]) => points.slice(start, end).join(''))
}

function checkRanges(name: string, ranges: readonly (readonly [number, number])[]): void {
  const points = [...name].length
  let at = 0
  for (const [start, end] of ranges) {
    assert.ok(start >= at && end > start && end <= points, `${name}: ${JSON.stringify(ranges)}`)
    at = end
  }
}

describe('highlights in the sample', () => {
  let companies: readonly IndexedCompany[] = []
  let searcher: IndexSearcher | undefined

  before(() => {
    const all = [...companiesOf(SAMPLE)].flat()
    companies = all.filter((_, i) => i % Math.ceil(all.length / often(8_000)) === 0)
    searcher = new IndexSearcher(
      buildIndexImage([companies], { snapshotNumber: 1, sequence: 1, nowMs: 1 }),
      LIMITS,
    )
  })

  const hitsOf = (name: string, deep: boolean): readonly Hit[] =>
    (searcher as IndexSearcher).search({ name, deep, limit: HITS_MAX }).hits

  const everyNth = (count: number) =>
    companies.filter((_, i) => i % Math.ceil(companies.length / count) === 0)

  /** Queries made of a name: the name, its words turned round, its start, a part with hyphens, a typo. */
  function queriesOf({ name }: IndexedCompany): readonly string[] {
    const words = name.split(' ')
    return [
      name,
      words.toReversed().join(' '),
      words[0]!,
      [...name].slice(0, Math.ceil([...name].length / 2)).join(''),
      words.slice(0, 2).join('-'),
      name.replaceAll('-', ''),
    ]
  }

  it('a name is read with places as without them', () => {
    for (const { name } of companies) {
      const placed = readPlacedName(name)
      assert.equal(placed.text.folded, fold(name))
      const { words, form, companyForm } = readName(name)
      assert.deepEqual(placed.words, words)
      assert.deepEqual(
        placed.forms,
        [form, companyForm].filter((code) => code !== undefined),
      )
    }
  })

  it('a normal search marks each word of the query that is in the name', () => {
    for (const company of everyNth(often(3_000)))
      for (const text of queriesOf(company)) {
        const query = new HighlightQuery(text)
        for (const hit of hitsOf(text, false).filter(({ matchedOn }) => matchedOn === 'name')) {
          const { name } = highlightsOf(query, hit)
          assert.ok(name.length > 0, `${text}: ${hit.record.name}`)
          const placed = readPlacedName(hit.record.name)
          for (const word of query.words.filter((one) => placed.words.includes(one))) {
            const isMarked = placed.words.some((one, j) => {
              const [start, end] = placed.text.rangeOf(...placed.places[j]!)
              return one === word && name.some((range) => range[0] <= start && range[1] >= end)
            })
            assert.ok(isMarked, `${text}: ${word} in ${hit.record.name}`)
          }
        }
      }
  })

  it('a search for the letters of a word marks exactly these letters, or those of them that are typed', () => {
    for (const { name } of everyNth(often(3_000))) {
      // A word of the text as it stands, found without the reader of names.
      const word = /(?<![\p{L}\p{N}.'&-])[A-Z][a-z]{5,}(?= )/u.exec(name)?.[0]
      if (word === undefined) continue
      const isPlain = (text: string) => readName(text).words[0] === fold(text)
      for (const text of [word, word.slice(0, PREFIX_LETTERS)].filter(isPlain)) {
        const query = new HighlightQuery(text)
        const hits = hitsOf(text, false).filter(({ kind }) => kind !== 'number')
        for (const hit of hits) {
          const marks = textsOf(hit.record.name, highlightsOf(query, hit).name)
          const isWritten = new RegExp(`(^|[ -])${text}${text === word ? '( |$)' : ''}`, 'i').test(
            hit.record.name,
          )
          if (isWritten)
            assert.ok(
              marks.some((mark) => fold(mark) === fold(text)),
              `${text}: ${hit.record.name}`,
            )
        }
      }
    }
  })

  it('ranges of every hit of a deep search lie in both names, and words alone are marked', () => {
    for (const company of everyNth(often(600, 100)))
      for (const text of queriesOf({ ...company, name: company.name.replace(/(?<=..)[a-z]/, '') })) {
        const query = new HighlightQuery(text)
        for (const hit of hitsOf(text, true)) {
          const { matchedName, name } = highlightsOf(query, hit)
          checkRanges(hit.matchedName, matchedName)
          checkRanges(hit.record.name, name)
          for (const mark of [...textsOf(hit.matchedName, matchedName), ...textsOf(hit.record.name, name)])
            assert.match(mark, /^[\p{L}\p{N}\p{M}&+].*$/u)
          if (hit.matchedOn === 'number') assert.deepEqual([matchedName, name], [[], []])
        }
      }
  })

  it('a whole name marks all its letters but those of its status', () => {
    for (const { name } of companies) {
      const points = [...name]
      for (const [start, end] of highlightsIn(new HighlightQuery(name), name, false))
        points.fill(' ', start, end)
      const left = points.join('')
      if (/[\p{L}\p{N}]/u.test(left))
        assert.ok(readName(name).status !== undefined || NOTE.test(name), `${name}: ${left}`)
    }
  })
})
