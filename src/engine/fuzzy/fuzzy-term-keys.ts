/**
 * Fuzzy terms packed into numbers, which sort without a comparison function and take eight bytes each in the
 * cache.
 */
import type { PackedLikeness, WordLikeness } from '../../names/likeness/word-likeness.ts'
import { costOf, editsOf, kindOf } from '../../names/likeness/word-likeness.ts'

/** A term of the index and its likeness to the query term. */
export interface FuzzyTerm extends WordLikeness {
  /** Its number in the dictionary of words. */
  readonly term: number
}

/**
 * A likeness and a term number (up to 16.7 million) as one number. Keys sort like results: by cost, then
 * term, then edits and kind.
 */
export type FuzzyTermKey = number
const COST_UNIT = 2 ** 34
const TERM_UNIT = 2 ** 10

/** Packs a likeness and a term number. */
export function keyOf(likeness: PackedLikeness, term: number): FuzzyTermKey {
  return costOf(likeness) * COST_UNIT + term * TERM_UNIT + (likeness & (TERM_UNIT - 1))
}

/** Sorts keys as numbers, without a comparison function. */
export function sortKeys(keys: readonly FuzzyTermKey[]): Float64Array {
  return Float64Array.from(keys).sort()
}

/** Unpacks sorted keys. */
export function fuzzyTermsOf(keys: Float64Array): readonly FuzzyTerm[] {
  const terms: FuzzyTerm[] = []
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as FuzzyTermKey
    const cost = Math.floor(key / COST_UNIT)
    const rest = key - cost * COST_UNIT
    const term = Math.floor(rest / TERM_UNIT)
    const likeness = rest - term * TERM_UNIT
    terms.push({ term, kind: kindOf(likeness), edits: editsOf(likeness), cost })
  }
  return terms
}

/** Returns the size of a result in the cache, in terms. */
export function sizeOf(keys: Float64Array): number {
  return 1 + keys.length
}
