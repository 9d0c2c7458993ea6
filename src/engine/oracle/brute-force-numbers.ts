/** Register numbers by brute force: every number of every company is checked. */

import type { NumberMatch } from '../../names/ranking/number-match.ts'
import { matchForeignNumber, matchNumber } from '../../names/ranking/number-match.ts'
import type { ForeignQuery } from '../../names/reading/foreign-query.ts'
import type { NumberQuery } from '../../names/reading/register-number.ts'
import type { IndexedCompany } from '../../names/search/indexed-company.ts'
import { type BruteForceHit, keyOf } from './brute-force-hit.ts'

/** Returns the hits of a number query in `all`, each court group independently. */
export function hitsByNumber(
  all: readonly IndexedCompany[],
  passing: readonly IndexedCompany[],
  query: NumberQuery,
  tier: 1 | 8,
): readonly BruteForceHit[] {
  return matchNumber(all, query, tier)
    .filter(({ company }) => passing.includes(company))
    .map(numberHit)
}

/** Returns the hits of a number of a foreign register, or of an LEI. */
export function hitsByForeignNumber(
  passing: readonly IndexedCompany[],
  query: ForeignQuery,
  tier: 1 | 8,
): readonly BruteForceHit[] {
  return matchForeignNumber(passing, query, tier).map(numberHit)
}

function numberHit({ company, match }: NumberMatch<IndexedCompany>): BruteForceHit {
  const { tier, step, otherForm, kind, score, reasons } = match
  const key = keyOf(company, tier, step, otherForm)
  return { key, kind, score, matchedName: company.name, matchedOn: 'number', reasons }
}
