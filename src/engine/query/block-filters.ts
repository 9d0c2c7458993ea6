/** Conditions on a block of documents, each a loop that moves the documents that pass to the front. */

import type { Blocks } from '../format/layout.ts'
import type { PostingList } from '../format/posting-list.ts'
import { gallop } from '../format/posting-list.ts'
import { prefetchWords } from '../format/prefetch.ts'
import type { Prefix } from './prefix.ts'
import { PrefixTest } from './prefix.ts'
import type { SearchContext } from './search-context.ts'

/** Blocks must come in ascending order. */
export interface BlockFilter {
  /** Keeps those of the first `count` documents that pass; how many. */
  keep(block: Uint32Array, count: number): number
}

/** Documents whose bit `document - from` is set. */
export class BitmapFilter implements BlockFilter {
  readonly #bits: Uint32Array
  readonly #from: number

  constructor(bits: Uint32Array, from: number) {
    this.#bits = bits
    this.#from = from
  }

  keep(block: Uint32Array, count: number): number {
    const bits = this.#bits
    const from = this.#from
    let kept = 0
    for (let i = 0; i < count; i++) {
      const document = block[i] as number
      const place = document - from
      block[kept] = document
      kept += ((bits[place >>> 5] as number) >>> (place & 31)) & 1
    }
    return kept
  }
}

/** The lists that documents must be in, by the quickest way to ask. */
export interface Conditions {
  /** Common words by their bits. */
  readonly common: readonly BitmapFilter[]
  /** Other words, which documents hold themselves. */
  readonly words: readonly number[]
  /** Joined words, which they do not. */
  readonly joined: readonly PostingList[]
}

/** All lists but the one at the place `lead`, of which documents are known to come. */
export function conditionsOf(lists: readonly PostingList[], lead: number, isLive: boolean): Conditions {
  const common: BitmapFilter[] = []
  const words: number[] = []
  const joined: PostingList[] = []
  for (let i = 0; i < lists.length; i++) {
    const list = lists[i] as PostingList
    if (i === lead) continue
    if (isLive && list.liveBitmap !== undefined) common.push(new BitmapFilter(list.liveBitmap, 0))
    else if (list.word < 0) joined.push(list)
    else words.push(list.word)
  }
  return { common, words, joined }
}

/** Documents of a list. */
export class PostingFilter implements BlockFilter {
  readonly #list: PostingList
  #place: number

  constructor(list: PostingList) {
    this.#list = list
    this.#place = list.from
  }

  keep(block: Uint32Array, count: number): number {
    const { documents, to } = this.#list
    let place = this.#place
    let kept = 0
    for (let i = 0; i < count && place < to; i++) {
      const document = block[i] as number
      place = gallop(documents, place, to, document)
      if (place < to && documents[place] === document) block[kept++] = document
    }
    this.#place = place
    return kept
  }
}

/**
 * Documents by their own words. No look depends on the one before, so the processor waits for the words of many documents at once: a
 * block of fifty takes hardly longer than four one by one.
 */
export class WordFilter implements BlockFilter {
  readonly #blocks: Blocks
  readonly #words: readonly number[]
  /** Says nothing; keeps reads ahead from being left out as of no use. */
  prefetchSink = 0

  /** Lets documents pass that hold all the words; no words: all, only touched. */
  constructor({ blocks }: SearchContext, words: readonly number[]) {
    this.#blocks = blocks
    this.#words = words
  }

  keep(block: Uint32Array, count: number): number {
    this.prefetchSink = prefetchWords(this.#blocks, block, 0, count)
    let kept = count
    for (let i = 0; i < this.#words.length && kept > 0; i++)
      kept = this.#keepWord(this.#words[i] as number, block, kept)
    return kept
  }

  #keepWord(word: number, block: Uint32Array, count: number): number {
    const { forward, forwardStarts: starts } = this.#blocks
    let kept = 0
    for (let i = 0; i < count; i++) {
      const document = block[i] as number
      const end = starts[document + 1] as number
      let at = starts[document] as number
      while (at < end && (forward[at] as number) >>> 1 !== word) at++
      block[kept] = document
      kept += at < end ? 1 : 0
    }
    return kept
  }
}

/** Marks are remembered, so they are made as soon as so many documents a trial could have been marked: 16 and 32 took longer. */
const BITS_PER_CHECK = 64

const NO_WORDS: readonly number[] = []

/**
 * Keeps documents with a word that has the prefix. Each document is checked by its words, until building the
 * bitmap of all documents with the prefix would have cost as much; then the bitmap is built and used. So the total
 * cost is never much more than twice that of the better way. In the zone that begins at document 0, the checks of
 * earlier searches count, too: the bitmap of a prefix that is searched repeatedly is built soon, and cached.
 */
export class PrefixFilter implements BlockFilter {
  readonly #context: SearchContext
  readonly #prefix: Prefix
  readonly #from: number
  readonly #to: number
  readonly #test: PrefixTest
  readonly #words: WordFilter
  readonly #checksMax: number
  #checks: number
  #bitmapFilter: BitmapFilter | undefined

  /** For documents in [from, to). */
  constructor(context: SearchContext, prefix: Prefix, from: number, to: number) {
    this.#context = context
    this.#prefix = prefix
    this.#from = from
    this.#to = to
    this.#test = new PrefixTest(context, prefix, from, to)
    this.#words = new WordFilter(context, NO_WORDS)
    this.#checksMax = prefix.hasBitmap(context, from) ? 0 : prefix.count / BITS_PER_CHECK
    this.#checks = from === 0 ? (context.prefixChecks.get(prefix.text) ?? 0) : 0
  }

  keep(block: Uint32Array, count: number): number {
    if (this.#checks >= this.#checksMax) return this.#switchToBitmap().keep(block, count)
    this.#checks += count
    this.#context.prefixChecks.set(this.#prefix.text, this.#checks)
    this.#words.keep(block, count)
    let kept = 0
    for (let i = 0; i < count; i++) {
      const document = block[i] as number
      if (this.#test.passes(document)) block[kept++] = document
    }
    return kept
  }

  #switchToBitmap(): BitmapFilter {
    if (this.#bitmapFilter !== undefined) return this.#bitmapFilter
    const { text } = this.#prefix
    this.#bitmapFilter = new BitmapFilter(
      this.#prefix.bitmap(this.#context, this.#from, this.#to).bits,
      this.#from,
    )
    // When the marks are forgotten, it takes as many trials again to make them anew.
    if (this.#from === 0) this.#context.prefixChecks.set(text, 0)
    return this.#bitmapFilter
  }
}
