import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { parse } from 'yaml'
import { FOREIGN_REGISTERS } from '../../../../test/fixtures/foreign-registers.ts'
import { inlineRows, workbookOf } from '../../../../test/fixtures/workbook.ts'
import { FileFault } from '../../../core/ingest/entry-source.ts'
import { INSPECTED_ROWS, type InspectedTable, type Inspection } from '../../../core/ingest/inspection.ts'
import { formatNumber } from '../../../names/reading/register-number.ts'
import { registerFiles } from '../entry-source.ts'
import { inspectFile } from '../inspect-file.ts'
import { proposeMapping } from './propose-mapping.ts'

let folder: string
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'inspect-'))
})
after(() => rmSync(folder, { recursive: true }))

interface Looked extends Inspection {
  readonly proposed: InspectedTable
  /** The mapping as it is read. */
  readonly mapping: Readonly<Record<string, unknown>>
  /** Name and number, or id, of each company. */
  readonly found: readonly (readonly [string, string])[]
}

/** Looks at a file, and imports it with the proposed mapping: both must read the same companies. */
async function look(name: string, content: string | Buffer): Promise<Looked> {
  const path = join(folder, name)
  writeFileSync(path, content)
  const inspection = await inspectFile(path)
  const { proposed } = inspection
  assert.ok(proposed !== undefined, 'no table')
  const found = proposed.companies.map(
    ({ name: company, register, source }) => [company, formatNumber(register) || source.sourceKey] as const,
  )
  if (proposed.missing.length === 0) {
    const mapping = join(folder, 'mapping.yaml')
    writeFileSync(mapping, proposed.mapping)
    const names: string[] = []
    for await (const { rows } of registerFiles().read(path, { mapping }))
      for (const row of rows) if ('entry' in row) names.push(row.entry.name)
    assert.deepEqual(
      names.slice(0, found.length),
      found.map(([company]) => company),
    )
  }
  return { ...inspection, proposed, mapping: parse(proposed.mapping), found }
}

const lines = (...rows: readonly string[]) => `${rows.join('\n')}\n`

