import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import {
  csvOf,
  LEI_COLUMNS,
  leiCells,
  leiJson,
  PARENT_COLUMNS,
} from '../../../../test/fixtures/gleif-files.ts'
import { hostileFile } from '../../../../test/fixtures/hostile-files.ts'
import { zipOf } from '../../../../test/fixtures/zip.ts'
import { FileFault, type Row } from '../../../core/ingest/entry-source.ts'
import { registerFiles } from '../entry-source.ts'

/** 93 real records of the API of GLEIF. */
const REAL = fileURLToPath(
  new URL('../../../../test/fixtures/registers/lei_records.api-v1.json.gz', import.meta.url),
)

let folder: string
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'gleif-'))
})
after(() => rmSync(folder, { recursive: true }))

async function read(bytes: string | Buffer): Promise<{ rows: Row[]; fault?: string }> {
  const path = join(folder, 'file')
  writeFileSync(path, bytes)
  const rows: Row[] = []
  try {
    for await (const batch of registerFiles().read(path)) rows.push(...batch.rows)
    return { rows }
  } catch (error) {
    assert.ok(error instanceof FileFault, String(error))
    return { rows, fault: error.reason }
  }
}

const entries = (rows: readonly Row[]) => rows.map((row) => ('entry' in row ? row.entry : row))
const reasons = (rows: readonly Row[]) => rows.map((row) => ('reason' in row ? row.reason : 'good'))

const COMMERZBANK = {
  lei: '851WYGNLUQLFZBSYGB56',
  name: 'COMMERZBANK Aktiengesellschaft',
  authority: 'RA000242',
  number: 'HRB 32000',
  city: 'Frankfurt am Main',
}
const PUMA = { lei: '529900GRZ2BQY5ZM9N49', name: 'PUMA SE', authority: 'RA000247', number: 'HRB 13085' }

test('all real records are entries, German ones with the court of their registration authority', async () => {
  const { rows } = await read(readFileSync(REAL))
  assert.equal(rows.length, 93)
  assert.deepEqual(new Set(reasons(rows)), new Set(['good']))
  const [first] = JSON.parse(gunzipSync(readFileSync(REAL)).toString()).data
  const one = { meta: { goldenCopy: { publishDate: '2026-11-01' } }, data: first }
  for (const text of [JSON.stringify(one, null, 2), JSON.stringify(one)])
    assert.deepEqual(entries((await read(text)).rows), entries(rows.slice(0, 1)), 'an answer with one record')
  const bank = entries(rows).find((entry) => 'lei' in entry && entry.lei?.lei === COMMERZBANK.lei)
  assert.ok(bank !== undefined && 'lei' in bank)
  assert.deepEqual(bank.number, {
    register: { country: 'DE', court: 'M1201', type: 'HRB', digits: 32_000, suffix: '' },
    court: 'M1201',
  })
  assert.deepEqual([bank.sourceKey, bank.name, bank.status], [COMMERZBANK.lei, COMMERZBANK.name, 'active'])
  assert.match(bank.address, /^Kaiserstraße 16, 60311 Frankfurt am Main$/)
})

test('a lapsed LEI is a state of the LEI, not of the company', async () => {
  const { rows } = await read(readFileSync(REAL))
  const lapsed = entries(rows).filter((entry) => 'lei' in entry && entry.lei?.status === 'LAPSED')
  assert.ok(lapsed.length > 10)
  assert.ok(lapsed.every((entry) => 'status' in entry && entry.status === 'active'))
})

test('CSV and JSON, packed and not, tell the same', async () => {
  const records = [COMMERZBANK, { ...PUMA, name: 'Puma, "die" Marke' }]
  const csv = csvOf(LEI_COLUMNS, records.map(leiCells))
  const json = JSON.stringify({ records: records.map(leiJson) })
  const plain = await read(csv)
  assert.deepEqual(reasons(plain.rows), ['good', 'good'])
  for (const bytes of [
    json,
    JSON.stringify({ records: records.map(leiJson) }, null, 2),
    zipOf({ name: 'golden-copy.csv', bytes: csv }),
    zipOf({ name: 'golden-copy.json', bytes: json }),
    `\ufeff${csv.replaceAll('\n', '\r\n')}`,
  ]) {
    assert.deepEqual(entries((await read(bytes)).rows), entries(plain.rows))
  }
})

