import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resolveFilters } from './search-companies.ts'

test('a court is asked for by code, name or alias, and a renumbered one by either code', () => {
  assert.deepEqual(resolveFilters({ registerCourt: ['AG München', 'D2601V'] }).court, ['D2601V'])
  assert.deepEqual(resolveFilters({ registerCourt: ['B8536'] }).court, ['B8536', 'B1204'])
  assert.deepEqual(resolveFilters({ registerCourt: ['B1204'] }).court, ['B8536', 'B1204'])
})

test('a court that is not known finds nothing, however near its name is to another', () => {
  assert.deepEqual(resolveFilters({ registerCourt: ['Kiew'] }).court, [])
  assert.deepEqual(resolveFilters({ registerCourt: ['Kiew', 'Kiel'] }).court, ['X1517R'])
})

test('a city without a letter or digit finds nothing, not the companies whose seat is unknown', () => {
  assert.deepEqual(resolveFilters({ city: ['...', 'Bad  Köstritz'] }).city, ['bad koestritz'])
})
