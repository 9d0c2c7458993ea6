/** Both indexes choose the names that they compare for related hits by the same estimates. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { indexedCompanies } from '../../../test/fixtures/indexed-companies.ts'
import { often } from '../../../test/thorough.ts'
import { relatedEstimate } from '../../names/likeness/related-estimate.ts'
import { WordMatches } from '../../names/likeness/word-matches.ts'
import { readName } from '../../names/reading/read-name.ts'
import { buildIndexImage } from '../build/index-builder.ts'
import { seatWeights } from './candidate-lists.ts'
import { openFuzzyContext } from './fuzzy-context.ts'
import { readQueryTerms } from './query-terms.ts'
import { Scorer } from './scorer.ts'
import { SeatTerms } from './seat-terms.ts'
import { SplitTerms } from './split-terms.ts'
import { TermMatches } from './term-matches.ts'
import { IndexStatistics, TermStatistics } from './term-statistics.ts'

const WORDS = 'Auto Haus Autohaus Autohaues und Bau'

const textOf = (most: number) =>
  fc
    .array(fc.constantFrom(...WORDS.split(' ')), { minLength: 1, maxLength: most })
    .map((picked) => picked.join(' '))

/** Returns the estimates of all names by the engine, and by the rules that OpenSearch's names are chosen by. */
function estimates(names: readonly string[], query: string) {
  const companies = indexedCompanies(names)
  const image = buildIndexImage([companies], { snapshotNumber: 1, sequence: 1, nowMs: 1 })
  const context = openFuzzyContext(image)
  const seats = new SeatTerms(context)
  const statistics = new TermStatistics(context, undefined)
  const index = { context, statistics, seats, splits: new SplitTerms(context), matches: new TermMatches() }
  const asked = readQueryTerms(
    context,
    readName(query),
    statistics,
    new IndexStatistics(context, seats),
    undefined,
  )
  const ofTerm = (term: number) => ({
    weight: statistics.weightOf(term),
    count: statistics.namesWith(term),
  })
  const matches = new WordMatches(
    asked.query,
    asked.terms.map(({ fuzzyTerms }) =>
      fuzzyTerms.map(({ term, ...likeness }) => ({
        ...{ word: statistics.textOf(term), likeness, ...ofTerm(term) },
      })),
    ),
    asked.runs.map(({ from, to, joinedTerms }) => ({
      run: [from, to] as const,
      words: new Map(Array.from(joinedTerms, (term) => [statistics.textOf(term), ofTerm(term)])),
    })),
    asked.terms.map(({ isUnknown }) => isUnknown),
  )
  const scorer = new Scorer(index, asked, seatWeights(index, asked))
  return Array.from({ length: context.header.documents }, (_, document) => {
    const name = scorer.candidate(document, document, false)
    return {
      words: name.words.join(' '),
      engine: scorer.related.estimate(document, document, false),
      rules: relatedEstimate(asked.query, name, matches),
    }
  })
}

function check(names: readonly string[], query: string): void {
  for (const { words, engine, rules } of estimates(names, query))
    assert.equal(engine, rules, `${query}: ${words}`)
}

test('a word that equals one of the query counts as equal, even as part of a split one', () => {
  check(['Auto Haus', 'Haus Auto', 'Bau'], 'Autohaus Auto Haus Bau')
})

test('the engine estimates how related a name is as the rules do, to the last digit', () => {
  fc.assert(fc.property(fc.array(textOf(4), { minLength: 3, maxLength: 20 }), textOf(5), check), {
    numRuns: often(1000),
  })
})
