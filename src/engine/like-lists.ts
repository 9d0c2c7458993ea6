/** The lists of documents by which a name can answer a query, and which of them must be walked. */
import { likeWeight, SEAT_SAMENESS } from '../names/name-cover.ts'
import type { AskedRun, AskedWord, AskedWords } from './asked-words.ts'
import type { IndexWords } from './index-words.ts'
import type { SeatWords } from './seat-words.ts'
import type { Segment } from './segment.ts'
import { splitDocuments } from './split-words.ts'

/** Documents `all[from … to)`, ascending, that answer a word of the query, or several. */
export interface LikeList {
  readonly all: Uint32Array
  readonly from: number
  readonly to: number
  /** What it answers: a word of the query, or several that are one in the name. */
  readonly answers: AskedWord | AskedRun
  /** The most that a document of the list adds to what is answered. */
  readonly value: number
}

export interface LikeIndex {
  readonly segment: Segment
  readonly words: IndexWords
  readonly seats: SeatWords
}

/** Everything by which a name can answer the query: like words, words that are several of the query joined, its words in parts, seats. */
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
  const { segment, words, seats } = index
  const own = weight / answers.places
  const lists = answers.likeWords.map((like) => {
    return listOf(
      index,
      like.word,
      answers,
      answers.places * likeWeight(like, own, words.weightOf(like.word)),
    )
  })
  for (const [from, to] of seats.companiesAt(answers.text)) {
    lists.push({ all: segment.blocks.seatCompanies, from, to, answers, value: weight * SEAT_SAMENESS })
  }
  const parted = splitDocuments(segment, answers)
  if (parted.length > 0) lists.push({ all: parted, from: 0, to: parted.length, answers, value: weight })
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
  return { all: postings, from, to: postingStarts[word + 1] as number, answers, value }
}

/** Sums of weights may differ in their last digits by the order in which they were added. */
const ROUNDING = 1e-6

/**
 * The lists without which no name answers `least`, the shortest first: the longest are left out as long as all that a name could
 * answer by them alone is less. `lists` must be sorted by length, the longest first.
 */
export function listsToWalk(lists: readonly LikeList[], least: number): readonly LikeList[] {
  const leftOut = new Map<AskedWord | AskedRun, number>()
  let sum = 0
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
  return b.to - b.from - (a.to - a.from)
}
