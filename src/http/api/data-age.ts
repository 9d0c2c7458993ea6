/** The age of the data, for the header `X-Data-As-Of`. */
import type { Awaitable } from '../../core/awaitable.ts'
import type { Company } from '../../core/company/company.ts'
import type { CompanyStore, SourceSet } from '../../core/company/company-store.ts'
import type { Needs } from '../../core/ports.ts'

/** How long the list of data sets is cached; it changes with imports only. */
const REMEMBER_MS = 2000
/** How long a request waits for a newer list than the one that is known, in ms. */
const NEWER_MS_MAX = 200

/**
 * Returns a company store that reads the data sets every two seconds at most and otherwise uses its copy. If the store does not
 * answer, it uses the copy as well: searches need no more of the store than this list.
 */
export function rememberSources({ companies, clock }: Needs<'companies' | 'clock'>): CompanyStore {
  let known: readonly SourceSet[] | undefined
  let sets: Awaitable<readonly SourceSet[]> = []
  let readAtMs = Number.NEGATIVE_INFINITY
  const keep = async (read: Promise<readonly SourceSet[]>) => {
    try {
      known = await read
      if (sets === read) sets = known
    } catch {
      // The requests that wait for it get this error; the next one reads again.
      if (sets === read) readAtMs = Number.NEGATIVE_INFINITY
    }
  }
  const readAgain = (): Awaitable<readonly SourceSet[]> => {
    const read = companies.sources()
    if (!(read instanceof Promise)) return read
    void keep(read)
    if (known === undefined) return read
    const newer = newerThan(known, read)
    void keep(newer)
    return newer
  }
  const sources = () => {
    const nowMs = clock.nowMs()
    if (Math.abs(nowMs - readAtMs) >= REMEMBER_MS) {
      readAtMs = nowMs
      sets = readAgain()
    }
    return sets
  }
  return { ...delegateTo(companies), sources }
}

/** Resolves to what is read, or to what is known if that fails or takes long. */
async function newerThan<Value>(known: Value, read: Promise<Value>): Promise<Value> {
  const late = Promise.withResolvers<Value>()
  const timer = setTimeout(() => late.resolve(known), NEWER_MS_MAX)
  try {
    return await Promise.race([read, late.promise])
  } catch {
    return known
  } finally {
    clearTimeout(timer)
  }
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
