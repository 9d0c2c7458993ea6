/** Hits of the brute-force search. */
import type { SharedPart } from '../../names/ranking/likeness-score.ts'
import type { SortKey } from '../../names/ranking/rank.ts'
import { staticRankOf } from '../../names/ranking/static-rank.ts'
import type { FormDifference } from '../../names/reading/legal-form.ts'
import { readName } from '../../names/reading/read-name.ts'
import type { IndexedCompany } from '../../names/search/indexed-company.ts'

/** A hit, without the record that the engine adds. */
export interface BruteForceHit {
  readonly key: SortKey
  readonly kind: string
  readonly score: number
  readonly matchedName: string
  readonly matchedOn: string
  readonly reasons: readonly string[]
}

/** A hit by likeness, with what the final score of a related name needs. */
export interface ComparedHit extends BruteForceHit {
  readonly sharedPart?: () => SharedPart
}

/** Returns the sort key of a company's hit; `step` and `otherForm` as in `SortKey`. */
export function keyOf(
  company: IndexedCompany,
  tier: number,
  step: number,
  otherForm: FormDifference,
): SortKey {
  const inactive = company.status === 'active' ? 0 : 1
  return {
    tier,
    step,
    otherForm,
    inactive,
    staticRank: staticRankOf(company, readName(company.name.toWellFormed()), [...company.name].length),
    uuid: company.uuid,
  }
}
