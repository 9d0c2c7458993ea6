import assert from 'node:assert/strict'
import { test } from 'node:test'
import { incomingCompany, seenBy } from '../../../test/fixtures/incoming-companies.ts'
import { laterCompany } from './another-company.ts'
import type { CompanyId } from './company.ts'
import type { IncomingCompany } from './company-writer.ts'
import { newCompany } from './merge-company.ts'

const record = (change: Partial<IncomingCompany>) =>
  newCompany(incomingCompany(1, change), 'u' as CompanyId, 1)
const removed = record({ name: 'Adler Bau-Markt GmbH', status: 'removed', source: seenBy('2018-01-01') })
const later = (name: string) => record({ name, source: seenBy('2025-01-01') })

test('a later entry that shares no word with a removed company is another company, in either order', () => {
  assert.equal(laterCompany(removed, later('Falke Logistik UG')), 'incoming')
  assert.equal(laterCompany(later('Falke Logistik UG'), removed), 'stored')
})

test('a later entry that shares a word with a removed company is the same company', () => {
  for (const name of ['Adler Logistik UG', 'Baumarkt Nord GmbH', 'Bau GmbH']) {
    assert.equal(laterCompany(removed, later(name)), undefined, name)
    assert.equal(laterCompany(later(name), removed), undefined, name)
  }
})

test('a company that is not removed, or that a later entry removes, may have any other name', () => {
  const active = record({ name: 'Adler GmbH', source: seenBy('2018-01-01') })
  const gone = record({ name: 'Falke GmbH', status: 'removed', source: seenBy('2019-01-01') })
  assert.equal(laterCompany(active, later('Falke Logistik UG')), undefined)
  assert.equal(laterCompany(active, gone), undefined)
  assert.equal(laterCompany(gone, active), undefined)
})
