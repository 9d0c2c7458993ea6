/**
 * The searches for names that may be similar to a query. Each name gets as its score the weight of the query that it
 * matches at most; the rules decide which of the found names are similar, and how much.
 */

import { matchWeight, SEAT_MATCH_SHARE } from '../../names/likeness/coverage.ts'
import {
  ADDED_AROUND_MAX,
  ADDED_WORDS_MAX,
  CONTAINED_QUERY_WORDS_MAX,
} from '../../names/likeness/likeness-facts.ts'
import {
  LETTER_EDITS_MAX,
  LETTERS_COMPARED_SHARE_MIN,
  WORDS_APART_MAX,
} from '../../names/likeness/name-likeness.ts'
import { INITIALS_MIN, initialsOf } from '../../names/likeness/name-query.ts'
import type { RelatedList } from '../../names/likeness/related-estimate.ts'
import { LETTER_RUN_MAX } from '../../names/likeness/word-alignment.ts'
import { cutKeys } from '../../names/likeness/word-matches.ts'
import { QUERY_SHARE_MIN } from '../../names/ranking/likeness-score.ts'
import type { AskedWord, AskedWords } from './asked-words.ts'
import type { Clause } from './filter-clauses.ts'
import { anyOf } from './filter-clauses.ts'
import type { SearchBody } from './search-request.ts'

/** Names that are compared with a query by the weight that they share: so many at first, … */
export const CANDIDATES_FIRST = 1000
/** … and at most, if there are more than at first. */
export const CANDIDATES_MAX = 3000
/** Steps of the weight of a word of the query: words of names with about the same weight are one clause. */
const WEIGHT_STEPS_MAX = 64
/** Clauses for the words of names that all words of the query may be. OpenSearch allows 1,024 in all. */
const CLAUSES_MAX = 500
/** Tolerance for sums of weights, whose last digits depend on the order of the additions. */
const ROUNDING = 1e-4
/** Minimum letters of an unknown word that may be two words, one of them misspelt. */
const EDITED_PAIR_LETTERS_MIN = 8
/** Most words have one key for all ways to split them. */
const EDITED_KEYS_MAX = 3
/** Terms of two words that are one edit away from an unknown word. */
const EDITED_PAIRS_MAX = 64

/** What all candidates must and must not satisfy. */
export interface CandidateFilter {
  readonly filter: readonly Clause[]
  readonly must_not: readonly Clause[]
}

/** Returns the searches for similar names. */
export function similarSearches(asked: AskedWords, filter: CandidateFilter): readonly SearchBody[] {
  const { words, letters, weight } = asked.query
  const sources = sourcesOf(asked)
  const bySource = sourceClauses(sources, { rounded: toHigherStep, splitKeyMin: 1 })
  const size = new Set(words).size
  const range = (field: string, middle: number, apart: number): Clause => ({
    range: { [field]: { gte: middle - apart, lte: middle + apart } },
  })
  const sized = [
    range('letterCount', letters.length, LETTER_EDITS_MAX),
    range('wordCount', size, WORDS_APART_MAX),
  ]
  const matching = (share: number, more: readonly Clause[], should: readonly Clause[]): SearchBody => ({
    query: { bool: { ...filter, filter: [...filter.filter, ...more], should } },
    size: CANDIDATES_FIRST,
    min_score: share * weight * (1 - ROUNDING),
  })
  return [
    matching(QUERY_SHARE_MIN, [], [...bySource, ...seatClauses(sources)]),
    matching(LETTERS_COMPARED_SHARE_MIN, sized, bySource),
    {
      query: { bool: { ...filter, filter: [...filter.filter, wholeNames(asked.query)] } },
      size: CANDIDATES_FIRST,
    },
  ]
}

/** A word of the query, or a run of them, that names may have in one of several ways. */
export interface Source {
  /** The word itself; `undefined` for a run. */
  readonly word: AskedWord | undefined
  /** All of its weight. */
  readonly weight: number
  readonly lists: readonly NameList[]
}

/** The names with one word. */
export interface NameList extends RelatedList {
  readonly word: string
}

/** Returns the words and runs of a query, each with the names that match it. */
export function sourcesOf({ query, words, joined }: AskedWords): readonly Source[] {
  const ofWords = words.map((word): Source => {
    const once = query.weights[word.positions[0] as number] as number
    const times = word.positions.length
    const lists = word.similar.map(({ word: own, weight, count, likeness }) => ({
      ...{ word: own, count, weightMax: times * matchWeight(likeness, once, weight) },
      isEqual: likeness.kind === 'same',
    }))
    return { word, weight: times * once, lists }
  })
  const ofRuns = joined.map(({ run: [from, to], words: ofRun }): Source => {
    const weight = query.weights.slice(from, to).reduce((sum, one) => sum + one, 0)
    const lists = Array.from(ofRun, ([own, { count }]) => ({
      word: own,
      count,
      weightMax: weight,
      isEqual: false,
    }))
    return { word: undefined, weight, lists }
  })
  return [...ofWords, ...ofRuns]
}

