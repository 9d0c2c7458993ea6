/**
 * Expansions of a query's word: words that it may stand for although they are not similar. It may be a
 * misspelt abbreviation, an abbreviation too uncertain to be written out, a word with its company or form
 * attached, one of two words with a suspended hyphen, or a word that a scanner misread in two places.
 */

import { uncertainAbbreviations } from '../reading/abbreviation.ts'
import { PRINTED_CANDIDATES_MAX, printedCandidates } from '../reading/misread.ts'
import type { Expansion } from './misspelt-abbreviation.ts'
import { ABBREVIATION_EXPANSIONS_MAX, expandMisspeltAbbreviation } from './misspelt-abbreviation.ts'
import type { WordLikeness } from './word-likeness.ts'
import { wordLikeness } from './word-likeness.ts'

/**
 * Likeness of a word to its expansion. It is certainly another word, so it costs as much as the most
 * expensive edits of a similar word.
 */
const EXPANSION_LIKENESS: WordLikeness = { kind: 'abbreviation', edits: 1, cost: 40 }

const UNCERTAIN = Map.groupBy(uncertainAbbreviations(), ([short]) => short)

/** Expansions that are not listed: a stem with and without its `s`, a word without its form, two endings. */
const DERIVED_WORDS_MAX = 5
/** Maximum expansions of one word. */
export const EXPANSIONS_MAX =
  ABBREVIATION_EXPANSIONS_MAX +
  Math.max(...[...UNCERTAIN.values()].map((words) => words.length)) +
  DERIVED_WORDS_MAX +
  PRINTED_CANDIDATES_MAX

/**
 * Returns the expansions of a word, each once. `isUnknown`: the word occurs in no name, so it is not a word
 * of its own. `completions`: those of the word in its query (`completionsOf`).
 */
export function expansionsOf(
  queryWord: string,
  isUnknown: boolean,
  completions: Iterable<string> = NOTHING,
): readonly Expansion[] {
  const expansions = new Map(expandMisspeltAbbreviation(queryWord).map((one) => [one.word, one] as const))
  const add = (word: string) => {
    if (!expansions.has(word)) expansions.set(word, { word, likeness: EXPANSION_LIKENESS })
  }
  for (const [, word] of UNCERTAIN.get(queryWord) ?? []) add(word)
  for (const word of withoutCompany(queryWord)) add(word)
  for (const word of completions) add(word)
  if (isUnknown)
    for (const word of [
      ...withoutForm(queryWord),
      ...withFullEnding(queryWord),
      ...printedCandidates(queryWord),
    ])
      add(word)
  return [...expansions.values()]
}

/** Returns `wordLikeness`, or the likeness of the word's expansion if it has one. */
export function likenessWithExpansions(
  queryWord: string,
  word: string,
  isUnknown: boolean,
  completions?: ReadonlySet<string>,
): WordLikeness | undefined {
  return (
    wordLikeness(queryWord, word) ??
    expansionsOf(queryWord, isUnknown, completions).find((one) => one.word === word)?.likeness
  )
}

const COMPANY = 'gesellschaft'
/** Words that are forms themselves, not a word with its company. */
const COMPANY_FORMS = [
  'aktiengesellschaft',
  'kommanditgesellschaft',
  'partnerschaftsgesellschaft',
  'unternehmergesellschaft',
]
/** Minimum letters of a stem. Shorter ones are not words, or are too frequent. */
const STEM_LETTERS_MIN = 4
const NOTHING: readonly string[] = []

/**
 * Returns the word without its company: `eisenbahngesellschaft` for `Eisenbahn Gesellschaft mbH`, where
 * `Gesellschaft` belongs to the form.
 */
function withoutCompany(queryWord: string): readonly string[] {
  const stem = queryWord.endsWith(COMPANY) ? queryWord.slice(0, -COMPANY.length) : ''
  if (stem.length < STEM_LETTERS_MIN || COMPANY_FORMS.includes(queryWord)) return NOTHING
  return stem.endsWith('s') ? [stem, stem.slice(0, -1)] : [stem]
}

/** Forms at the end of words, where a space is missing: `BrauerohG`, `Ärztepartnerschaft`. */
const FORMS = [
  ...['partnerschaftsgesellschaft', 'partnerschaft', 'unternehmergesellschaft', 'limited', 'ltd'],
  ...['ohg', 'kg', 'ek', 'ev', 'eg', 'ug', 'ag'],
]

function withoutForm(queryWord: string): readonly string[] {
  const form = FORMS.find((one) => queryWord.endsWith(one))
  if (form === undefined || queryWord.length - form.length < STEM_LETTERS_MIN) return NOTHING
  return [queryWord.slice(0, -form.length)]
}

/** Returns `hausverw` as `Hausverwaltung` and `Hausverwaltungs-`. */
function withFullEnding(queryWord: string): readonly string[] {
  return queryWord.endsWith('verw') ? [`${queryWord}altung`, `${queryWord}altungs`] : NOTHING
}
