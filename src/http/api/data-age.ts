/** The age of the data, for the header `X-Data-As-Of`. */
import type { Awaitable } from '../../core/awaitable.ts'
import type { Company } from '../../core/company/company.ts'
import type { CompanyStore, SourceSet } from '../../core/company/company-store.ts'
import type { Needs } from '../../core/ports.ts'

/** How long the list of data sets is cached; it changes with imports only. */
const REMEMBER_MS = 2000

/** Returns a company store that reads the data sets every two seconds at most and otherwise uses its copy. */
export function rememberSources({ companies, clock }: Needs<'companies' | 'clock'>): CompanyStore {
  let sets: Awaitable<readonly SourceSet[]> = []
  let readAtMs = Number.NEGATIVE_INFINITY
  const keep = async (read: Promise<readonly SourceSet[]>) => {
    try {
      const value = await read
      if (sets === read) sets = value
    } catch {
      // The requests that wait for it get this error; the next one reads again.
      if (sets === read) readAtMs = Number.NEGATIVE_INFINITY
    }
  }
  const sources = () => {
    const nowMs = clock.nowMs()
    if (Math.abs(nowMs - readAtMs) >= REMEMBER_MS) {
      sets = companies.sources()
      readAtMs = nowMs
      if (sets instanceof Promise) void keep(sets)
    }
    return sets
  }
  return { ...delegateTo(companies), sources }
}

/** Returns the same store as an object whose methods can be copied: those of a class cannot. */
function delegateTo(companies: CompanyStore): CompanyStore {
  return {
    find: (uuid) => companies.find(uuid),
    findMany: (uuids) => companies.findMany(uuids),
    list: (question) => companies.list(question),
    sources: () => companies.sources(),
    count: () => companies.count(),
    lastSequence: () => companies.lastSequence(),
    changes: (afterSequence, limit) => companies.changes(afterSequence, limit),
    readAll: (batchSize) => companies.readAll(batchSize),
    forIndex: (batchSize, share) => companies.forIndex(batchSize, share),
    suppressions: () => companies.suppressions(),
    imports: (limit) => companies.imports(limit),
    isHealthy: () => companies.isHealthy(),
    close: () => companies.close(),
  }
}

/** Returns the source dates of these companies. */
export function sourceDatesOf(companies: readonly Company[]): readonly string[] {
  return companies.flatMap(({ sources }) => sources.map(({ asOf }) => asOf))
}

/**
 * Returns the header with the oldest of these dates, or that of all data sets if the response contains no
 * company; no header while there is no data.
 */
export function dataAgeOf(dates: readonly string[], sets: readonly SourceSet[]): Record<string, string> {
  const oldest = oldestOf(dates.length > 0 ? dates : sets.map(({ asOf }) => asOf))
  return oldest === '' ? {} : { 'x-data-as-of': oldest }
}

/** Returns the oldest of these dates; '' if there is none. */
export function oldestOf(dates: readonly string[]): string {
  let oldest = ''
  for (const date of dates) if (date !== '' && (oldest === '' || date < oldest)) oldest = date
  return oldest
}
