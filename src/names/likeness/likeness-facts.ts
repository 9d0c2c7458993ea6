/** Facts about a query and a name whose words are aligned: what the score is computed from. */
import type { LikenessFacts, SharedPart } from '../ranking/likeness-score.ts'
import { PARTIAL_LIKENESS_MIN, shareLikeness } from '../ranking/likeness-score.ts'
import type { Coverage } from './coverage.ts'
import type { CandidateName, NameQuery } from './name-pair.ts'
import { sharedWordsOf } from './shared-words.ts'
import type { WordLink, WordRun } from './word-alignment.ts'

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

/** Returns the facts of a name for `scoreLikeness`. */
export function factsOf(
  query: NameQuery,
  name: CandidateName,
  links: readonly WordLink[],
  coverage: Coverage,
): LikenessFacts {
  const { edits, joins, hasSound, hasAbbreviation } = spellingsOf(links)
  const inversions = inversionsIn(links)
  const shared = sharedWordsOf(query, name, links)
  const isWhole = areWholeNames(coverage)
  const slips = coverage.formTypos + (isWhole ? coverage.andsUnmatched : 0)
  // Written out field by field: spreading objects takes most of the time here.
  return {
    isWhole,
    edits: edits + slips,
    weightedEdits: weightedEditsIn(query, name, links) + slips,
    letters: query.letters.length,
    hasSound,
    hasAbbreviation,
    hasOtherDigits: isWhole && digitsOf(query.words) !== digitsOf(name.words),
    joins,
    inversions,
    missing: isWhole ? 0 : coverage.queryUnmatched,
    extra: isWhole ? 0 : coverage.nameUnmatched,
    hasSeat: coverage.matchedBySeat > 0,
    queryShare: coverage.queryShare,
    nameShare: coverage.nameShare,
    strongest: shared.strongest,
    strongestMatched: shared.strongestMatched,
    secondMatched: shared.secondMatched,
    strongestOfName: shared.strongestOfName,
    sharesSeat: shared.sharesSeat,
    matchedOfQuery: shared.matchedOfQuery,
    matchedOfName: shared.matchedOfName,
    partsOfQuery: shared.partsOfQuery,
    partsOfName: shared.partsOfName,
    isFirstMatched: links[0]?.queryFrom === 0 && links[0].nameFrom === 0,
    isLastMatched: isLastMatched(query, name, links),
    neighbours: adjacentLinks(links) / Math.max(1, query.words.length - 1),
    contained: containment(query, name, links, inversions),
    isPlaceAdded: isPlaceAdded(query, name, links),
    isPlaceMissing: isPlaceMissing(query, name, links),
    isOtherForm: name.isOtherForm,
    isFormMissing: name.hasForm && !query.hasForm,
    isFormer: name.isFormer,
    sharedPart: () => sharedPartOf(name, links),
  }
}

/** Returns whether no word is left over on either side. An `und` that only one side has is a slip then. */
function areWholeNames(coverage: Coverage): boolean {
  const { queryShare, nameShare, queryUnmatched, nameUnmatched, andsUnmatched, matchedBySeat } = coverage
  if (queryUnmatched + nameUnmatched !== andsUnmatched || matchedBySeat > 0) return false
  return shareLikeness(queryShare, nameShare) >= PARTIAL_LIKENESS_MIN
}

/** Returns how the linked words are written on both sides. */
function spellingsOf(links: readonly WordLink[]) {
  let [edits, joins, hasSound, hasAbbreviation] = [0, 0, false, false]
  for (const link of links) {
    edits += link.edits
    if (link.kind === 'joined') joins++
    else if (link.kind === 'sound') hasSound = true
    else if (link.kind === 'abbreviation') hasAbbreviation = true
  }
  return { edits, joins, hasSound, hasAbbreviation }
}

/** Returns the words of the name and which words of the query match them. */
export function sharedPartOf({ words }: CandidateName, links: readonly WordLink[]): SharedPart {
  const matched: number[] = []
  for (const { queryFrom, queryTo } of links) for (let i = queryFrom; i < queryTo; i++) matched.push(i)
  return { words: words.join(' '), matched: matched.sort((a, b) => a - b) }
}

function isLastMatched(query: NameQuery, name: CandidateName, links: readonly WordLink[]): boolean {
  const last = links.at(-1)
  return last?.queryTo === query.words.length && last.nameTo === name.words.length
}

