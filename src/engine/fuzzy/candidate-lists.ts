/** The lists of documents by which a name can answer a query, and which of them must be walked. */
import { matchWeight, SEAT_MATCH_SHARE } from '../../names/likeness/coverage.ts'
import type { DocumentRange } from '../format/posting-list.ts'
import type { FuzzyContext } from './fuzzy-context.ts'
import type { SomeDocuments } from './name-size-filter.ts'
import type { AskedRun, AskedWord, AskedWords } from './query-terms.ts'
import type { SeatWords } from './seat-terms.ts'
import { PLACES_MAX } from './seat-terms.ts'
import type { SplitWords } from './split-terms.ts'
import { splitDocumentsMax } from './split-terms.ts'
import type { IndexWords } from './term-statistics.ts'

/** Documents that answer a word of the query, or several. */
export interface LikeList {
  /** At most so many. */
  readonly length: number
  /** The word of the index that they hold; `undefined`: they hold the asked word in parts. */
  readonly word: number | undefined
  /** What it answers: a word of the query, or several that are one in the name, … */
  readonly answers: AskedWord | AskedRun
  /** … and its number among these. */
  readonly answer: number
  /** The most that a document of the list adds to what is answered. */
  readonly value: number
}

export interface LikeIndex {
  readonly segment: FuzzyContext
  readonly words: IndexWords
  readonly seats: SeatWords
  readonly splits: SplitWords
}

/**
 * Everything by which a name can answer the query, the longest list first: like words, words that are several of the query joined, its
 * words in parts. Seats are not among them: a name of which no word answers is never like the query, so each stands on another list.
 */
export function likeLists(index: LikeIndex, asked: AskedWords): readonly LikeList[] {
  const lists: LikeList[] = []
  const different = differentWords(asked)
  different.forEach((word, answer) => {
    addListsOfWord(index, word, answer, weightOf(asked, word), lists)
  })
  asked.runs.forEach((run, i) => {
    const value = asked.name.weights.slice(run.from, run.to).reduce((sum, weight) => sum + weight, 0)
    for (const word of run.words) lists.push(listOf(index, word, run, different.length + i, value))
  })
  return longestFirst(lists)
}

function differentWords({ words }: AskedWords): readonly AskedWord[] {
  return [...new Set(words)]
}

/** Of all its places. */
function weightOf({ words, name }: AskedWords, word: AskedWord): number {
  return words.reduce((sum, one, i) => (one === word ? sum + (name.weights[i] as number) : sum), 0)
}

function addListsOfWord(
  index: LikeIndex,
  answers: AskedWord,
  answer: number,
  weight: number,
  lists: LikeList[],
): void {
  const own = weight / answers.places
  for (const like of answers.likeWords) {
    const value = answers.places * matchWeight(like, own, index.words.weightOf(like.word))
    lists.push(listOf(index, like.word, answers, answer, value))
  }
  const length = splitDocumentsMax(index.segment, answers)
  if (length > 0) lists.push({ length, word: undefined, answers, answer, value: weight })
}

function listOf(
  { words }: LikeIndex,
  word: number,
  answers: AskedWord | AskedRun,
  answer: number,
  value: number,
): LikeList {
  return { length: words.namesWith(word), word, answers, answer, value }
}

/** More lists than a query of `LIKENESS_WORDS_MAX` words can have. */
const LISTS_UNIT = 2 ** 20

/** Sorting plain numbers needs no function that compares them: there are some hundreds. */
function longestFirst(lists: readonly LikeList[]): readonly LikeList[] {
  const count = lists.length
  const keys = new Float64Array(count)
  for (let i = 0; i < count; i++) keys[i] = (lists[i] as LikeList).length * LISTS_UNIT + (count - 1 - i)
  keys.sort()
  const sorted: LikeList[] = []
  for (let i = count - 1; i >= 0; i--)
    sorted.push(lists[count - 1 - ((keys[i] as number) % LISTS_UNIT)] as LikeList)
  return sorted
}

/** The documents of a list, ascending; those that are not among `wanted` may be left out. */
export function documentsOf(
  { segment, splits }: LikeIndex,
  { word, answers }: LikeList,
  wanted: SomeDocuments,
): DocumentRange {
  if (word === undefined) {
    const all = splits.documentsOf(answers as AskedWord, wanted)
    return { all, from: 0, to: all.length }
  }
  const { postings, postingStarts } = segment.blocks
  return { all: postings, from: postingStarts[word] as number, to: postingStarts[word + 1] as number }
}

/** Sums of weights may differ in their last digits by the order in which they were added. */
const ROUNDING = 1e-6

/** What one seat alone adds to what a name answers, at most; by number of what is answered. */
export type SeatValues = readonly number[]

/** Of every seat that matters (`setsOf`); of none where no word is of a seat. */
export function seatValues({ seats }: LikeIndex, asked: AskedWords): readonly SeatValues[] {
  const different = differentWords(asked)
  const texts = different.map(({ text }) => text)
  const values = different.map((word) => weightOf(asked, word) * SEAT_MATCH_SHARE)
  if (texts.length > PLACES_MAX)
    return [values.map((value, i) => (seats.has(texts[i] as string) ? value : 0))]
  return [
    NO_SEAT_VALUES,
    ...seats.setsOf(texts).map((set) => values.map((value, i) => ((set >>> i) & 1) * value)),
  ]
}

const NO_SEAT_VALUES: SeatValues = []
/** Where seats do not count. */
export const WITHOUT_SEATS: readonly SeatValues[] = [NO_SEAT_VALUES]

/**
 * The lists without which no name answers `least`, the shortest first: the longest are left out as long as all that a name could
 * answer by them alone, and by its seat, is less. `lists` must be sorted by length, the longest first.
 */
export function listsToWalk(
  lists: readonly LikeList[],
  least: number,
  seats: readonly SeatValues[],
): readonly LikeList[] {
  const answers = lists.reduce((most, { answer }) => Math.max(most, answer + 1), 0)
  // Of every seat, what names answer at most that stand on none but the lists left out: by answer, and in all.
  const known = seats.map((seat) => Float64Array.from({ length: answers }, (_, i) => seat[i] ?? 0))
  const sums = seats.map((seat) => seat.reduce((all, value) => all + value, 0))
  const most = least * (1 - ROUNDING)
  const walked: LikeList[] = []
  for (const list of lists) {
    if (isLess(list, known, sums, most)) leaveOut(list, known, sums)
    else walked.push(list)
  }
  return walked.reverse()
}

/** With the list left out too. */
function isLess(
  { answer, value }: LikeList,
  known: readonly Float64Array[],
  sums: readonly number[],
  most: number,
): boolean {
  for (let i = 0; i < sums.length; i++) {
    const more = Math.max(0, value - ((known[i] as Float64Array)[answer] as number))
    if ((sums[i] as number) + more >= most) return false
  }
  return true
}

function leaveOut({ answer, value }: LikeList, known: readonly Float64Array[], sums: number[]): void {
  for (let i = 0; i < sums.length; i++) {
    const values = known[i] as Float64Array
    const more = Math.max(0, value - (values[answer] as number))
    values[answer] = (values[answer] as number) + more
    sums[i] = (sums[i] as number) + more
  }
}
