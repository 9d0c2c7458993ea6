/** Weights of words: rare words weigh more, function words and words of a form less. */
import { editDistance } from '../text/edit-distance.ts'
import type { WordLikeness } from './word-likeness.ts'

/** What is known of words over the whole index, even if only a part of it is searched. */
export interface CollectionStatistics {
  /** Number of names, current and former. */
  readonly names: number
  /** Returns the number of names that contain the word; 0 if none does. */
  countOf(word: string): number
  /** Returns whether some company has a seat of exactly these folded words, joined by spaces. */
  isSeat(words: string): boolean
}

/** Factor for words that connect others and carry little information. */
const MINOR_SHARE = 0.4
/** Factor for typos of a legal form. They are rare, but carry no information. */
const MISSPELT_FORM_SHARE = 0.05
/** Maximum weight of a typo of a form, as long as there are fewer than 3 thousand million names. */
export const FORM_TYPO_WEIGHT_MAX = 1.1
const MINOR_WORDS: ReadonlySet<string> = new Set(
  (
    'und der die das des dem den fuer von vom zu zum zur in im am an auf bei mit aus e v gesellschaft verein co ' +
    'gmbh mbh ag kg ohg ug eg ev ek beschraenkter haftung eingetragener kommanditgesellschaft inhaber inh'
  ).split(' '),
)

/** Returns whether a folded word connects others, or is part of a form, and says little about a company. */
export function isMinorWord(word: string): boolean {
  return MINOR_WORDS.has(word)
}

/**
 * Returns the weight (a 32-bit float) of a word in `count` of `names` names: the logarithm of its inverse
 * frequency, reduced for words that carry little information.
 */
export function wordWeight(word: string, count: number, names: number): number {
  const weight = Math.log1p((names + 1) / (count + 1))
  if (isMisspeltForm(word)) return Math.fround(weight * MISSPELT_FORM_SHARE)
  return Math.fround(isMinorWord(word) ? weight * MINOR_SHARE : weight)
}

/** Returns the weight of a word that one of `names` names contains: the highest one of words in the index. */
export function wordWeightMax(names: number): number {
  return Math.log1p((names + 1) / 2)
}

/** A word in fewer names may be a typo. It then counts as often as the word that it may be a typo of. */
export const RARE_NAMES_MAX = 100
/**
 * A word without any similar word in the index counts as one in so many names. Otherwise it would outweigh
 * all others.
 */
const UNKNOWN_SHARE = 2000
/** Maximum edits between a word and its possible typo, … */
const RARE_EDITS_MAX = 1
/** … or the maximum cost (`wordLikeness`) if there are more, e.g. easy confusions or edits in a long word. */
const RARE_COST_MAX = 8

/**
 * Returns the effective number of names of a query word that is in `own` names. `similar`: similar words and
 * the names that contain each, of `allNames`. A word in no name counts as often as the word that it may be a
 * typo of or stand for.
 */
export function effectiveCount(
  own: number,
  similar: Iterable<readonly [WordLikeness, number]>,
  allNames: number,
): number {
  if (own >= RARE_NAMES_MAX) return own
  let count = own
  let isAlone = own === 0
  for (const [{ kind, edits, cost }, names] of similar) {
    isAlone = false
    const isTypo = kind === 'spelling' && (edits <= RARE_EDITS_MAX || cost <= RARE_COST_MAX)
    const isNear = isTypo || (kind === 'abbreviation' && own === 0)
    if (isNear && names > count) count = names
  }
  return isAlone ? allNames / UNKNOWN_SHARE : count
}

/** Minimum words before a typo of two letters. Two letters alone may be a whole name. */
const WORDS_BEFORE_TYPO_MIN = 1

/**
 * Returns whether the word is a typo of a form: `isMisspeltForm`, or two letters at the end of a text without
 * a form, `e.F.` or `c.V.`.
 */
export function isFormTypo(words: readonly string[], at: number, hasForm: boolean): boolean {
  const word = words[at] as string
  if (word.length !== 2) return isMisspeltForm(word)
  return !hasForm && at === words.length - 1 && at >= WORDS_BEFORE_TYPO_MIN && TWO_LETTER_FORM_TYPO.test(word)
}

const TWO_LETTER_FORM_TYPO = /^(e[a-z]|[a-z]v|[a-z]k|[ak]6)$/

/** Returns the reduced weight of such a word. */
export function formTypoWeight(weight: number): number {
  return Math.fround(weight * MISSPELT_FORM_SHARE)
}

const SHORT_FORMS = ['gmbh', 'mbh']
const FORM_WORDS = ['beschraenkter', 'haftung', 'gesellschaft', 'kommanditgesellschaft', 'aktiengesellschaft']

/**
 * Returns whether the word is a typo of a form's word that form repair did not correct: `gmbi`, `snbh`,
 * `bechraenkter`. The words themselves are not typos: `gesellschaft` may be part of a name.
 */
export function isMisspeltForm(word: string): boolean {
  if (word.length < 3 || word.length > 21) return false
  if (word.length <= 5) return isShortFormTypo(word)
  return FORM_WORDS.some((form) => {
    const editsMax = form.length > 7 ? 2 : 1
    return word !== form && word[0] === form[0] && editDistance(word, form, editsMax) <= editsMax
  })
}

/**
 * Returns whether a short word is a typo of `GmbH` or `mbH`: two adjacent letters are correct, and no German
 * word has them.
 */
function isShortFormTypo(word: string): boolean {
  if (SHORT_FORMS.includes(word)) return false
  const editsMax = word.endsWith('bh') || word.startsWith('gm') ? 2 : 1
  return word.length > 3 ? editDistance(word, 'gmbh', editsMax) <= editsMax : word.endsWith('bh')
}