/** Counts links whose words follow those of the previous link on both sides. */
function adjacentLinks(links: readonly WordLink[]): number {
  let adjacent = 0
  for (let i = 1; i < links.length; i++) {
    const [before, link] = [links[i - 1] as WordLink, links[i] as WordLink]
    if (before.queryTo === link.queryFrom && before.nameTo === link.nameFrom) adjacent++
  }
  return adjacent
}

/** Counts links whose word in the name stands before that of the previous link. */
function inversionsIn(links: readonly WordLink[]): number {
  let inversions = 0
  for (let i = 1; i < links.length; i++) {
    if ((links[i] as WordLink).nameFrom < (links[i - 1] as WordLink).nameFrom) inversions++
  }
  return inversions
}

/** Returns the costs of the links in ordinary edits. */
function weightedEditsIn(query: NameQuery, name: CandidateName, links: readonly WordLink[]): number {
  let sum = 0
  for (const link of links) {
    const [ofQuery, ofName] = [query.words[link.queryFrom] as string, name.words[link.nameFrom] as string]
    sum += weightedEditsOf(link, Math.max(ofQuery.length, ofName.length))
  }
  return sum
}

/**
 * Returns the cost of a link in ordinary edits; `letters`: those of the longer word. A cost is that of the
 * edits in a word of ten letters.
 */
export function weightedEditsOf(
  { kind, edits, cost }: Pick<WordLink, 'kind' | 'edits' | 'cost'>,
  letters: number,
): number {
  // Words of the same sound count too: if all letters are similar, the name is scored by its edits.
  const hasCost = kind === 'spelling' || kind === 'sound' || (kind === 'joined' && edits > 0)
  return hasCost ? (cost * letters) / EDIT_COST_TIMES_LETTERS : 0
}

/** Cost (`wordLikeness`) of an ordinary edit times the letters of the word. */
const EDIT_COST_TIMES_LETTERS = 100

/**
 * Returns how the query contains the name: all words of the name are in the query, unchanged and in order,
 * and the query has few other words, or has them all before or after the name.
 */
function containment(
  query: NameQuery,
  name: CandidateName,
  links: readonly WordLink[],
  inversions: number,
): LikenessFacts['contained'] {
  if (!hasWholeName(name, links) || inversions > 0) return 'not'
  const added = query.words.length - links.length
  if (links.at(-1)?.queryTo === links.length && added <= ADDED_AROUND_MAX) return 'first'
  const isEnd = links.length >= ENDING_WORDS_MIN && links[0]?.queryFrom === added
  if (isEnd && added <= ADDED_AROUND_MAX) return 'within'
  return added <= ADDED_WORDS_MAX && query.words.length <= CONTAINED_QUERY_WORDS_MAX ? 'within' : 'not'
}

/** Returns whether all words of the name are in the query, unchanged. */
function hasWholeName(name: CandidateName, links: readonly WordLink[]): boolean {
  return links.length === name.words.length && links.every(({ kind }) => kind === 'same')
}

/** Returns whether the query is the whole name with a seat added. */
function isPlaceAdded(
  { words, places }: NameQuery,
  name: CandidateName,
  links: readonly WordLink[],
): boolean {
  if (!hasWholeName(name, links)) return false
  return places.some(([from, to]) => {
    const isOutside = ({ queryFrom }: WordLink) => queryFrom < from || queryFrom >= to
    return links.length === words.length - (to - from) && links.every(isOutside)
  })
}

/**
 * Returns whether the query names the seat of any company of which neither the name nor the company's seat has a word.
 * Beside all words of a name any place may stand.
 */
function isPlaceMissing(
  { words, places }: NameQuery,
  name: CandidateName,
  links: readonly WordLink[],
): boolean {
  const matched = links.reduce((sum, { nameFrom, nameTo }) => sum + nameTo - nameFrom, 0)
  if (matched === name.words.length) return false
  const isMissing = ([from, to]: WordRun) =>
    !links.some(({ queryFrom, queryTo }) => queryFrom < to && queryTo > from) &&
    !words.slice(from, to).some((word) => name.seat.includes(word))
  return places.some(isMissing)
}

/**
 * Returns the digits of the words. Another digit is another company, unless it stands for a letter:
 * `C0nsulting`.
 */
export function digitsOf(words: readonly string[]): string {
  return words
    .map((word) => word.replace(MISREAD_DIGIT, ''))
    .join('')
    .replace(/\D/g, '')
}

/** A digit before letters of its word that a scanner may read for a letter. */
const MISREAD_DIGIT = /[012568](?=[a-z]{2})/g
