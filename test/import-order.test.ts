/** The same files give the same companies in every order of imports. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { registerFiles } from '../src/adapters/registers/entry-source.ts'
import { openCompaniesInMemory } from '../src/adapters/sqlite/companies/companies-in-memory.ts'
import { importFiles } from '../src/core/ingest/import-files.ts'
import { detailWire } from '../src/http/api/company-wire.ts'
import { csvOf, LEI_COLUMNS, leiCells } from './fixtures/gleif-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'import-order-'))
after(() => rmSync(folder, { recursive: true }))
const clock = { nowMs: () => 1_700_000_000_000, monotonicNs: () => 0n }

function file(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const dumped = (key: string, name: string, more: object = {}) =>
  JSON.stringify({
    ...{ company_number: key, name, current_status: 'currently registered' },
    ...{ retrieved_at: '2018-11-09T18:03:03Z', all_attributes: { registered_office: 'Ulm' } },
    ...more,
  })

const DUMP = file(
  'dump.jsonl',
  [
    dumped('D2601V_HRB42243', 'Adler Bau GmbH', { previous_names: [{ company_name: 'Adler Hochbau GmbH' }] }),
    dumped('P2408_P2409_HRB764', 'FMC Metall GmbH'),
    dumped('D2601V_HRB7', 'Storch Reederei GmbH', { current_status: 'removed' }),
    dumped('F1103R_HRB44343', 'Bausparkasse Alt AG'),
    dumped('D2601V_HRB9', 'Reiher AG'),
  ].join('\n'),
)

const HEADER =
  'announcement_date\ttype\tstate\tcourt\tformer_court\tregister_type\tregister_number\tnumber_suffix\tcompany_name\tseat\tlegal_form\tentry_date'
const announced = (day: string, court: string, former: string, number: string, name: string, seat: string) =>
  [day, 'Veränderungen', '', court, former, 'HRB', number, '', name, seat, '', ''].join('\t')
const ANNOUNCEMENTS = file(
  'announcements.tsv',
  [
    HEADER,
    announced('2025-01-02', 'München', '', '42243', 'Falke Bau GmbH', 'Garching'),
    announced('2026-01-02', 'München', '', '42243', 'Falke Bau Holding GmbH', 'Garching'),
    announced('2025-03-04', 'Hildesheim', 'Alfeld', '764', 'FMC Metalltechnik GmbH', 'Alfeld'),
    announced('2025-05-06', 'München', '', '7', 'Möwe Software UG', 'München'),
    announced('2025-07-08', 'München', '', '8', 'Kranich GmbH', 'München'),
  ].join('\n'),
)

const MAPPING = file(
  'list.yaml',
  `
source: partners
title: Business partners
columns:
  id: Nr
  name: Firma
  number: Registernummer
  court: Amtsgericht
  seat: Ort
country: {column: Land}
`,
)
const LIST = file(
  'list.csv',
  `Nr;Firma;Registernummer;Amtsgericht;Ort;Land
1;Adler & Falke;HRB 42243;München;Garching;DE
2;Kranich Handel;HRB 8;München;;DE
3;Reiher Berlin;HRB 44343;Berlin (Charlottenburg);Berlin;DE
4;Möwennest Reederei;;;Kiel;DE
`,
)
const GLEIF = resolve(import.meta.dirname, 'fixtures/registers/lei_records.api-v1.json.gz')

interface ImportedFile {
  readonly path: string
  readonly how?: { readonly mapping: string }
}

const FILES: readonly ImportedFile[] = [
  { path: DUMP },
  { path: ANNOUNCEMENTS },
  { path: LIST, how: { mapping: MAPPING } },
  { path: GLEIF },
]

function ordersOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  if (items.length < 2) return [items]
  return items.flatMap((first) =>
    ordersOf(items.filter((item) => item !== first)).map((rest) => [first, ...rest]),
  )
}

const [PUMA, BANK, FUND] = ['529900GRZ2BQY5ZM9N49', '851WYGNLUQLFZBSYGB56', '5299001ERX0K10IZUL40'] as const
const unknownCourt = (lei: string, name: string, number: string) =>
  leiCells({ lei, name, authority: 'RA000218', number, leiStatus: 'ISSUED' })

/** Files of which each decides with others which company an LEI is. */
const LEI_FILES: readonly ImportedFile[] = [
  {
    path: file(
      'munich.jsonl',
      [dumped('D2601V_HRB13085', 'PUMA SE'), dumped('D2601V_HRB32000', 'Bank AG')].join('\n'),
    ),
  },
  { path: file('fuerth.jsonl', dumped('D3304V_HRB13085', 'Puma SE')) },
  {
    path: file(
      'lei2.csv',
      csvOf(LEI_COLUMNS, [
        unknownCourt(PUMA, 'Puma SE', 'HRB 13085'),
        unknownCourt(BANK, 'Bank AG', 'HRB 32000'),
        unknownCourt(FUND, 'Fonds GmbH', 'HRB 1'),
      ]),
    ),
  },
  {
    path: file(
      'leis.csv',
      `Nr,Firma,Register,LEI
1,Bank,,${BANK}
2,Der Fonds,HRB 44343 München,${FUND}
3,Fonds Nürnberg,,${FUND}
`,
    ),
    how: {
      mapping: file(
        'leis.yaml',
        'source: suppliers\ntitle: Suppliers\ncolumns: {id: Nr, name: Firma, number: Register, lei: LEI}\n',
      ),
    },
  },
]

