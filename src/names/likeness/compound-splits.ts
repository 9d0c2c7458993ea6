/** How like words are that stand on one side as one and on the other as several: a blank or an `und` too many or missing, perhaps a slip too. */
import { looseKey } from '../text/loose-key.ts'
import { wordLikeness } from './word-likeness.ts'

/** What besides the blank is otherwise. */
export interface SplitLikeness {
  /** Letters or words that are too many, too few or others; 0: nothing but the blank. */
  readonly edits: number
  /** As of `WordLikeness`. */
  readonly cost: number
}

/** What a blank costs. */
const BLANK_COST = 3
const ONLY_BLANK: SplitLikeness = { edits: 0, cost: BLANK_COST }
/** A slip beside the blank is looked for in words of so many letters, … */
export const SPLIT_LETTERS_MIN = 6
/** … in parts of so many, … */
export const EDITED_PART_LETTERS_MIN = 4
/** … and one at most. */
const EDITS_MAX = 1
/** Cost of an ordinary slip times the letters of the word. */
const EDIT_COST_TIMES_LETTERS = 100
/** Letters of words between which an `und` may be lost, but for single letters. */
export const AND_PART_LETTERS_MIN = 4
/** Goes missing where two words become one: `Kunststoff & Technik`, `Kunststofftechnik`. */
export const AND = 'und'

/**
 * How like words of a query, written as one, are to a word of a name: loosely the same; so without the `und` between two, which is a slip
 * but between single letters (`R + V`); or, with
 * `mayHaveSlip`, one slip apart. `mayHaveSlip`: no name has one of the words, which then may be half of a misspelt one.
 */
export function joinedLikeness(
  words: readonly string[],
  word: string,
  mayHaveEdit: boolean,
): SplitLikeness | undefined {
  const letters = words.join('')
  if (isLooselySame(letters, word)) return ONLY_BLANK
  const withoutAnd = lettersWithoutAnd(words)
  if (withoutAnd !== undefined && isLooselySame(withoutAnd, word))
    return isLetter(words[0] as string) && isLetter(words[2] as string) ? ONLY_BLANK : missingAnd(word)
  return mayHaveEdit && words.length === 2 ? oneEdit(letters, word, SPLIT_LETTERS_MIN) : undefined
}

/** The letters of two words that have an `und` between them. */
export function lettersWithoutAnd(words: readonly string[]): string | undefined {
  return words.length === 3 && words[1] === AND ? `${words[0]}${words[2]}` : undefined
}

/**
 * How like a word of a query is to words of a name: two, each loosely the same, with or without an `und` between them; single letters,
 * exactly; or, with `mayHaveSlip`, two of which one is loosely the same and the other one slip apart. `mayHaveSlip`: no name has
 * the word.
 */
export function splitLikeness(
  whole: string,
  parts: readonly string[],
  mayHaveEdit: boolean,
): SplitLikeness | undefined {
  if (parts.every(isLetter)) return whole === parts.join('') ? ONLY_BLANK : undefined
  const two = twoPartsOf(parts)
  if (two === undefined) return undefined
  const cuts = cutsOf(whole)
  const hasAnd = parts.length > two.length
  if (cuts.some((cut) => isLooselySame(cut[0], two[0]) && isLooselySame(cut[1], two[1])))
    return hasAnd ? missingAnd(whole) : ONLY_BLANK
  return mayHaveEdit && !hasAnd ? cheapest(cuts.map((cut) => editInOnePart(cut, two))) : undefined
}

/** Two words, with or without an `und` between them; not two single letters. */
function twoPartsOf(parts: readonly string[]): Two | undefined {
  if (parts.length !== 2 && lettersWithoutAnd(parts) === undefined) return undefined
  const [first, second] = [parts[0] as string, parts.at(-1) as string]
  if (parts.length > 2 && Math.min(first.length, second.length) < AND_PART_LETTERS_MIN) return undefined
  return isLetter(first) && isLetter(second) ? undefined : [first, second]
}

type Two = readonly [before: string, behind: string]

function cutsOf(whole: string): readonly Two[] {
  return Array.from({ length: whole.length - 1 }, (_, i) => [whole.slice(0, i + 1), whole.slice(i + 1)])
}

function cheapest(all: readonly (SplitLikeness | undefined)[]): SplitLikeness | undefined {
  const found = all.filter((one) => one !== undefined)
  return found.sort((a, b) => a.cost - b.cost)[0]
}

function editInOnePart(cut: Two, parts: Two): SplitLikeness | undefined {
  if ([...cut, ...parts].some(({ length }) => length < EDITED_PART_LETTERS_MIN)) return undefined
  if (isLooselySame(cut[0], parts[0])) return oneEdit(cut[1], parts[1], EDITED_PART_LETTERS_MIN)
  return isLooselySame(cut[1], parts[1]) ? oneEdit(cut[0], parts[0], EDITED_PART_LETTERS_MIN) : undefined
}

function oneEdit(queryWord: string, word: string, lettersMin: number): SplitLikeness | undefined {
  if (Math.min(queryWord.length, word.length) < lettersMin) return undefined
  const likeness = wordLikeness(queryWord, word)
  if (likeness?.kind !== 'spelling' || likeness.edits > EDITS_MAX) return undefined
  return { edits: likeness.edits, cost: likeness.cost + BLANK_COST }
}

function missingAnd(word: string): SplitLikeness {
  return { edits: 1, cost: Math.round(EDIT_COST_TIMES_LETTERS / word.length) + BLANK_COST }
}

function isLooselySame(a: string, b: string): boolean {
  return a === b || looseKey(a) === looseKey(b)
}

/** One letter or digit. */
export function isLetter(word: string): boolean {
  return word.length === 1
}
