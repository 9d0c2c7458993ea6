/** How old the data is: what `X-Data-As-Of` tells. */
import type { Company } from '../../core/company/company.ts'
import type { CompanyStore, SourceSet } from '../../core/company/company-store.ts'
import type { Needs } from '../../core/ports.ts'

/** The list of data sets changes with imports only; so long may it be remembered. */
const REMEMBER_MS = 2000

/** The same companies, of which the data sets are read every two seconds at most. */
export function rememberSources({ companies, clock }: Needs<'companies' | 'clock'>): CompanyStore {
  let sets: readonly SourceSet[] = []
  let readAtMs = Number.NEGATIVE_INFINITY
  return {
    ...companies,
    sources() {
      const nowMs = clock.nowMs()
      if (Math.abs(nowMs - readAtMs) >= REMEMBER_MS) {
        sets = companies.sources()
        readAtMs = nowMs
      }
      return sets
    },
  }
}

/** The oldest source among all data sets; no header while there is no data. */
function dataAgeHeader(sets: readonly SourceSet[]): Record<string, string> {
  return headerOf(sets.map(({ asOf }) => asOf))
}

/** When the sources last looked at these companies. */
export function looksAt(companies: readonly Company[]): readonly string[] {
  return companies.flatMap(({ sources }) => sources.map(({ asOf }) => asOf))
}

/** The oldest of the looks at what an answer shows; of all data sets when it shows nothing. */
export function dataAgeOf(looks: readonly string[], sets: readonly SourceSet[]): Record<string, string> {
  return looks.length > 0 ? headerOf(looks) : dataAgeHeader(sets)
}

function headerOf(dates: readonly string[]): Record<string, string> {
  let oldest = ''
  for (const date of dates) if (date !== '' && (oldest === '' || date < oldest)) oldest = date
  return oldest === '' ? {} : { 'x-data-as-of': oldest }
}
