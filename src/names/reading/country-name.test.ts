import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COUNTRY_CODES } from './country.ts'
import { countryByText } from './country-name.ts'

test('a country is read by its code and by its German and English name', () => {
  const texts = { DE: ['de', 'Deutschland', 'GERMANY ', 'D'], AT: ['Österreich', 'Oesterreich', 'austria'] }
  for (const [code, names] of Object.entries(texts))
    for (const name of names) assert.equal(countryByText(name), code, name)
  assert.deepEqual(['USA', 'Great Britain', 'Schweiz', 'united states'].map(countryByText), [
    'US',
    'GB',
    'CH',
    'US',
  ])
  for (const code of COUNTRY_CODES) assert.equal(countryByText(code.toLowerCase()), code)
})

test('a text that names no country is none', () => {
  for (const text of ['', 'Bayern', 'EN', 'Europa', 'XX', 'constructor'])
    assert.equal(countryByText(text), undefined, text)
})