describe('the mapping that is proposed for a file', () => {
  it('of a German customer list in Windows-1252, with contacts that are not used', async () => {
    const text = lines(
      'Kunden-Nr.;Firma;Straße;Haus-Nr.;PLZ;Ort;Handelsregister-Nr.;Amtsgericht;Ansprechpartner;E-Mail;Telefon;Kunde seit',
      '1001;Blaubär Spedition GmbH;Am Platz;1a;85748;Garching;HRB 4711;München;Eva Muster;e@x.example;089 1;01.02.2003',
      '1002;Möwennest Reederei KG;Kai;7;24103;Kiel;HRA 12;Kiel;Jan Muster;j@x.example;0431 2;31.12.2019',
    )
    const { table, mapping, found, proposed } = await look('Kunden 2026.csv', Buffer.from(text, 'latin1'))
    assert.deepEqual(table, { kind: 'csv', encoding: 'windows-1252', separator: ';', sheet: '' })
    assert.deepEqual([mapping.source, mapping.title], ['kunden-2026', 'Kunden 2026'])
    assert.deepEqual(mapping.columns, {
      id: 'Kunden-Nr.',
      name: 'Firma',
      number: 'Handelsregister-Nr.',
      court: 'Amtsgericht',
      seat: 'Ort',
      address: [
        ['Straße', 'Haus-Nr.'],
        ['PLZ', 'Ort'],
      ],
    })
    assert.deepEqual(found, [
      ['Blaubär Spedition GmbH', 'HRB 4711'],
      ['Möwennest Reederei KG', 'HRA 12'],
    ])
    assert.deepEqual(proposed.unplaced, ['Ansprechpartner', 'E-Mail', 'Telefon', 'Kunde seit'])
    assert.deepEqual(proposed.companies[0]?.address, {
      text: 'Am Platz 1a, 85748 Garching',
      postcode: '85748',
      city: 'Garching',
    })
    assert.match(proposed.notes.join(), /"Kunde seit" has days \(dates: DD\.MM\.YYYY\)/)
  })

  it('of an English list with countries, states, legal forms and days', async () => {
    const { mapping, found, proposed } = await look(
      'suppliers.csv',
      lines(
        'Supplier ID,Company Name,Registration Number,Country,City,Legal Form,Status,Incorporation Date,Last Updated',
        'S-1,Harbour Trading,SC123456,GB,Aberdeen,Limited,Active,31/01/2001,01/11/2026',
        'S-2,Fjord Seafood AS,923609016,no,Oslo,AS,Dissolved,17/05/1999,01/11/2026',
        'S-3,Quendel GmbH,,DE,Ulm,GmbH,Dormant,24/12/2010,01/11/2026',
      ),
    )
    assert.deepEqual(mapping.columns, {
      id: 'Supplier ID',
      name: 'Company Name',
      number: 'Registration Number',
      seat: 'City',
      status: 'Status',
      legal_form: 'Legal Form',
      registered_on: 'Incorporation Date',
    })
    assert.deepEqual(
      [mapping.country, mapping.as_of, mapping.dates],
      [{ column: 'Country' }, { column: 'Last Updated' }, 'DD/MM/YYYY'],
    )
    assert.deepEqual(mapping.status, { active: ['Active'], removed: ['Dissolved'] })
    assert.match(proposed.notes.join(), /Not known as a status: "Dormant"\./)
    const shown = proposed.columns.map(({ fact, columns }) => [fact, columns])
    assert.deepEqual(shown.slice(-2), [
      ['country', 'Country'],
      ['as_of', 'Last Updated'],
    ])
    assert.deepEqual((mapping.legal_forms as Record<string, string>).GmbH, '2HBR')
    assert.deepEqual(
      found.map(([, number]) => number),
      ['SC123456', '923609016', 'S-3'],
    )
    assert.deepEqual(
      proposed.companies.map(({ registeredOn }) => registeredOn),
      ['2001-01-31', '1999-05-17', '2010-12-24'],
    )
  })

  it('of a register number in parts, without an id', async () => {
    const { mapping, found } = await look(
      'register.tsv',
      lines(
        'Unternehmensname\tRegisterart\tRegisternummer\tRegisterzusatz\tRegistergericht\tSitz',
        'Adler AG\tHRB\t1234\tB\tCharlottenburg\tBerlin',
        'Falke eG\tGnR\t77\t\tUlm\tUlm',
      ),
    )
    assert.deepEqual(mapping.columns, {
      name: 'Unternehmensname',
      court: 'Registergericht',
      register_type: 'Registerart',
      register_digits: 'Registernummer',
      register_suffix: 'Registerzusatz',
      seat: 'Sitz',
    })
    assert.deepEqual(found, [
      ['Adler AG', 'HRB 1234 B'],
      ['Falke eG', 'GnR 77'],
    ])
  })

  it('of columns whose names tell nothing, by their values', async () => {
    const { mapping, found } = await look(
      'export.csv',
      lines(
        'A|B|C',
        'x1|Adler GmbH|Amtsgericht Köln HRB 1',
        'x2|Falke GmbH|HRB 22 Ulm',
        'x3|Star AG|HRB 333 München',
      ),
    )
    assert.deepEqual(mapping.columns, { name: 'B', number: 'C' })
    assert.deepEqual(
      found.map(([, number]) => number),
      ['HRB 1', 'HRB 22', 'HRB 333'],
    )
  })

  it('of an export of SAP as a workbook, with a sheet beside it', async () => {
    const rows = [
      ['LIFNR', 'NAME1', 'STRAS', 'PSTLZ', 'ORT01', 'LAND1', 'STCD1'],
      ['0000100001', 'Granit Werke GmbH', 'Talweg 3', '01067', 'Dresden', 'DE', '201/1'],
      ['0000100002', 'Moulin SARL', 'Rue 1', '75001', 'Paris', 'FR', ''],
    ]
    const { table, sheets, mapping, found } = await look(
      'LFA1.xlsx',
      workbookOf([
        { name: 'Daten', rows: inlineRows(rows) },
        { name: 'Legende', rows: '' },
      ]),
    )
    assert.deepEqual([table?.kind, table?.sheet, sheets], ['xlsx', 'Daten', ['Daten', 'Legende']])
    assert.deepEqual(mapping.table, { sheet: 'Daten' })
    assert.deepEqual(mapping.columns, {
      id: 'LIFNR',
      name: 'NAME1',
      seat: 'ORT01',
      address: [['STRAS'], ['PSTLZ', 'ORT01']],
    })
    assert.deepEqual(found, [
      ['Granit Werke GmbH', '0000100001'],
      ['Moulin SARL', '0000100002'],
    ])
  })

  it('of JSON Lines with nested objects, and of a list of LEIs', async () => {
    const object = {
      company: { name: 'Adler GmbH', id: 17 },
      address: { street: 'Weg 1', city: 'Ulm', postcode: '89073' },
    }
    const nested = await look('partners.jsonl', `${JSON.stringify(object)}\n`)
    assert.deepEqual(nested.mapping.columns, {
      id: 'company.id',
      name: 'company.name',
      seat: 'address.city',
      address: [['address.street'], ['address.postcode', 'address.city']],
    })
    const leis = await look(
      'funds.csv',
      lines('Key,Entity Name', '529900T8BM49AURSDO55,Adler GmbH', '851WYGNLUQLFZBSYGB56,Falke AG'),
    )
    assert.deepEqual(leis.mapping.columns, { name: 'Entity Name', lei: 'Key' })
  })

  it('says what is missing and leaves out numbers that would be rejected', async () => {
    const noCourt = await look(
      'a.csv',
      lines('Nr,Firma,Registernummer', '1,Adler GmbH,HRB 1', '2,Falke GmbH,HRB 2'),
    )
    assert.deepEqual(noCourt.mapping.columns, { id: 'Nr', name: 'Firma' })
    assert.match(noCourt.proposed.notes.join(), /"Registernummer" have no court/)
    const noType = await look('b.csv', lines('Nr,Firma,Registernummer,Amtsgericht', '1,Adler GmbH,4711,Ulm'))
    assert.match(noType.proposed.notes.join(), /no register type such as HRB/)
    const noKey = await look('c.csv', lines('Firma,Ort', 'Adler GmbH,Ulm', 'Falke GmbH,Ulm'))
    assert.match(noKey.proposed.missing.join(), /No column looks like a register number/)
    assert.equal(noKey.proposed.companies.length, 0)
    const noName = await look('d.csv', lines('Betrag,Datum', '7,2026-01-01', '8,2026-01-02'))
    assert.match(noName.proposed.missing.join(), /No column looks like the name of the company/)
  })

  it('of a list with names of countries', async () => {
    const { mapping, found, proposed } = await look(
      'laender.csv',
      lines('Nr,Firma,Land', '1,Adler GmbH,Deutschland', '2,Berg AG,Schweiz', '3,Tal KG,Deutschland'),
    )
    assert.deepEqual(mapping.country, { column: 'Land' })
    assert.deepEqual(
      found.map(([name]) => name),
      ['Adler GmbH', 'Berg AG', 'Tal KG'],
    )
    assert.deepEqual(
      proposed.companies.map(({ register }) => register.country),
      ['DE', 'CH', 'DE'],
    )
  })

  it('is read as it is written, whatever the names of columns and files are', async () => {
    const strange = ['no', 'Firma: "neu" # 1', '- [Ort', "PLZ'", '{x}', '*a', '2026-01-01', 'ß\u2028ü']
    const quoted = strange.map((name) => `"${name.replaceAll('"', '""')}"`)
    const columns = strange.map((name, i) => ({ name, values: i === 1 ? ['Adler GmbH'] : [`A${i}`] }))
    assert.deepEqual(proposeMapping(columns).columns.name, strange[1])
    const cells = columns.map(({ values }) => values[0]!)
    const { mapping, found } = await look(
      'gleif.csv',
      lines(quoted.join(','), cells.join(','), cells.map((cell) => `X${cell}`).join(',')),
    )
    assert.equal((mapping.columns as Record<string, string>).name, strange[1])
    assert.equal(mapping.source, 'own-list')
    const { mapping: register } = await look('brreg.csv', lines('Nr,Firma', '1,Adler GmbH', '2,Falke GmbH'))
    assert.equal(register.source, 'own-list', 'the name of a register')
    assert.equal(found.length, 2)
  })

  it('is told to be the one that comes with the program, for the registers of other countries', async () => {
    for (const { mapping, header, lineOf } of FOREIGN_REGISTERS) {
      const { proposed } = await look(`${mapping}.csv`, lines(header, lineOf(1), lineOf(2)))
      assert.match(proposed.notes.join(), new RegExp(`data/mappings/${mapping}\\.yaml`))
    }
  })

  it('is made from the first rows only', async () => {
    const rows = (count: number) => Array.from({ length: count }, (_, i) => `${i},Adler ${i} GmbH`)
    assert.equal(
      (await look('e.csv', lines('Nr,Firma', ...rows(INSPECTED_ROWS)))).proposed.rows,
      INSPECTED_ROWS,
    )
    const { proposed } = await look('f.csv', lines('Nr,Firma', ...rows(INSPECTED_ROWS + 1)))
    assert.deepEqual([proposed.rows, proposed.companies.length], [INSPECTED_ROWS, INSPECTED_ROWS])
  })
})

it('a register file needs no mapping, and a file without rows is a fault', async () => {
  const entry = { company_number: 'D2601V_HRB1', name: 'Muster GmbH', current_status: 'currently registered' }
  const path = join(folder, 'register.jsonl')
  writeFileSync(path, `${JSON.stringify(entry)}\n`)
  assert.deepEqual(await inspectFile(path), { file: path, format: 'offeneregister', sheets: [] })
  const empty = join(folder, 'empty.csv')
  writeFileSync(empty, 'Nr,Firma\n')
  await assert.rejects(inspectFile(empty), (fault) => fault instanceof FileFault && fault.reason === 'empty')
})
