/** Names in which a term of the query is split into several words. */

import { documentsWithLetterRun, isLetter } from '../format/letter-pairs.ts'
import type { PostingRange } from '../format/posting-list.ts'
import { gallop } from '../format/posting-list.ts'
import { PREFETCH_MAX, prefetchWords } from '../format/prefetch.ts'
import type { FuzzyContext, TermSplit } from './fuzzy-context.ts'
import type { DocumentSelection } from './name-size-filter.ts'
import type { QueryTerm } from './query-terms.ts'
import { andTermOf } from './term-expansions.ts'

/**
 * If one of two posting lists is longer than the other by this factor, the names of the shorter list are read
 * instead of intersecting the two.
 */
const INTERSECT_LENGTH_RATIO_MAX = 8

/** Returns the maximum number of documents that `SplitTerms` finds for a term. */
export function splitDocumentsMax(context: FuzzyContext, term: QueryTerm): number {
  let count = 0
  for (const split of term.splits) count += Math.min(...listsOf(context, split).map(lengthOf))
  return count
}

/** Returns the lists that contain all names with these terms side by side. */
function listsOf({ sections }: FuzzyContext, split: TermSplit): readonly PostingRange[] {
  if (split.slice(0, 2).every((term) => isLetter(sections, term))) {
    const documents = documentsWithLetterRun(sections, split)
    return [{ documents, from: 0, to: documents.length }]
  }
  const { postings, postingStarts } = sections
  return split.map((term) => ({
    documents: postings,
    from: postingStarts[term] as number,
    to: postingStarts[term + 1] as number,
  }))
}

/** Finds documents in which terms are side by side, with or without an `und` between two of them. */
export class SplitTerms {
  readonly #context: FuzzyContext
  readonly #lead = new Uint32Array(PREFETCH_MAX)
  /** The term `und`; -1 if no name has it. */
  readonly and: number
  #found = new Set<number>()
  /** The list that leading documents are intersected with, if any, and the position in it. */
  #next: PostingRange | undefined
  #position = 0
  /** Combines the prefetched values; see `prefetchWords`. */
  #sink = 0

  constructor(context: FuzzyContext) {
    this.#context = context
    this.and = andTermOf(context)
  }

  /** Returns the documents in ascending order, each once, without those outside `wanted`. */
  documentsOf(term: QueryTerm, wanted: DocumentSelection): Uint32Array {
    this.#found = new Set()
    for (const split of term.splits) this.#find(split, wanted)
    return Uint32Array.from(this.#found).sort()
  }

  #find(split: TermSplit, { groups, includes }: DocumentSelection): void {
    const lists = listsOf(this.#context, split)
    for (const { first, end } of groups) {
      const [lead, next] = lists.map((list) => partOf(list, first, end)).sort(byLength)
      this.#findIn(split, lead as PostingRange, next, includes)
    }
  }

  #findIn(
    split: TermSplit,
    lead: PostingRange,
    next: PostingRange | undefined,
    includes: (document: number) => boolean,
  ): void {
    this.#next =
      next !== undefined && lengthOf(next) > INTERSECT_LENGTH_RATIO_MAX * lengthOf(lead) ? undefined : next
    this.#position = next === undefined ? 0 : next.from
    let count = 0
    for (let i = lead.from; i < lead.to; i++) {
      const document = lead.documents[i] as number
      if (this.#passesNext(document) && includes(document)) this.#lead[count++] = document
      if (count === PREFETCH_MAX) count = this.#checkLead(split, count)
    }
    this.#checkLead(split, count)
  }

  #passesNext(document: number): boolean {
    if (this.#next === undefined) return true
    const { documents, to } = this.#next
    this.#position = gallop(documents, this.#position, to, document)
    return this.#position < to && documents[this.#position] === document
  }

  /** Checks the buffered documents and empties the buffer. */
  #checkLead(split: TermSplit, count: number): 0 {
    this.#sink ^= prefetchWords(this.#context.sections, this.#lead, 0, count)
    for (let i = 0; i < count; i++) {
      const document = this.#lead[i] as number
      if (hasAdjacentTerms(this.#context, document, split, this.and)) this.#found.add(document)
    }
    return 0
  }
}

/** Returns the part of the list in [first, end). */
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
  { sections }: FuzzyContext,
  document: number,
  split: TermSplit,
  and: number,
): boolean {
  const { forward, forwardStarts } = sections
  const end = forwardStarts[document + 1] as number
  for (let at = forwardStarts[document] as number; at < end - 1; at++) {
    if (hasTermsAt(forward, at, end, split) || hasTermsWithAndAt(forward, at, end, split, and)) return true
  }
  return false
}

function hasTermsAt(forward: Uint32Array, at: number, end: number, split: TermSplit): boolean {
  if (at + split.length > end) return false
  for (let i = 0; i < split.length; i++) if ((forward[at + i] as number) >>> 1 !== split[i]) return false
  return true
}

/** Returns whether two terms are at this position with an `und` between them. */
function hasTermsWithAndAt(
  forward: Uint32Array,
  at: number,
  end: number,
  split: TermSplit,
  and: number,
): boolean {
  if (split.length !== 2 || at + 2 >= end || (forward[at] as number) >>> 1 !== split[0]) return false
  return (forward[at + 1] as number) >>> 1 === and && (forward[at + 2] as number) >>> 1 === split[1]
}
