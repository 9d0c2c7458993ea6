import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { germanKey } from '../../../names/reading/register-number.ts'
import { ANNOUNCEMENTS_TSV } from './announcements-tsv.ts'

const HEADER =
  'announcement_date\ttype\tstate\tcourt\tformer_court\tregister_type\tregister_number\tnumber_suffix\tcompany_name\tseat\tlegal_form\tentry_date'

async function rowsOf(...lines: readonly string[]) {
  const chunks = Readable.from([Buffer.from([HEADER, ...lines].join('\n'))])
  return (await Array.fromAsync(ANNOUNCEMENTS_TSV.rows({ path: 'x.tsv', chunks }))).flat()
}

async function entriesOf(...lines: readonly string[]) {
  return (await rowsOf(...lines)).map((row) => ('entry' in row ? row.entry : 'reason' in row && row.reason))
}

test('a header with all columns is recognised, in any order', () => {
  assert.ok(ANNOUNCEMENTS_TSV.recognises(`${HEADER}\n2024-09-27\t`))
  assert.ok(ANNOUNCEMENTS_TSV.recognises(`\ufeff${HEADER.split('\t').reverse().join('\t')}\r\n`))
  assert.ok(!ANNOUNCEMENTS_TSV.recognises(HEADER.replace('company_name', 'name')))
  assert.ok(!ANNOUNCEMENTS_TSV.recognises('{"name":"Müller GmbH"}'))
})

test('an announcement tells name, court, number and seat on its day, and no status', async () => {
  const [entry] = await entriesOf(
    '2024-09-27\tLöschungsankündigung\tBerlin\tBerlin (Charlottenburg)\t\tHRB\t1234\tB\tAdler GmbH\tBerlin\tGesellschaft mit beschränkter Haftung\t26.09.2024',
  )
  assert.ok(typeof entry === 'object')
  assert.deepEqual(
    [entry.name, entry.seat, entry.status, entry.statusWord, entry.asOf],
    ['Adler GmbH', 'Berlin', 'unknown', '', '2024-09-27'],
  )
  assert.deepEqual(entry.number?.register, {
    country: 'DE',
    court: 'F1103R',
    type: 'HRB',
    digits: 1234,
    suffix: 'B',
  })
})

test('a number with a former court belongs to the former court', async () => {
  const [entry] = await entriesOf(
    '2024-09-27\tx\tNiedersachsen\tHannover\tHameln\tHRB\t100116\t\tFMC-Metalltechnik GmbH\tCoppenbrügge\tx\t',
  )
  assert.ok(typeof entry === 'object')
  assert.match(entry.sourceKey, /^\w+_\w+_HRB100116$/)
  assert.notEqual(entry.number && germanKey(entry.number.register).court, entry.number?.court)
})

test('a row that is no announcement says why, with its line', async () => {
  const good = '2024-09-27\tx\tBayern\tAnsbach\t\tHRB\t5282\t\tTaxi GmbH\tAnsbach\tx\t'
  assert.deepEqual(
    await entriesOf(
      good.replace('Taxi GmbH', ''),
      good.replace('5282', ''),
      good.replace('Ansbach', 'Atlantis'),
      'a\tb',
    ),
    ['name_missing', 'number_missing', 'number_unreadable', 'field_type'],
  )
  assert.equal((await rowsOf(good))[0]?.line, 2)
})
