import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  filterValues,
  LIST_FILTERS,
  type ListFilters,
  readFilters,
  SEARCH_FILTERS,
} from './company-filters.ts'

test('every filter changes the values that a cursor is bound to; the order of its values does not', () => {
  const filters: Required<ListFilters> = {
    status: ['active', 'removed'],
    legalForm: ['GmbH', 'AG'],
    registerType: ['HRB', 'HRA'],
    court: ['D2601', 'K1101'],
    city: ['bonn', 'aachen'],
    state: ['DE-NW', 'DE-BY'],
    postcode: ['53111', '52'],
    country: ['GB', 'DE'],
    updatedSinceMs: 0,
    registeredFrom: '2020-01-01',
    registeredTo: '2020-12-31',
  }
  const bound = (given: ListFilters) => JSON.stringify(filterValues(LIST_FILTERS, given))
  for (const [name, value] of Object.entries(filters)) {
    assert.notEqual(bound({ [name]: value }), bound({}), name)
    if (!Array.isArray(value)) continue
    assert.equal(bound({ [name]: [...value, ...value].reverse() }), bound({ [name]: value }), name)
    assert.notEqual(bound({ [name]: [] }), bound({}), name)
  }
})

const courtOf = (...texts: string[]) => readFilters(SEARCH_FILTERS, { register_court: texts }).court

test('a court is found by code, name or alias, and a renumbered court by either code', () => {
  assert.deepEqual(courtOf('AG München', 'D2601V'), ['D2601V'])
  assert.deepEqual(courtOf('B8536'), ['B8536', 'B1204'])
  assert.deepEqual(courtOf('B1204'), ['B8536', 'B1204'])
})

test('an unknown court finds nothing, however similar its name is to another', () => {
  assert.deepEqual(courtOf('Kiew'), [])
  assert.deepEqual(courtOf('Kiew', 'Kiel'), ['X1517R'])
})

test('a city without a letter or digit finds nothing, not the companies whose seat is unknown', () => {
  assert.deepEqual(readFilters(SEARCH_FILTERS, { city: ['...', 'Bad  Köstritz'] }), {
    city: ['bad koestritz'],
  })
})

test('an absent field is an absent filter', () => {
  assert.deepEqual(readFilters(LIST_FILTERS, { city: undefined, updated_since: '1970-01-01T00:00:00Z' }), {
    updatedSinceMs: 0,
  })
})
