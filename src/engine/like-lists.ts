/** The lists of documents by which a name can answer a query, and which of them must be walked. */
import { likeWeight, SEAT_SAMENESS } from '../names/name-cover.ts'
import type { AskedRun, AskedWord, AskedWords } from './asked-words.ts'
import type { DocumentRange } from './document-list.ts'
import type { IndexWords } from './index-words.ts'
import type { SeatWords } from './seat-words.ts'
import type { Segment } from './segment.ts'
import type { SplitWords } from './split-words.ts'
import { splitDocumentsMax } from './split-words.ts'

/** Documents that answer a word of the query, or several. */
export interface LikeList {
  /** At most so many. */
  readonly length: number
  /** Made at need: most lists are not walked. Documents for which `mayBe` is false may be left out. */
  documents(mayBe: (document: number) => boolean): DocumentRange
  /** What it answers: a word of the query, or several that are one in the name. */
  readonly answers: AskedWord | AskedRun
  /** The most that a document of the list adds to what is answered. */
  readonly value: number
}

export interface LikeIndex {
  readonly segment: Segment
  readonly words: IndexWords
  readonly seats: SeatWords
  readonly splits: SplitWords
}

/**
 * Everything by which a name can answer the query: like words, words that are several of the query joined, its words in parts. Seats
 * are not among them: a name of which no word answers is never like the query, so each stands on another list.
 */
export function likeLists(index: LikeIndex, asked: AskedWords): readonly LikeList[] {
  const weights = new Map<AskedWord, number>()
  asked.words.forEach((word, i) => {
    weights.set(word, (weights.get(word) ?? 0) + (asked.name.weights[i] as number))
  })
  const lists: LikeList[] = []
  for (const [word, weight] of weights) lists.push(...listsOfWord(index, word, weight))
  for (const run of asked.runs) {
    const value = asked.name.weights.slice(run.from, run.to).reduce((sum, weight) => sum + weight, 0)
    for (const word of run.words) lists.push(listOf(index, word, run, value))
  }
  return lists
}

function listsOfWord(index: LikeIndex, answers: AskedWord, weight: number): readonly LikeList[] {
  const { segment, words, splits } = index
  const own = weight / answers.places
  const lists = answers.likeWords.map((like) => {
    return listOf(
      index,
      like.word,
      answers,
      answers.places * likeWeight(like, own, words.weightOf(like.word)),
    )
  })
  const length = splitDocumentsMax(segment, answers)
  if (length > 0)
    lists.push({ length, documents: (mayBe) => partedList(splits, answers, mayBe), answers, value: weight })
  return lists
}

function listOf(
  { segment }: LikeIndex,
  word: number,
  answers: AskedWord | AskedRun,
  value: number,
): LikeList {
  const { postings, postingStarts } = segment.blocks
  const from = postingStarts[word] as number
  const to = postingStarts[word + 1] as number
  return { length: to - from, documents: () => ({ all: postings, from, to }), answers, value }
}

function partedList(
  splits: SplitWords,
  word: AskedWord,
  mayBe: (document: number) => boolean,
): DocumentRange {
  const all = splits.documentsOf(word, mayBe)
  return { all, from: 0, to: all.length }
}

/** Sums of weights may differ in their last digits by the order in which they were added. */
const ROUNDING = 1e-6

/** By what a company's seat alone adds to what its name answers, at most. */
export type SeatValues = ReadonlyMap<AskedWord, number>

export function seatValues({ seats }: LikeIndex, asked: AskedWords): SeatValues {
  const values = new Map<AskedWord, number>()
  asked.words.forEach((word, i) => {
    if (!seats.has(word.text)) return
    values.set(word, (values.get(word) ?? 0) + (asked.name.weights[i] as number) * SEAT_SAMENESS)
  })
  return values
}

/**
 * The lists without which no name answers `least`, the shortest first: the longest are left out as long as all that a name could
 * answer by them alone, and by its seat, is less. `lists` must be sorted by length, the longest first.
 */
export function listsToWalk(
  lists: readonly LikeList[],
  least: number,
  bySeat: SeatValues,
): readonly LikeList[] {
  const leftOut = new Map<AskedWord | AskedRun, number>(bySeat)
  let sum = bySeat.values().reduce((all, value) => all + value, 0)
  const walked: LikeList[] = []
  for (const list of lists) {
    const known = leftOut.get(list.answers) ?? 0
    const more = Math.max(0, list.value - known)
    if (sum + more < least * (1 - ROUNDING)) {
      sum += more
      leftOut.set(list.answers, known + more)
    } else walked.push(list)
  }
  return walked.reverse()
}

export function byLength(a: LikeList, b: LikeList): number {
  return b.length - a.length
}
