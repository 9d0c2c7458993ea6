/** Companies asked for by a name that they had before. */
import type { IndexedCompany } from '../../src/engine/indexed-company.ts'
import type { KnownNames } from './known-names.ts'
import { plainName } from './plain-name.ts'
import { type JudgedQuery, targetOf } from './query.ts'

export const FORMER_KINDS: readonly string[] = ['former name']

/** Up to `count` former names that differ from today's by more than the form and are no other company's name today. */
export function formerQueries(
  companies: readonly IndexedCompany[],
  { known, count }: { readonly known: KnownNames; readonly count: number },
): JudgedQuery[] {
  const queries: JudgedQuery[] = []
  for (const company of companies) {
    if (queries.length === count) break
    const former = company.formerNames.find(({ name }) => isOther(name, company.name))
    if (former === undefined || known.isCurrentName(former.name)) continue
    queries.push({ kind: 'former name', text: former.name, target: targetOf(company), isFormerName: true })
  }
  return queries
}

function isOther(former: string, current: string): boolean {
  return plainName(former).letters !== plainName(current).letters && plainName(former).letters !== ''
}
