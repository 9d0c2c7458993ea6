/** Puts a corpus into a store, the way an import does. */
import { mkdirSync } from 'node:fs'
import { OFFENE_REGISTER_NOTICE } from '../../src/adapters/registers/offeneregister/entry.ts'
import { parseSourceKey } from '../../src/adapters/registers/offeneregister/source-key.ts'
import { openCompanyWriter } from '../../src/adapters/sqlite/companies/write/company-writer.ts'
import type { EntrySource, Row, RowBatch } from '../../src/core/ingest/entry-source.ts'
import { importFiles } from '../../src/core/ingest/import-files.ts'
import type { RegisterEntry } from '../../src/core/ingest/register-entry.ts'
import type { Clock } from '../../src/core/ports.ts'
import type { IndexedCompany } from '../../src/names/search/indexed-company.ts'
import { dataFiles } from '../../src/server/data-folder.ts'
import { companyNumberOf } from './offene-register-line.ts'

const clock: Clock = { nowMs: () => Date.now(), monotonicNs: () => process.hrtime.bigint() }

/** Imports the companies into a data folder; resolves to their number. */
export async function storeCorpus(
  batches: Iterable<readonly IndexedCompany[]>,
  dataDir: string,
): Promise<number> {
  mkdirSync(dataDir, { recursive: true })
  const companies = openCompanyWriter(dataFiles(dataDir).companies, clock.nowMs())
  const needs = {
    entrySource: sourceOf(batches),
    companyWriter: companies,
    clock,
    rejectLog: { add: () => {} },
  }
  const run = importFiles(needs, ['corpus'])
  for (;;) {
    const step = await run.next()
    if (!step.done) continue
    companies.close()
    return step.value.good
  }
}

function sourceOf(batches: Iterable<readonly IndexedCompany[]>): EntrySource {
  return {
    filesOf: async (path) => [{ path, bytes: 1 }],
    async *read(): AsyncIterable<RowBatch> {
      let line = 0
      for (const batch of batches) {
        const rows = batch.map((company): Row => ({ line: ++line, entry: entryOf(company), text: '' }))
        yield {
          ...{ notice: OFFENE_REGISTER_NOTICE, format: { format: 'offeneregister' }, rows },
          ...{ bytesDone: 0, bytesTotal: 0 },
        }
      }
    },
  }
}

function entryOf(company: IndexedCompany): RegisterEntry {
  const { name, seat, formerNames, formerNumbers, sources } = company
  const sourceKey = companyNumberOf(company)
  const status = company.status === 'removed' ? 'removed' : 'active'
  return {
    source: OFFENE_REGISTER_NOTICE.source,
    number: parseSourceKey(sourceKey),
    ...{ sourceKey, name, status, seat, address: '' },
    statusWord: status === 'removed' ? 'removed' : 'currently registered',
    registeredOn: null,
    formerNames: formerNames.map((former) => ({ name: former.name, until: null })),
    formerNumbers: formerNumbers.map(({ register }) => ({ register, until: null })),
    asOf: sources[0]?.asOf ?? '2019-01-01',
  }
}
