/** Queries for companies by their former names. */
import type { IndexedCompany } from '../../src/names/search/indexed-company.ts'
import type { KnownNames } from './known-names.ts'
import { plainName } from './plain-name.ts'
import { type JudgedQuery, targetOf } from './query.ts'

const FORMER_NAME = 'former name'
/** The kinds of queries for former names. */
export const FORMER_KINDS: readonly string[] = [FORMER_NAME]

/** Those queries of this kind again that nobody else answers in block A, which comes first whatever the score. */
export const FORMER_ALONE = 'former name, block A empty'

/** Returns whether a kind is a query for a former name. */
export function isFormerKind(kind: string): boolean {
  return kind === FORMER_NAME
}

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
    queries.push({ kind: FORMER_NAME, text: former.name, target: targetOf(company), isFormerName: true })
  }
  return queries
}

function isOther(former: string, current: string): boolean {
  return plainName(former).letters !== plainName(current).letters && plainName(former).letters !== ''
}
