import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SearchFilters } from '../../names/search/query.ts'
import { filterValues } from './company-filters.ts'

test('every filter changes the values that a cursor is bound to, and the order of its values does not', () => {
  const filters: Required<SearchFilters> = {
    status: ['active', 'removed'],
    legalForm: ['GmbH', 'AG'],
    registerType: ['HRB', 'HRA'],
    court: ['D2601', 'K1101'],
    city: ['bonn', 'aachen'],
  }
  const without = JSON.stringify(filterValues({}))
  for (const name of Object.keys(filters) as (keyof SearchFilters)[]) {
    const one = { [name]: filters[name] } as SearchFilters
    const turned = { [name]: [...filters[name], ...filters[name]].reverse() } as SearchFilters
    assert.notEqual(JSON.stringify(filterValues(one)), without, name)
    assert.deepEqual(filterValues(turned), filterValues(one), name)
    assert.notDeepEqual(filterValues({ [name]: [] }), filterValues({}), name)
  }
})
