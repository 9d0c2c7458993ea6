/** The query of a name comparison: its words, weights and spellings, computed once for all names. */
import { foldLoose } from '../text/fold.ts'
import { joinedSpellings } from './joined-spellings.ts'
import type { NameQuery } from './name-pair.ts'
import { joinableRuns } from './word-alignment.ts'
import { formTypoWeight, isFormTypo } from './word-weight.ts'

/** Minimum letters of a query that is compared. */
const LIKENESS_LETTERS_MIN = 3

/** Maximum words of a query that is compared: the time of a comparison grows with their square. */
export const LIKENESS_WORDS_MAX = 40

/** Minimum words that one word of initials can stand for. */
export const INITIALS_MIN = 3

/** Maximum words that one word of initials can stand for. */
export const INITIALS_MAX = 8

/** Returns all letters of the words in loose form. */
export function looseLetters(words: readonly string[]): string {
  return words.map(foldLoose).join('')
}

/** Returns whether a query can be compared with names: it has enough letters, and not too many words. */
export function isComparable(words: readonly string[]): boolean {
  const letters = words.reduce((sum, word) => sum + word.length, 0)
  return letters >= LIKENESS_LETTERS_MIN && words.length <= LIKENESS_WORDS_MAX
}

/**
 * Builds a query. `wordWeights`: the weight of each word by itself; `hasForm`: a form was read, and is not
 * among the words.
 */
export function nameQuery(
  words: readonly string[],
  wordWeights: readonly number[],
  hasForm: boolean,
): NameQuery {
  const formTypos = words.map((_, i) => isFormTypo(words, i, hasForm))
  const weights = wordWeights.map((one, i) => {
    const isTwoLetters = formTypos[i] && (words[i] as string).length === 2
    return isTwoLetters ? formTypoWeight(one) : one
  })
  const weight = weights.reduce((sum, one) => sum + one, 0)
  const spellings = joinedSpellings(words)
  return {
    ...{ words, runs: joinableRuns(words), weights, weight, formTypos, hasForm },
    ...{ letters: looseLetters(words), spellings },
  }
}

/** Returns the first letters of `INITIALS_MIN` to `INITIALS_MAX` words; '' for fewer or more words. */
export function initialsOf(words: readonly string[]): string {
  if (words.length < INITIALS_MIN || words.length > INITIALS_MAX) return ''
  return words.map((word) => String.fromCodePoint(word.codePointAt(0) as number)).join('')
}
