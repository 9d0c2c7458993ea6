/**
 * Import: files of register entries into an empty store, then once more, then everything read back.
 *
 *     node bench/import.ts <folder or file…> [--keep <folder for the store>] [--mapping <mapping of the table>] [--postgres]
 *
 * Prints entries a second, peak memory of the process and size on disk. `--postgres`: into a PostgreSQL server of this run
 * (15 or later, with its settings as installed) instead of SQLite.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { registerFiles } from '../src/adapters/registers/entry-source.ts'
import { openCompanyStore } from '../src/adapters/sqlite/companies/read/company-store.ts'
import { openCompanyWriter } from '../src/adapters/sqlite/companies/write/company-writer.ts'
import type { Awaitable } from '../src/core/awaitable.ts'
import type { CompanyStore } from '../src/core/company/company-store.ts'
import type { CompanyWriter } from '../src/core/company/company-writer.ts'
import type { ReadOptions } from '../src/core/ingest/entry-source.ts'
import { type ImportResult, importFiles } from '../src/core/ingest/import-files.ts'
import type { Clock } from '../src/core/ports.ts'
import { sampleOf, timePages } from './list-pages.ts'

const EVERYTHING_BATCH = 2000
const clock: Clock = { nowMs: () => Date.now(), monotonicNs: () => process.hrtime.bigint() }

function filesOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .filter((name) => /\.jsonl(?:\.(?:br|gz|bz2))?$/.test(name))
    .sort()
    .map((name) => join(path, name))
}

/** Where the companies are stored. */
interface Place {
  openWriter(): Awaitable<CompanyWriter>
  openStore(): Awaitable<CompanyStore>
  diskBytes(): Awaitable<number>
  end(): void
}

function sqlitePlace(path: string): Place {
  return {
    openWriter: () => openCompanyWriter(path, clock.nowMs()),
    openStore: () => openCompanyStore(path),
    diskBytes: () => statSync(path).size,
    end: () => undefined,
  }
}

async function importInto(place: Place, files: readonly string[], how: ReadOptions): Promise<ImportResult> {
  const companies = await place.openWriter()
  const rejectLog = { add: () => {} }
  const run = importFiles(
    { entrySource: registerFiles(), companyWriter: companies, clock, rejectLog },
    files,
    how,
  )
  for (;;) {
    const step = await run.next()
    if (!step.done) continue
    await companies.close()
    return step.value
  }
}

function show(what: string, result: ImportResult): void {
  const seconds = result.ms / 1000
  console.log(
    `${what}: ${result.rows} rows in ${seconds.toFixed(1)} s = ${Math.round(result.rows / seconds)}/s ` +
      `(created ${result.created}, changed ${result.changed}, unchanged ${result.unchanged}, rejected ${result.rejected})`,
  )
  if (result.rejected > 0) console.log(result.reasons)
  for (const fault of result.faults) console.log(fault.message)
}

const args = process.argv.slice(2)

function optionOf(name: string): string | undefined {
  const at = args.indexOf(name)
  return at < 0 ? undefined : args.splice(at, 2)[1]
}

const kept = optionOf('--keep')
const mapping = optionOf('--mapping')
const how: ReadOptions = mapping === undefined ? {} : { mapping }
if (args.length === 0)
  throw new Error('usage: node bench/import.ts <folder or file…> [--keep <folder>] [--mapping <file>]')
const folder = kept ?? mkdtempSync(join(tmpdir(), 'bench-import-'))
mkdirSync(folder, { recursive: true })
const isPostgres = args.includes('--postgres')
const files = args.filter((arg) => arg !== '--postgres').flatMap(filesOf)
const place = isPostgres
  ? await (await import('./postgres-place.ts')).postgresPlace()
  : sqlitePlace(join(folder, 'companies.db'))

show('first import', await importInto(place, files, how))
console.log(`peak memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MiB`)
console.log(`on disk ${Math.round((await place.diskBytes()) / 2 ** 20)} MiB`)
show('the same again', await importInto(place, files, how))

const store = await place.openStore()
const start = performance.now()
let companies = 0
for await (const batch of store.readAll(EVERYTHING_BATCH)) companies += batch.length
console.log(`everything: ${companies} companies in ${((performance.now() - start) / 1000).toFixed(1)} s`)
console.log(`peak memory of all ${Math.round(process.resourceUsage().maxRSS / 1024)} MiB`)
const indexStart = performance.now()
for await (const batch of store.forIndex(EVERYTHING_BATCH)) companies -= batch.length
console.log(`for an index: ${((performance.now() - indexStart) / 1000).toFixed(1)} s, ${companies} left out`)
for (const [what, ms] of await timePages(store, await sampleOf(store)))
  console.log(`${what}: ${ms.toFixed(2)} ms`)
console.log('sources', await store.sources(), 'last sequence', await store.lastSequence())
await store.close()
place.end()
if (kept === undefined) rmSync(folder, { recursive: true })
