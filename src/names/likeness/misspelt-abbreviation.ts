/**
 * Misspelt abbreviations: `Gebro` for `Gebr.`, `Nacht` for `Nachf.` Names contain the word that the
 * abbreviation stands for.
 */
import { certainAbbreviations } from '../reading/abbreviation.ts'
import type { WordLikeness } from './word-likeness.ts'
import { wordLikeness } from './word-likeness.ts'

/** Minimum letters of an abbreviation. Shorter ones are similar to too many words. */
const ABBREVIATION_LETTERS_MIN = 4
const EDITS_MAX = 1
const NOTHING: readonly Expansion[] = []

/** A word that another word may stand for, and the likeness of kind `abbreviation`. */
export interface Expansion {
  readonly word: string
  readonly likeness: WordLikeness
}

/** Abbreviations that need no dot, by their first letter, which must be correct. */
const BY_LETTER = Map.groupBy(
  certainAbbreviations().filter(([short]) => short.length >= ABBREVIATION_LETTERS_MIN),
  ([short]) => short[0] as string,
)

/** Maximum words that `expandMisspeltAbbreviation` returns: all of one letter. */
export const ABBREVIATION_EXPANSIONS_MAX = Math.max(...[...BY_LETTER.values()].map((shorts) => shorts.length))

/** Returns the words that a folded word with one edit may abbreviate; each word once. */
export function expandMisspeltAbbreviation(queryWord: string): readonly Expansion[] {
  if (queryWord.length < ABBREVIATION_LETTERS_MIN) return NOTHING
  const shorts = BY_LETTER.get(queryWord[0] as string)
  if (shorts === undefined || !shorts.some(([short]) => mayBeOneEdit(queryWord, short))) return NOTHING
  const expansions = new Map<string, Expansion>()
  for (const [short, word] of shorts) {
    if (!mayBeOneEdit(queryWord, short) || expansions.has(word)) continue
    const likeness = wordLikeness(queryWord, short)
    if (likeness?.kind === 'spelling' && likeness.edits <= EDITS_MAX)
      expansions.set(word, { word, likeness: { ...likeness, kind: 'abbreviation' } })
  }
  return [...expansions.values()]
}

/** Tells quickly whether one edit may separate the two: similar lengths, and one of two halves is correct. */
function mayBeOneEdit(queryWord: string, short: string): boolean {
  if (Math.abs(short.length - queryWord.length) > EDITS_MAX) return false
  return queryWord.slice(0, 2) === short.slice(0, 2) || queryWord.slice(-2) === short.slice(-2)
}
