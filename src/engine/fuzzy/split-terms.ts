/** Names in which a word of the query is written as several. */

import type { DocumentRange } from '../format/posting-list.ts'
import { gallop } from '../format/posting-list.ts'
import { TOUCHED_MAX, touchWords } from '../format/prefetch.ts'
import type { FuzzyContext } from './fuzzy-context.ts'
import type { SomeDocuments } from './name-size-filter.ts'
import type { AskedWord } from './query-terms.ts'
import type { WordParts } from './term-expansions.ts'
import { andOf } from './term-expansions.ts'

/** Of two words one of which stands in so many times as many names, the names of the rarer are read instead of looked for among the other's. */
const READ_SHARE = 8

/** How many documents `SplitWords` finds at most. */
export function splitDocumentsMax(segment: FuzzyContext, word: AskedWord): number {
  let count = 0
  for (const parts of word.parts) count += Math.min(...listsOf(segment, parts).map(lengthOf))
  return count
}

/** Names that hold the words side by side are in each of these lists. */
function listsOf({ blocks, letterPairs }: FuzzyContext, words: WordParts): readonly DocumentRange[] {
  if (words.slice(0, 2).every((word) => letterPairs.isLetter(word))) {
    const all = letterPairs.documentsOf(words)
    return [{ all, from: 0, to: all.length }]
  }
  const { postings, postingStarts } = blocks
  return words.map((word) => ({
    all: postings,
    from: postingStarts[word] as number,
    to: postingStarts[word + 1] as number,
  }))
}

/** Finds documents in which words stand side by side, two of them with or without an `und` between. */
export class SplitWords {
  readonly #segment: FuzzyContext
  readonly #lead = new Uint32Array(TOUCHED_MAX)
  /** The word `und`; -1 where no name has it. */
  readonly and: number
  #found = new Set<number>()
  /** The list in which leading documents are looked for, if they are, and how far it was walked. */
  #next: DocumentRange | undefined
  #place = 0
  /** Says nothing; see `touchWords`. */
  #touched = 0

  constructor(segment: FuzzyContext) {
    this.#segment = segment
    this.and = andOf(segment)
  }

  /** Ascending, each once. Those that are not among `wanted` are left out. */
  documentsOf(word: AskedWord, wanted: SomeDocuments): Uint32Array {
    this.#found = new Set()
    for (const parts of word.parts) this.#find(parts, wanted)
    return Uint32Array.from(this.#found).sort()
  }

  #find(words: WordParts, { groups, isOf }: SomeDocuments): void {
    const lists = listsOf(this.#segment, words)
    for (const { first, end } of groups) {
      const [lead, next] = lists.map((list) => partOf(list, first, end)).sort(byLength)
      this.#findIn(words, lead as DocumentRange, next, isOf)
    }
  }

  #findIn(
    words: WordParts,
    lead: DocumentRange,
    next: DocumentRange | undefined,
    isOf: (document: number) => boolean,
  ): void {
    this.#next = next !== undefined && lengthOf(next) > READ_SHARE * lengthOf(lead) ? undefined : next
    this.#place = next === undefined ? 0 : next.from
    let count = 0
    for (let i = lead.from; i < lead.to; i++) {
      const document = lead.all[i] as number
      if (this.#mayBeInNext(document) && isOf(document)) this.#lead[count++] = document
      if (count === TOUCHED_MAX) count = this.#tryAll(words, count)
    }
    this.#tryAll(words, count)
  }

  #mayBeInNext(document: number): boolean {
    if (this.#next === undefined) return true
    const { all, to } = this.#next
    this.#place = gallop(all, this.#place, to, document)
    return this.#place < to && all[this.#place] === document
  }

  /** Empties the list of leading documents. */
  #tryAll(words: WordParts, count: number): 0 {
    this.#touched ^= touchWords(this.#segment.blocks, this.#lead, 0, count)
    for (let i = 0; i < count; i++) {
      const document = this.#lead[i] as number
      if (standTogether(this.#segment, document, words, this.and)) this.#found.add(document)
    }
    return 0
  }
}

/** Those in [first, end). */
function partOf({ all, from, to }: DocumentRange, first: number, end: number): DocumentRange {
  const start = gallop(all, from, to, first)
  return { all, from: start, to: gallop(all, start, to, end) }
}

function lengthOf({ from, to }: DocumentRange): number {
  return to - from
}

function byLength(a: DocumentRange, b: DocumentRange): number {
  return lengthOf(a) - lengthOf(b)
}

function standTogether({ blocks }: FuzzyContext, document: number, words: WordParts, and: number): boolean {
  const { forward, forwardStarts } = blocks
  const end = forwardStarts[document + 1] as number
  for (let at = forwardStarts[document] as number; at < end - 1; at++) {
    if (standFrom(forward, at, end, words) || standAround(forward, at, end, words, and)) return true
  }
  return false
}

function standFrom(forward: Uint32Array, at: number, end: number, words: WordParts): boolean {
  if (at + words.length > end) return false
  for (let i = 0; i < words.length; i++) if ((forward[at + i] as number) >>> 1 !== words[i]) return false
  return true
}

/** Two words with an `und` between. */
function standAround(forward: Uint32Array, at: number, end: number, words: WordParts, and: number): boolean {
  if (words.length !== 2 || at + 2 >= end || (forward[at] as number) >>> 1 !== words[0]) return false
  return (forward[at + 1] as number) >>> 1 === and && (forward[at + 2] as number) >>> 1 === words[1]
}
