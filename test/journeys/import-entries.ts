/**
 * Imports a file into a companies file and prints each step on a line: the child of import.test.ts, which kills it.
 *
 *     node import-entries.ts <companies file> <register file>
 */
import { writeSync } from 'node:fs'
import { registerFiles } from '../../src/adapters/registers/entry-source.ts'
import { openCompanyWriter } from '../../src/adapters/sqlite/companies/write/company-writer.ts'
import { systemClock } from '../../src/adapters/system/clock.ts'
import { importFiles } from '../../src/core/ingest/import-files.ts'

const [database, file] = process.argv.slice(2)
const companyWriter = openCompanyWriter(database!, 1)
const needs = {
  entrySource: registerFiles(),
  companyWriter,
  clock: systemClock,
  rejectLog: { add: () => {} },
}
for await (const { good } of importFiles(needs, [file!])) writeSync(1, `${good}\n`)
writeSync(1, 'done\n')
companyWriter.close()
