import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ADDRESS_CHARS_MAX, ftmAddress, ftmName, ftmText, NAME_CHARS_MAX } from './ftm-values.ts'

test('a name loses the quotes around it and no others', () => {
  for (const [text, expected] of [
    ['"Modehaus H. Büttner GmbH"', 'Modehaus H. Büttner GmbH'],
    ['"Förderverein e.V. "', 'Förderverein e.V.'],
    [`"'Adler' Apotheke"`, "'Adler' Apotheke"],
    [`"'Adler'"`, 'Adler'],
    ['Gasthaus "Zur Sonne" GmbH', 'Gasthaus "Zur Sonne" GmbH'],
    ['  A   B ', 'A B'],
    ['""', '""'],
  ] as const)
    assert.equal(ftmName(text), expected)
})

test('invisible characters are left out, as soft hyphens in names of the register', () => {
  for (const [text, expected] of [
    ['Ruppiner Auto\u00ad und Zweirad-Salon GmbH', 'Ruppiner Auto und Zweirad-Salon GmbH'],
    ['Uhland \u00ad Apotheke e.K.', 'Uhland Apotheke e.K.'],
    ['Adler\u200b\u200f Auto\ufeffmaten\u2060\u061c GmbH', 'Adler Automaten GmbH'],
    ['Adler\u0085\u009f GmbH\u007f', 'Adler GmbH'],
  ] as const)
    for (const read of [ftmName, ftmAddress, ftmText]) assert.equal(read(text), expected)
  assert.equal(ftmAddress('Am Tor 1,\u00ad,\u00ad. 20457 Hamburg'), 'Am Tor 1, 20457 Hamburg')
})

test('an address is one line without repeated commas', () => {
  for (const [text, expected] of [
    ['Birkenweg 1,, 83395 Freilassing.', 'Birkenweg 1, 83395 Freilassing.'],
    ['Am Tor 1\r\n20457 Hamburg', 'Am Tor 1, 20457 Hamburg'],
    ['Am Tor 1; Haus B, , ,20457 Hamburg', 'Am Tor 1, Haus B, 20457 Hamburg'],
  ] as const)
    assert.equal(ftmAddress(text), expected)
})

test('a text up to the limit stays whole, and a longer one is cut between characters', () => {
  const bell = '🔔'
  assert.equal(ftmName(bell.repeat(NAME_CHARS_MAX)), bell.repeat(NAME_CHARS_MAX))
  assert.equal(ftmName(bell.repeat(NAME_CHARS_MAX + 1)), bell.repeat(NAME_CHARS_MAX))
  assert.equal(ftmAddress('a'.repeat(ADDRESS_CHARS_MAX + 1)), 'a'.repeat(ADDRESS_CHARS_MAX))
})

test('what was made into the form of FollowTheMoney does not change again', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', '"', "'", ',', '.', ' ', ';', '\n', 'ü', '\u00ad', '\ufeff'),
    maxLength: 30,
  })
  fc.assert(
    fc.property(text, (value) => {
      for (const read of [ftmName, ftmAddress, ftmText]) assert.equal(read(read(value)), read(value))
    }),
  )
})
