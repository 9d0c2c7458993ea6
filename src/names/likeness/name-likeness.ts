/**
 * How like a name is to a query: the one scoring function of deep search's stages spelling, sound and partial. An index only
 * finds candidates; what is like, and how much, is decided here.
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

/** Share of the query's weight that words of the name must answer for all letters of both to be compared. */
export const LETTERS_COMPARED_SHARE_MIN = 0.4
/** A name that differs by more words than this is not compared letter by letter. */
export const WORDS_APART_MAX = 1
export const LETTER_EDITS_MAX = 2
/** In shorter texts one slip is all that is forgiven. */
const TWO_EDITS_LETTERS_MIN = 5
/** Words of the query beyond a name that is wholly in it, … */
export const ADDED_WORDS_MAX = 2
/** … behind a name with which the query begins, or before one with which it ends. */
export const ADDED_AROUND_MAX = 6
/** A name of one word is the end of too many queries. */
const ENDING_WORDS_MIN = 2
/** Of longer queries no words are left out but the last. */
export const CONTAINED_QUERY_WORDS_MAX = 12
/** Queries with fewer letters are only taken as they are. */
const LIKENESS_LETTERS_MIN = 3
/** So are queries with more words: the time of a comparison grows with their square. */
export const LIKENESS_WORDS_MAX = 40
/** Words that one word of initials can stand for. */
export const INITIALS_MIN = 3
export const INITIALS_MAX = 8

/** All letters of the words, umlauts and sharp s loose. */
export function looseLetters(words: readonly string[]): string {
  return words.map(foldLoose).join('')
}

/** Answers whether a query can be like names at all: letters enough, and not too many words. */
export function isComparable(words: readonly string[]): boolean {
  const letters = words.reduce((sum, word) => sum + word.length, 0)
  return letters >= LIKENESS_LETTERS_MIN && words.length <= LIKENESS_WORDS_MAX
}

/** `given`: what each word tells by itself; `hasForm`: a form was read, and is not among the words. */
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

/** The first letters of at least `INITIALS_MIN` and at most `INITIALS_MAX` words; else ''. */
export function initialsOf(words: readonly string[]): string {
  if (words.length < INITIALS_MIN || words.length > INITIALS_MAX) return ''
  return words.map((word) => String.fromCodePoint(word.codePointAt(0) as number)).join('')
}

/**
 * Score, kind and reasons; `undefined` where the name is not like the query, or holds all of its words as they are (which the stages
 * before these find).
 */
export function nameLikeness(
  asked: NameQuery,
  name: CandidateName,
  comparer: WordComparer,
): LikenessScore | undefined {
  if (!isComparable(asked.words)) return undefined
  const links = alignWords(asked, name.words, comparer)
  if (links.length === asked.words.length && links.every(({ kind }) => kind === 'same')) return undefined
  const wordsOfInitials = Math.max(asked.words.length, name.words.length)
  const initials = isInitials(asked.words, name.words)
    ? initialsScore(wordsOfInitials, name.isOtherForm)
    : undefined
  return better(initials, scoreOf(asked, name, links))
}

function isInitials(asked: readonly string[], name: readonly string[]): boolean {
  const [first] = asked as [string]
  if (asked.length === 1 && name.length > 1) return name.length <= first.length && initialsOf(name) === first
  return name.length === 1 && asked.length > 1 && initialsOf(asked) === name[0]
}

function better(a: LikenessScore | undefined, b: LikenessScore | undefined): LikenessScore | undefined {
  return a === undefined || (b !== undefined && b.score >= a.score) ? b : a
}

function scoreOf(
  asked: NameQuery,
  name: CandidateName,
  links: readonly WordLink[],
): LikenessScore | undefined {
  const coverage = coverageOf(asked, name, links)
  const facts = factsOf(asked, name, links, coverage)
  if (hasSameLetters(asked, name))
    return scoreLikeness(facts.isWhole ? withWordEdits(facts, 0) : asWholeName(facts, 0, 0))
  const edits = letterEdits(asked, name, coverage)
  if (edits === undefined || (facts.isWhole && edits >= facts.edits)) return scoreLikeness(facts)
  // What the words' own slips cost is known better, where all words have an answer.
  if (facts.isWhole) return scoreLikeness(withWordEdits(facts, edits))
  return scoreLikeness(asWholeName(facts, edits, letterEditCost(asked.letters, looseLetters(name.words))))
}

