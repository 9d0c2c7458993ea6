/** Conditions on a block of documents, each a loop that moves the documents that pass to the front. */

import type { Blocks } from '../format/layout.ts'
import type { DocumentList } from '../format/posting-list.ts'
import { gallop } from '../format/posting-list.ts'
import { touchWords } from '../format/prefetch.ts'
import type { Beginning } from './prefix.ts'
import { BeginningTest } from './prefix.ts'
import type { SearchContext } from './search-context.ts'

/** Blocks must come in ascending order. */
export interface Sieve {
  /** Keeps those of the first `count` documents that pass; how many. */
  keep(block: Uint32Array, count: number): number
}

/** Documents whose bit `document - from` is set. */
export class BitSieve implements Sieve {
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
export interface AskedLists {
  /** Common words by their bits. */
  readonly common: readonly BitSieve[]
  /** Other words, which documents hold themselves. */
  readonly words: readonly number[]
  /** Joined words, which they do not. */
  readonly joined: readonly DocumentList[]
}

/** All lists but the one at the place `lead`, of which documents are known to come. */
export function askedLists(lists: readonly DocumentList[], lead: number, isLive: boolean): AskedLists {
  const common: BitSieve[] = []
  const words: number[] = []
  const joined: DocumentList[] = []
  for (let i = 0; i < lists.length; i++) {
    const list = lists[i] as DocumentList
    if (i === lead) continue
    if (isLive && list.liveBits !== undefined) common.push(new BitSieve(list.liveBits, 0))
    else if (list.word < 0) joined.push(list)
    else words.push(list.word)
  }
  return { common, words, joined }
}

/** Documents of a list. */
export class ListSieve implements Sieve {
  readonly #list: DocumentList
  #place: number

  constructor(list: DocumentList) {
    this.#list = list
    this.#place = list.from
  }

  keep(block: Uint32Array, count: number): number {
    const { all, to } = this.#list
    let place = this.#place
    let kept = 0
    for (let i = 0; i < count && place < to; i++) {
      const document = block[i] as number
      place = gallop(all, place, to, document)
      if (place < to && all[place] === document) block[kept++] = document
    }
    this.#place = place
    return kept
  }
}

/**
 * Documents by their own words. No look depends on the one before, so the processor waits for the words of many documents at once: a
 * block of fifty takes hardly longer than four one by one.
 */
export class WordSieve implements Sieve {
  readonly #blocks: Blocks
  readonly #words: readonly number[]
  /** Says nothing; keeps reads ahead from being left out as of no use. */
  touched = 0

  /** Lets documents pass that hold all the words; no words: all, only touched. */
  constructor({ blocks }: SearchContext, words: readonly number[]) {
    this.#blocks = blocks
    this.#words = words
  }

  keep(block: Uint32Array, count: number): number {
    this.touched = touchWords(this.#blocks, block, 0, count)
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
const MARKS_A_TRY = 64

/**
 * Documents with a word that begins so. Each is tried by its words, until marking all documents that have the
 * beginning would have cost as much; then they are marked. So it never costs much more than twice the better way.
 * The trials of earlier searches count too: what is asked again and again is marked soon, and marks are remembered.
 */
const NO_WORDS: readonly number[] = []

export class BeginningSieve implements Sieve {
  readonly #segment: SearchContext
  readonly #beginning: Beginning
  readonly #from: number
  readonly #to: number
  readonly #test: BeginningTest
  readonly #words: WordSieve
  readonly #triesMax: number
  #tries: number
  #marked: BitSieve | undefined

  /** For documents in [from, to). */
  constructor(segment: SearchContext, beginning: Beginning, from: number, to: number) {
    this.#segment = segment
    this.#beginning = beginning
    this.#from = from
    this.#to = to
    this.#test = new BeginningTest(segment, beginning, from, to)
    this.#words = new WordSieve(segment, NO_WORDS)
    this.#triesMax = beginning.isMarked(segment, from) ? 0 : beginning.count / MARKS_A_TRY
    this.#tries = from === 0 ? (segment.beginningTries.get(beginning.text) ?? 0) : 0
  }

  keep(block: Uint32Array, count: number): number {
    if (this.#tries >= this.#triesMax) return this.#byMarks().keep(block, count)
    this.#tries += count
    this.#segment.beginningTries.set(this.#beginning.text, this.#tries)
    this.#words.keep(block, count)
    let kept = 0
    for (let i = 0; i < count; i++) {
      const document = block[i] as number
      if (this.#test.passes(document)) block[kept++] = document
    }
    return kept
  }

  #byMarks(): BitSieve {
    if (this.#marked !== undefined) return this.#marked
    const { text } = this.#beginning
    this.#marked = new BitSieve(this.#beginning.marks(this.#segment, this.#from, this.#to).bits, this.#from)
    // When the marks are forgotten, it takes as many trials again to make them anew.
    if (this.#from === 0) this.#segment.beginningTries.set(text, 0)
    return this.#marked
  }
}