test('a German number whose court is not known keeps its type, digits and suffix', async () => {
  const { rows } = await read(
    csvOf(LEI_COLUMNS, [leiCells({ ...PUMA, authority: 'RA000218', number: 'HRB 7 FL' })]),
  )
  const [entry] = entries(rows)
  assert.ok(entry !== undefined && 'lei' in entry)
  assert.deepEqual(entry.number?.register, { country: 'DE', type: 'list', source: 'gleif', id: PUMA.lei })
  assert.deepEqual(entry.lei?.courtless, { type: 'HRB', digits: 7, suffix: 'FL' })
})

test('a number of a national register is the number of the company, of a regional one it is not', async () => {
  const at = async (jurisdiction: string, authority: string, number: string) => {
    const { rows } = await read(csvOf(LEI_COLUMNS, [leiCells({ ...PUMA, jurisdiction, authority, number })]))
    const [entry] = entries(rows)
    return entry !== undefined && 'number' in entry ? entry.number?.register : undefined
  }
  assert.deepEqual(await at('GB', 'RA000585', '7211438'), {
    country: 'GB',
    type: 'foreign',
    number: '07211438',
  })
  assert.equal((await at('US-DE', 'RA000602', '4348344'))?.type, 'list')
  assert.equal((await at('GB', 'RA000602', '07211438'))?.type, 'list')
})

test('previous legal names are former names, and the legal form comes from its code if the name has none', async () => {
  const { rows } = await read(
    csvOf(LEI_COLUMNS, [leiCells({ ...PUMA, former: 'Puma AG Rudolf Dassler Sport' })]),
  )
  const [entry] = entries(rows)
  assert.ok(entry !== undefined && 'formerNames' in entry)
  assert.deepEqual(entry.formerNames, [{ name: 'Puma AG Rudolf Dassler Sport', until: null }])
})

test('rows that are no company say why', async () => {
  const { rows } = await read(
    csvOf(LEI_COLUMNS, [
      leiCells({ ...PUMA, lei: '529900GRZ2BQY5ZM9N40' }),
      leiCells({ ...PUMA, name: '' }),
      leiCells({ ...PUMA, leiStatus: 'DUPLICATE' }),
      leiCells({ ...PUMA, category: 'SOLE_PROPRIETOR', number: '' }),
      leiCells({ ...PUMA, category: 'SOLE_PROPRIETOR' }),
    ]),
  )
  assert.deepEqual(reasons(rows), ['lei_invalid', 'name_missing', 'lei_void', 'natural_person', 'good'])
  const rejected = rows.filter((row) => 'reason' in row)
  assert.deepEqual(
    rejected.map(({ sourceKey, isVoid }) => [sourceKey, isVoid]),
    [
      [undefined, false],
      [PUMA.lei, false],
      [PUMA.lei, true],
      [PUMA.lei, false],
    ],
  )
})

const parentRow = (type: string, status = 'ACTIVE', deletedAt = '') => [
  ...[PUMA.lei, COMMERZBANK.lei, type, status, 'PUBLISHED', '2026-01-02T03:04:05Z', deletedAt],
]

test('relationships tell direct and ultimate parents, and which of them ended; others are left out', async () => {
  const { rows } = await read(
    csvOf(PARENT_COLUMNS, [
      parentRow('IS_DIRECTLY_CONSOLIDATED_BY'),
      parentRow('IS_ULTIMATELY_CONSOLIDATED_BY', 'INACTIVE'),
      parentRow('IS_FUND-MANAGED_BY'),
      parentRow('IS_DIRECTLY_CONSOLIDATED_BY', 'ACTIVE', '2026-02-03T00:00:00Z'),
    ]),
  )
  const both = { child: PUMA.lei, parent: COMMERZBANK.lei }
  assert.deepEqual(
    rows.map((row) => 'parent' in row && row.parent),
    [
      { ...both, kind: 'direct', isValid: true, asOf: '2026-01-02' },
      { ...both, kind: 'ultimate', isValid: false, asOf: '2026-01-02' },
      { ...both, kind: 'direct', isValid: false, asOf: '2026-02-03' },
    ],
  )
})

