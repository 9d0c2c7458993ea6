/** The lists of documents by which a name can answer a query, and which of them must be walked. */
import { matchWeight, SEAT_MATCH_SHARE } from '../../names/likeness/coverage.ts'
import type { PostingRange } from '../format/posting-list.ts'
import type { FuzzyContext } from './fuzzy-context.ts'
import type { DocumentSelection } from './name-size-filter.ts'
import type { QueryRun, QueryTerm, QueryTerms } from './query-terms.ts'
import type { SeatTerms } from './seat-terms.ts'
import { POSITIONS_MAX } from './seat-terms.ts'
import type { SplitTerms } from './split-terms.ts'
import { splitDocumentsMax } from './split-terms.ts'
import type { TermStatistics } from './term-statistics.ts'

/** Documents that answer a word of the query, or several. */
export interface CandidateList {
  /** At most so many. */
  readonly length: number
  /** The word of the index that they hold; `undefined`: they hold the asked word in parts. */
  readonly term: number | undefined
  /** What it answers: a word of the query, or several that are one in the name, … */
  readonly source: QueryTerm | QueryRun
  /** … and its number among these. */
  readonly sourceNumber: number
  /** The most that a document of the list adds to what is answered. */
  readonly weightMax: number
}

export interface FuzzyIndex {
  readonly segment: FuzzyContext
  readonly statistics: TermStatistics
  readonly seats: SeatTerms
  readonly splits: SplitTerms
}

/**
 * Everything by which a name can answer the query, the longest list first: like words, words that are several of the query joined, its
 * words in parts. Seats are not among them: a name of which no word answers is never like the query, so each stands on another list.
 */
export function candidateLists(index: FuzzyIndex, asked: QueryTerms): readonly CandidateList[] {
  const lists: CandidateList[] = []
  const different = distinctTerms(asked)
  different.forEach((word, answer) => {
    addListsOfTerm(index, word, answer, weightOf(asked, word), lists)
  })
  asked.runs.forEach((run, i) => {
    const value = asked.query.weights.slice(run.from, run.to).reduce((sum, weight) => sum + weight, 0)
    for (const word of run.joinedTerms) lists.push(listOf(index, word, run, different.length + i, value))
  })
  return longestFirst(lists)
}

function distinctTerms({ terms }: QueryTerms): readonly QueryTerm[] {
  return [...new Set(terms)]
}

/** Of all its places. */
function weightOf({ terms, query }: QueryTerms, word: QueryTerm): number {
  return terms.reduce((sum, one, i) => (one === word ? sum + (query.weights[i] as number) : sum), 0)
}

function addListsOfTerm(
  index: FuzzyIndex,
  source: QueryTerm,
  sourceNumber: number,
  weight: number,
  lists: CandidateList[],
): void {
  const weightOnce = weight / source.occurrences
  for (const match of source.fuzzyTerms) {
    const nameWeight = index.statistics.weightOf(match.term)
    const weightMax = source.occurrences * matchWeight(match, weightOnce, nameWeight)
    lists.push(listOf(index, match.term, source, sourceNumber, weightMax))
  }
  const length = splitDocumentsMax(index.segment, source)
  if (length > 0) lists.push({ length, term: undefined, source, sourceNumber, weightMax: weight })
}

function listOf(
  { statistics }: FuzzyIndex,
  term: number,
  source: QueryTerm | QueryRun,
  sourceNumber: number,
  weightMax: number,
): CandidateList {
  return { length: statistics.namesWith(term), term, source, sourceNumber, weightMax }
}

/** More lists than a query of `LIKENESS_WORDS_MAX` words can have. */
const LISTS_UNIT = 2 ** 20

