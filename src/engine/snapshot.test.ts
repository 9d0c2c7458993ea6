import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { checkWalk } from '../../test/fixtures/check-walk.ts'
import { companyOf, corpusOf, namesOf, queryOf, WORDS } from '../../test/fixtures/random-companies.ts'
import { often } from '../../test/thorough.ts'
import { courtName } from '../names/reading/court.ts'
import { isGerman } from '../names/reading/register-number.ts'
import { stateOfCourt } from '../names/reading/state.ts'
import { FACETS, type Facet } from '../names/search/facets.ts'
import type { IndexedCompany } from '../names/search/indexed-company.ts'
import type { SearchQuery } from '../names/search/query.ts'
import { buildIndexImage } from './build/index-builder.ts'
import { deletionsOf } from './format/deletions.ts'
import type { IndexImage } from './format/image.ts'
import { bruteForceSearch } from './oracle/brute-force.ts'
import { SnapshotSearcher } from './snapshot.ts'

const LIMITS = { exactMax: 7, shownMax: 20, relatedMax: 6, relatedComparedMax: 1000 }
const QUERIES_PER_STEP = 4

/**
 * The changes between two snapshots. `place` selects an existing company; beyond the last it is a new one.
 */
interface Step {
  readonly changed: readonly { readonly place: number; readonly company: IndexedCompany }[]
  readonly goneAt: readonly number[]
}

const corpusAndSteps = fc
  .shuffledSubarray(WORDS, { minLength: 4, maxLength: 9 })
  .map(namesOf)
  .chain((names) => {
    const place = fc.integer({ min: 0, max: 70 })
    const changed = fc.array(fc.record({ place, company: companyOf(names) }), { maxLength: 12 })
    const step: fc.Arbitrary<Step> = fc.record({ changed, goneAt: fc.array(place, { maxLength: 4 }) })
    const queries = fc.array(queryOf(names), {
      minLength: QUERIES_PER_STEP,
      maxLength: QUERIES_PER_STEP,
    })
    return fc.tuple(corpusOf(names), fc.array(fc.tuple(step, queries), { minLength: 1, maxLength: 4 }))
  })

function imageOf(companies: Iterable<IndexedCompany>, snapshotNumber: number): IndexImage {
  return buildIndexImage([[...companies]], { snapshotNumber, sequence: snapshotNumber, nowMs: 1 })
}

/** Applies a step; returns the uuids that it touched. */
function applyStep(companies: Map<string, IndexedCompany>, { changed, goneAt }: Step): string[] {
  const uuids = [...companies.keys()]
  const touched: string[] = []
  for (const { place, company } of changed) {
    const uuid = uuids[place] ?? company.uuid
    companies.set(uuid, { ...company, uuid })
    touched.push(uuid)
  }
  for (const place of goneAt) {
    const uuid = uuids[place]
    if (uuid !== undefined && companies.delete(uuid)) touched.push(uuid)
  }
  return touched
}

/** Asserts that the counts are those of all hits of brute force, or lower bounds beyond the most that are shown. */
function checkFacets(
  searcher: SnapshotSearcher,
  companies: ReadonlyMap<string, IndexedCompany>,
  query: SearchQuery,
  base: readonly IndexedCompany[],
): void {
  const all = bruteForceSearch([...companies.values()], query, base)
  const hits = all.filter(({ kind }) => kind !== 'related')
  const { counts, total, isExact, partial } = searcher.facets(query)
  assert.equal(total, Math.min(LIMITS.shownMax, hits.length))
  assert.deepEqual([isExact, partial], [hits.length <= LIMITS.shownMax, false])
  const found = hits.map(({ key }) => companies.get(key.uuid) as IndexedCompany)
  const fieldOf: Record<Facet, (company: IndexedCompany) => string> = {
    status: ({ status }) => status,
    legalForm: ({ form }) => form,
    registerType: ({ register }) => (isGerman(register) ? register.type : ''),
    state: ({ court }) => stateOfCourt(court) ?? '',
    registerCourt: ({ court }) => courtName(court),
    seat: ({ seat }) => seat,
  }
  for (const facet of FACETS) {
    const expected = Map.groupBy(found, fieldOf[facet])
    expected.delete('')
    for (const [value, count] of counts[facet]) assert.ok(count <= expected.get(value)!.length)
    if (isExact) assert.equal(counts[facet].size, expected.size)
    if (isExact) for (const [value, of] of expected) assert.equal(counts[facet].get(value), of.length)
  }
}

test('a base with a delta finds and counts the same as one image of all companies, page by page, after every step of random changes', () => {
  fc.assert(
    fc.property(corpusAndSteps, ([corpus, steps]) => {
      const companies = new Map(corpus.map((company) => [company.uuid, company]))
      const base = imageOf(companies.values(), 1)
      const touched = new Set<string>()
      let searcher: SnapshotSearcher | undefined
      steps.forEach(([step, queries], i) => {
        for (const uuid of applyStep(companies, step)) touched.add(uuid)
        const image = imageOf(
          [...companies.values()].filter(({ uuid }) => touched.has(uuid)),
          i + 2,
        )
        const delta = { image, deletions: deletionsOf(base, touched) }
        searcher = new SnapshotSearcher({ number: i + 2, sequence: i + 2, base, delta }, LIMITS, searcher)
        assert.equal(searcher.companies, companies.size)
        for (const query of queries) {
          checkWalk(searcher, [...companies.values()], query, LIMITS, corpus)
          checkFacets(searcher, companies, query, corpus)
        }
      })
    }),
    { numRuns: often(150) },
  )
})

test('companies deleted in one snapshot are found again in a snapshot without these deletions', () => {
  const [company] = fc.sample(companyOf(namesOf(['Adler'])), { numRuns: 1, seed: 1 }) as [IndexedCompany]
  const base = imageOf([{ ...company, status: 'active' }], 1)
  const query = { name: 'adler', deep: false, limit: 5 }
  const gone = { image: imageOf([], 2), deletions: deletionsOf(base, [company.uuid]) }
  const without = new SnapshotSearcher({ number: 2, sequence: 2, base, delta: gone }, LIMITS)
  assert.equal(without.search(query).total, 0)
  const again = new SnapshotSearcher({ number: 3, sequence: 3, base, delta: undefined }, LIMITS, without)
  assert.equal(again.search(query).total, 1)
})
