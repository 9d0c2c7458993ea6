/** The fixed corpus of the benchmarks: companies straight from packed OffeneRegister files. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { readOffeneRegister } from '../../src/adapters/registers/offeneregister/offene-register.ts'
import type { CompanyId } from '../../src/core/company/company.ts'
import { newCompany } from '../../src/core/company/merge-company.ts'
import { readEntry } from '../../src/core/ingest/read-entry.ts'
import { companyUuid } from '../../src/names/reading/company-uuid.ts'
import type { IndexedCompany } from '../../src/names/search/indexed-company.ts'
import { RegisterNumbers } from './register-numbers.ts'

/** Companies of one batch, of real and of made ones. */
export const BATCH_COMPANIES = 10_000

/** Reads companies, batch by batch; `filesMax`: of the first files only. May be called several times. */
export type ReadCompanies = (filesMax?: number) => Iterable<readonly IndexedCompany[]>

/**
 * Batches of every company of every `*.jsonl.br` in the folder, in the order of the files, each company once; `filesMax`
 * takes the first files only. `numbers` learns which register numbers are taken.
 */
export function* companiesOf(
  folder: string,
  filesMax = Number.POSITIVE_INFINITY,
  numbers = new RegisterNumbers(),
): Generator<readonly IndexedCompany[]> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl.br'))
  for (const file of files.sort().slice(0, filesMax)) {
    let batch: IndexedCompany[] = []
    for (const line of linesOf(brotliDecompressSync(readFileSync(join(folder, file))))) {
      const company = readCompany(line)
      if (company === undefined || !numbers.use(company.register)) continue
      batch.push(company)
      if (batch.length === BATCH_COMPANIES) {
        yield batch
        batch = []
      }
    }
    yield batch
  }
}

function* linesOf(bytes: Buffer): Generator<string> {
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(0x0a, at)
    const to = end < 0 ? bytes.length : end
    if (to > at) yield bytes.toString('utf8', at, to)
    at = to + 1
  }
}

function readCompany(line: string): IndexedCompany | undefined {
  const entry = readOffeneRegister(line)
  if (typeof entry === 'string') return undefined
  const company = readEntry(entry)
  return typeof company === 'string'
    ? undefined
    : newCompany(company, companyUuid(company.register) as CompanyId, 0)
}
