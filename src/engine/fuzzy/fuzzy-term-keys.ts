/** Similar words as plain numbers: sorted without a function that compares them, and remembered in eight bytes each. */
import type { PackedLikeness, WordLikeness } from '../../names/likeness/word-likeness.ts'
import { costOf, editsOf, kindOf } from '../../names/likeness/word-likeness.ts'

/** A word of the index and how like the asked one it is. */
export interface FuzzyTerm extends WordLikeness {
  /** Its number among the words, or among the joined words. */
  readonly term: number
}

/** A likeness and its word (up to 16.7 million) as one number, which sorts as answers do: cost, then word, then edits and kind. */
export type FuzzyTermKey = number
const COST_UNIT = 2 ** 34
const TERM_UNIT = 2 ** 10

/** An answer as it is remembered, sorted. */
export interface FuzzyTermKeys {
  readonly words: Float64Array
  readonly joins: Float64Array
}

/** `word`: its number among the words, or among the joined words. */
export function keyOf(likeness: PackedLikeness, word: number): FuzzyTermKey {
  return costOf(likeness) * COST_UNIT + word * TERM_UNIT + (likeness & (TERM_UNIT - 1))
}

/** Sorting plain numbers needs no function that compares them. */
export function sortKeys(keys: readonly FuzzyTermKey[]): Float64Array {
  return Float64Array.from(keys).sort()
}

/** The words of sorted keys. */
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

/** What it counts for among those that are remembered. */
export function sizeOf({ words, joins }: FuzzyTermKeys): number {
  return 1 + words.length + joins.length
}
