// Thorough: one more page in a browser; markup.test.ts opens pages of companies.
/** The page of a company that several sources tell: LEI, group and announcements. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { csvOf, LEI_COLUMNS, leiCells, PARENT_COLUMNS } from '../fixtures/gleif-files.ts'
import { NO_BROWSER, openPage } from './browser.ts'
import { ONE_THREAD, run, startServer, temporaryFolder } from './program.ts'

const [PUMA, BANK] = ['529900GRZ2BQY5ZM9N49', '851WYGNLUQLFZBSYGB56'] as const
const ENTRY = {
  ...{ company_number: 'D3304V_HRB13085', name: 'PUMA SE', current_status: 'currently registered' },
  retrieved_at: '2018-07-27T13:49:16Z',
}
const RECORDS = [
  leiCells({ lei: PUMA, name: 'Puma SE', authority: 'RA000218', number: 'HRB 13085', leiStatus: 'LAPSED' }),
  leiCells({ lei: BANK, name: 'COMMERZBANK AG', authority: 'RA000242', number: 'HRB 32000' }),
]
const PARENT = [PUMA, BANK, 'IS_DIRECTLY_CONSOLIDATED_BY', 'ACTIVE', 'PUBLISHED', '2026-01-02T03:04:05Z', '']
const ANNOUNCEMENTS = [
  'announcement_date\ttype\tstate\tcourt\tformer_court\tregister_type\tregister_number\tnumber_suffix\tcompany_name\tseat\tlegal_form\tentry_date',
  '2026-03-04\tLöschungsankündigung\t\tFürth\t\tHRB\t13085\t\tPUMA SE\tHerzogenaurach\t\t',
].join('\n')

test('the page of a company shows its LEI, links to its parent, and warns of an announced removal', {
  skip: NO_BROWSER,
}, async (t) => {
  const folder = temporaryFolder(t)
  const put = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const files = [
    put('register.jsonl', JSON.stringify(ENTRY)),
    put('lei2.csv', csvOf(LEI_COLUMNS, RECORDS)),
    put('rr.csv', csvOf(PARENT_COLUMNS, [PARENT])),
    put('announcements.tsv', ANNOUNCEMENTS),
  ]
  const dataDir = join(folder, 'var')
  const imported = await run(['import', ...files, '--data-dir', dataDir])
  assert.equal(imported.code, 0, imported.err)
  const { url } = await startServer(t, dataDir, { ...ONE_THREAD, PUBLIC_SEARCH: 'on' })
  const { page } = await openPage(t)
  await page.goto(`${url}/?q=puma`)
  await page.getByRole('link', { name: 'PUMA SE' }).click()
  await page
    .getByText('Das Registergericht hat am 04.03.2026 angekündigt, dieses Unternehmen zu löschen.')
    .waitFor()
  const history = page.getByRole('region', { name: 'Historie' })
  assert.match(await history.innerText(), /Bekanntmachungen\s+Löschung angekündigt\s+04\.03\.2026/)
  const facts = page.getByRole('region', { name: 'Eintrag' })
  assert.match(await facts.innerText(), new RegExp(`LEI\\s+${PUMA} nicht erneuert`))
  await facts.getByRole('link', { name: BANK }).click()
  await page.getByRole('link', { name: 'COMMERZBANK AG' }).click()
  await page.getByRole('heading', { name: 'COMMERZBANK AG' }).waitFor()
  assert.match(await facts.innerText(), /Tochterunternehmen mit LEI\s+1/)
})
