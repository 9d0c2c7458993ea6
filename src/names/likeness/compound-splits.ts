/**
 * Likeness of words that one side writes as one word and the other as several: with a space or an `und` added
 * or missing, and perhaps one edit.
 */
import { looseKey } from '../text/loose-key.ts'
import { wordLikeness } from './word-likeness.ts'

/** The difference besides the space. */
export interface SplitLikeness {
  /** Letters or words inserted, deleted or replaced; 0 if only the space differs. */
  readonly edits: number
  /** As in `WordLikeness`. */
  readonly cost: number
}

/** Cost of a space added or missing. */
const SPACE_COST = 3
const ONLY_SPACE: SplitLikeness = { edits: 0, cost: SPACE_COST }
/** Minimum letters of a word that may have an edit besides the space. */
export const SPLIT_LETTERS_MIN = 6
/** Minimum letters of each part of such a word. */
export const EDITED_PART_LETTERS_MIN = 4
/** Maximum edits besides the space. */
const EDITS_MAX = 1
/** Cost of an ordinary edit times the letters of the word. */
const EDIT_COST_TIMES_LETTERS = 100
/** Minimum letters of two words between which an `und` may be missing, unless both are single letters. */
export const AND_PART_LETTERS_MIN = 4
/** The word that is lost when two words become one: `Kunststoff & Technik`, `Kunststofftechnik`. */
export const AND = 'und'

/**
 * Returns the likeness of words of a query, written as one, to a word of a name. They match if their loose
 * keys are equal; if they are equal without the `und` between two words, which is an edit except between
 * single letters (`R + V`); or, with `mayHaveEdit`, if they are one edit apart. `mayHaveEdit`: one of the
 * words occurs in no name, so it may be half of a misspelt one.
 */
export function joinedLikeness(
  words: readonly string[],
  word: string,
  mayHaveEdit: boolean,
): SplitLikeness | undefined {
  const letters = words.join('')
  if (isLooselySame(letters, word)) return ONLY_SPACE
  const withoutAnd = lettersWithoutAnd(words)
  if (withoutAnd !== undefined && isLooselySame(withoutAnd, word))
    return isLetter(words[0] as string) && isLetter(words[2] as string) ? ONLY_SPACE : missingAnd(word)
  return mayHaveEdit && words.length === 2 ? oneEdit(letters, word, SPLIT_LETTERS_MIN) : undefined
}

/** Returns the letters of two words without the `und` between them, `undefined` for other words. */
export function lettersWithoutAnd(words: readonly string[]): string | undefined {
  return words.length === 3 && words[1] === AND ? `${words[0]}${words[2]}` : undefined
}

/**
 * Returns the likeness of a word of a query to several words of a name. They match if they are two words with
 * equal loose keys, with or without an `und` between them; if they are exactly its single letters; or, with
 * `mayHaveEdit`, if one of two words has an equal loose key and the other is one edit apart. `mayHaveEdit`:
 * the word occurs in no name.
 */
export function splitLikeness(
  whole: string,
  parts: readonly string[],
  mayHaveEdit: boolean,
): SplitLikeness | undefined {
  if (parts.every(isLetter)) return whole === parts.join('') ? ONLY_SPACE : undefined
  const two = twoPartsOf(parts)
  if (two === undefined) return undefined
  const cuts = cutsOf(whole)
  const hasAnd = parts.length > two.length
  if (cuts.some((cut) => isLooselySame(cut[0], two[0]) && isLooselySame(cut[1], two[1])))
    return hasAnd ? missingAnd(whole) : ONLY_SPACE
  return mayHaveEdit && !hasAnd ? cheapest(cuts.map((cut) => editInOnePart(cut, two))) : undefined
}

/** Returns the two words, with or without an `und` between them; `undefined` for two single letters. */
function twoPartsOf(parts: readonly string[]): WordParts | undefined {
  if (parts.length !== 2 && lettersWithoutAnd(parts) === undefined) return undefined
  const [first, second] = [parts[0] as string, parts.at(-1) as string]
  if (parts.length > 2 && Math.min(first.length, second.length) < AND_PART_LETTERS_MIN) return undefined
  return isLetter(first) && isLetter(second) ? undefined : [first, second]
}

type WordParts = readonly [before: string, behind: string]

function cutsOf(whole: string): readonly WordParts[] {
  return Array.from({ length: whole.length - 1 }, (_, i) => [whole.slice(0, i + 1), whole.slice(i + 1)])
}

function cheapest(all: readonly (SplitLikeness | undefined)[]): SplitLikeness | undefined {
  const found = all.filter((one) => one !== undefined)
  return found.sort((a, b) => a.cost - b.cost)[0]
}

function editInOnePart(cut: WordParts, parts: WordParts): SplitLikeness | undefined {
  if ([...cut, ...parts].some(({ length }) => length < EDITED_PART_LETTERS_MIN)) return undefined
  if (isLooselySame(cut[0], parts[0])) return oneEdit(cut[1], parts[1], EDITED_PART_LETTERS_MIN)
  return isLooselySame(cut[1], parts[1]) ? oneEdit(cut[0], parts[0], EDITED_PART_LETTERS_MIN) : undefined
}

function oneEdit(queryWord: string, word: string, lettersMin: number): SplitLikeness | undefined {
  if (Math.min(queryWord.length, word.length) < lettersMin) return undefined
  const likeness = wordLikeness(queryWord, word)
  if (likeness?.kind !== 'spelling' || likeness.edits > EDITS_MAX) return undefined
  return { edits: likeness.edits, cost: likeness.cost + SPACE_COST }
}

function missingAnd(word: string): SplitLikeness {
  return { edits: 1, cost: Math.round(EDIT_COST_TIMES_LETTERS / word.length) + SPACE_COST }
}

function isLooselySame(a: string, b: string): boolean {
  return a === b || looseKey(a) === looseKey(b)
}

/** Returns whether the word is one letter or digit. */
export function isLetter(word: string): boolean {
  return word.length === 1
}
