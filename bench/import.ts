/**
 * Import: files of register entries into an empty store, then once more, then everything read back.
 *
 *     node bench/import.ts <folder or file…> [--keep <folder for the store>] [--mapping <mapping of the table>]
 *
 * Prints entries a second, peak memory of the process and size on disk.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { registerFiles } from '../src/adapters/registers/entry-source.ts'
import { openCompanyStore } from '../src/adapters/sqlite/companies/read/company-store.ts'
import { openCompanyWriter } from '../src/adapters/sqlite/companies/write/company-writer.ts'
import type { ReadOptions } from '../src/core/ingest/entry-source.ts'
import { type ImportResult, importFiles } from '../src/core/ingest/import-files.ts'
import type { Clock } from '../src/core/ports.ts'

const EVERYTHING_BATCH = 2000
const clock: Clock = { nowMs: () => Date.now(), monotonicNs: () => process.hrtime.bigint() }

function filesOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .filter((name) => /\.jsonl(?:\.(?:br|gz|bz2))?$/.test(name))
    .sort()
    .map((name) => join(path, name))
}

async function importInto(path: string, files: readonly string[], how: ReadOptions): Promise<ImportResult> {
  const companies = openCompanyWriter(path, clock.nowMs())
  const rejectLog = { add: () => {} }
  const run = importFiles(
    { entrySource: registerFiles(), companyWriter: companies, clock, rejectLog },
    files,
    how,
  )
  for (;;) {
    const step = await run.next()
    if (!step.done) continue
    companies.close()
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
const path = join(folder, 'companies.db')
const files = args.flatMap(filesOf)

show('first import', await importInto(path, files, how))
console.log(`peak memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MiB`)
console.log(`on disk ${Math.round(statSync(path).size / 2 ** 20)} MiB`)
show('the same again', await importInto(path, files, how))

const store = openCompanyStore(path)
const start = performance.now()
let companies = 0
for (const batch of store.readAll(EVERYTHING_BATCH)) companies += batch.length
console.log(`everything: ${companies} companies in ${((performance.now() - start) / 1000).toFixed(1)} s`)
console.log('sources', store.sources(), 'last sequence', store.lastSequence())
store.close()
console.log(`peak memory of all ${Math.round(process.resourceUsage().maxRSS / 1024)} MiB`)
if (kept === undefined) rmSync(folder, { recursive: true })
