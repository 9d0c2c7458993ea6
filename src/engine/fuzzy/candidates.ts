/**
 * Candidate generation: documents whose names may be similar to the query, a superset of what the scoring
 * function would show. A name must match a minimum share of the query's weight, so the lists of some terms
 * need not be read: their relevant documents are on other lists, too.
 */

import {
  ADDED_AROUND_MAX,
  ADDED_WORDS_MAX,
  CONTAINED_QUERY_WORDS_MAX,
} from '../../names/likeness/likeness-facts.ts'
import { LETTERS_COMPARED_SHARE_MIN } from '../../names/likeness/name-likeness.ts'
import { INITIALS_MIN, initialsOf } from '../../names/likeness/name-query.ts'
import { QUERY_SHARE_MIN } from '../../names/ranking/likeness-score.ts'
import { bucketOf, HASH_START, hashBytes } from '../format/hash-table.ts'
import type { PostingRange } from '../format/posting-list.ts'
import { gallop } from '../format/posting-list.ts'
import { utf8Of } from '../format/utf8.ts'
import { documentsWithLetters } from '../query/exact-name.ts'
import type { CandidateList, FuzzyIndex, SeatWeights } from './candidate-lists.ts'
import { documentsOf, requiredLists, WITHOUT_SEATS } from './candidate-lists.ts'
import type { DocumentSet } from './document-set.ts'
import type { DocumentSelection } from './name-size-filter.ts'
import { allDocuments, NameSizeFilter } from './name-size-filter.ts'
import type { QueryTerms } from './query-terms.ts'

/** Maximum candidates of one query. Names beyond it are not found. */
export const CANDIDATES_MAX = 24_000
/**
 * If there are too many candidates, those that may match most of the query come first, regardless of their
 * size. The share is the lowest of these …
 */
const PRIORITY_SHARES: readonly number[] = [0.7, 0.75, 0.8, 0.85, 0.9, 0.95]
/** … that gives no more than this number of candidates. */
const PRIORITY_CANDIDATES_MAX = 4_000

/** Collects the names that the query has the letters of, as a whole or without some of its words: candidates whatever they match. */
export function gatherWholeNames(index: FuzzyIndex, queryTerms: QueryTerms, into: DocumentSet): void {
  gatherContained(index, queryTerms, into)
  gatherInitials(index, queryTerms, into)
}

/** Collects the names that may match enough of the query; `lists`: `candidateLists` of the query, `bySeat`: `seatWeights`. */
export function gatherSimilar(
  index: FuzzyIndex,
  { query }: QueryTerms,
  lists: readonly CandidateList[],
  bySeat: readonly SeatWeights[],
  into: DocumentSet,
): void {
  const { weight } = query
  const required = new Set(requiredLists(lists, QUERY_SHARE_MIN * weight, bySeat))
  const sizeFilter = new NameSizeFilter(index.context, query)
  // All letters are compared only if the words of a name match enough, without its seat.
  for (const list of requiredLists(lists, LETTERS_COMPARED_SHARE_MIN * weight, WITHOUT_SEATS)) {
    if (!required.has(list))
      gatherOfSize(documentsOf(index, list, sizeFilter.byWordsAndLetters), sizeFilter, true, into)
  }
  gatherRequired(index, [...required], sizeFilter, into, () => priorityLists(lists, weight, bySeat))
}

/**
 * Returns the lists of the names that match more of the query than is needed to be shown; none if they are
 * too long.
 */
function priorityLists(
  lists: readonly CandidateList[],
  weight: number,
  bySeat: readonly SeatWeights[],
): readonly CandidateList[] {
  for (const share of PRIORITY_SHARES) {
    const priority = requiredLists(lists, share * weight, bySeat)
    if (priority.reduce((sum, { count }) => sum + count, 0) <= PRIORITY_CANDIDATES_MAX) return priority
  }
  return []
}

/**
 * Returns the lists of names that have several words of the query as one, shortest first, as far as they are short: such
 * names have fewer words than the query.
 */
function joinedLists(lists: readonly CandidateList[]): readonly CandidateList[] {
  let room = PRIORITY_CANDIDATES_MAX
  return lists.filter(({ source, count }) => {
    if (!('joinedTerms' in source)) return false
    room -= count
    return room >= 0
  })
}

/**
 * Collects the required lists, shortest first. If there are too many names, those with words of the query as one come first,
 * then those that match most of the query, then those with a similar number of words, and of these first those with a
 * similar number of letters.
 */
