import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { checkWalk } from '../../test/fixtures/check-walk.ts'
import { indexedCompanies } from '../../test/fixtures/indexed-companies.ts'
import { corpusOf, namesOf, queryOf, WORDS } from '../../test/fixtures/random-companies.ts'
import { often } from '../../test/thorough.ts'
import type { IndexedCompany } from '../names/search/indexed-company.ts'
import { STATUSES } from '../names/search/status.ts'
import { buildIndexImage } from './build/index-builder.ts'
import { IndexSearcher } from './searcher.ts'
import type { HitLimits } from './types/image-page.ts'

const QUERIES_PER_CORPUS = 8
const corpusAndQueries = fc
  .shuffledSubarray(WORDS, { minLength: 4, maxLength: 9 })
  .map(namesOf)
  .chain((names) =>
    fc.tuple(
      corpusOf(names),
      fc.array(queryOf(names), { minLength: QUERIES_PER_CORPUS, maxLength: QUERIES_PER_CORPUS }),
    ),
  )

const LIMITS = { exactMax: 7, shownMax: 20, relatedMax: 6, relatedComparedMax: 1000 }

function searcherOf(companies: readonly IndexedCompany[], limits: HitLimits = LIMITS): IndexSearcher {
  const image = buildIndexImage([companies.slice(0, 7), companies.slice(7)], {
    snapshotNumber: 1,
    sequence: 1,
    nowMs: 1,
  })
  return new IndexSearcher(image, limits)
}

test('finds the same hits as brute force, in the same order, page by page, in random corpora of 8 queries each', () => {
  fc.assert(
    fc.property(corpusAndQueries, ([companies, queries]) => {
      const searcher = searcherOf(companies)
      for (const query of queries) checkWalk(searcher, companies, query, LIMITS)
    }),
    { numRuns: often(400) },
  )
})

test('finds the same without selective search', () => {
  fc.assert(
    fc.property(corpusAndQueries, ([companies, queries]) => {
      const searcher = searcherOf(companies, { ...LIMITS, checkedMax: 0 })
      queries.forEach((query, i) => {
        // Only one query per corpus is deep: the brute-force deep search is slow.
        checkWalk(searcher, companies, { ...query, deep: query.deep && i === 0 }, LIMITS)
      })
    }),
    { numRuns: often(200) },
  )
})

test('a prefix has the same number of hits when it is searched again, with removed companies before it', () => {
  const names = [...Array<string>(8).fill('Bau'), 'Verein Bau', 'Bau Verein', 'Bau Bund Verein']
  const companies = indexedCompanies(names).map((company, i) =>
    i < 8 ? company : { ...company, status: i === 8 ? ('insolvency' as const) : ('removed' as const) },
  )
  const searcher = searcherOf(companies, { ...LIMITS, checkedMax: 0 })
  for (const status of [['removed', 'insolvency'], STATUSES, ['insolvency'], undefined] as const)
    for (const limit of [1, 2, 1])
      checkWalk(
        searcher,
        companies,
        { name: 'Ba', deep: false, limit, ...(status === undefined ? {} : { status }) },
        LIMITS,
      )
})

test('a count of removed companies that ended early, because there were enough others, is not taken for the whole', () => {
  const companies = indexedCompanies(Array<string>(25).fill('Bau')).map((company, i) =>
    i < 15 ? company : { ...company, status: 'removed' as const },
  )
  const searcher = searcherOf(companies, { ...LIMITS, checkedMax: 0 })
  for (const status of [STATUSES, ['removed'], STATUSES] as const)
    checkWalk(searcher, companies, { name: 'Ba', deep: false, limit: 1, status }, LIMITS)
})

test('adjacent single letters match a query word only when equal, however similar they look', () => {
  const companies = indexedCompanies(['Baustoffe 1 B', 'Baustoffe 1 8', 'Baustoffe'])
  const found = searcherOf(companies).search({ name: 'Baustoffe 18', deep: true, limit: 3 })
  assert.deepEqual(
    found.hits.map(({ record, kind }) => [record.name, kind]),
    [
      ['Baustoffe 1 8', 'spelling'],
      ['Baustoffe', 'related'],
      ['Baustoffe 1 B', 'related'],
    ],
  )
})

test('related names begin on the page after the one with the name of the query', () => {
  const companies = indexedCompanies(['Ofenbau Priem', 'Ofenbau Castrop', 'Ofenbau Ulm'])
  const searcher = searcherOf(companies)
  const query = { name: 'Ofenbau Priem', deep: true, limit: 10 }
  const first = searcher.search(query)
  assert.deepEqual([first.hits.map(({ kind }) => kind), first.more], [['exact'], true])
  const second = searcher.search({ ...query, after: first.hits[0]!.key })
  assert.deepEqual([second.hits.map(({ kind }) => kind), second.more], [['related', 'related'], false])
  const misspelt = searcher.search({ ...query, name: 'Ofenbau Preim' })
  assert.deepEqual(
    misspelt.hits.map(({ kind }) => kind),
    ['spelling', 'related', 'related'],
  )
})

test('a misspelt word of many names finds the same as brute force, though not all of them are compared', () => {
  const added = ['Bau', 'Handel', 'Bau GmbH', 'Handel KG']
  const companies = indexedCompanies(Array.from({ length: 300 }, (_, i) => `Wilhelm ${added[i % 4]}`))
  for (const name of ['wlihelm', 'wlihelm KG', 'wlihelm bau', 'wlihelm handel bau']) {
    for (const limit of [3, 25])
      checkWalk(searcherOf(companies), companies, { name, deep: true, limit }, LIMITS)
  }
})
