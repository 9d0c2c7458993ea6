/** Names in which a word of the query is written as several. */

import type { PostingRange } from '../format/posting-list.ts'
import { gallop } from '../format/posting-list.ts'
import { PREFETCH_MAX, prefetchWords } from '../format/prefetch.ts'
import type { FuzzyContext } from './fuzzy-context.ts'
import type { DocumentSelection } from './name-size-filter.ts'
import type { QueryTerm } from './query-terms.ts'
import type { TermSplit } from './term-expansions.ts'
import { andTermOf } from './term-expansions.ts'

/** Of two words one of which stands in so many times as many names, the names of the rarer are read instead of looked for among the other's. */
const INTERSECT_LENGTH_RATIO_MAX = 8

/** How many documents `SplitWords` finds at most. */
export function splitDocumentsMax(segment: FuzzyContext, word: QueryTerm): number {
  let count = 0
  for (const parts of word.splits) count += Math.min(...listsOf(segment, parts).map(lengthOf))
  return count
}

/** Names that hold the words side by side are in each of these lists. */
function listsOf({ blocks, letterPairs }: FuzzyContext, words: TermSplit): readonly PostingRange[] {
  if (words.slice(0, 2).every((word) => letterPairs.isLetter(word))) {
    const documents = letterPairs.documentsOf(words)
    return [{ documents, from: 0, to: documents.length }]
  }
  const { postings, postingStarts } = blocks
  return words.map((word) => ({
    documents: postings,
    from: postingStarts[word] as number,
    to: postingStarts[word + 1] as number,
  }))
}

/** Finds documents in which words stand side by side, two of them with or without an `und` between. */
export class SplitTerms {
  readonly #context: FuzzyContext
  readonly #lead = new Uint32Array(PREFETCH_MAX)
  /** The word `und`; -1 where no name has it. */
  readonly and: number
  #found = new Set<number>()
  /** The list in which leading documents are looked for, if they are, and how far it was walked. */
  #next: PostingRange | undefined
  #position = 0
  /** Says nothing; see `touchWords`. */
  #prefetched = 0

  constructor(segment: FuzzyContext) {
    this.#context = segment
    this.and = andTermOf(segment)
  }

  /** Ascending, each once. Those that are not among `wanted` are left out. */
  documentsOf(word: QueryTerm, wanted: DocumentSelection): Uint32Array {
    this.#found = new Set()
    for (const parts of word.splits) this.#find(parts, wanted)
    return Uint32Array.from(this.#found).sort()
  }

  #find(words: TermSplit, { groups, includes }: DocumentSelection): void {
    const lists = listsOf(this.#context, words)
    for (const { first, end } of groups) {
      const [lead, next] = lists.map((list) => partOf(list, first, end)).sort(byLength)
      this.#findIn(words, lead as PostingRange, next, includes)
    }
  }

  #findIn(
    words: TermSplit,
    lead: PostingRange,
    next: PostingRange | undefined,
    isOf: (document: number) => boolean,
  ): void {
    this.#next =
      next !== undefined && lengthOf(next) > INTERSECT_LENGTH_RATIO_MAX * lengthOf(lead) ? undefined : next
    this.#position = next === undefined ? 0 : next.from
    let count = 0
    for (let i = lead.from; i < lead.to; i++) {
      const document = lead.documents[i] as number
      if (this.#passesNext(document) && isOf(document)) this.#lead[count++] = document
      if (count === PREFETCH_MAX) count = this.#checkLead(words, count)
    }
    this.#checkLead(words, count)
  }

  #passesNext(document: number): boolean {
    if (this.#next === undefined) return true
    const { documents, to } = this.#next
    this.#position = gallop(documents, this.#position, to, document)
    return this.#position < to && documents[this.#position] === document
  }

  /** Empties the list of leading documents. */
  #checkLead(words: TermSplit, count: number): 0 {
    this.#prefetched ^= prefetchWords(this.#context.blocks, this.#lead, 0, count)
    for (let i = 0; i < count; i++) {
      const document = this.#lead[i] as number
      if (hasAdjacentTerms(this.#context, document, words, this.and)) this.#found.add(document)
    }
    return 0
  }
}

/** Those in [first, end). */
function partOf({ documents, from, to }: PostingRange, first: number, end: number): PostingRange {
  const start = gallop(documents, from, to, first)
  return { documents, from: start, to: gallop(documents, start, to, end) }
}

function lengthOf({ from, to }: PostingRange): number {
  return to - from
}

function byLength(a: PostingRange, b: PostingRange): number {
  return lengthOf(a) - lengthOf(b)
}

function hasAdjacentTerms(
  { blocks }: FuzzyContext,
  document: number,
  words: TermSplit,
  and: number,
): boolean {
  const { forward, forwardStarts } = blocks
  const end = forwardStarts[document + 1] as number
  for (let at = forwardStarts[document] as number; at < end - 1; at++) {
    if (hasTermsAt(forward, at, end, words) || hasTermsAroundAndAt(forward, at, end, words, and)) return true
  }
  return false
}

function hasTermsAt(forward: Uint32Array, at: number, end: number, words: TermSplit): boolean {
  if (at + words.length > end) return false
  for (let i = 0; i < words.length; i++) if ((forward[at + i] as number) >>> 1 !== words[i]) return false
  return true
}

/** Two words with an `und` between. */
function hasTermsAroundAndAt(
  forward: Uint32Array,
  at: number,
  end: number,
  words: TermSplit,
  and: number,
): boolean {
  if (words.length !== 2 || at + 2 >= end || (forward[at] as number) >>> 1 !== words[0]) return false
  return (forward[at + 1] as number) >>> 1 === and && (forward[at + 2] as number) >>> 1 === words[1]
}