function gatherRequired(
  index: FuzzyIndex,
  lists: readonly CandidateList[],
  sizeFilter: NameSizeFilter,
  into: DocumentSet,
  priorityListsOf: () => readonly CandidateList[],
): void {
  const all = allDocuments(index.context)
  const complete = completeLists(index, lists, all, into.count)
  const read = (
    list: CandidateList,
    wanted: DocumentSelection,
    gather: (documents: PostingRange) => void,
  ) => {
    if (!isFull(into)) gather(complete.get(list) ?? documentsOf(index, list, wanted))
  }
  if (complete.size < lists.length) {
    for (const list of joinedLists(lists)) read(list, all, (documents) => gatherAll(documents, into))
    for (const list of priorityListsOf()) read(list, all, (documents) => gatherAll(documents, into))
    for (const list of lists)
      read(list, sizeFilter.byWordsAndLetters, (documents) => gatherOfSize(documents, sizeFilter, true, into))
    for (const list of lists)
      read(list, sizeFilter.byWords, (documents) => gatherOfSize(documents, sizeFilter, false, into))
  }
  for (const list of lists) read(list, all, (documents) => gatherAll(documents, into))
}

/**
 * Returns the documents of all lists, or of the first lists if there are too many names. The rest are long,
 * and seldom needed.
 */
function completeLists(
  index: FuzzyIndex,
  lists: readonly CandidateList[],
  all: DocumentSelection,
  alreadyGathered: number,
): ReadonlyMap<CandidateList, PostingRange> {
  const complete = new Map<CandidateList, PostingRange>()
  let count = alreadyGathered
  for (const list of lists) {
    const documents = documentsOf(index, list, all)
    count += documents.to - documents.from
    if (count > CANDIDATES_MAX) break
    complete.set(list, documents)
  }
  return complete
}

function isFull(into: DocumentSet): boolean {
  return into.count >= CANDIDATES_MAX
}

function gatherAll({ documents, from, to }: PostingRange, into: DocumentSet): void {
  for (let i = from; i < to && !isFull(into); i++) into.add(documents[i] as number)
}

/** Adds names with a similar number of words, and with `byLetters` also a similar number of letters. */
function gatherOfSize(
  list: PostingRange,
  sizeFilter: NameSizeFilter,
  byLetters: boolean,
  into: DocumentSet,
): void {
  for (const { first, end } of sizeFilter.groups) {
    for (let i = gallop(list.documents, list.from, list.to, first); i < list.to; i++) {
      const document = list.documents[i] as number
      if (document >= end) break
      if (!byLetters || sizeFilter.isLengthNear(document)) add(document, into)
    }
  }
}

function add(document: number, into: DocumentSet): void {
  if (!isFull(into)) into.add(document)
}

/**
 * Adds names that the query contains as a whole, found by the letters of the query without one or two of its
 * words.
 */
function gatherContained({ context }: FuzzyIndex, queryTerms: QueryTerms, into: DocumentSet): void {
  const { words } = queryTerms.query
  const texts = new Set([initialsOf(words)])
  if (words.length <= CONTAINED_QUERY_WORDS_MAX) for (const text of withoutWords(words)) texts.add(text)
  for (let omitted = 1; omitted <= ADDED_AROUND_MAX && omitted < words.length; omitted++) {
    texts.add(words.slice(0, -omitted).join(''))
    texts.add(words.slice(omitted).join(''))
  }
  texts.delete('')
  for (const document of queryTerms.documentsOfSameLetters) into.add(document)
  for (const text of texts) for (const document of documentsWithLetters(context, text)) into.add(document)
}

/** Adds names for which the query's only word may be the initials. */
function gatherInitials({ context }: FuzzyIndex, queryTerms: QueryTerms, into: DocumentSet): void {
  const [word, ...others] = queryTerms.query.words
  if (others.length > 0 || (word as string).length < INITIALS_MIN) return
  const { initialsStarts, initialsDocuments } = context.sections
  const letters = utf8Of(word as string)
  const bucket = bucketOf(hashBytes(HASH_START, letters, 0, letters.length), initialsStarts.length - 1)
  const end = initialsStarts[bucket + 1] as number
  for (let i = initialsStarts[bucket] as number; i < end; i++) into.add(initialsDocuments[i] as number)
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
