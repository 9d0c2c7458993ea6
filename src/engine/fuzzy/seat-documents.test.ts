import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkWalk } from '../../../test/fixtures/check-walk.ts'
import { indexedCompany } from '../../../test/fixtures/indexed-companies.ts'
import type { IndexedCompany } from '../../names/search/indexed-company.ts'
import { buildIndexImage } from '../build/index-builder.ts'
import { seatIn } from '../format/company-rows.ts'
import { companyOf, type IndexReader } from '../format/index-reader.ts'
import { ActiveCompanies, companyFilter } from '../query/company-filter.ts'
import { openSearchContext } from '../query/search-context.ts'
import { IndexSearcher } from '../searcher.ts'
import { CANDIDATES_MAX } from './candidates.ts'
import { DOCUMENTS_PER_STEP, SeatDocuments } from './seat-documents.ts'

const NAMES = ['Kranich Reisen', 'Kranisch Reise', 'Adler Druck', 'Kranich Druckerei']

function contextOf(companies: readonly IndexedCompany[]) {
  return openSearchContext(buildIndexImage([companies], { snapshotNumber: 1, sequence: 1, nowMs: 1 }))
}

/** Returns the seats of a filter on these cities. */
function seatsOf(context: ReturnType<typeof contextOf>, ...city: string[]): readonly number[] {
  const query = { name: '', deep: true, limit: 1, city }
  return companyFilter(context, query, new ActiveCompanies(context))?.seats as readonly number[]
}

/** Makes the lists, and asserts that they are not given before they are complete. */
function completed(reader: IndexReader): SeatDocuments {
  const lists = new SeatDocuments(reader)
  for (let i = 1; i < 2 * Math.ceil(reader.header.documents / DOCUMENTS_PER_STEP); i++)
    assert.equal(lists.of([]), undefined)
  assert.deepEqual(lists.of([]), [])
  return lists
}

/** Companies with all names in `Köln`, `KÖLN` and Bonn; every third one has a former name. */
const companies = Array.from({ length: 48 }, (_, i) =>
  indexedCompany(i + 1, NAMES[i % NAMES.length] as string, {
    seat: ['Köln', 'KÖLN', 'Bonn'][Math.trunc(i / NAMES.length) % 3] as string,
    formerNames: i % 3 === 0 ? [{ name: NAMES[(i + 1) % NAMES.length] as string }] : [],
  }),
)

test('the list of a seat has the current and former names of its companies in ascending order', () => {
  const context = contextOf(companies)
  const lists = completed(context)
  const { companyRows } = context.sections
  const all = Array.from({ length: context.header.documents }, (_, document) => document)
  const seats = seatsOf(context, 'koeln', 'bonn')
  assert.equal(seats.length, 3)
  for (const seat of seats) {
    const expected = all.filter((document) => seatIn(companyRows, companyOf(context, document)) === seat)
    assert.ok(expected.some((document) => document >= companies.length))
    assert.deepEqual(lists.of([seat]), [Uint32Array.from(expected)])
  }
})

test(`seats with ${CANDIDATES_MAX} names have lists, those with more have none`, () => {
  let digits = 0
  const at = (seat: string, count: number) =>
    Array.from({ length: count }, () => indexedCompany(++digits, 'Adler', { seat }))
  const context = contextOf([...at('A', CANDIDATES_MAX), ...at('B', CANDIDATES_MAX + 1), ...at('C', 1)])
  assert.ok(context.header.documents > DOCUMENTS_PER_STEP)
  const lists = completed(context)
  const countsOf = (...cities: string[]) =>
    lists.of(seatsOf(context, ...cities))?.map((documents) => documents.length)
  assert.deepEqual(countsOf('a'), [CANDIDATES_MAX])
  assert.equal(countsOf('b'), undefined)
  assert.deepEqual(countsOf('c'), [1])
  assert.equal(countsOf('a', 'c'), undefined)
})

test('a deep search with a filter on cities finds the same before and after the lists are complete', () => {
  const limits = { exactMax: 100, shownMax: 100, relatedMax: 10, relatedComparedMax: 100 }
  const image = buildIndexImage([companies], { snapshotNumber: 1, sequence: 1, nowMs: 1 })
  const searcher = new IndexSearcher(image, limits)
  for (const city of [['koeln'], ['koeln'], ['bonn'], ['koeln', 'bonn'], ['ulm'], []])
    for (const name of ['Kranich Reisen', 'Kranisch Reisen', 'Reise Adlre'])
      checkWalk(searcher, companies, { name, deep: true, limit: 7, city }, limits)
})
