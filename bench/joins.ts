/**
 * Joins: imports OffeneRegister, then register announcements, and tells what became of each announced company.
 *
 *     node bench/joins.ts <data folder> [<file for 100 random joins>]
 *
 * The folder has `offeneregister/part-*` and `registerbekanntmachungen/announcements.tsv.gz`.
 */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { registerFiles } from '../src/adapters/registers/entry-source.ts'
import { openCompanyStore } from '../src/adapters/sqlite/companies/read/company-store.ts'
import { openCompanyWriter } from '../src/adapters/sqlite/companies/write/company-writer.ts'
import type { Company } from '../src/core/company/company.ts'
import { type ImportResult, importFiles } from '../src/core/ingest/import-files.ts'
import type { Reject } from '../src/core/ingest/register-entry.ts'
import type { Clock } from '../src/core/ports.ts'
import { courtName } from '../src/names/reading/court.ts'
import { formatNumber, isGerman } from '../src/names/reading/register-number.ts'

const clock: Clock = { nowMs: () => Date.now(), monotonicNs: () => process.hrtime.bigint() }
const DUMP = 'offeneregister'
const ANNOUNCED = 'register-announcements'
const SHOWN = 100

const [data, table] = process.argv.slice(2)
if (data === undefined) throw new Error('usage: node bench/joins.ts <data folder> [<file for the table>]')
const folder = mkdtempSync(join(tmpdir(), 'bench-joins-'))
const path = join(folder, 'companies.db')
const rejects: Reject[] = []

async function importInto(files: readonly string[]): Promise<ImportResult> {
  const companyWriter = openCompanyWriter(path, clock.nowMs())
  const needs = {
    entrySource: registerFiles(),
    companyWriter,
    clock,
    rejectLog: { add: (one: Reject) => rejects.push(one) },
  }
  const run = importFiles(needs, files, {})
  for (;;) {
    const step = await run.next()
    if (!step.done) continue
    companyWriter.close()
    return step.value
  }
}

const dump = readdirSync(join(data, 'offeneregister'))
  .sort()
  .map((name) => join(data, 'offeneregister', name))
const first = await importInto(dump.filter((name) => name.includes('part-')))
rejects.length = 0
const {
  ms: _,
  faults: __,
  ...second
} = await importInto([join(data, 'registerbekanntmachungen/announcements.tsv.gz')])
console.log('dump:', { rows: first.rows, created: first.created, rejected: first.rejected })
console.log('announcements:', second)

const store = openCompanyStore(path)
const has = (company: Company, source: string) => company.sources.some((one) => one.source === source)
const joined: Company[] = []
const alone: Company[] = []
const newest = new Map<string, number>()
const seriesOf = ({ register }: Company) => (isGerman(register) ? `${register.court} ${register.type}` : '')
for (const batch of store.readAll(2000)) {
  for (const company of batch) {
    const { register } = company
    if (has(company, ANNOUNCED)) (has(company, DUMP) ? joined : alone).push(company)
    if (has(company, DUMP) && isGerman(register))
      newest.set(seriesOf(company), Math.max(newest.get(seriesOf(company)) ?? 0, register.digits))
  }
}
const announced = (company: Company, fact: 'name' | 'seat' | 'number') => {
  const source = company.factSources[fact]?.source
  return source === undefined || source === ANNOUNCED
}
const isRenamed = (company: Company) =>
  announced(company, 'name') && company.formerNames.some(({ until }) => until !== null)
const hasFormerCourt = ({ sources }: Company) =>
  sources.some(({ source, sourceKey }) => source === ANNOUNCED && sourceKey.split('_').length === 3)
const whyAlone = (company: Company): string => {
  const last = newest.get(seriesOf(company))
  if (last === undefined) return 'the dump has no register of this court and type'
  if (isGerman(company.register) && company.register.digits > last)
    return 'number after the last one of the dump'
  return 'number within those of the dump, entry not in it'
}
const countBy = (companies: readonly Company[], key: (company: Company) => string) =>
  Object.fromEntries(
    Map.groupBy(companies, key)
      .entries()
      .map(([name, group]) => [name, group.length]),
  )

console.log('announced companies:', joined.length + alone.length)
console.log('joined:', joined.length, 'renamed:', joined.filter(isRenamed).length)
console.log('alone:', alone.length, countBy(alone, whyAlone))
console.log('with a former court:', {
  joined: joined.filter(hasFormerCourt).length,
  ...countBy(alone.filter(hasFormerCourt), whyAlone),
})
const apart = rejects.filter(({ reason }) => reason === 'another_company')
console.log(
  'apart:',
  apart.length,
  apart.slice(0, 40).map(({ text }) => text),
)
console.log(
  'rejected:',
  rejects
    .filter(({ reason }) => reason !== 'another_company')
    .map(({ text }) => text)
    .slice(0, 20),
)

if (table !== undefined) {
  const step = joined.length / SHOWN
  const rows = Array.from({ length: SHOWN }, (_, i) => joined[Math.floor(i * step + step / 3)] as Company)
  const lines = rows.map((company, i) => {
    const former = company.formerNames.map(({ name, until }) =>
      until === null ? name : `${name} (until ${until})`,
    )
    const number = `${courtName(company.court)} ${formatNumber(company.register)}`
    return `| ${i + 1} | ${number} | ${company.name} | ${former.join('; ')} | ${company.seat} | ${company.status} |`
  })
  writeFileSync(
    table,
    `| | number | name | former names | seat | status |\n|---|---|---|---|---|---|\n${lines.join('\n')}\n`,
  )
}
store.close()
rmSync(folder, { recursive: true })
