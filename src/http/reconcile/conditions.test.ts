import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { type QueryProperty, readConditions } from './conditions.ts'

function read(...properties: [string, ...string[]][]) {
  return readConditions(properties.map(([pid, ...values]): QueryProperty => ({ pid, values })))
}

test('a postcode is found in a longer text, and a zero that a table lost at its start is added', () => {
  for (const [text, expected] of [
    ['01067', '01067'],
    ['1067', '01067'],
    ['D-01067 Dresden', '01067'],
  ] as const) {
    assert.deepEqual(read(['postcode', text]).conditions, { postcode: [expected] }, text)
  }
})

test('a text that is no postcode, form, court or number is left out and makes the result doubtful', () => {
  for (const [pid, text] of [
    ['postcode', '106'],
    ['postcode', '010677'],
    ['form', 'Ulm'],
    ['form', 'Adler GmbH'],
    ['court', 'Atlantis'],
    ['number', '17'],
  ] as const) {
    assert.deepEqual(read([pid, text]), { number: undefined, conditions: {}, isDoubtful: true }, text)
  }
  assert.equal(read(['city', 'Ulm', '\u0000']).isDoubtful, true)
  assert.deepEqual(read(['city', 'Ulm', '\u0000']).conditions, { city: ['Ulm'] })
})

test('a form is read by its code and in every usual spelling', () => {
  for (const [text, expected] of [
    ['GmbH & Co. KG', 'GmbH & Co. KG'],
    ['gmbh', 'GmbH'],
    ['Aktiengesellschaft', 'AG'],
    ['eingetragener Verein', 'e.V.'],
  ] as const) {
    assert.deepEqual(read(['form', text]).conditions, { legal_form: [expected] }, text)
  }
})

test('values of a property that is sent twice are joined; blank values and other properties are ignored', () => {
  const { conditions, isDoubtful } = read(
    ['city', 'Ulm', ' '],
    ['city', 'Bonn'],
    ['colour', 'red'],
    ['form', ''],
  )
  assert.deepEqual([conditions, isDoubtful], [{ city: ['Ulm', 'Bonn'] }, false])
})

test('values of nearly a mebibyte are left out at once', () => {
  const script = `
    import { CONDITION_IDS, readConditions } from ${JSON.stringify(join(import.meta.dirname, 'conditions.ts'))}
    for (const text of ['in liquidation '.repeat(60_000), 'hr' + '.'.repeat(900_000) + '1', 'u '.repeat(450_000)])
      for (const pid of CONDITION_IDS)
        console.log(JSON.stringify(readConditions([{ pid, values: [text] }])))`
  // In another process: what would take minutes could not be ended in this one.
  const args = ['--input-type=module', '-e', script]
  const said = execFileSync(process.execPath, args, { encoding: 'utf8', timeout: 30_000 })
  assert.deepEqual([...new Set(said.trim().split('\n'))], ['{"conditions":{},"isDoubtful":true}'])
})