test('relationships in JSON tell the same', async () => {
  const node = (lei: string) => ({ NodeID: { $: lei }, NodeIDType: { $: 'LEI' } })
  const record = (extension: object) => ({
    RelationshipRecord: {
      Relationship: {
        StartNode: node(PUMA.lei),
        EndNode: node(COMMERZBANK.lei),
        RelationshipType: { $: 'IS_DIRECTLY_CONSOLIDATED_BY' },
        RelationshipStatus: { $: 'ACTIVE' },
      },
      Registration: { RegistrationStatus: { $: 'PUBLISHED' }, LastUpdateDate: { $: '2026-01-02T03:04:05Z' } },
      ...extension,
    },
  })
  const deletion = { 'gleif:Deletion': { 'gleif:DeletedAt': { $: '2026-02-03T00:00:00Z' } } }
  const { rows } = await read(JSON.stringify({ relations: [record({}), record({ Extension: deletion })] }))
  assert.deepEqual(
    rows.map((row) => 'parent' in row && [row.parent.isValid, row.parent.asOf]),
    [
      [true, '2026-01-02'],
      [false, '2026-02-03'],
    ],
  )
})

test('an extension that is nested deeper than any other tells nothing', async () => {
  const { rows } = await read(hostileFile('nested-extension.json').toString())
  assert.deepEqual(
    rows.map((row) => 'reason' in row && row.reason),
    ['field_type'],
  )
})

test('reporting exceptions are skipped with a sentence', async () => {
  const header = ['LEI', 'Exception.Category', 'Exception.Reason.1']
  const row = [PUMA.lei, 'ULTIMATE_ACCOUNTING_CONSOLIDATION_PARENT', 'NO_KNOWN_PERSON']
  assert.equal((await read(csvOf(header, [row]))).fault, 'no_companies')
  const element = { LEI: { $: PUMA.lei }, ExceptionCategory: { $: 'X' }, ExceptionReason: [{ $: 'Y' }] }
  assert.equal((await read(JSON.stringify({ exceptions: [element] }))).fault, 'no_companies')
})

test('bad input ends in a reason or a sentence, and the rows before stay valid', async () => {
  const good = csvOf(LEI_COLUMNS, [leiCells(PUMA)])
  const json = JSON.stringify({ records: [leiJson(PUMA), leiJson(COMMERZBANK)] })
  const real = gunzipSync(readFileSync(REAL))
  for (const [bytes, expected] of [
    [`${good}"5299`, ['good', 'malformed']],
    [`${good}"${'x'.repeat(2_000_000)}`, ['good', 'malformed']],
    [`${good}${'"a",'.repeat(100)}"b"\n`, ['good', 'field_type']],
    [good.split('\n')[0] as string, ['empty']],
    [json.slice(0, -30), ['good', 'broken_json']],
    [json.slice(0, -2), ['good', 'good', 'broken_json']],
    [json.replace('{"LEI":{"$":"851', '[{"LEI":{"$":"851'), ['good', 'not_an_object', 'broken_json']],
    [
      '{"records": [{"LEI": 1}, 2, null, []]}',
      ['lei_invalid', 'not_an_object', 'not_an_object', 'not_an_object'],
    ],
    [`{"records": [{"LEI": ${'['.repeat(100_000)}`, ['broken_json']],
    [real.subarray(0, 1000), ['broken_json']],
  ] as const) {
    const { rows, fault } = await read(bytes as string | Buffer)
    assert.deepEqual(
      [...reasons(rows), ...(fault === undefined ? [] : [fault])],
      expected,
      String(bytes).slice(0, 60),
    )
  }
})
