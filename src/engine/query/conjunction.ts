/**
 * Walks the documents that hold a reading, from better to worse, part by part. Documents come in blocks: every
 * condition goes over a whole block in a loop of its own, which is several times quicker than asking everything
 * of one document after the other.
 */

import type { Source } from '../format/doc-iterator.ts'
import { zoneEnd } from '../format/index-reader.ts'
import { ZONES } from '../format/layout.ts'
import type { DocumentList } from '../format/posting-list.ts'
import { gallop } from '../format/posting-list.ts'
import { BitsSource, isCommon } from './bitmap-iterator.ts'
import type { Sieve } from './block-filters.ts'
import { askedLists, BeginningSieve, ListSieve, WordSieve } from './block-filters.ts'
import type { Beginning } from './prefix.ts'
import { BeginningSource } from './prefix-iterator.ts'
import type { Reading } from './query-variants.ts'
import { BLOCK_DOCUMENTS } from './scratch.ts'
import type { SearchContext } from './search-context.ts'

/** Takes a document; answers `false` to stop. */
type Sink = (document: number) => boolean

/** To sort a document into the others of a beginning costs about as much as so many trials. */
export const TRIALS_A_SORTED = 4

/** The first blocks are small: often the first few documents are enough. */
const BLOCK_MIN = 32

export class Walk {
  readonly #source: Source
  readonly #block: Uint32Array
  #limit = BLOCK_MIN
  #at = 0
  #filled = 0

  /** `block`: room for `BLOCK_DOCUMENTS`. */
  constructor(source: Source, block: Uint32Array) {
    this.#source = source
    this.#block = block
  }

  /** No document before this one will come; `undefined` at the end. */
  get next(): number | undefined {
    return this.#at < this.#filled ? this.#block[this.#at] : this.#source.next
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
    this.#filled = this.#source.fill(this.#block, this.#limit, to)
    this.#limit = Math.min(BLOCK_DOCUMENTS, this.#limit * 2)
    return this.#filled > 0
  }
}

/**
 * The cheapest way through the documents of a reading in [from, to). A beginning with more than `sortedMax` postings is
 * not sorted: it is asked of documents, or marked.
 */
export function walkOf(
  segment: SearchContext,
  reading: Reading,
  from: number,
  to: number,
  sortedMax: number,
): Walk {
  return new Walk(sourceOf(segment, reading, from, to, sortedMax), segment.marks.lendBlock())
}

function sourceOf(
  segment: SearchContext,
  { lists, beginning: begun }: Reading,
  from: number,
  to: number,
  sortedMax: number,
): Source {
  const beginning = begun?.isHeldBy(lists) === true ? undefined : begun
  if (beginning === undefined) return listSource(segment, lists, beginning, from, to)
  const isRarest = lists.every((list) => beginning.count < list.to - list.from)
  if (isRarest && beginning.count <= sortedMax)
    return listSource(segment, [...lists, beginning.documents(from, to)], undefined, from, to)
  if (lists.length === 0) return new BeginningSource(segment, beginning, from, to)
  return listSource(segment, lists, beginning, from, to)
}

/** Documents that are in all lists and have the beginning: the shortest list leads, or the bits of the words when it is long. */
function listSource(
  segment: SearchContext,
  unsorted: readonly DocumentList[],
  beginning: Beginning | undefined,
  from: number,
  to: number,
): Source {
  const lists = [...unsorted].sort((a, b) => a.to - a.from - (b.to - b.from))
  const lead = lists[0] as DocumentList
  const isLive = from === 0 && to === zoneEnd(segment, ZONES.live)
  if (isLive && isCommon(lead, to)) {
    const byBits = bitsSource(segment, lists, beginning, to)
    if (byBits !== undefined) return byBits
  }
  const sieves = sievesOf(segment, lists, 0, isLive)
  if (beginning !== undefined) sieves.push(new BeginningSieve(segment, beginning, from, to))
  return new SiftedSource(new ListSource(lead, from, to), sieves)
}

/** By the bits of the two rarest; `undefined` where only one thing has bits. */
function bitsSource(
  segment: SearchContext,
  lists: readonly DocumentList[],
  beginning: Beginning | undefined,
  to: number,
): Source | undefined {
  const [lead, next] = lists as [DocumentList, DocumentList | undefined]
  const first = lead.liveBits as Uint32Array
  const isMarked =
    beginning !== undefined && (beginning.isMarked(segment, 0) || beginning.count <= lead.to - lead.from)
  if (isMarked) {
    const { bits } = beginning.marks(segment, 0, to)
    return new SiftedSource(new BitsSource(first, bits, to), sievesOf(segment, lists, 0, true))
  }
  if (next?.liveBits === undefined) return undefined
  const sieves = sievesOf(segment, lists.slice(1), 0, true)
  if (beginning !== undefined) sieves.push(new BeginningSieve(segment, beginning, 0, to))
  return new SiftedSource(new BitsSource(first, next.liveBits, to), sieves)
}

/** Documents of a list in [from, to). */
class ListSource implements Source {
  readonly #all: Uint32Array
  #place: number
  readonly #end: number

  constructor(list: DocumentList, from: number, to: number) {
    this.#all = list.all
    this.#place = from === 0 ? list.from : gallop(list.all, list.from, list.to, from)
    this.#end = gallop(list.all, this.#place, list.to, to)
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
class SiftedSource implements Source {
  readonly #source: Source
  readonly #sieves: readonly Sieve[]

  constructor(source: Source, sieves: readonly Sieve[]) {
    this.#source = source
    this.#sieves = sieves
  }

  get next(): number | undefined {
    return this.#source.next
  }

  fill(block: Uint32Array, limit: number, to: number): number {
    // Where nothing passes, bigger blocks get through sooner.
    for (let size = limit; ; size = Math.min(block.length, size * 2)) {
      const count = this.#source.fill(block, size, to)
      if (count === 0) return 0
      const kept = this.#sift(block, count)
      if (kept > 0) return kept
    }
  }

  #sift(block: Uint32Array, count: number): number {
    let kept = count
    for (let i = 0; i < this.#sieves.length && kept > 0; i++)
      kept = (this.#sieves[i] as Sieve).keep(block, kept)
    return kept
  }
}

/** Of all lists but that at the place `lead`. */
function sievesOf(
  segment: SearchContext,
  lists: readonly DocumentList[],
  lead: number,
  isLive: boolean,
): Sieve[] {
  const { common, words, joined } = askedLists(lists, lead, isLive)
  const sieves: Sieve[] = [...common]
  if (words.length > 0) sieves.push(new WordSieve(segment, words))
  for (const list of joined) sieves.push(new ListSieve(list))
  return sieves
}
