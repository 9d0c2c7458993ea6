/**
 * Likeness of a name to a query: the scoring function of the stages spelling, sound and partial of deep
 * search. An index only finds candidates; this module decides which are similar and how much.
 */

import type { LikenessFacts, LikenessScore } from '../ranking/likeness-score.ts'
import {
  initialsScore,
  PARTIAL_LIKENESS_MIN,
  scoreLikeness,
  shareLikeness,
} from '../ranking/likeness-score.ts'
import { editDistance } from '../text/edit-distance.ts'
import { foldLoose } from '../text/fold.ts'
import { EDIT_COST } from '../text/letter-confusions.ts'
import { Letters } from '../text/letters.ts'
import type { Coverage } from './coverage.ts'
import { coverageOf } from './coverage.ts'
import { editCost } from './edit-cost.ts'
import { joinedSpellings } from './joined-spellings.ts'
import type { CandidateName, NameQuery } from './name-pair.ts'
import type { WordComparer, WordLink } from './word-alignment.ts'
import { alignWords, joinableRuns } from './word-alignment.ts'
import { formTypoWeight, isFormTypo } from './word-weight.ts'

/** Minimum share of the query's weight that a name's words must match before all letters are compared. */
export const LETTERS_COMPARED_SHARE_MIN = 0.4
/** Maximum difference in the number of words for a comparison of all letters. */
export const WORDS_APART_MAX = 1
/** Maximum edits between all letters of a query and a name. */
export const LETTER_EDITS_MAX = 2
/** Minimum letters of a query for two edits between all letters. Shorter ones may have one. */
const TWO_EDITS_LETTERS_MIN = 5
/** Maximum words of the query that a name contained in it may lack, … */
export const ADDED_WORDS_MAX = 2
/** … or that may follow a name with which the query begins, or precede one with which it ends. */
export const ADDED_AROUND_MAX = 6
/** Minimum words of a name with which a query ends. One-word names end too many queries. */
const ENDING_WORDS_MIN = 2
/**
 * Maximum words of a query from which any word may be left out. From longer ones only words at the ends may
 * be left out.
 */
export const CONTAINED_QUERY_WORDS_MAX = 12
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

/** Tells whether a query can be compared with names: it has enough letters, and not too many words. */
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
  const wordsOfInitials = Math.max(query.words.length, name.words.length)
  const initials = isInitials(query.words, name.words)
    ? initialsScore(wordsOfInitials, name.isOtherForm)
    : undefined
  return better(initials, scoreOf(query, name, links))
}

function isInitials(query: readonly string[], name: readonly string[]): boolean {
  const [first] = query as [string]
  if (query.length === 1 && name.length > 1) return name.length <= first.length && initialsOf(name) === first
  return name.length === 1 && query.length > 1 && initialsOf(query) === name[0]
}

