import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { Failure } from '../failure.ts'
import { chooseColumns, findColumns } from './match-columns.ts'

/** Returns the recognised headers by field; several are joined by `+`. */
function headersOf(header: readonly string[], ...rows: readonly (readonly string[])[]) {
  const { columns } = findColumns(header, rows)
  const named = (places: readonly number[]) => places.map((place) => header[place]).join('+')
  return [named(columns.name), named(columns.city), named(columns.number)]
}

test('the columns are recognised by usual headers in German and English', () => {
  const cases: [string, string][] = [
    ['Firma|Ort|Handelsregisternummer', 'Firma|Ort|Handelsregisternummer'],
    ['Kundennummer|Firmenname|PLZ|Stadt|HRB', 'Firmenname|Stadt|HRB'],
    ['id|company|city|registration number', 'company|city|registration number'],
    ['Kd-Nr.|Unternehmen|Sitz', 'Unternehmen|Sitz|'],
    ['LIFNR|NAME1|NAME2|ORT01', 'NAME1+NAME2|ORT01|'],
    ['Name 1|Name 2|Name 3|Stadt', 'Name 1+Name 2+Name 3|Stadt|'],
    ['Firma 1|Firma 2|Ort', 'Firma 1+Firma 2|Ort|'],
    ['Lieferant|Straße|Ort', 'Lieferant|Ort|'],
    ['customer.name|customer.address.city', 'customer.name|customer.address.city|'],
    ['Ort|Sitz|Firma', 'Firma|Sitz|'],
    ['Betrag|Datum', '||'],
    ['Firma|Ort|match_name|match_seat|match_court', 'Firma|Ort|'],
  ]
  for (const [header, expected] of cases)
    assert.equal(headersOf(header.split('|')).join('|'), expected, header)
})

test('a header of several words is about its last one, or the one before "of"', () => {
  assert.deepEqual(headersOf(['Kunde Name', 'Kunde Ort']), ['Kunde Name', 'Kunde Ort', ''])
  assert.deepEqual(headersOf(['Name der Firma', 'Ort der Firma']), ['Name der Firma', 'Ort der Firma', ''])
  assert.deepEqual(headersOf(['Company name (legal)', 'City of the company']), [
    'Company name (legal)',
    'City of the company',
    '',
  ])
})

test('a column whose values cannot be what its header says is left out', () => {
  const rows = [
    ['4711', 'Adler GmbH', '80331'],
    ['4712', 'Falke AG', '10115'],
  ]
  assert.deepEqual(headersOf(['Kunde', 'Bezeichnung', 'Ort'], ...rows), ['Bezeichnung', '', ''])
})

test('columns with unknown headers are recognised by their values, which is less sure', () => {
  const rows = [
    ['x', 'Adler GmbH', 'HRB 123'],
    ['y', 'Falke AG', 'Ulm HRB 5'],
    ['z', 'Meier', 'HRA 7'],
  ]
  assert.deepEqual(headersOf(['a', 'b', 'c'], ...rows), ['b', '', 'c'])
  const { certainty } = findColumns(
    ['Firma', 'Ort der Firma', 'c'],
    rows.map(([, name, number]) => [name as string, 'Ulm', number as string]),
  )
  assert.deepEqual(certainty, { name: 'header', city: 'word', number: 'values' })
})

test('court, type and digits of the number are joined if they are columns of their own', () => {
  const header = ['Firma', 'Nr', 'Registernummer', 'Registerart', 'Amtsgericht']
  const { columns } = findColumns(header, [['Adler GmbH', '1', '123', 'HRB', 'Ulm']])
  assert.deepEqual(columns.number, [4, 3, 2])
  const whole = findColumns(header, [['Adler GmbH', '1', 'Amtsgericht Ulm HRB 123', 'HRB', 'Ulm']])
  assert.deepEqual(whole.columns.number, [2])
})

test('a first row that is the row of a company is no header', () => {
  assert.equal(findColumns(['4711', 'Adler GmbH', 'Ulm'], []).hasHeader, false)
  assert.equal(findColumns(['4711', 'x', 'HRB 123'], []).hasHeader, false)
  assert.equal(findColumns(['Firma', 'Adler GmbH'], []).hasHeader, true)
  assert.equal(findColumns(['a', 'b'], []).hasHeader, true)
})

test('a named column replaces the recognised one: by header in any case, or by position', () => {
  const header = ['Firma', 'Alias', 'Ort', '2']
  const { columns } = findColumns(header, [])
  assert.deepEqual(chooseColumns(header, columns, {}), columns)
  assert.deepEqual(chooseColumns(header, columns, { name: ['alias', '1'] }).name, [1, 0])
  assert.deepEqual(chooseColumns(header, columns, { number: ['2'], city: [] }), {
    name: [0],
    city: [],
    number: [3],
  })
  assert.throws(
    () => chooseColumns(header, columns, { name: ['Kunde'] }),
    (error) =>
      error instanceof Failure && /no column "Kunde"\. The columns are: "Firma", "Alias"/.test(error.message),
  )
  assert.throws(() => chooseColumns(header, columns, { name: ['5'] }), Failure)
})

/** Texts as long as cells can be. */
const LONG_TEXTS = ["'('.repeat(1e6)", "'_'.repeat(1e6)", "'hr' + '.'.repeat(1e6) + '1'", "'a.'.repeat(5e5)"]

test('headers, cells and numbers of a million characters are read to the end, whatever they contain', () => {
  const read = (file: string) => JSON.stringify(join(import.meta.dirname, file))
  const script = `
    import { findColumns } from ${read('match-columns.ts')}
    import { readListRow } from ${read('match-rows.ts')}
    const columns = { name: [], city: [], number: [0] }
    for (const text of [${LONG_TEXTS.join()}]) {
      const { name } = findColumns([text, 'Firma'], [[text, 'A GmbH']]).columns
      const { faults } = readListRow({ cells: [text] }, { columns, deep: false })
      console.log(JSON.stringify([name, faults]))
    }`
  // In another process: what would take hours could not be ended in this one.
  const args = ['--input-type=module', '-e', script]
  const said = execFileSync(process.execPath, args, { encoding: 'utf8', timeout: 60_000 })
  const expected = JSON.stringify([[1], [{ field: 'number', reason: 'format' }]])
  assert.deepEqual(said.trim().split('\n'), Array(LONG_TEXTS.length).fill(expected))
})
