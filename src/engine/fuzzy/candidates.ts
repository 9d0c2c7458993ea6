/**
 * Which names may be like the query: all that the scoring function would show, and few others. A name must answer a share of the
 * query's weight, so the lists of some words need not be walked: all that they hold stands on another list too.
 */

import {
  ADDED_AROUND_MAX,
  ADDED_WORDS_MAX,
  CONTAINED_QUERY_WORDS_MAX,
  INITIALS_MIN,
  initialsOf,
  LETTERS_COMPARED_SHARE_MIN,
} from '../../names/likeness/name-likeness.ts'
import { QUERY_SHARE_MIN } from '../../names/ranking/likeness-score.ts'
import { bucketOf, HASH_START, hashBytes } from '../format/hash-table.ts'
import type { DocumentRange } from '../format/posting-list.ts'
import { gallop } from '../format/posting-list.ts'
import { utf8Of } from '../format/utf8.ts'
import { documentsOfLetters } from '../query/exact-name.ts'
import type { LikeIndex, LikeList, SeatValues } from './candidate-lists.ts'
import { documentsOf, likeLists, listsToWalk, seatValues, WITHOUT_SEATS } from './candidate-lists.ts'
import type { DocumentSet } from './document-set.ts'
import type { SomeDocuments } from './name-size-filter.ts'
import { allDocuments, NearNames } from './name-size-filter.ts'
import type { AskedWords } from './query-terms.ts'

/** Names that are compared with one query at most; what is beyond is not found. */
export const CANDIDATES_MAX = 8_000
/** Of too many names those that may answer most of the query are taken first, whatever their size: this share at least, or more, … */
const MOST_SHARES: readonly number[] = [0.7, 0.75, 0.8, 0.85, 0.9, 0.95]
/** … so that these are no more than so many. */
const MOST_MAX = 4_000

/** Gathers the documents that may be like the query; answers how many of them, the first, are so whatever their words answer. */
export function gatherCandidates(index: LikeIndex, asked: AskedWords, into: DocumentSet): number {
  gatherContained(index, asked, into)
  gatherInitials(index, asked, into)
  const sure = into.count
  const { weight } = asked.name
  const lists = likeLists(index, asked)
  const bySeat = seatValues(index, asked)
  const leading = new Set(listsToWalk(lists, QUERY_SHARE_MIN * weight, bySeat))
  const near = new NearNames(index.segment, asked.name)
  // Letters are compared of what the words of a name answer, its seat left out.
  for (const list of listsToWalk(lists, LETTERS_COMPARED_SHARE_MIN * weight, WITHOUT_SEATS)) {
    if (!leading.has(list)) gatherNear(documentsOf(index, list, near.all), near, true, into)
  }
  gatherLeading(index, [...leading], near, into, () => mostPromising(lists, weight, bySeat))
  return sure
}

/** The lists that hold all names which answer more of the query than is needed to be shown; none where they are too long. */
function mostPromising(
  lists: readonly LikeList[],
  weight: number,
  bySeat: readonly SeatValues[],
): readonly LikeList[] {
  for (const share of MOST_SHARES) {
    const most = listsToWalk(lists, share * weight, bySeat)
    if (most.reduce((sum, { length }) => sum + length, 0) <= MOST_MAX) return most
  }
  return []
}

/** The shortest lists first. Of too many names those that answer most of the query, then those of about as many words are the likeliest, and of these those of about as many letters. */
function gatherLeading(
  index: LikeIndex,
  lists: readonly LikeList[],
  near: NearNames,
  into: DocumentSet,
  mostOf: () => readonly LikeList[],
): void {
  const any = allDocuments(index.segment)
  const made = madeLists(index, lists, any, into.count)
  const walk = (list: LikeList, wanted: SomeDocuments, take: (documents: DocumentRange) => void) => {
    if (!isFull(into)) take(made.get(list) ?? documentsOf(index, list, wanted))
  }
  if (made.size < lists.length) {
    for (const list of mostOf()) walk(list, any, (documents) => gatherAll(documents, into))
    for (const list of lists) walk(list, near.all, (documents) => gatherNear(documents, near, true, into))
    for (const list of lists) walk(list, near.ofSize, (documents) => gatherNear(documents, near, false, into))
  }
  for (const list of lists) walk(list, any, (documents) => gatherAll(documents, into))
}

/** The lists, or, where they hold too many names, only the first of them: the others are long, and hardly needed. */
function madeLists(
  index: LikeIndex,
  lists: readonly LikeList[],
  any: SomeDocuments,
  known: number,
): ReadonlyMap<LikeList, DocumentRange> {
  const made = new Map<LikeList, DocumentRange>()
  let count = known
  for (const list of lists) {
    const documents = documentsOf(index, list, any)
    count += documents.to - documents.from
    if (count > CANDIDATES_MAX) break
    made.set(list, documents)
  }
  return made
}

function isFull(into: DocumentSet): boolean {
  return into.count >= CANDIDATES_MAX
}

function gatherAll({ all, from, to }: DocumentRange, into: DocumentSet): void {
  for (let i = from; i < to && !isFull(into); i++) into.add(all[i] as number)
}

/** Only names of about as many words, and of about as many letters where `byLetters`. */
function gatherNear(list: DocumentRange, near: NearNames, byLetters: boolean, into: DocumentSet): void {
  for (const { first, end } of near.groups) {
    for (let i = gallop(list.all, list.from, list.to, first); i < list.to; i++) {
      const document = list.all[i] as number
      if (document >= end) break
      if (!byLetters || near.hasLetters(document)) add(document, into)
    }
  }
}

function add(document: number, into: DocumentSet): void {
  if (!isFull(into)) into.add(document)
}

/** Names that are wholly in the query, by their letters: the query's without one or two of its words. */
function gatherContained({ segment }: LikeIndex, asked: AskedWords, into: DocumentSet): void {
  const { words } = asked.name
  const texts = new Set([initialsOf(words)])
  if (words.length <= CONTAINED_QUERY_WORDS_MAX) for (const text of withoutWords(words)) texts.add(text)
  for (let less = 1; less <= ADDED_AROUND_MAX && less < words.length; less++) {
    texts.add(words.slice(0, -less).join(''))
    texts.add(words.slice(less).join(''))
  }
  texts.delete('')
  for (const document of asked.sameLetters) into.add(document)
  for (const text of texts) for (const document of documentsOfLetters(segment, text)) into.add(document)
}

/** Names for which the query's only word may be the initials. */
function gatherInitials({ segment }: LikeIndex, asked: AskedWords, into: DocumentSet): void {
  const [word, ...others] = asked.name.words
  if (others.length > 0 || (word as string).length < INITIALS_MIN) return
  const { initialStarts, initialDocuments } = segment.blocks
  const letters = utf8Of(word as string)
  const bucket = bucketOf(hashBytes(HASH_START, letters, 0, letters.length), initialStarts.length - 1)
  const end = initialStarts[bucket + 1] as number
  for (let i = initialStarts[bucket] as number; i < end; i++) into.add(initialDocuments[i] as number)
}

/** The letters of the words without one up to `ADDED_WORDS_MAX` of them. */
function withoutWords(words: readonly string[]): readonly string[] {
  let ways: readonly (readonly string[])[] = [words]
  const texts: string[] = []
  for (let less = 0; less < ADDED_WORDS_MAX; less++) {
    ways = ways.flatMap((way) => way.map((_, i) => way.toSpliced(i, 1)))
    texts.push(...ways.map((way) => way.join('')))
  }
  return texts
}
