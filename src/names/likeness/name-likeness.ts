/**
 * Likeness of a name to a query: the scoring function of the stages spelling, sound and partial of deep
 * search. An index only finds candidates; this module decides which are similar and how much.
 */

import type { LikenessFacts, LikenessScore, OtherScore } from '../ranking/likeness-score.ts'
import {
  initialsScore,
  otherInitialsScore,
  ownerNameScore,
  scoreLikeness,
} from '../ranking/likeness-score.ts'
import { editDistance } from '../text/edit-distance.ts'
import { EDIT_COST } from '../text/letter-confusions.ts'
import { Letters } from '../text/letters.ts'
import type { Coverage } from './coverage.ts'
import { coverageOf } from './coverage.ts'
import { editCost } from './edit-cost.ts'
import { digitsOf, factsOf, sharedPartOf } from './likeness-facts.ts'
import type { CandidateName, NameQuery } from './name-pair.ts'
import { initialsOf, isComparable, looseLetters } from './name-query.ts'
import type { WordComparer, WordLink } from './word-alignment.ts'
import { alignWords } from './word-alignment.ts'

/** Minimum share of the query's weight that a name's words must match before all letters are compared. */
export const LETTERS_COMPARED_SHARE_MIN = 0.4
/** Maximum difference in the number of words for a comparison of all letters. */
export const WORDS_APART_MAX = 1
/** Maximum edits between all letters of a query and a name. */
export const LETTER_EDITS_MAX = 2
/** Minimum letters of a query for two edits between all letters. Shorter ones may have one. */
const TWO_EDITS_LETTERS_MIN = 5

/**
 * Returns score, kind and reasons of a name; `undefined` if it is not similar to the query, or if it holds
 * all of its words unchanged, which the earlier stages find.
 */
export function nameLikeness(
  query: NameQuery,
  name: CandidateName,
  comparer: WordComparer,
): LikenessScore | undefined {
  if (!isComparable(query.words)) return undefined
  const links = alignWords(query, name.words, comparer)
  if (links.length === query.words.length && links.every(({ kind }) => kind === 'same')) return undefined
  const initials = isInitials(query.words, name.words)
    ? initialsScore(query.words.length, name.words.length, name.isOtherForm)
    : undefined
  const other = better(better(initials, otherInitials(query, name)), ownerName(query, name))
  const known = other && { ...other, sharedPart: () => sharedPartOf(name, links) }
  return better(known, scoreOf(query, name, links))
}

/** Returns the score of a name of the same form that differs from the query in its initials only. */
function otherInitials(query: NameQuery, name: CandidateName): OtherScore | undefined {
  if (!name.mayHaveSameLetters || name.isOtherForm) return undefined
  const edits = query.initialSpellings.get(name.words.join(''))
  return edits === undefined ? undefined : otherInitialsScore(edits)
}

/** Returns the score of a name that has the name of the owner of the query's sign. */
function ownerName({ ownerRuns }: NameQuery, { words }: CandidateName): OtherScore | undefined {
  return ownerRuns.some((run) => hasRun(words, run)) ? ownerNameScore() : undefined
}

function hasRun(words: readonly string[], run: readonly string[]): boolean {
  return words.some((_, at) => run.every((word, i) => words[at + i] === word))
}

function isInitials(query: readonly string[], name: readonly string[]): boolean {
  const [first] = query as [string]
  if (query.length === 1 && name.length > 1) return name.length <= first.length && initialsOf(name) === first
  return name.length === 1 && query.length > 1 && initialsOf(query) === name[0]
}

function better<Score extends OtherScore>(a: Score | undefined, b: Score | undefined): Score | undefined {
  return a === undefined || (b !== undefined && b.score >= a.score) ? b : a
}

function scoreOf(
  query: NameQuery,
  name: CandidateName,
  links: readonly WordLink[],
): LikenessScore | undefined {
  const coverage = coverageOf(query, name, links)
  const facts = factsOf(query, name, links, coverage)
  if (hasSameLetters(query, name))
    return scoreLikeness(facts.isWhole ? withWordEdits(facts, 0) : asWholeName(facts, 0, 0))
  const edits = letterEdits(query, name, coverage)
  if (edits === undefined || (facts.isWhole && edits >= facts.edits)) return scoreLikeness(facts)
  // If all words are matched, the edits of the words give the better cost.
  if (facts.isWhole) return scoreLikeness(withWordEdits(facts, edits))
  return scoreLikeness(asWholeName(facts, edits, letterEditCost(query.letters, looseLetters(name.words))))
}

/** Returns whether both have the same letters except for spaces. */
function hasSameLetters(query: NameQuery, name: CandidateName): boolean {
  return name.mayHaveSameLetters && query.spellings.has(name.words.join(''))
}

function withWordEdits(facts: LikenessFacts, edits: number): LikenessFacts {
  return { ...facts, edits, hasSound: false, hasAbbreviation: false }
}

function asWholeName(facts: LikenessFacts, edits: number, weightedEdits: number): LikenessFacts {
  return {
    ...{ ...facts, isWhole: true, hasSound: false, hasAbbreviation: false },
    // Letters are compared in the order of both names, so no word is in another place.
    ...{ missing: 0, extra: 0, inversions: 0, joins: 1, edits, weightedEdits },
  }
}

/** Reused: typed arrays are expensive to make. */
const scratch = { query: new Letters(), name: new Letters() }

/** Returns the cost of the edits between all letters of both, in ordinary edits. */
function letterEditCost(query: string, name: string): number {
  const cost = editCost(scratch.query.setText(query), scratch.name.setText(name)) / EDIT_COST
  return query.startsWith(name) || isAnagram(query, name) ? cost * OTHER_ORDER_SHARE : cost
}

/**
 * Factor for the same letters in another order (`KSB` and `BSK`), and for letters after a whole name, e.g. of
 * its form: `BICO Gm`. They differ less than other letters.
 */
const OTHER_ORDER_SHARE = 0.7

function isAnagram(a: string, b: string): boolean {
  return a.length === b.length && [...a].sort().join('') === [...b].sort().join('')
}

/**
 * Returns the edits between all letters of both without spaces; `undefined` if there are too many, or if too
 * little else matches.
 */
function letterEdits(query: NameQuery, name: CandidateName, coverage: Coverage): number | undefined {
  if (coverage.matched < LETTERS_COMPARED_SHARE_MIN * query.weight) return undefined
  if (!name.mayHaveSimilarLetters()) return undefined
  const letters = looseLetters(name.words)
  const most = query.letters.length < TWO_EDITS_LETTERS_MIN ? 1 : LETTER_EDITS_MAX
  if (Math.abs(letters.length - query.letters.length) > most) return undefined
  const wordsApart = new Set(query.words).size - new Set(name.words).size
  if (Math.abs(wordsApart) > WORDS_APART_MAX) return undefined
  const edits = editDistance(query.letters, letters, most)
  if (edits > most || digitsOf(query.words) !== digitsOf(name.words)) return undefined
  return edits
}