/** How the clauses of sources are made. */
export interface ClauseOptions {
  /** Returns what rounds the weights of a source's clauses. */
  readonly rounded: (source: Source, clausesMax: number) => (weight: number) => number
  /** Minimum letters of the keys by which names with a split word are found. */
  readonly splitKeyMin: number
}

/** Of each source, the best way in which a name matches it counts. */
export function sourceClauses(
  sources: readonly Source[],
  { rounded, splitKeyMin }: ClauseOptions,
): readonly Clause[] {
  const clausesMax = Math.floor(CLAUSES_MAX / sources.length)
  return sources.flatMap((source) => {
    const round = rounded(source, clausesMax)
    const byWeight = Map.groupBy(source.lists, ({ weightMax }) => round(weightMax))
    const queries = [...byWeight].map(([boost, lists]) =>
      weighted({ terms: { words: lists.map(({ word }) => word) } }, boost),
    )
    const all = [...queries, ...splitClauses(source, round(source.weight), splitKeyMin)]
    return all.length === 0 ? [] : [{ dis_max: { queries: all } }]
  })
}

/** Keeps the weights; rounds them up if there are too many different ones, so that the score of a name stays a bound. */
function toHigherStep({ lists, weight: highest }: Source, clausesMax: number): (weight: number) => number {
  if (new Set(lists.map(({ weightMax }) => weightMax)).size <= clausesMax) return (weight) => weight
  const step = highest / Math.min(WEIGHT_STEPS_MAX, clausesMax)
  return (weight) => Math.ceil(weight / step - ROUNDING) * step
}

function weighted(filter: Clause, boost: number): Clause {
  return { constant_score: { filter, boost } }
}

/** Names that have the word as several words. */
function splitClauses({ word }: Source, weight: number, keyMin: number): readonly Clause[] {
  if (word === undefined || word.text.length < 2) return []
  const { text, isUnknown } = word
  const keys = [...cutKeys(text)].filter(({ length }) => length >= keyMin)
  const clauses: Clause[] = keys.length > 0 ? [{ terms: { pairs: keys } }] : []
  if (text.length <= LETTER_RUN_MAX) clauses.push({ term: { runs: text } })
  if (isUnknown && text.length >= EDITED_PAIR_LETTERS_MIN)
    clauses.push(
      ...keys.slice(0, EDITED_KEYS_MAX).map((value) => ({ fuzzy: { pairs: { value, ...ONE_EDIT } } })),
    )
  return [weighted(anyOf(clauses), weight)]
}

const ONE_EDIT = { fuzziness: 1, max_expansions: EDITED_PAIRS_MAX, rewrite: 'constant_score' }

/** A word of the query may be the company's seat. Then it matches for less. */
function seatClauses(sources: readonly Source[]): readonly Clause[] {
  return sources.flatMap(({ word, weight }) =>
    word === undefined ? [] : [weighted({ term: { seatWords: word.text } }, weight * SEAT_MATCH_SHARE)],
  )
}

/** Names that the query contains as a whole, other words for its initials, initials on either side, and names with its owner. */
function wholeNames({ words, spellings, initialSpellings, ownerRuns }: AskedWords['query']): Clause {
  const texts = new Set([initialsOf(words), ...spellings, ...initialSpellings.keys()])
  if (words.length <= CONTAINED_QUERY_WORDS_MAX) for (const text of withoutWords(words)) texts.add(text)
  for (let omitted = 1; omitted <= ADDED_AROUND_MAX && omitted < words.length; omitted++) {
    texts.add(words.slice(0, -omitted).join(''))
    texts.add(words.slice(omitted).join(''))
  }
  texts.delete('')
  const only = words.length === 1 ? (words[0] as string) : ''
  const initials = only.length < INITIALS_MIN ? [] : [{ term: { initials: only } }]
  const owners = ownerRuns.map((run) => ({
    bool: { filter: run.map((word) => ({ term: { words: word } })) },
  }))
  return anyOf([{ terms: { letters: [...texts] } }, ...initials, ...owners])
}

/** Returns the letters of the words without one to `ADDED_WORDS_MAX` of them. */
function withoutWords(words: readonly string[]): readonly string[] {
  let variants: readonly (readonly string[])[] = [words]
  const texts: string[] = []
  for (let omitted = 0; omitted < ADDED_WORDS_MAX; omitted++) {
    variants = variants.flatMap((one) => one.map((_, i) => one.toSpliced(i, 1)))
    texts.push(...variants.map((one) => one.join('')))
  }
  return texts
}
