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
import type { PostingRange } from '../format/posting-list.ts'
import { gallop } from '../format/posting-list.ts'
import { utf8Of } from '../format/utf8.ts'
import { documentsWithLetters } from '../query/exact-name.ts'
import type { CandidateList, FuzzyIndex, SeatWeights } from './candidate-lists.ts'
import { candidateLists, documentsOf, requiredLists, seatWeights, WITHOUT_SEATS } from './candidate-lists.ts'
import type { DocumentSet } from './document-set.ts'
import type { DocumentSelection } from './name-size-filter.ts'
import { allDocuments, NameSizeFilter } from './name-size-filter.ts'
import type { QueryTerms } from './query-terms.ts'

/** Names that are compared with one query at most; what is beyond is not found. */
export const CANDIDATES_MAX = 8_000
/** Of too many names those that may answer most of the query are taken first, whatever their size: this share at least, or more, … */
const PRIORITY_SHARES: readonly number[] = [0.7, 0.75, 0.8, 0.85, 0.9, 0.95]
/** … so that these are no more than so many. */
const PRIORITY_CANDIDATES_MAX = 4_000

/** Gathers the documents that may be like the query; answers how many of them, the first, are so whatever their words answer. */
export function gatherCandidates(index: FuzzyIndex, asked: QueryTerms, into: DocumentSet): number {
  gatherContained(index, asked, into)
  gatherInitials(index, asked, into)
  const sure = into.count
  const { weight } = asked.query
  const lists = candidateLists(index, asked)
  const bySeat = seatWeights(index, asked)
  const leading = new Set(requiredLists(lists, QUERY_SHARE_MIN * weight, bySeat))
  const near = new NameSizeFilter(index.segment, asked.query)
  // Letters are compared of what the words of a name answer, its seat left out.
  for (const list of requiredLists(lists, LETTERS_COMPARED_SHARE_MIN * weight, WITHOUT_SEATS)) {
    if (!leading.has(list)) gatherOfSize(documentsOf(index, list, near.byWordsAndLetters), near, true, into)
  }
  gatherRequired(index, [...leading], near, into, () => priorityLists(lists, weight, bySeat))
  return sure
}

/** The lists that hold all names which answer more of the query than is needed to be shown; none where they are too long. */
function priorityLists(
  lists: readonly CandidateList[],
  weight: number,
  bySeat: readonly SeatWeights[],
): readonly CandidateList[] {
  for (const share of PRIORITY_SHARES) {
    const most = requiredLists(lists, share * weight, bySeat)
    if (most.reduce((sum, { length }) => sum + length, 0) <= PRIORITY_CANDIDATES_MAX) return most
  }
  return []
}

/** The shortest lists first. Of too many names those that answer most of the query, then those of about as many words are the likeliest, and of these those of about as many letters. */
function gatherRequired(
  index: FuzzyIndex,
  lists: readonly CandidateList[],
  near: NameSizeFilter,
  into: DocumentSet,
  mostOf: () => readonly CandidateList[],
): void {
  const any = allDocuments(index.segment)
  const made = completeLists(index, lists, any, into.count)
  const walk = (list: CandidateList, wanted: DocumentSelection, take: (documents: PostingRange) => void) => {
    if (!isFull(into)) take(made.get(list) ?? documentsOf(index, list, wanted))
  }
  if (made.size < lists.length) {
    for (const list of mostOf()) walk(list, any, (documents) => gatherAll(documents, into))
    for (const list of lists)
      walk(list, near.byWordsAndLetters, (documents) => gatherOfSize(documents, near, true, into))
    for (const list of lists)
      walk(list, near.byWords, (documents) => gatherOfSize(documents, near, false, into))
  }
  for (const list of lists) walk(list, any, (documents) => gatherAll(documents, into))
}

/** The lists, or, where they hold too many names, only the first of them: the others are long, and hardly needed. */
function completeLists(
  index: FuzzyIndex,
  lists: readonly CandidateList[],
  any: DocumentSelection,
  known: number,
): ReadonlyMap<CandidateList, PostingRange> {
  const made = new Map<CandidateList, PostingRange>()
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

function gatherAll({ documents, from, to }: PostingRange, into: DocumentSet): void {
  for (let i = from; i < to && !isFull(into); i++) into.add(documents[i] as number)
}

/** Only names of about as many words, and of about as many letters where `byLetters`. */
function gatherOfSize(list: PostingRange, near: NameSizeFilter, byLetters: boolean, into: DocumentSet): void {
  for (const { first, end } of near.groups) {
    for (let i = gallop(list.documents, list.from, list.to, first); i < list.to; i++) {
      const document = list.documents[i] as number
      if (document >= end) break
      if (!byLetters || near.isLengthNear(document)) add(document, into)
    }
  }
}

function add(document: number, into: DocumentSet): void {
  if (!isFull(into)) into.add(document)
}

/** Names that are wholly in the query, by their letters: the query's without one or two of its words. */
function gatherContained({ segment }: FuzzyIndex, asked: QueryTerms, into: DocumentSet): void {
  const { words } = asked.query
  const texts = new Set([initialsOf(words)])
  if (words.length <= CONTAINED_QUERY_WORDS_MAX) for (const text of withoutWords(words)) texts.add(text)
  for (let less = 1; less <= ADDED_AROUND_MAX && less < words.length; less++) {
    texts.add(words.slice(0, -less).join(''))
    texts.add(words.slice(less).join(''))
  }
  texts.delete('')
  for (const document of asked.documentsOfSameLetters) into.add(document)
  for (const text of texts) for (const document of documentsWithLetters(segment, text)) into.add(document)
}

/** Names for which the query's only word may be the initials. */
function gatherInitials({ segment }: FuzzyIndex, asked: QueryTerms, into: DocumentSet): void {
  const [word, ...others] = asked.query.words
  if (others.length > 0 || (word as string).length < INITIALS_MIN) return
  const { initialsStarts, initialsDocuments } = segment.blocks
  const letters = utf8Of(word as string)
  const bucket = bucketOf(hashBytes(HASH_START, letters, 0, letters.length), initialsStarts.length - 1)
  const end = initialsStarts[bucket + 1] as number
  for (let i = initialsStarts[bucket] as number; i < end; i++) into.add(initialsDocuments[i] as number)
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
