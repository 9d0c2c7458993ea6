/** `firmensuche export`: writes the stored companies to a file or to standard output. */
import { createWriteStream, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import type { ExportRequest } from '../../cli/command.ts'
import { Stopped } from '../../cli/stopped.ts'
import type { Config } from '../../config/config.ts'
import type { Company } from '../../core/company/company.ts'
import { LIST_FILTERS, type ListFilters, readFilters } from '../../core/company/company-filters.ts'
import type { CompanyStore } from '../../core/company/company-store.ts'
import { Failure, type FailureDetail } from '../../core/failure.ts'
import { listCompanies } from '../../core/search/list-companies.ts'
import { listFilterFields } from '../../http/api/filter-fields.ts'
import { faultsOf, queryField } from '../../http/request/faults.ts'
import { openStoredCompanies } from '../../server/compose/offline.ts'
import { syncFolder, watchForStop } from '../../server/compose/system.ts'
import { EXPORT_WRITERS } from './export-formats.ts'

/** Companies in memory at once. */
const BATCH = 500

/**
 * Writes all companies, or those that the filters match; resolves with their number. Reads without the lock on the data
 * folder, in short transactions: what a server changes meanwhile is exported as it is when it is read. A file is
 * complete: until then it has another name, and one of its name is kept.
 *
 * @throws {Failure} `invalid_request` for a filter that cannot be read, `service_unavailable` if no companies are stored.
 * @throws {Stopped} if a signal interrupted it; then there is no file.
 */
export async function exportCompanies(
  config: Config,
  { format, output, filters: written }: ExportRequest,
  report: (done: number, total: number | undefined) => void,
): Promise<number> {
  const filters = filtersOf(written)
  const stored = await openStoredCompanies(config)
  if (stored === undefined) {
    throw new Failure('service_unavailable', `No companies are stored in ${config.dataDir}.`)
  }
  const { companies } = stored
  try {
    const isWhole = Object.keys(filters).length === 0
    const total = isWhole ? await companies.count() : undefined
    let done = 0
    const texts = async function* () {
      const writer = EXPORT_WRITERS[format]
      const sets = await companies.sources()
      yield writer.head
      for await (const batch of isWhole ? companies.readAll(BATCH) : matching(companies, filters)) {
        yield batch.map((company) => writer.linesOf(company, sets)).join('')
        done += batch.length
        report(done, total)
      }
    }
    const watch = watchForStop()
    await (output === undefined ? toStdout(texts(), watch) : toFile(output, texts(), watch))
    return done
  } finally {
    await companies.close()
  }
}

/** Yields the companies that match, in the order of their ids, as the list of the API does. */
async function* matching(companies: CompanyStore, filters: ListFilters): AsyncGenerator<readonly Company[]> {
  for (let cursor: string | undefined; ; ) {
    const page = await listCompanies({ companies }, { filters, sort: 'uuid', limit: BATCH, cursor })
    if (page.companies.length > 0) yield page.companies
    if (page.next === undefined) return
    cursor = page.next
  }
}

type Watch = ReturnType<typeof watchForStop>

async function toStdout(texts: AsyncIterable<string>, watch: Watch): Promise<void> {
  try {
    await pipeline(Readable.from(texts), process.stdout, { end: false, signal: watch.stop })
  } catch (error) {
    // The reader has seen enough: `firmensuche export | head`.
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw stopped(error, watch)
  }
}

async function toFile(path: string, texts: AsyncIterable<string>, watch: Watch): Promise<void> {
  const unfinished = `${path}.${process.pid}.part`
  try {
    const file = createWriteStream(unfinished, { flags: 'wx', flush: true })
    await pipeline(Readable.from(texts), file, { signal: watch.stop })
    renameSync(unfinished, path)
    syncFolder(dirname(path))
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw stopped(error, watch)
  }
}

/** Returns the error of an export: `Stopped` after a signal. */
function stopped(error: unknown, watch: Watch): unknown {
  const signal = watch.signal()
  return signal === undefined
    ? error
    : new Stopped(signal, 'Stopped. The file of the export was not written.')
}

function filtersOf(written: ExportRequest['filters']): ListFilters {
  const read = z.strictObject(listFilterFields).safeParse(written)
  if (read.success) return readFilters(LIST_FILTERS, read.data)
  const faults = faultsOf(read.error.issues, written, queryField)
  throw new Failure('invalid_request', faults.map(faultSentence).join('\n'))
}

function faultSentence({ field, reason, allowed }: FailureDetail): string {
  const option = `--${field.replaceAll('_', '-')}`
  if (allowed !== undefined)
    return `${option} accepts a list, separated by commas, of: ${allowed.join(', ')}.`
  if (reason === 'too_many') return `${option} has too many values.`
  return `${option} cannot be read; see firmensuche export --help.`
}
