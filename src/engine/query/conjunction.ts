/**
 * Walks the documents that hold a reading, from better to worse, part by part. Documents come in blocks: every
 * condition goes over a whole block in a loop of its own, which is several times quicker than asking everything
 * of one document after the other.
 */

import type { DocIterator } from '../format/doc-iterator.ts'
import { zoneEnd } from '../format/index-reader.ts'
import { ZONES } from '../format/layout.ts'
import type { PostingList } from '../format/posting-list.ts'
import { gallop } from '../format/posting-list.ts'
import { BitmapIterator, isCommon } from './bitmap-iterator.ts'
import type { BlockFilter } from './block-filters.ts'
import { conditionsOf, PostingFilter, PrefixFilter, WordFilter } from './block-filters.ts'
import type { Prefix } from './prefix.ts'
import { PrefixIterator } from './prefix-iterator.ts'
import type { QueryVariant } from './query-variants.ts'
import { BLOCK_DOCUMENTS } from './scratch.ts'
import type { SearchContext } from './search-context.ts'

/** Takes a document; answers `false` to stop. */
type Sink = (document: number) => boolean

/** To sort a document into the others of a beginning costs about as much as so many trials. */
export const CHECKS_PER_SORTED = 4

/** The first blocks are small: often the first few documents are enough. */
const BLOCK_MIN = 32

export class Conjunction {
  readonly #iterator: DocIterator
  readonly #block: Uint32Array
  #limit = BLOCK_MIN
  #at = 0
  #filled = 0

  /** `block`: room for `BLOCK_DOCUMENTS`. */
  constructor(iterator: DocIterator, block: Uint32Array) {
    this.#iterator = iterator
    this.#block = block
  }

  /** No document before this one will come; `undefined` at the end. */
  get next(): number | undefined {
    return this.#at < this.#filled ? this.#block[this.#at] : this.#iterator.next
  }