/** Sorting plain numbers needs no function that compares them: there are some hundreds. */
function longestFirst(lists: readonly CandidateList[]): readonly CandidateList[] {
  const count = lists.length
  const keys = new Float64Array(count)
  for (let i = 0; i < count; i++) keys[i] = (lists[i] as CandidateList).length * LISTS_UNIT + (count - 1 - i)
  keys.sort()
  const sorted: CandidateList[] = []
  for (let i = count - 1; i >= 0; i--)
    sorted.push(lists[count - 1 - ((keys[i] as number) % LISTS_UNIT)] as CandidateList)
  return sorted
}

/** The documents of a list, ascending; those that are not among `wanted` may be left out. */
export function documentsOf(
  { segment, splits }: FuzzyIndex,
  { term, source }: CandidateList,
  wanted: DocumentSelection,
): PostingRange {
  if (term === undefined) {
    const documents = splits.documentsOf(source as QueryTerm, wanted)
    return { documents, from: 0, to: documents.length }
  }
  const { postings, postingStarts } = segment.blocks
  return { documents: postings, from: postingStarts[term] as number, to: postingStarts[term + 1] as number }
}

/** Sums of weights may differ in their last digits by the order in which they were added. */
const ROUNDING = 1e-6

/** What one seat alone adds to what a name answers, at most; by number of what is answered. */
export type SeatWeights = readonly number[]

/** Of every seat that matters (`setsOf`); of none where no word is of a seat. */
export function seatWeights({ seats }: FuzzyIndex, asked: QueryTerms): readonly SeatWeights[] {
  const different = distinctTerms(asked)
  const texts = different.map(({ text }) => text)
  const values = different.map((word) => weightOf(asked, word) * SEAT_MATCH_SHARE)
  if (texts.length > POSITIONS_MAX)
    return [values.map((value, i) => (seats.has(texts[i] as string) ? value : 0))]
  return [
    NO_SEAT_WEIGHTS,
    ...seats.positionSetsOf(texts).map((set) => values.map((value, i) => ((set >>> i) & 1) * value)),
  ]
}

const NO_SEAT_WEIGHTS: SeatWeights = []
/** Where seats do not count. */
export const WITHOUT_SEATS: readonly SeatWeights[] = [NO_SEAT_WEIGHTS]

/**
 * The lists without which no name answers `least`, the shortest first: the longest are left out as long as all that a name could
 * answer by them alone, and by its seat, is less. `lists` must be sorted by length, the longest first.
 */
export function requiredLists(
  lists: readonly CandidateList[],
  least: number,
  seats: readonly SeatWeights[],
): readonly CandidateList[] {
  const answers = lists.reduce((most, { sourceNumber }) => Math.max(most, sourceNumber + 1), 0)
  // Of every seat, what names answer at most that stand on none but the lists left out: by answer, and in all.
  const known = seats.map((seat) => Float64Array.from({ length: answers }, (_, i) => seat[i] ?? 0))
  const sums = seats.map((seat) => seat.reduce((all, value) => all + value, 0))
  const most = least * (1 - ROUNDING)
  const walked: CandidateList[] = []
  for (const list of lists) {
    if (staysBelow(list, known, sums, most)) addToBounds(list, known, sums)
    else walked.push(list)
  }
  return walked.reverse()
}

/** With the list left out too. */
function staysBelow(
  { sourceNumber, weightMax }: CandidateList,
  known: readonly Float64Array[],
  sums: readonly number[],
  most: number,
): boolean {
  for (let i = 0; i < sums.length; i++) {
    const more = Math.max(0, weightMax - ((known[i] as Float64Array)[sourceNumber] as number))
    if ((sums[i] as number) + more >= most) return false
  }
  return true
}

function addToBounds(
  { sourceNumber, weightMax }: CandidateList,
  known: readonly Float64Array[],
  sums: number[],
): void {
  for (let i = 0; i < sums.length; i++) {
    const values = known[i] as Float64Array
    const more = Math.max(0, weightMax - (values[sourceNumber] as number))
    values[sourceNumber] = (values[sourceNumber] as number) + more
    sums[i] = (sums[i] as number) + more
  }
}
