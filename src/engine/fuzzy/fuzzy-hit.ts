/** Hits of the fuzzy search. */
import type { LikenessScore } from '../../names/ranking/likeness-score.ts'
import type { FormDifference } from '../../names/reading/legal-form.ts'

/** A name that is similar to the query. */
export interface FuzzyHit {
  readonly document: number
  readonly otherForm: FormDifference
  readonly likeness: LikenessScore
}

/** Similar names by score. */
export type FuzzyHits = ReadonlyMap<number, readonly FuzzyHit[]>
