/** Filters on chunks of documents. Each is a loop that moves the matching documents to the front. */

import { groupStart, zoneEnd } from '../format/index-reader.ts'
import type { Sections, Zone } from '../format/layout.ts'
import { isCurrent } from '../format/layout.ts'
import type { PostingList } from '../format/posting-list.ts'
import { bitmapIn, gallop } from '../format/posting-list.ts'
import { prefetchWords } from '../format/prefetch.ts'
import type { Prefix } from './prefix.ts'
import { PrefixTest } from './prefix.ts'
import type { SearchContext } from './search-context.ts'

/** A filter on chunks, which must come in ascending order. */
export interface ChunkFilter {
  /** Keeps the matching documents of the first `count`; returns their number. */
  keep(chunk: Uint32Array, count: number): number
}

/** Keeps documents whose bit `document - from` is set. */
export class BitmapFilter implements ChunkFilter {
  readonly #bits: Uint32Array
  readonly #from: number

  constructor(bits: Uint32Array, from: number) {
    this.#bits = bits
    this.#from = from
  }

  keep(chunk: Uint32Array, count: number): number {
    const bits = this.#bits
    const from = this.#from
    let kept = 0
    for (let i = 0; i < count; i++) {
      const document = chunk[i] as number
      const position = document - from
      chunk[kept] = document
      kept += ((bits[position >>> 5] as number) >>> (position & 31)) & 1
    }
    return kept
  }
}

/** The conditions of several posting lists, each in the form that is fastest to test. */
export interface Conditions {
  /** Common words, by bitmap. */
  readonly common: readonly BitmapFilter[]
  /** Other words, which are compared with the words of the document. */
  readonly words: readonly number[]
  /** Joined words, which are not among the words of the document. */
  readonly joined: readonly PostingList[]
}

/**
 * Returns the conditions of all lists but the one at index `lead`, which the documents come from. `from`: start of
 * the zone.
 */
export function conditionsOf(
  lists: readonly PostingList[],
  lead: number,
  zone: Zone,
  from: number,
): Conditions {
  const common: BitmapFilter[] = []
  const words: number[] = []
  const joined: PostingList[] = []
  for (let i = 0; i < lists.length; i++) {
    const list = lists[i] as PostingList
    if (i === lead) continue
    const bitmap = bitmapIn(list, zone)
    if (bitmap !== undefined) common.push(new BitmapFilter(bitmap, from))
    else if (list.word < 0) joined.push(list)
    else words.push(list.word)
  }
  return { common, words, joined }
}

/** Keeps documents of a posting list. */
export class PostingFilter implements ChunkFilter {
  readonly #list: PostingList
  #position: number

  constructor(list: PostingList) {
    this.#list = list
    this.#position = list.from
  }

  keep(chunk: Uint32Array, count: number): number {
    const { documents, to } = this.#list
    let position = this.#position
    let kept = 0
    for (let i = 0; i < count && position < to; i++) {
      const document = chunk[i] as number
      position = gallop(documents, position, to, document)
      if (position < to && documents[position] === document) chunk[kept++] = document
    }
    this.#position = position
    return kept
  }
}

/**
 * Keeps documents by their own words. The loads do not depend on each other, so the processor runs many at
 * once: a chunk of fifty takes hardly longer than four documents one by one.
 */
export class WordFilter implements ChunkFilter {
  readonly #sections: Sections
  readonly #words: readonly number[]
  /** Stores prefetched values, so that the loads are not optimised away. */
  prefetchSink = 0

  /** Keeps documents that contain all the words; with no words it only prefetches. */
  constructor({ sections }: SearchContext, words: readonly number[]) {
    this.#sections = sections
    this.#words = words
  }

  keep(chunk: Uint32Array, count: number): number {
    this.prefetchSink = prefetchWords(this.#sections, chunk, 0, count)
    let kept = count
    for (let i = 0; i < this.#words.length && kept > 0; i++)
      kept = this.#keepWord(this.#words[i] as number, chunk, kept)
    return kept
  }

  #keepWord(word: number, chunk: Uint32Array, count: number): number {
    const { forward, forwardStarts: starts } = this.#sections
    let kept = 0
    for (let i = 0; i < count; i++) {
      const document = chunk[i] as number
      const end = starts[document + 1] as number
      let at = starts[document] as number
      while (at < end && (forward[at] as number) >>> 1 !== word) at++
      chunk[kept] = document
      kept += at < end ? 1 : 0
    }
    return kept
  }
}

const NO_WORDS: readonly number[] = []

/**
 * Postings per check: as bitmaps are cached, one is built after one check for every 64 postings of the
 * prefix. With one for every 16 or 32, searches took longer.
 */
const BITS_PER_CHECK = 64

/**
 * Keeps documents with a prefix. Documents are checked by their words until a bitmap of all matches would
 * have cost as much; then the bitmap is built. So it never costs much more than twice the better way. Among
 * current names the checks of earlier searches count too: a prefix that is searched often soon gets a bitmap,
 * and bitmaps are cached.
 */
export class PrefixFilter implements ChunkFilter {
  readonly #context: SearchContext
  readonly #prefix: Prefix
  readonly #zone: Zone
  readonly #test: PrefixTest
  readonly #words: WordFilter
  readonly #checksMax: number
  #checks: number
  #bitmapFilter: BitmapFilter | undefined

  /** For documents of the zone. */
  constructor(context: SearchContext, prefix: Prefix, zone: Zone) {
    this.#context = context
    this.#prefix = prefix
    this.#zone = zone
    this.#test = new PrefixTest(context, prefix, groupStart(context, zone, 0), zoneEnd(context, zone))
    this.#words = new WordFilter(context, NO_WORDS)
    this.#checksMax = prefix.hasBitmap(context, zone) ? 0 : prefix.count / BITS_PER_CHECK
    this.#checks = isCurrent(zone) ? (context.prefixChecks[zone].get(prefix.text) ?? 0) : 0
  }

  keep(chunk: Uint32Array, count: number): number {
    if (this.#checks >= this.#checksMax) return this.#switchToBitmap().keep(chunk, count)
    this.#checks += count
    this.#storeChecks(this.#checks)
    this.#words.keep(chunk, count)
    let kept = 0
    for (let i = 0; i < count; i++) {
      const document = chunk[i] as number
      if (this.#test.passes(document)) chunk[kept++] = document
    }
    return kept
  }

  #switchToBitmap(): BitmapFilter {
    if (this.#bitmapFilter !== undefined) return this.#bitmapFilter
    const { bits, from } = this.#prefix.bitmap(this.#context, this.#zone)
    this.#bitmapFilter = new BitmapFilter(bits, from)
    // If the bitmap is evicted, the same number of checks must pass before it is rebuilt.
    this.#storeChecks(0)
    return this.#bitmapFilter
  }

  #storeChecks(checks: number): void {
    if (isCurrent(this.#zone)) this.#context.prefixChecks[this.#zone].set(this.#prefix.text, checks)
  }
}
