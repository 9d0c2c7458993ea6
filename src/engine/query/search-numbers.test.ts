import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { checkWalk } from '../../../test/fixtures/check-walk.ts'
import { indexedCompany } from '../../../test/fixtures/indexed-companies.ts'
import { often } from '../../../test/thorough.ts'
import type { CourtCode } from '../../names/reading/court.ts'
import { courtsByText } from '../../names/reading/court.ts'
import type { RegisterKey } from '../../names/reading/register-number.ts'
import type { IndexedCompany } from '../../names/search/indexed-company.ts'
import { buildIndexImage } from '../build/index-builder.ts'
import { IndexSearcher } from '../searcher.ts'

const LIMITS = { exactMax: 7, shownMax: 20, relatedMax: 6, relatedComparedMax: 1000 }
const MUENCHEN = 'D2601V' as CourtCode
const MUENDEN = courtsByText('Hann. Münden')[0] as CourtCode
/** Keeps the registers of Münden today. */
const GOETTINGEN = courtsByText('Göttingen')[0] as CourtCode
const QUERY = 'HRB 1 Müncen'

const numberAt = (court: CourtCode, digits = 1): RegisterKey => ({
  ...{ country: 'DE', type: 'HRB', suffix: '' },
  ...{ court, digits },
})

function searcherOf(companies: readonly IndexedCompany[]): IndexSearcher {
  return new IndexSearcher(buildIndexImage([companies], { snapshotNumber: 1, sequence: 1, nowMs: 1 }), LIMITS)
}

test('a misspelt court at the same distance from two is searched in both, each in its own reach', () => {
  const companies = [
    indexedCompany(7, 'Isar', { formerNumbers: [{ register: numberAt(MUENCHEN) }] }),
    indexedCompany(8, 'Werra', { register: numberAt(MUENDEN), court: MUENDEN }),
  ]
  const { hits } = searcherOf(companies).search({ name: QUERY, deep: false, limit: 9 })
  assert.deepEqual(
    hits.map(({ record, reasons }) => [record.name, reasons]),
    [
      ['Werra', ['register_number']],
      ['Isar', ['former_number']],
    ],
  )
})

test('register numbers at such courts are found as by brute force', () => {
  const register = fc
    .tuple(fc.constantFrom(MUENCHEN, MUENDEN, GOETTINGEN), fc.integer({ min: 1, max: 2 }))
    .map(([court, digits]) => numberAt(court, digits))
  const company = fc.record({
    ...{ register, court: fc.constantFrom(MUENCHEN, MUENDEN, GOETTINGEN) },
    formerNumbers: fc.array(fc.record({ register }), { maxLength: 2 }),
  })
  const companiesOf = fc
    .array(company, { maxLength: 12 })
    .map((all) => all.map((change, i) => indexedCompany(i + 1, `Isar ${i}`, { ...change, uuid: uuidOf(i) })))
  fc.assert(
    fc.property(companiesOf, (companies) => {
      checkWalk(searcherOf(companies), companies, { name: QUERY, deep: false, limit: 3 }, LIMITS)
    }),
    { numRuns: often(500) },
  )
})

function uuidOf(i: number): string {
  return `00000000-0000-5000-8000-${String(i).padStart(12, '0')}`
}
