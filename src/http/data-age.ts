/** How old the data is: what `X-Data-As-Of` tells. */
import type { Company } from '../core/company/company.ts'
import type { SourceSet } from '../core/company/company-store.ts'
import type { Needs } from '../core/ports.ts'

/** The list of data sets changes with imports only; so long may it be remembered. */
const REMEMBER_MS = 2000

/** Reads the data sets, at most every two seconds. */
export type ReadSources = () => readonly SourceSet[]

export function rememberSources({ companies, clock }: Needs<'companies' | 'clock'>): ReadSources {
  let sets: readonly SourceSet[] = []
  let readAtMs = Number.NEGATIVE_INFINITY
  return () => {
    const nowMs = clock.nowMs()
    if (Math.abs(nowMs - readAtMs) >= REMEMBER_MS) {
      sets = companies.sources()
      readAtMs = nowMs
    }
    return sets
  }
}

/** The oldest source among all data sets; no header while there is no data. */
export function dataAgeHeader(sets: readonly SourceSet[]): Record<string, string> {
  return headerOf(sets.map(({ asOf }) => asOf))
}

/** The oldest source of these companies; of all data sets when there are none. */
export function dataAgeOf(companies: readonly Company[], sets: readonly SourceSet[]): Record<string, string> {
  const dates = companies.flatMap(({ sources }) => sources.map(({ asOf }) => asOf))
  return dates.length > 0 ? headerOf(dates) : dataAgeHeader(sets)
}

function headerOf(dates: readonly string[]): Record<string, string> {
  const oldest = dates
    .filter((date) => date !== '')
    .reduce<string | undefined>((a, b) => (a === undefined || b < a ? b : a), undefined)
  return oldest === undefined ? {} : { 'x-data-as-of': oldest }
}