function better(a: LikenessScore | undefined, b: LikenessScore | undefined): LikenessScore | undefined {
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

/** Tells whether both have the same letters except for spaces. */
function hasSameLetters(query: NameQuery, name: CandidateName): boolean {
  return name.mayHaveSameLetters && query.spellings.has(name.words.join(''))
}

function withWordEdits(facts: LikenessFacts, edits: number): LikenessFacts {
  return { ...facts, edits, hasSound: false, hasAbbreviation: false }
}

function asWholeName(facts: LikenessFacts, edits: number, weightedEdits: number): LikenessFacts {
  return {
    ...{ ...facts, isWhole: true, hasSound: false, hasAbbreviation: false },
    ...{ missing: 0, extra: 0, joins: 1, edits, weightedEdits },
  }
}

/** Returns the cost of the edits between all letters of both, in ordinary edits. */
function letterEditCost(query: string, name: string): number {
  const cost = editCost(new Letters().setText(query), new Letters().setText(name)) / EDIT_COST
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

function factsOf(
  query: NameQuery,
  name: CandidateName,
  links: readonly WordLink[],
  coverage: Coverage,
): LikenessFacts {
  const joins = links.filter(({ kind }) => kind === 'joined').length
  const inversions = inversionsIn(links)
  const isLike = shareLikeness(coverage.queryShare, coverage.nameShare) >= PARTIAL_LIKENESS_MIN
  const isWhole =
    isLike && coverage.queryUnmatched === 0 && coverage.nameUnmatched === 0 && coverage.matchedBySeat === 0
  return {
    isWhole,
    edits: links.reduce((sum, { edits }) => sum + edits, 0) + coverage.formTypos,
    weightedEdits: weightedEditsIn(query, name, links) + coverage.formTypos,
    letters: query.letters.length,
    hasSound: links.some(({ kind }) => kind === 'sound'),
    hasAbbreviation: links.some(({ kind }) => kind === 'abbreviation'),
    hasOtherDigits: isWhole && digitsOf(query.words) !== digitsOf(name.words),
    joins,
    inversions,
    missing: coverage.queryUnmatched,
    extra: coverage.nameUnmatched,
    hasSeat: coverage.matchedBySeat > 0,
    queryShare: coverage.queryShare,
    nameShare: coverage.nameShare,
    contained: containment(query, name, links, inversions),
    isOtherForm: name.isOtherForm,
    isFormMissing: name.hasForm && !query.hasForm,
    isFormer: name.isFormer,
  }
}

/** Counts links whose word in the name stands before that of the previous link. */
function inversionsIn(links: readonly WordLink[]): number {
  let inversions = 0
  for (let i = 1; i < links.length; i++) {
    if ((links[i] as WordLink).nameFrom < (links[i - 1] as WordLink).nameFrom) inversions++
  }
  return inversions
}

/** Returns the costs of the links in ordinary edits. A cost is that of the edits in a word of ten letters. */
function weightedEditsIn(query: NameQuery, name: CandidateName, links: readonly WordLink[]): number {
  let sum = 0
  for (const { kind, edits, cost, queryFrom, nameFrom } of links) {
    // Words of the same sound count too: if all letters are near, the name is scored by its edits.
    if (kind !== 'spelling' && kind !== 'sound' && (kind !== 'joined' || edits === 0)) continue
    const letters = Math.max(query.words[queryFrom]!.length, name.words[nameFrom]!.length)
    sum += (cost * letters) / EDIT_COST_TIMES_LETTERS
  }
  return sum
}

/** Cost (`wordLikeness`) of an ordinary edit times the letters of the word. */
const EDIT_COST_TIMES_LETTERS = 100

/**
 * Tells how the query contains the name: all words of the name are in the query, unchanged and in order, and
 * the query has few other words, or has them all before or after the name.
 */
function containment(
  query: NameQuery,
  name: CandidateName,
  links: readonly WordLink[],
  inversions: number,
): LikenessFacts['contained'] {
  const isAll = links.length === name.words.length && links.every(({ kind }) => kind === 'same')
  if (!isAll || inversions > 0) return 'not'
  const added = query.words.length - links.length
  if (links.at(-1)?.queryTo === links.length && added <= ADDED_AROUND_MAX) return 'first'
  const isEnd = links.length >= ENDING_WORDS_MIN && links[0]?.queryFrom === added
  if (isEnd && added <= ADDED_AROUND_MAX) return 'within'
  return added <= ADDED_WORDS_MAX && query.words.length <= CONTAINED_QUERY_WORDS_MAX ? 'within' : 'not'
}

/**
 * Returns the digits of the words. Another digit is another company, unless it stands for a letter:
 * `C0nsulting`.
 */
function digitsOf(words: readonly string[]): string {
  return words
    .map((word) => word.replace(MISREAD_DIGIT, ''))
    .join('')
    .replace(/\D/g, '')
}

/** A digit before letters of its word that a scanner may read for a letter. */
const MISREAD_DIGIT = /[012568](?=[a-z]{2})/g

/**
 * Returns the edits between all letters of both without spaces; `undefined` if there are too many, or if too
 * little else matches.
 */
function letterEdits(query: NameQuery, name: CandidateName, coverage: Coverage): number | undefined {
  if (coverage.matched < LETTERS_COMPARED_SHARE_MIN * query.weight) return undefined
  if (!name.mayHaveNearLetters()) return undefined
  const letters = looseLetters(name.words)
  const most = query.letters.length < TWO_EDITS_LETTERS_MIN ? 1 : LETTER_EDITS_MAX
  if (Math.abs(letters.length - query.letters.length) > most) return undefined
  const wordsApart = new Set(query.words).size - new Set(name.words).size
  if (Math.abs(wordsApart) > WORDS_APART_MAX) return undefined
  const edits = editDistance(query.letters, letters, most)
  if (edits > most || digitsOf(query.words) !== digitsOf(name.words)) return undefined
  return edits
}
