import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { hostileFile } from '../../../../test/fixtures/hostile-files.ts'
import { FileFault, type Row } from '../../../core/ingest/entry-source.ts'
import { registerFiles } from '../entry-source.ts'
import { dayOf } from './own-entry.ts'
import { MAPPING_CHARS_MAX, parseMapping, readMapping } from './read-mapping.ts'

const MAPPING = `
source: crm
title: Business partners
columns:
  id: Nr
  name: Firma
  number: Register
  court: Gericht
  seat: Ort
  address: [Straße, PLZ Ort]
  status: Zustand
  registered_on: seit
  former_names: früher
status:
  active: [aktiv]
  removed: [gelöscht]
dates: DD.MM.YYYY
only:
  Land: [DE, Deutschland]
`
const HEADER = 'Nr;Firma;Register;Gericht;Ort;Straße;PLZ Ort;Zustand;seit;früher;Land'
const ROW =
  '17;Adler GmbH;HRB 1234 B;Charlottenburg;Berlin;Am Platz 1;10115 Berlin;aktiv;24.12.1999;Falke GmbH;DE'

describe('a table of the operator', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'own-file-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  async function read(
    table: string,
    mapping = MAPPING,
  ): Promise<{ rows: Row[]; source?: string; fault?: FileFault }> {
    const [file, mappingFile] = [join(folder, 'list.csv'), join(folder, 'mapping.yaml')]
    writeFileSync(file, table)
    utimesSync(file, new Date('2026-03-01T12:00:00Z'), new Date('2026-03-01T12:00:00Z'))
    writeFileSync(mappingFile, mapping)
    const rows: Row[] = []
    let source: string | undefined
    try {
      for await (const batch of registerFiles().read(file, { mapping: mappingFile })) {
        rows.push(...batch.rows)
        source = batch.notice.source
      }
    } catch (fault) {
      assert.ok(fault instanceof FileFault, String(fault))
      return { rows, fault }
    }
    return { rows, source: source! }
  }

  it('gives the entry of each row by its mapping, as of the day of the file', async () => {
    const { rows, source } = await read(`${HEADER}\n${ROW}\n`)
    assert.equal(source, 'crm')
    assert.ok('entry' in rows[0]!, JSON.stringify(rows))
    assert.deepEqual(rows[0].entry, {
      source: 'crm',
      sourceKey: '17',
      number: {
        register: { country: 'DE', court: 'F1103R', type: 'HRB', digits: 1234, suffix: 'B' },
        court: 'F1103R',
      },
      name: 'Adler GmbH',
      elfCode: undefined,
      status: 'active',
      statusWord: 'aktiv',
      seat: 'Berlin',
      address: 'Am Platz 1, 10115 Berlin',
      registeredOn: '1999-12-24',
      formerNames: [{ name: 'Falke GmbH', until: null }],
      formerNumbers: [],
      asOf: '2026-03-01',
    })
  })

  it('leaves out the rows that the mapping does not select', async () => {
    const { rows } = await read(`${HEADER}\n${ROW.replace(/DE$/, 'AT')}\n${ROW}\n`)
    assert.deepEqual(
      rows.map(({ line }) => line),
      [3],
    )
  })

  it('reads every status, from several columns, and the legal form as a code of ISO 20275', async () => {
    const mapping = `
source: crm
title: Business partners
columns: {id: Nr, name: Firma, status: [Stand, Verfahren], legal_form: Form}
status: {active: ['ja, '], liquidation: [ja], insolvency: ['ja, Insolvenz'], removed: [nein]}
legal_forms: {Gesellschaft: 2HBR}
`
    const { rows } = await read(
      `Nr;Firma;Stand;Verfahren;Form\n1;A;ja;;Gesellschaft\n2;B;ja;Insolvenz;YI42\n3;C;nein;;Verein\n4;D;?;;\n`,
      mapping,
    )
    assert.deepEqual(
      rows.map((row) => 'entry' in row && [row.entry.status, row.entry.statusWord, row.entry.elfCode]),
      [
        ['liquidation', 'ja', '2HBR'],
        ['insolvency', 'ja, Insolvenz', 'YI42'],
        ['removed', 'nein', undefined],
        ['unknown', '?', undefined],
      ],
    )
  })

  it('leaves out the rows that the mapping excepts', async () => {
    const { rows, fault } = await read(
      `${HEADER}\n${ROW}\n${ROW.replace('17', '18').replace('Berlin;', 'Ulm;')}\n`,
      `${MAPPING}except: {Ort: [Ulm]}\n`,
    )
    assert.equal(fault, undefined)
    assert.deepEqual(
      rows.map(({ line }) => line),
      [2],
    )
    const { fault: missing } = await read(`${HEADER}\n${ROW}\n`, `${MAPPING}except: {Staat: [Ulm]}\n`)
    assert.match(missing?.message ?? '', /does not have: Staat/)
  })

  it('rejects a row without a name or without a certain number', async () => {
    const bad = [
      ROW.replace('Adler GmbH', ''),
      ROW.replace('17;', ';').replace('HRB 1234 B', ''),
      ROW.replace('Charlottenburg', ''),
    ]
    const { rows } = await read(
      [HEADER, ...bad, ROW.replace('Charlottenburg', 'Atlantis'), ROW.replace('HRB 1234 B', 'no')].join('\n'),
    )
    assert.deepEqual(
      rows.map((row) => ('reason' in row ? row.reason : 'good')),
      ['name_missing', 'number_missing', 'number_unreadable', 'number_unreadable', 'number_unreadable'],
    )
  })

  it('takes the id as the key of a row without a number, and the numbers of other countries', async () => {
    const mapping = `${MAPPING}country: {column: Staat}\n`
    const row = (staat: string, number: string) =>
      `${ROW.replace('HRB 1234 B', number).replace('Charlottenburg', '')};${staat}`
    const { rows } = await read(
      [
        `${HEADER};Staat`,
        row('DE', ''),
        row('gb', 'sc123456'),
        row('NO', '923609016'),
        row('NO', '923609017'),
        row('XX', '1'),
      ].join('\n'),
      mapping,
    )
    assert.deepEqual(
      rows.map((row) => ('entry' in row ? row.entry.number?.register : 'reason' in row && row.reason)),
      [
        { country: 'DE', type: 'list', source: 'crm', id: '17' },
        { country: 'GB', type: 'foreign', number: 'SC123456' },
        { country: 'NO', type: 'foreign', number: '923609016' },
        'number_unreadable',
        'country_unknown',
      ],
    )
  })

  it('takes the LEI as the key of a row without a number, and refers to it in a row with one', async () => {
    const [first, second] = ['529900GRZ2BQY5ZM9N49', '851WYGNLUQLFZBSYGB56']
    const mapping = 'source: crm\ntitle: x\ncolumns: {id: Nr, name: Firma, number: Register, lei: LEI}\n'
    const table = `Nr;Firma;Register;LEI
1;A;HRB 1 München;${first}
2;B;;${second.toLowerCase()}
;C;;${first}
4;D;HRB 2 München;529900GRZ2BQY5ZM9N48
5;E;;
`
    const { rows } = await read(table, mapping)
    const own = (id: string) => ({ country: 'DE', type: 'list', source: 'crm', id })
    const lei = (id: string) => ({ country: 'DE', type: 'list', source: 'gleif', id })
    assert.deepEqual(
      rows.map((row) => {
        if (!('entry' in row)) return 'reason' in row && row.reason
        const { sourceKey, number, leiReference, sameAs } = row.entry
        return [sourceKey, number?.register, leiReference, sameAs]
      }),
      [
        ['1', { country: 'DE', court: 'D2601V', type: 'HRB', digits: 1, suffix: '' }, first, undefined],
        ['2', lei(second), second, [own('2')]],
        [first, lei(first), first, undefined],
        'lei_invalid',
        ['5', own('5'), undefined, undefined],
      ],
    )
  })

  it('names every column that the table does not have', async () => {
    const { fault } = await read(`${HEADER.replace('Firma', 'Name').replace('Ort;', 'Stadt;')}\n${ROW}\n`)
    assert.equal(fault?.reason, 'bad_mapping')
    assert.match(fault.message, /does not have: Firma, Ort\. Its columns are: Nr, Name,/)
  })

  it('describes every mistake of a mapping with its place', async () => {
    const { fault } = await read(
      `${HEADER}\n${ROW}\n`,
      'source: Größe\ntitle: x\ncolumns: {nam: Firma}\ndates: DD.MM.YY\n',
    )
    assert.equal(fault?.reason, 'bad_mapping')
    for (const place of ['source: ', 'columns.name: ', 'columns: ', 'dates: '])
      assert.ok(fault.message.includes(place), fault.message)
  })

  it('says what is missing in a mapping, and where its YAML is broken, in a sentence', () => {
    assert.equal(
      parseMapping('source: crm\ncolumns: {id: Nr}\n'),
      'the mapping has 2 mistakes: title: is missing; columns.name: is missing.',
    )
    const mistakes = (lines: string) => String(parseMapping(`source: crm\ntitle: x\n${lines}\n`))
    assert.equal(
      mistakes(
        'columns: {id: 5, name: Firma, sit: Ort}\nas_of: 2026-13-01\ncountry: XX\ndates: DMY\nstatus: [a]',
      ),
      'the mapping has 6 mistakes: country: must be a code of ISO 3166-1, such as DE, or {column: …}; as_of: must be a day such as 2026-11-01; columns.id: must be a text (a number needs quotes); columns: has no field "sit"; status: must be fields, each as "name: value"; dates: must be one of YYYY-MM-DD, DD.MM.YYYY, DD/MM/YYYY, MM/DD/YYYY, YYYYMMDD.',
    )
    assert.equal(
      mistakes('columns: {name: Firma}'),
      'the mapping has a mistake: columns: one of id, number, register_digits and lei is required, as each row needs a key.',
    )
    assert.equal(
      parseMapping('Nr;Firma'),
      'the mapping has a mistake: the mapping: must be fields, each as "name: value".',
    )
    assert.match(String(parseMapping('source: x\n  columns: [\n')), /at line 1, column 9;.*column 1\.$/)
  })

  it('names the first mistakes of a mapping that has nothing else, and reads no more of a file than a mapping may have', async () => {
    const said = String(parseMapping('"'.repeat(MAPPING_CHARS_MAX)))
    assert.match(said, /^the mapping has \d{5} mistakes: .*at line 1, column 3;.*; …$/)
    assert.equal(said.split('; ').length, 21)
    const path = join(folder, 'hostile.yaml')
    writeFileSync(path, hostileFile('mapping.yaml'))
    await assert.rejects(readMapping(path), /the mapping is longer than 100000 characters/)
  })

  it('refuses a mapping with aliases, with two equal keys, too long, or named as a register', () => {
    const small = 'source: crm\ntitle: x\ncolumns: {id: Nr, name: Firma}\n'
    const filled = (length: number) => `${small}#${' '.repeat(length - small.length - 1)}`
    assert.ok(typeof parseMapping(filled(MAPPING_CHARS_MAX)) === 'object')
    assert.match(String(parseMapping(filled(MAPPING_CHARS_MAX + 1))), /longer than/)
    assert.match(String(parseMapping(`a: &x [1]\nb: [*x, *x]\n${small}`)), /alias|mistake/)
    assert.match(String(parseMapping(`${small}title: y\n`)), /unique/)
    assert.match(String(parseMapping(small.replace('crm', 'gleif'))), /name of a register/)
  })

  it('reads days of the calendar only', () => {
    assert.equal(dayOf('3.1.2024', 'DD.MM.YYYY'), '2024-01-03')
    assert.equal(dayOf('20240229', 'YYYYMMDD'), '2024-02-29')
    assert.equal(dayOf('29.02.2023', 'DD.MM.YYYY'), undefined)
    assert.equal(dayOf('12/24/1999', 'MM/DD/YYYY'), '1999-12-24')
    assert.equal(dayOf('1999-12-24T10:00:00Z', 'YYYY-MM-DD'), '1999-12-24')
    assert.equal(dayOf('1999-12-24', 'DD.MM.YYYY'), '1999-12-24')
    assert.equal(dayOf('', 'YYYY-MM-DD'), undefined)
  })
})
