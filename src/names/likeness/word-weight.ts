/** How much a word of a name tells: by how rare it is, and by what it is. */
import { editDistance } from '../text/edit-distance.ts'
import type { WordLikeness } from './word-likeness.ts'

/** In how many names words stand; of the whole index, also where only a part of it is searched. */
export interface DocumentFrequencies {
  /** Names, current and former. */
  readonly names: number
  /** Names that hold the word; 0 when none does. */
  countOf(word: string): number
}

/** What is left of the weight of words that hold a name together and tell little of it. */
const MINOR_SHARE = 0.4
/** The same of slips of a legal form: as rare as they are, they tell nothing. */
const MISSPELT_FORM_SHARE = 0.05
/** No slip of a form weighs more, as long as there are fewer than 3 thousand million names. */
export const FORM_TYPO_WEIGHT_MAX = 1.1
const MINOR_WORDS: ReadonlySet<string> = new Set(
  (
    'und der die das des dem den fuer von vom zu zum zur in im am an auf bei mit aus e v gesellschaft verein co ' +
    'gmbh mbh ag kg ohg ug eg ev ek beschraenkter haftung eingetragener kommanditgesellschaft inhaber inh'
  ).split(' '),
)

/** Weight (a number of 32 bits) of a word that stands in `count` of `names` names: the logarithm of its rarity, less for words that tell little. */
export function wordWeight(word: string, count: number, names: number): number {
  const weight = Math.log1p((names + 1) / (count + 1))
  if (isMisspeltForm(word)) return Math.fround(weight * MISSPELT_FORM_SHARE)
  return Math.fround(MINOR_WORDS.has(word) ? weight * MINOR_SHARE : weight)
}

/** A word that stands in fewer names may be a slip, and is then as frequent as the word that it may be a slip of. */
export const RARE_NAMES_MAX = 100
/** A word that nothing in the index is like counts as standing in one of so many names: else it would outweigh all others. */
const UNKNOWN_SHARE = 2000
/** Slips that may lie between the two, … */
const RARE_EDITS_MAX = 1
/** … or as many of what is easily mistaken, or in so long a word, as cost no more than this (`wordLikeness`). */
const RARE_COST_MAX = 8

/**
 * How frequent a word of a query is that stands in `own` names, where `like` are the words like it and the names that hold each, of
 * `allNames`. One that no name has is as frequent as what it may be a slip of or stand for.
 */
export function effectiveCount(
  own: number,
  like: Iterable<readonly [WordLikeness, number]>,
  allNames: number,
): number {
  if (own >= RARE_NAMES_MAX) return own
  let count = own
  let isAlone = own === 0
  for (const [{ kind, edits, cost }, names] of like) {
    isAlone = false
    const isSlip = kind === 'spelling' && (edits <= RARE_EDITS_MAX || cost <= RARE_COST_MAX)
    const isNear = isSlip || (kind === 'abbreviation' && own === 0)
    if (isNear && names > count) count = names
  }
  return isAlone ? allNames / UNKNOWN_SHARE : count
}

/** Two letters may be a whole name. */
const WORDS_BEFORE_TYPO_MIN = 1

/**
 * Answers whether the word at this place is a slip of a form: `isMisspeltForm`, or two letters at the end of a text of which no form
 * was read, `e.F.` or `c.V.`.
 */
export function isFormTypo(words: readonly string[], at: number, hasForm: boolean): boolean {
  const word = words[at] as string
  if (word.length !== 2) return isMisspeltForm(word)
  return !hasForm && at === words.length - 1 && at >= WORDS_BEFORE_TYPO_MIN && TWO_LETTER_FORM_TYPO.test(word)
}

const TWO_LETTER_FORM_TYPO = /^(e[a-z]|[a-z]v|[a-z]k|[ak]6)$/

/** What is left of the weight of such a word. */
export function formTypoWeight(weight: number): number {
  return Math.fround(weight * MISSPELT_FORM_SHARE)
}

const SHORT_FORMS = ['gmbh', 'mbh']
const FORM_WORDS = ['beschraenkter', 'haftung', 'gesellschaft', 'kommanditgesellschaft', 'aktiengesellschaft']

/**
 * Answers whether the word is a slip of a form's word that no reading of the form has caught: `gmbi`, `snbh`, `bechraenkter`. The
 * words themselves are none: `gesellschaft` may be a name's.
 */
export function isMisspeltForm(word: string): boolean {
  if (word.length < 3 || word.length > 21) return false
  if (word.length <= 5) return isShortFormTypo(word)
  return FORM_WORDS.some((form) => {
    const slips = form.length > 7 ? 2 : 1
    return word !== form && word[0] === form[0] && editDistance(word, form, slips) <= slips
  })
}

/** Of the letters of `GmbH` and `mbH` two in a row are right, and no word of German has them. */
function isShortFormTypo(word: string): boolean {
  if (SHORT_FORMS.includes(word)) return false
  const slips = word.endsWith('bh') || word.startsWith('gm') ? 2 : 1
  return word.length > 3 ? editDistance(word, 'gmbh', slips) <= slips : word.endsWith('bh')
}
