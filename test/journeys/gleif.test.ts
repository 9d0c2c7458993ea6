// Thorough: the contract of companies has LEIs; import.test.ts imports files.
/** Files of GLEIF beside a register, from the command line to the search. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { csvOf, LEI_COLUMNS, leiCells, PARENT_COLUMNS } from '../fixtures/gleif-files.ts'
import { zipOf } from '../fixtures/zip.ts'
import { makeKey, ONE_THREAD, run, search, startServer, temporaryFolder } from './program.ts'

const [PUMA, BANK, OTHER] = ['529900GRZ2BQY5ZM9N49', '851WYGNLUQLFZBSYGB56', '5299001ERX0K10IZUL40'] as const
const ENTRY = {
  company_number: 'D3304V_HRB13085',
  name: 'PUMA SE',
  current_status: 'currently registered',
  retrieved_at: '2018-07-27T13:49:16Z',
}
/** The registration authority is none of those whose court is known. */
const RECORDS = [
  leiCells({ lei: PUMA, name: 'Puma SE', authority: 'RA000218', number: 'HRB 13085', leiStatus: 'LAPSED' }),
  leiCells({ lei: BANK, name: 'COMMERZBANK AG', authority: 'RA000242', number: 'HRB 32000' }),
]
const PARENT = [
  PUMA,
  BANK,
  'IS_ULTIMATELY_CONSOLIDATED_BY',
  'ACTIVE',
  'PUBLISHED',
  '2026-01-02T03:04:05Z',
  '',
]

it('a register and GLEIF tell of one company, which its LEI finds in both modes', async (test) => {
  const folder = temporaryFolder(test)
  const put = (name: string, bytes: string | Buffer) => {
    writeFileSync(join(folder, name), bytes)
    return join(folder, name)
  }
  const files = [
    put('lei2.csv.zip', zipOf({ name: 'lei2.csv', bytes: csvOf(LEI_COLUMNS, RECORDS) })),
    put('rr.csv', csvOf(PARENT_COLUMNS, [PARENT])),
    put('register.jsonl', JSON.stringify(ENTRY)),
  ]
  const dataDir = join(folder, 'var')
  const done = await run(['import', ...files, '--data-dir', dataDir])
  assert.equal(done.code, 0, done.err)
  const server = await startServer(test, dataDir, ONE_THREAD)
  const { key } = await makeKey(dataDir)
  const found = async (body: object) =>
    (await (await search(server.url, key, body)).json()) as { uuid: string; name: string }[]
  for (const deep of [false, true]) {
    assert.deepEqual(
      (await found({ name: PUMA, deep })).map(({ name }) => name),
      ['PUMA SE'],
    )
  }
  assert.deepEqual(await found({ name: PUMA.replace('49', '50') }), [])
  const detailOf = async (lei: string) => {
    const [company] = await found({ name: lei })
    const url = `${server.url}/api/v1/companies/${company?.uuid}`
    return (await fetch(url, { headers: { authorization: `Bearer ${key}` } })).json()
  }
  assert.partialDeepStrictEqual(await detailOf(PUMA), {
    ...{ name: 'PUMA SE', registration_number: 'HRB 13085', register_court: 'Fürth', status: 'active' },
    ...{ lei: PUMA, lei_status: 'LAPSED', parents: { direct: null, ultimate: BANK }, subsidiaries: 0 },
  })
  assert.partialDeepStrictEqual(await detailOf(BANK), {
    ...{ registration_number: 'HRB 32000', subsidiaries: 1 },
    prominence: {
      value: 13,
      parts: [
        { fact: 'legal_form', value: 'AG', points: 9 },
        { fact: 'lei', value: 'ISSUED', points: 2 },
        { fact: 'subsidiaries', value: '1', points: 2 },
      ],
    },
  })
  const [puma] = await found({ name: PUMA })
  const duplicate = leiCells({ lei: PUMA, name: 'Puma SE', leiStatus: 'DUPLICATE', updated: '2026-02-03' })
  const other = leiCells({ lei: OTHER, name: 'Fraport AG', authority: 'RA000242', number: 'HRB 7042' })
  const delta = put('delta.csv', csvOf(LEI_COLUMNS, [duplicate, other]))
  const update = await run(['import', delta, '--data-dir', dataDir, '--json'])
  assert.equal(update.code, 0, update.err)
  assert.partialDeepStrictEqual(JSON.parse(update.out.trim().split('\n').at(-1) ?? ''), {
    rejected: 1,
    created: 1,
    withdrawn: 1,
    deleted: 0,
  })
  assert.deepEqual(await found({ name: PUMA }), [])
  const [still] = await found({ name: 'PUMA SE' })
  assert.ok(still !== undefined && still.uuid === puma?.uuid)
})
