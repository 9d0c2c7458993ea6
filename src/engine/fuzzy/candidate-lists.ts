/** Candidate lists: the posting lists by which a name can match a query, and which of them must be read. */
import { matchWeight, SEAT_MATCH_SHARE } from '../../names/likeness/coverage.ts'
import type { RelatedList } from '../../names/likeness/related-estimate.ts'
import type { PostingRange } from '../format/posting-list.ts'
import type { FuzzyContext } from './fuzzy-context.ts'
import type { DocumentSelection } from './name-size-filter.ts'
import type { QueryRun, QueryTerm, QueryTerms } from './query-terms.ts'
import type { SeatTerms } from './seat-terms.ts'
import { POSITIONS_MAX } from './seat-terms.ts'
import type { SplitTerms } from './split-terms.ts'
import { splitDocumentsMax } from './split-terms.ts'
import type { TermStatistics } from './term-statistics.ts'

/** Documents that match one term of the query, or several terms. */
export interface CandidateList extends RelatedList {
  /**
   * The index term of the posting list; `undefined` for documents that contain the query term split into
   * parts.
   */
  readonly term: number | undefined
  /** The query term, or the run of query terms that are one term in the name, … */
  readonly source: QueryTerm | QueryRun
  /** … and its number among these. */
  readonly sourceNumber: number
}

/** The state of one thread for candidate generation in one index. */
export interface FuzzyIndex {
  readonly context: FuzzyContext
  readonly statistics: TermStatistics
  readonly seats: SeatTerms
  readonly splits: SplitTerms
}

/**
 * Returns all lists by which a name can match the query, longest first: fuzzy terms, joined runs of the
 * query, and splits of its terms. Seats have no lists: a name without any matching term is never similar to
 * the query, so every such name is on another list.
 */
export function candidateLists(index: FuzzyIndex, queryTerms: QueryTerms): readonly CandidateList[] {
  const lists: CandidateList[] = []
  const distinct = distinctTerms(queryTerms)
  distinct.forEach((term, i) => {
    addListsOfTerm(index, term, i, weightOf(queryTerms, term), lists)
  })
  queryTerms.runs.forEach((run, i) => {
    const weightMax = queryTerms.query.weights.slice(run.from, run.to).reduce((sum, one) => sum + one, 0)
    const sourceNumber = distinct.length + i
    for (const term of run.joinedTerms) {
      const count = index.statistics.namesWith(term)
      lists.push({ count, term, source: run, sourceNumber, weightMax, isEqual: false })
    }
  })
  return longestFirst(lists)
}

function distinctTerms({ terms }: QueryTerms): readonly QueryTerm[] {
  return [...new Set(terms)]
}

/** Returns the weight of all occurrences of the term. */
function weightOf({ terms, query }: QueryTerms, term: QueryTerm): number {
  return terms.reduce((sum, one, i) => (one === term ? sum + (query.weights[i] as number) : sum), 0)
}

function addListsOfTerm(
  index: FuzzyIndex,
  source: QueryTerm,
  sourceNumber: number,
  weight: number,
  lists: CandidateList[],
): void {
  const { statistics } = index
  const weightOnce = weight / source.occurrences
  for (const match of source.fuzzyTerms) {
    const { term } = match
    const weightMax = source.occurrences * matchWeight(match, weightOnce, statistics.weightOf(term))
    const [count, isEqual] = [statistics.namesWith(term), match.kind === 'same']
    lists.push({ count, term, source, sourceNumber, weightMax, isEqual })
  }
  const count = splitDocumentsMax(index.context, source)
  if (count > 0)
    lists.push({ count, term: undefined, source, sourceNumber, weightMax: weight, isEqual: false })
}

/** More than the number of lists of a query with `LIKENESS_WORDS_MAX` words. */
const LISTS_UNIT = 2 ** 20

/** Sorts by packed numbers, which need no comparison function: there are some hundreds of lists. */
function longestFirst(lists: readonly CandidateList[]): readonly CandidateList[] {
  const count = lists.length
  const keys = new Float64Array(count)
  for (let i = 0; i < count; i++) keys[i] = (lists[i] as CandidateList).count * LISTS_UNIT + (count - 1 - i)
  keys.sort()
  const sorted: CandidateList[] = []
  for (let i = count - 1; i >= 0; i--)
    sorted.push(lists[count - 1 - ((keys[i] as number) % LISTS_UNIT)] as CandidateList)
  return sorted
}