  /** Hands every document before `to` that was not walked yet to the sink, ascending, until that has enough. */
  walk(to: number, sink: Sink): void {
    do {
      while (this.#at < this.#filled) {
        const document = this.#block[this.#at] as number
        if (document >= to) return
        this.#at++
        if (!sink(document)) return
      }
    } while (this.#refill(to))
  }

  /** The same block by block: `count` places of each hold documents. */
  walkBlocks(to: number, sink: (block: Uint32Array, count: number) => boolean): void {
    while (this.#refill(to)) {
      const count = this.#filled
      this.#filled = 0
      if (!sink(this.#block, count)) return
    }
  }

  #refill(to: number): boolean {
    this.#at = 0
    this.#filled = this.#iterator.fill(this.#block, this.#limit, to)
    this.#limit = Math.min(BLOCK_DOCUMENTS, this.#limit * 2)
    return this.#filled > 0
  }
}

/**
 * The cheapest way through the documents of a reading in [from, to). A beginning with more than `sortedMax` postings is
 * not sorted: it is asked of documents, or marked.
 */
export function openConjunction(
  context: SearchContext,
  variant: QueryVariant,
  from: number,
  to: number,
  sortedMax: number,
): Conjunction {
  return new Conjunction(iteratorOf(context, variant, from, to, sortedMax), context.scratch.borrowBlock())
}

function iteratorOf(
  context: SearchContext,
  { lists, prefix: ownPrefix }: QueryVariant,
  from: number,
  to: number,
  sortedMax: number,
): DocIterator {
  const prefix = ownPrefix?.isImpliedBy(lists) === true ? undefined : ownPrefix
  if (prefix === undefined) return listIterator(context, lists, prefix, from, to)
  const isRarest = lists.every((list) => prefix.count < list.to - list.from)
  if (isRarest && prefix.count <= sortedMax)
    return listIterator(context, [...lists, prefix.documents(from, to)], undefined, from, to)
  if (lists.length === 0) return new PrefixIterator(context, prefix, from, to)
  return listIterator(context, lists, prefix, from, to)
}

/** Documents that are in all lists and have the beginning: the shortest list leads, or the bits of the words when it is long. */
function listIterator(
  context: SearchContext,
  unsorted: readonly PostingList[],
  prefix: Prefix | undefined,
  from: number,
  to: number,
): DocIterator {
  const lists = [...unsorted].sort((a, b) => a.to - a.from - (b.to - b.from))
  const lead = lists[0] as PostingList
  const isLive = from === 0 && to === zoneEnd(context, ZONES.live)
  if (isLive && isCommon(lead, to)) {
    const byBits = bitmapIterator(context, lists, prefix, to)
    if (byBits !== undefined) return byBits
  }
  const filters = filtersOf(context, lists, 0, isLive)
  if (prefix !== undefined) filters.push(new PrefixFilter(context, prefix, from, to))
  return new FilteredIterator(new PostingIterator(lead, from, to), filters)
}

/** By the bits of the two rarest; `undefined` where only one thing has bits. */
function bitmapIterator(
  context: SearchContext,
  lists: readonly PostingList[],
  prefix: Prefix | undefined,
  to: number,
): DocIterator | undefined {
  const [lead, next] = lists as [PostingList, PostingList | undefined]
  const first = lead.liveBitmap as Uint32Array
  const useBitmap =
    prefix !== undefined && (prefix.hasBitmap(context, 0) || prefix.count <= lead.to - lead.from)
  if (useBitmap) {
    const { bits } = prefix.bitmap(context, 0, to)
    return new FilteredIterator(new BitmapIterator(first, bits, to), filtersOf(context, lists, 0, true))
  }
  if (next?.liveBitmap === undefined) return undefined
  const filters = filtersOf(context, lists.slice(1), 0, true)
  if (prefix !== undefined) filters.push(new PrefixFilter(context, prefix, 0, to))
  return new FilteredIterator(new BitmapIterator(first, next.liveBitmap, to), filters)
}

/** Documents of a list in [from, to). */
class PostingIterator implements DocIterator {
  readonly #all: Uint32Array
  #place: number
  readonly #end: number

  constructor(list: PostingList, from: number, to: number) {
    this.#all = list.documents
    this.#place = from === 0 ? list.from : gallop(list.documents, list.from, list.to, from)
    this.#end = gallop(list.documents, this.#place, list.to, to)
  }

  get next(): number | undefined {
    return this.#place < this.#end ? this.#all[this.#place] : undefined
  }

  fill(block: Uint32Array, limit: number, to: number): number {
    const all = this.#all
    const end = Math.min(this.#end, this.#place + limit)
    let place = this.#place
    let count = 0
    for (; place < end; place++) {
      const document = all[place] as number
      if (document >= to) break
      block[count++] = document
    }
    this.#place = place
    return count
  }
}

/** Documents of a source that pass all sieves. */
class FilteredIterator implements DocIterator {
  readonly #iterator: DocIterator
  readonly #filters: readonly BlockFilter[]

  constructor(iterator: DocIterator, filters: readonly BlockFilter[]) {
    this.#iterator = iterator
    this.#filters = filters
  }

  get next(): number | undefined {
    return this.#iterator.next
  }

  fill(block: Uint32Array, limit: number, to: number): number {
    // Where nothing passes, bigger blocks get through sooner.
    for (let size = limit; ; size = Math.min(block.length, size * 2)) {
      const count = this.#iterator.fill(block, size, to)
      if (count === 0) return 0
      const kept = this.#filter(block, count)
      if (kept > 0) return kept
    }
  }

  #filter(block: Uint32Array, count: number): number {
    let kept = count
    for (let i = 0; i < this.#filters.length && kept > 0; i++)
      kept = (this.#filters[i] as BlockFilter).keep(block, kept)
    return kept
  }
}

/** Of all lists but that at the place `lead`. */
function filtersOf(
  context: SearchContext,
  lists: readonly PostingList[],
  lead: number,
  isLive: boolean,
): BlockFilter[] {
  const { common, words, joined } = conditionsOf(lists, lead, isLive)
  const filters: BlockFilter[] = [...common]
  if (words.length > 0) filters.push(new WordFilter(context, words))
  for (const list of joined) filters.push(new PostingFilter(list))
  return filters
}
