/** The limits of the names that a deep search reads and scores, at their edges. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { indexedCompanies } from '../../../test/fixtures/indexed-companies.ts'
import { readName } from '../../names/reading/read-name.ts'
import { buildIndexImage } from '../build/index-builder.ts'
import { IndexSearcher } from '../searcher.ts'
import { candidateLists, seatWeights } from './candidate-lists.ts'
import { CANDIDATES_MAX, gatherSimilar, gatherWholeNames } from './candidates.ts'
import { DocumentSet } from './document-set.ts'
import { readQueryTerms } from './query-terms.ts'
import { SCORED_MAX } from './rerank.ts'
import { SeatTerms } from './seat-terms.ts'
import { SplitTerms } from './split-terms.ts'
import { TermMatches } from './term-matches.ts'
import { IndexStatistics, TermStatistics } from './term-statistics.ts'

const ALL = 100_000
const LIMITS = { exactMax: ALL, shownMax: ALL, relatedMax: 0, relatedComparedMax: 0 }
const QUERY = 'Kranisch Reisen'

function searcherOver(names: readonly string[]): IndexSearcher {
  const image = buildIndexImage([indexedCompanies(names)], { snapshotNumber: 1, sequence: 1, nowMs: 1 })
  return new IndexSearcher(image, LIMITS)
}

/** So many companies of a name that is similar to the query. */
const similar = (count: number) => searcherOver(Array<string>(count).fill('Kranich Reisen'))

function candidatesOf({ context }: IndexSearcher): number {
  const seats = new SeatTerms(context)
  const collection = new IndexStatistics(context, seats)
  const statistics = new TermStatistics(context, undefined)
  const index = { context, statistics, seats, splits: new SplitTerms(context), matches: new TermMatches() }
  const queryTerms = readQueryTerms(context, readName(QUERY), statistics, collection, undefined)
  const into = new DocumentSet(context.header.documents)
  gatherWholeNames(index, queryTerms, into)
  gatherSimilar(index, queryTerms, candidateLists(index, queryTerms), seatWeights(index, queryTerms), into)
  return into.count
}

const hitsOf = (searcher: IndexSearcher) => searcher.search({ name: QUERY, deep: true, limit: ALL }).hits

test(`a deep search reads ${CANDIDATES_MAX} names and no more`, () => {
  assert.equal(candidatesOf(similar(CANDIDATES_MAX - 1)), CANDIDATES_MAX - 1)
  assert.equal(candidatesOf(similar(CANDIDATES_MAX)), CANDIDATES_MAX)
  assert.equal(candidatesOf(similar(CANDIDATES_MAX + 1)), CANDIDATES_MAX)
})

test(`of the names that may be similar, ${SCORED_MAX} are scored and no more`, () => {
  assert.equal(hitsOf(similar(SCORED_MAX - 1)).length, SCORED_MAX - 1)
  assert.equal(hitsOf(similar(SCORED_MAX)).length, SCORED_MAX)
  assert.equal(hitsOf(similar(SCORED_MAX + 1)).length, SCORED_MAX)
})

test('names that match more of the query are scored in place of others, although they come after them by rank', () => {
  const names = Array<string>(SCORED_MAX).fill('Kranich Reise')
  const found = hitsOf(searcherOver([...names, 'Kranich Reisen Nordsee'])).map(({ record }) => record.name)
  assert.equal(found.length, SCORED_MAX)
  assert.ok(found.includes('Kranich Reisen Nordsee'))
})

test('a name that the query contains as a whole, with other spaces, is related whatever its estimate', () => {
  const names = ['Seniorenkreis Satzkorn', 'Com', ...Array<string>(6000).fill('Adler')]
  const image = buildIndexImage([indexedCompanies(names)], { snapshotNumber: 1, sequence: 1, nowMs: 1 })
  const searcher = new IndexSearcher(image, { ...LIMITS, relatedMax: ALL })
  const { hits } = searcher.search({ name: 'Seniorenkreissatzkorn.com', deep: true, limit: ALL })
  assert.ok(hits.some(({ kind, record }) => kind === 'related' && record.name === names[0]))
})

test('names with several words of the query as one are read before those with as many words as the query', () => {
  const searcher = searcherOver([...Array<string>(CANDIDATES_MAX).fill('W und H Bau Nordland'), 'HWW Bau'])
  const { hits } = searcher.search({ name: 'H und W Bau', deep: true, limit: ALL })
  assert.equal(hits.find(({ record }) => record.name === 'HWW Bau')?.score, 88)
})
