/** Similar words as plain numbers: sorted without a function that compares them, and remembered in eight bytes each. */
import type { PackedLikeness, WordLikeness } from '../../names/likeness/word-likeness.ts'
import { costOf, editsOf, kindOf } from '../../names/likeness/word-likeness.ts'

/** A word of the index and how like the asked one it is. */
export interface SimilarWord extends WordLikeness {
  /** Its number among the words, or among the joined words. */
  readonly word: number
}

/** A likeness and its word (up to 16.7 million) as one number, which sorts as answers do: cost, then word, then edits and kind. */
export type Key = number
const COST_UNIT = 2 ** 34
const WORD_UNIT = 2 ** 10

/** An answer as it is remembered, sorted. */
export interface Keys {
  readonly words: Float64Array
  readonly joins: Float64Array
}

/** `word`: its number among the words, or among the joined words. */
export function keyOf(likeness: PackedLikeness, word: number): Key {
  return costOf(likeness) * COST_UNIT + word * WORD_UNIT + (likeness & (WORD_UNIT - 1))
}

/** Sorting plain numbers needs no function that compares them. */
export function sorted(keys: readonly Key[]): Float64Array {
  return Float64Array.from(keys).sort()
}

/** The words of sorted keys. */
export function similarOf(keys: Float64Array): readonly SimilarWord[] {
  const similar: SimilarWord[] = []
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as Key
    const cost = Math.floor(key / COST_UNIT)
    const rest = key - cost * COST_UNIT
    const word = Math.floor(rest / WORD_UNIT)
    const likeness = rest - word * WORD_UNIT
    similar.push({ word, kind: kindOf(likeness), edits: editsOf(likeness), cost })
  }
  return similar
}

/** What it counts for among those that are remembered. */
export function sizeOf({ words, joins }: Keys): number {
  return 1 + words.length + joins.length
}
