/**
 * What a word of a query may stand for beyond what it is like: a misspelt abbreviation, one too uncertain to be written out, a word with its
 * company or form written onto it, or one that a scanner misread in two places.
 */

import { uncertainAbbreviations } from '../reading/abbreviation.ts'
import { PRINTED_CANDIDATES_MAX, printedCandidates } from '../reading/misread.ts'
import type { Expansion } from './misspelt-abbreviation.ts'
import { ABBREVIATION_EXPANSIONS_MAX, expandMisspeltAbbreviation } from './misspelt-abbreviation.ts'
import type { WordLikeness } from './word-likeness.ts'
import { wordLikeness } from './word-likeness.ts'

/** What is certainly another word; costs as much as the dearest slips of a word that is still like. */
const EXPANSION_LIKENESS: WordLikeness = { kind: 'abbreviation', edits: 1, cost: 40 }

const UNCERTAIN = Map.groupBy(uncertainAbbreviations(), ([short]) => short)

/** A stem with and without its `s`, a word without its form, two endings. */
const DERIVED_WORDS_MAX = 5
/** Words that one word may stand for at most. */
export const EXPANSIONS_MAX =
  ABBREVIATION_EXPANSIONS_MAX +
  Math.max(...[...UNCERTAIN.values()].map((words) => words.length)) +
  DERIVED_WORDS_MAX +
  PRINTED_CANDIDATES_MAX

/** Each word once. `isUnknown`: no name has the asked word, which then is no word of its own. */
export function expansionsOf(asked: string, isUnknown: boolean): readonly Expansion[] {
  const meant = new Map(expandMisspeltAbbreviation(asked).map((one) => [one.word, one] as const))
  const add = (word: string) => {
    if (!meant.has(word)) meant.set(word, { word, likeness: EXPANSION_LIKENESS })
  }
  for (const [, word] of UNCERTAIN.get(asked) ?? []) add(word)
  for (const word of withoutCompany(asked)) add(word)
  if (isUnknown)
    for (const word of [...withoutForm(asked), ...withFullEnding(asked), ...printedCandidates(asked)])
      add(word)
  return [...meant.values()]
}

/** `wordLikeness`, or as what the asked word may stand for. */
export function likenessWithExpansions(
  asked: string,
  word: string,
  isUnknown: boolean,
): WordLikeness | undefined {
  return (
    wordLikeness(asked, word) ?? expansionsOf(asked, isUnknown).find((one) => one.word === word)?.likeness
  )
}

const COMPANY = 'gesellschaft'
/** Forms themselves, not a word with its company. */
const COMPANY_FORMS = [
  'aktiengesellschaft',
  'kommanditgesellschaft',
  'partnerschaftsgesellschaft',
  'unternehmergesellschaft',
]
/** Shorter ones are no words, or too frequent ones. */
const STEM_LETTERS_MIN = 4
const NOTHING: readonly string[] = []

/** `eisenbahngesellschaft` for `Eisenbahn Gesellschaft mbH`, where the company is the form's. */
function withoutCompany(asked: string): readonly string[] {
  const stem = asked.endsWith(COMPANY) ? asked.slice(0, -COMPANY.length) : ''
  if (stem.length < STEM_LETTERS_MIN || COMPANY_FORMS.includes(asked)) return NOTHING
  return stem.endsWith('s') ? [stem, stem.slice(0, -1)] : [stem]
}

/** Forms that words end in only where a blank is missing: `BrauerohG`. */
const FORMS = ['ohg', 'kg', 'ek', 'ev', 'eg', 'ug', 'ag']

function withoutForm(asked: string): readonly string[] {
  const form = FORMS.find((one) => asked.endsWith(one))
  if (form === undefined || asked.length - form.length < STEM_LETTERS_MIN) return NOTHING
  return [asked.slice(0, -form.length)]
}

/** `hausverw` for `Hausverwaltung` and `Hausverwaltungs-`. */
function withFullEnding(asked: string): readonly string[] {
  return asked.endsWith('verw') ? [`${asked}altung`, `${asked}altungs`] : NOTHING
}
