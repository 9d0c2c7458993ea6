/** The search for names that may be related to a query, and the order in which they are estimated. */
import {
  RELATED_CANDIDATES_MAX,
  RELATED_EQUAL_NAMES_MAX,
  RELATED_SIMILAR_NAMES_MAX,
} from '../../names/likeness/related-estimate.ts'
import type { AskedWords } from './asked-words.ts'
import type { CandidateFilter, NameList, Source } from './candidate-searches.ts'
import { sourceClauses, sourcesOf, WEIGHT_STEPS_MAX } from './candidate-searches.ts'
import { RANK_ORDER } from './mappings.ts'
import type { FoundName, SearchBody } from './search-request.ts'
import type { ReadCompanyName } from './stored-company.ts'

/** A search for related names. */
export interface RelatedSearch {
  readonly body: SearchBody
  /**
   * Returns the found names by the first list that they are on, and those of one list by rank: of equal estimates, the
   * embedded index compares those with the query that it reads first.
   */
  inOrderOfLists(names: readonly FoundName[]): readonly FoundName[]
}

/**
 * Returns the search for related names: those that match most of the query. Of equal ones, those with a word of the
 * query itself come first, then those with rarer words, then the first in rank.
 */
export function relatedSearch(asked: AskedWords, filter: CandidateFilter): RelatedSearch {
  const sources = sourcesOf(asked)
  const lists = listsForRelated(sources)
  const should = sourceClauses(weightedByOrder(sources, lists), toStep)
  const query = { bool: { ...filter, should, minimum_should_match: 1 } }
  return {
    body: { query, size: RELATED_CANDIDATES_MAX, sort: ['_score', 'zone', ...RANK_ORDER] },
    inOrderOfLists: (names) => inOrderOfLists(lists, names),
  }
}

function inOrderOfLists(lists: readonly NameList[], names: readonly FoundName[]): readonly FoundName[] {
  const order = new Map(lists.map(({ text }, i) => [text, i] as const).reverse())
  const firstOf = ({ company, place }: FoundName) =>
    (company.names[place] as ReadCompanyName).words.reduce(
      (first, word) => Math.min(first, order.get(word) ?? lists.length),
      lists.length,
    )
  const placed = names.map((name) => ({ name, first: firstOf(name) }))
  placed.sort((a, b) => a.first - b.first || compareRanks(a.name, b.name))
  return placed.map(({ name }) => name)
}

/** Compares by zone and rank, which stand behind the score. */
function compareRanks({ sort: a }: FoundName, { sort: b }: FoundName): number {
  for (let i = 1; i < a.length; i++) {
    const [one, other] = [a[i] as string | number, b[i] as string | number]
    if (one !== other) return one < other ? -1 : 1
  }
  return 0
}

/** Returns the lists that are read for related names, in order; too many names have the words of the others. */
function listsForRelated(sources: readonly Source[]): readonly NameList[] {
  const all = sources.flatMap(({ lists }) => lists)
  const equal = all.filter(({ isEqual }) => isEqual).sort((a, b) => a.count - b.count)
  const others = all
    .filter(({ isEqual }) => !isEqual)
    .sort((a, b) => b.weight - a.weight || a.count - b.count)
  return [...firstLists(equal, RELATED_EQUAL_NAMES_MAX), ...firstLists(others, RELATED_SIMILAR_NAMES_MAX)]
}

/**
 * Leaves out the other lists, and adds to the weights of these what makes a difference only between names of equal
 * weight: most for the words of the query, less the more names have the word. Words with the same weight in about as many
 * names keep the same weight, so that they are one clause, and all differences are larger than the rounding of scores.
 */
function weightedByOrder(sources: readonly Source[], read: readonly NameList[]): readonly Source[] {
  const order = new Map(read.map((list, i) => [list, i]))
  const equal = read.filter(({ isEqual }) => isEqual).length
  const steps = COUNT_STEPS + equal
  const highest = sources.reduce((sum, { weight }) => sum + weight, 0)
  const least = (highest * EQUAL_WEIGHT_SHARE) / (steps * sources.length + 1)
  const stepOf = (list: NameList) =>
    list.isEqual ? steps - (order.get(list) as number) : COUNT_STEPS - Math.ceil(Math.log2(list.count + 1))
  const withOrder = (list: NameList) => ({ ...list, weight: list.weight + stepOf(list) * least })
  return sources.map((source) => ({
    ...source,
    lists: source.lists.filter((list) => order.has(list)).map(withOrder),
  }))
}

/** Steps of the number of names with a word, each twice as many. */
const COUNT_STEPS = 32
/** Weights that differ by less than this share of the weight of the query count as equal. */
const EQUAL_WEIGHT_SHARE = 1 / 8192

/** Returns the first lists with so many names; of the last one all names. */
function firstLists(lists: readonly NameList[], most: number): readonly NameList[] {
  let room = most
  return lists.filter(({ count }) => {
    const isRead = room > 0
    room -= count
    return isRead
  })
}

/** Keeps the weights, unless there are too many different ones. */
function toStep({ lists, weight: highest }: Source, clausesMax: number): (list: NameList) => number {
  if (new Set(lists.map(({ weight }) => weight)).size <= clausesMax) return ({ weight }) => weight
  const step = highest / Math.min(WEIGHT_STEPS_MAX, clausesMax)
  return ({ weight }) => Math.round(weight / step) * step
}