/** The same letters, but for blanks. */
function hasSameLetters(asked: NameQuery, name: CandidateName): boolean {
  return name.mayHaveSameLetters && asked.spellings.has(name.words.join(''))
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

/** What the slips between all letters of both come to, in ordinary slips. */
function letterEditCost(asked: string, name: string): number {
  const slips = editCost(new Letters().setText(asked), new Letters().setText(name)) / EDIT_COST
  return asked.startsWith(name) || isAnagram(asked, name) ? slips * OTHER_ORDER_SHARE : slips
}

/** `KSB` and `BSK`: to change places is less than to be other letters; so are letters behind a whole name, be they of its form: `BICO Gm`. */
const OTHER_ORDER_SHARE = 0.7

function isAnagram(a: string, b: string): boolean {
  return a.length === b.length && [...a].sort().join('') === [...b].sort().join('')
}

function factsOf(
  asked: NameQuery,
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
    weightedEdits: weightedEditsIn(asked, name, links) + coverage.formTypos,
    letters: asked.letters.length,
    hasSound: links.some(({ kind }) => kind === 'sound'),
    hasAbbreviation: links.some(({ kind }) => kind === 'abbreviation'),
    hasOtherDigits: isWhole && digitsOf(asked.words) !== digitsOf(name.words),
    joins,
    inversions,
    missing: coverage.queryUnmatched,
    extra: coverage.nameUnmatched,
    hasSeat: coverage.matchedBySeat > 0,
    queryShare: coverage.queryShare,
    nameShare: coverage.nameShare,
    contained: containment(asked, name, links, inversions),
    isOtherForm: name.isOtherForm,
    isFormMissing: name.hasForm && !asked.hasForm,
    isFormer: name.isFormer,
  }
}

/** Links whose word in the name stands before that of the link before. */
function inversionsIn(links: readonly WordLink[]): number {
  let inversions = 0
  for (let i = 1; i < links.length; i++) {
    if ((links[i] as WordLink).nameFrom < (links[i - 1] as WordLink).nameFrom) inversions++
  }
  return inversions
}

/** What the links' costs come to, in ordinary slips: a cost is that of the slips in a word of ten letters. */
function weightedEditsIn(asked: NameQuery, name: CandidateName, links: readonly WordLink[]): number {
  let slips = 0
  for (const { kind, edits, cost, queryFrom, nameFrom } of links) {
    // Words of one sound too: where all letters are near, the name is scored by its slips.
    if (kind !== 'spelling' && kind !== 'sound' && (kind !== 'joined' || edits === 0)) continue
    const letters = Math.max(asked.words[queryFrom]!.length, name.words[nameFrom]!.length)
    slips += (cost * letters) / EDIT_COST_TIMES_LETTERS
  }
  return slips
}

/** Cost (`wordLikeness`) of an ordinary slip times the letters of the word. */
const EDIT_COST_TIMES_LETTERS = 100

/** Whether all words of the name stand in the query as they are and in order, and few others with them, or all before or behind them. */
function containment(
  asked: NameQuery,
  name: CandidateName,
  links: readonly WordLink[],
  inversions: number,
): LikenessFacts['contained'] {
  const isAll = links.length === name.words.length && links.every(({ kind }) => kind === 'same')
  if (!isAll || inversions > 0) return 'not'
  const added = asked.words.length - links.length
  if (links.at(-1)?.queryTo === links.length && added <= ADDED_AROUND_MAX) return 'first'
  const isEnd = links.length >= ENDING_WORDS_MIN && links[0]?.queryFrom === added
  if (isEnd && added <= ADDED_AROUND_MAX) return 'within'
  return added <= ADDED_WORDS_MAX && asked.words.length <= CONTAINED_QUERY_WORDS_MAX ? 'within' : 'not'
}

/** Another digit is another company, but where it stands for a letter: `C0nsulting`. */
function digitsOf(words: readonly string[]): string {
  return words
    .map((word) => word.replace(MISREAD_DIGIT, ''))
    .join('')
    .replace(/\D/g, '')
}

/** A digit before the letters of its word, where a scanner takes letters for it. */
const MISREAD_DIGIT = /[012568](?=[a-z]{2})/g

/** Slips between all letters of both, blanks left out; `undefined` where there are too many, or too little else is alike. */
function letterEdits(asked: NameQuery, name: CandidateName, coverage: Coverage): number | undefined {
  if (coverage.matched < LETTERS_COMPARED_SHARE_MIN * asked.weight) return undefined
  if (!name.mayHaveNearLetters()) return undefined
  const letters = looseLetters(name.words)
  const most = asked.letters.length < TWO_EDITS_LETTERS_MIN ? 1 : LETTER_EDITS_MAX
  if (Math.abs(letters.length - asked.letters.length) > most) return undefined
  const wordsApart = new Set(asked.words).size - new Set(name.words).size
  if (Math.abs(wordsApart) > WORDS_APART_MAX) return undefined
  const edits = editDistance(asked.letters, letters, most)
  if (edits > most || digitsOf(asked.words) !== digitsOf(name.words)) return undefined
  return edits
}