/** Imports the files in this order and returns all companies as the API shows them, as NDJSON. */
async function companiesAfter(files: readonly ImportedFile[]): Promise<string> {
  const { writer, companies } = openCompaniesInMemory(1)
  const needs = {
    ...{ entrySource: registerFiles(), companyWriter: writer, clock },
    rejectLog: { add: () => {} },
  }
  for (const { path, how = {} } of files) {
    const run = importFiles(needs, [path], how)
    while (!(await run.next()).done);
  }
  const stored = [...companies.readAll(1000)].flat()
  const lines = stored.map((company) => JSON.stringify(detailWire(company, companies.sources())))
  writer.close()
  return lines.sort().join('\n')
}

test('register, announcements, a list and GLEIF give the same companies byte for byte in every order of imports', async () => {
  const orders = ordersOf(FILES)
  const wanted = await companiesAfter(orders[0]!)
  for (const order of orders) {
    assert.equal(await companiesAfter(order), wanted, order.map(({ path }) => path).join(', '))
  }
  const named = (name: string) => wanted.split('\n').filter((line) => JSON.parse(line).name === name)
  const [falke] = named('Falke Bau Holding GmbH').map((line) => JSON.parse(line))
  assert.deepEqual(falke.former_names, [
    { name: 'Falke Bau GmbH', until: '2025-01-02' },
    { name: 'Adler Bau GmbH', until: '2018-11-09' },
    { name: 'Adler Hochbau GmbH', until: null },
  ])
  assert.deepEqual(falke.other_names, [{ name: 'Adler & Falke', source: 'partners' }])
  assert.equal(
    named('FMC Metalltechnik GmbH').length,
    1,
    'the number of the former court is the same company',
  )
  assert.equal(named('Storch Reederei GmbH').length, 1, 'the removed company stays')
  assert.equal(named('Möwe Software UG').length, 0, 'the other one is not stored')
})

test('the company of an LEI is the same byte for byte in every order of imports', async () => {
  const orders = ordersOf(LEI_FILES)
  const wanted = await companiesAfter(orders[0]!)
  for (const order of orders) {
    assert.equal(await companiesAfter(order), wanted, order.map(({ path }) => path).join(', '))
  }
  const companies = wanted.split('\n').map((line) => JSON.parse(line))
  const byLei = (lei: string) => companies.find((company) => company.lei === lei)
  assert.equal(companies.length, 5)
  assert.equal(byLei(PUMA).register_court, '', 'two courts have the number and the name')
  assert.equal(byLei(BANK).register_court, 'München')
  assert.deepEqual(byLei(BANK).other_names, [{ name: 'Bank', source: 'suppliers' }])
  assert.deepEqual(
    [byLei(FUND).registration_number, byLei(FUND).name, byLei(FUND).sources.length],
    ['HRB 44343', 'Fonds GmbH', 3],
  )
})
