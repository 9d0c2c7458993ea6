/** Words that are a misspelt abbreviation: `Gebro` for `Gebr.`, `Nacht` for `Nachf.` A name has the word that it stands for. */
import { certainAbbreviations } from '../reading/abbreviation.ts'
import type { WordLikeness } from './word-likeness.ts'
import { wordLikeness } from './word-likeness.ts'

/** Shorter ones are like too many words. */
const ABBREVIATION_LETTERS_MIN = 4
const EDITS_MAX = 1
const NOTHING: readonly Expansion[] = []

/** What a word may stand for, and how like it is to that; kind `abbreviation`. */
export interface Expansion {
  readonly word: string
  readonly likeness: WordLikeness
}

/** By first letter, which must be right: abbreviations that need no dot. */
const BY_LETTER = Map.groupBy(
  certainAbbreviations().filter(([short]) => short.length >= ABBREVIATION_LETTERS_MIN),
  ([short]) => short[0] as string,
)

/** Words that `abbreviationsMeant` gives at most: all of one letter. */
export const ABBREVIATION_EXPANSIONS_MAX = Math.max(...[...BY_LETTER.values()].map((shorts) => shorts.length))

/** What the folded word may stand for with a slip in it; each word once. */
export function expandMisspeltAbbreviation(asked: string): readonly Expansion[] {
  if (asked.length < ABBREVIATION_LETTERS_MIN) return NOTHING
  const shorts = BY_LETTER.get(asked[0] as string)
  if (shorts === undefined || !shorts.some(([short]) => mayBeOneEdit(asked, short))) return NOTHING
  const meant = new Map<string, Expansion>()
  for (const [short, word] of shorts) {
    if (!mayBeOneEdit(asked, short) || meant.has(word)) continue
    const likeness = wordLikeness(asked, short)
    if (likeness?.kind === 'spelling' && likeness.edits <= EDITS_MAX)
      meant.set(word, { word, likeness: { ...likeness, kind: 'abbreviation' } })
  }
  return [...meant.values()]
}

/** Of nearly the same length, and with one slip one of two halves is right. */
function mayBeOneEdit(asked: string, short: string): boolean {
  if (Math.abs(short.length - asked.length) > EDITS_MAX) return false
  return asked.slice(0, 2) === short.slice(0, 2) || asked.slice(-2) === short.slice(-2)
}