/** Returns the documents of a list in ascending order. Documents outside `wanted` may be missing. */
export function documentsOf(
  { context, splits }: FuzzyIndex,
  { term, source }: CandidateList,
  wanted: DocumentSelection,
): PostingRange {
  if (term === undefined) {
    const documents = splits.documentsOf(source as QueryTerm, wanted)
    return { documents, from: 0, to: documents.length }
  }
  const { postings, postingStarts } = context.sections
  return { documents: postings, from: postingStarts[term] as number, to: postingStarts[term + 1] as number }
}

/** Tolerance for sums of weights, whose last digits depend on the order of the additions. */
const ROUNDING = 1e-6

/** Maximum weight that one seat adds to the matched weight, by source number. */
export type SeatWeights = readonly number[]

/**
 * Returns the weights of every relevant seat (`positionSetsOf`); empty weights if no term is part of a seat.
 */
export function seatWeights({ seats }: FuzzyIndex, queryTerms: QueryTerms): readonly SeatWeights[] {
  const distinct = distinctTerms(queryTerms)
  const texts = distinct.map(({ text }) => text)
  const weights = distinct.map((term) => weightOf(queryTerms, term) * SEAT_MATCH_SHARE)
  if (texts.length > POSITIONS_MAX)
    return [weights.map((weight, i) => (seats.has(texts[i] as string) ? weight : 0))]
  return [
    NO_SEAT_WEIGHTS,
    ...seats.positionSetsOf(texts).map((set) => weights.map((weight, i) => ((set >>> i) & 1) * weight)),
  ]
}

/** Returns the maximum weight that any seat adds; `bySeat`: `seatWeights` of the query. */
export function seatWeightMax(bySeat: readonly SeatWeights[]): number {
  return Math.max(...bySeat.map((weights) => weights.reduce((sum, weight) => sum + weight, 0)))
}

const NO_SEAT_WEIGHTS: SeatWeights = []
/** For comparisons in which seats do not count. */
export const WITHOUT_SEATS: readonly SeatWeights[] = [NO_SEAT_WEIGHTS]

/**
 * Returns the lists that contain every name with a matched weight of `least` or more, shortest first. The
 * longest lists are left out as long as the weight that a name could match by them alone, and by its seat, is
 * lower. `lists` must be sorted by length, longest first.
 */
export function requiredLists(
  lists: readonly CandidateList[],
  least: number,
  seats: readonly SeatWeights[],
): readonly CandidateList[] {
  const sources = lists.reduce((most, { sourceNumber }) => Math.max(most, sourceNumber + 1), 0)
  // For every seat: the maximum matched weight of names that are only on lists left out, by source and in
  // total.
  const maxima = seats.map((seat) => Float64Array.from({ length: sources }, (_, i) => seat[i] ?? 0))
  const sums = seats.map((seat) => seat.reduce((all, weight) => all + weight, 0))
  const limit = least * (1 - ROUNDING)
  const required: CandidateList[] = []
  for (const list of lists) {
    if (staysBelow(list, maxima, sums, limit)) addToBounds(list, maxima, sums)
    else required.push(list)
  }
  return required.reverse()
}

/** Returns whether the maximum stays below the limit if this list is left out, too. */
function staysBelow(
  { sourceNumber, weightMax }: CandidateList,
  maxima: readonly Float64Array[],
  sums: readonly number[],
  limit: number,
): boolean {
  for (let i = 0; i < sums.length; i++) {
    const more = Math.max(0, weightMax - ((maxima[i] as Float64Array)[sourceNumber] as number))
    if ((sums[i] as number) + more >= limit) return false
  }
  return true
}

function addToBounds(
  { sourceNumber, weightMax }: CandidateList,
  maxima: readonly Float64Array[],
  sums: number[],
): void {
  for (let i = 0; i < sums.length; i++) {
    const values = maxima[i] as Float64Array
    const more = Math.max(0, weightMax - (values[sourceNumber] as number))
    values[sourceNumber] = (values[sourceNumber] as number) + more
    sums[i] = (sums[i] as number) + more
  }
}
