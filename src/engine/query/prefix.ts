/** The last word of a query, of which only the beginning may have been typed. */

import { zoneEnd } from '../format/index-reader.ts'
import type { Blocks } from '../format/layout.ts'
import { ZONES } from '../format/layout.ts'
import type { PostingList } from '../format/posting-list.ts'
import {
  EMPTY_POSTINGS,
  gallop,
  postingCount,
  postingList,
  setBitsOfLists,
  setBitsOfSlices,
  unitePostings,
} from '../format/posting-list.ts'
import type { TermRange } from '../format/term-dictionary.ts'
import type { Bitmap } from './scratch.ts'
import type { SearchContext } from './search-context.ts'

/** All words, plain and joined, that begin alike. */
export class Prefix {
  readonly text: string
  readonly terms: TermRange
  /** Postings of the plain words, which are neighbours: one slice, but not sorted as a whole. */
  readonly plain: PostingList
  readonly #postingStarts: Uint32Array
  readonly #readJoined: () => readonly PostingList[]
  #joined: readonly PostingList[] | undefined
  /** By first document of the zone. */
  #sorted: Map<number, PostingList> | undefined
  #bitmaps: Map<number, Bitmap> | undefined

  /** `readJoined`: see `joined`; most searches never ask for it. */
  constructor(
    { postings, postingStarts }: Blocks,
    text: string,
    terms: TermRange,
    readJoined: () => readonly PostingList[],
  ) {
    this.text = text
    this.terms = terms
    this.plain = postingList(postings, postingStarts[terms.from] as number, postingStarts[terms.to] as number)
    this.#postingStarts = postingStarts
    this.#readJoined = readJoined
  }

  /** Postings of the joined words that add something. */
  get joined(): readonly PostingList[] {
    this.#joined ??= this.#readJoined()
    return this.#joined
  }

  /** Postings of all words, as they lie. */
  get lists(): readonly PostingList[] {
    return [this.plain, ...this.joined]
  }

  /** Postings of all words; a document with several of them counts as often. */
  get count(): number {
    return this.plain.to - this.plain.from + postingCount(this.joined)
  }

  /** The documents of the zone [from, to), ascending, each once; made once for each zone. For up to a few thousand. */
  documents(from: number, to: number): PostingList {
    // An empty zone begins where the next one does, so it must not be known by its beginning.
    if (from === to) return EMPTY_POSTINGS
    const known = this.#sorted?.get(from)
    if (known !== undefined) return known
    const united = unitePostings(this.lists, from, to)
    this.#sorted ??= new Map()
    this.#sorted.set(from, united)
    return united
  }

  /** The same as bits; made once for each zone, those of live documents remembered beyond the search. */
  bitmap(context: SearchContext, from: number, to: number): Bitmap {
    const known = this.#bitmaps?.get(from)
    if (known !== undefined) return known
    const isLive = from === 0 && to === zoneEnd(context, ZONES.live)
    const bitmap = isLive
      ? context.scratch.liveBitmap(this, to)
      : context.scratch.borrowBitmap(this.lists, from, to)
    this.#bitmaps ??= new Map()
    if (from < to) this.#bitmaps.set(from, bitmap)
    return bitmap
  }

  /** Whether every document that is in all of the lists has the beginning, as one of the words begins so. */
  isImpliedBy(lists: readonly PostingList[]): boolean {
    const { from, to } = this.terms
    return lists.some(({ word }) => word >= from && word < to)
  }

  /** Sets the bits of the documents before `to`, which are live; how many. */
  setBits(bits: Uint32Array, to: number): number {
    const { from, to: end } = this.terms
    const plain = setBitsOfSlices(this.plain.documents, this.#postingStarts, from, end, bits, to)
    return plain + setBitsOfLists(this.joined, bits, 0, to)
  }

  /** Whether `marks` are there already. */
  hasBitmap(context: SearchContext, from: number): boolean {
    return this.#bitmaps?.has(from) === true || (from === 0 && context.scratch.known(this.text) !== undefined)
  }
}

/** Whether a document has a word that begins so: words by their numbers, joined words by their documents. */
export class PrefixTest {
  readonly #forward: Uint32Array
  readonly #starts: Uint32Array
  /** Bounds of the forward entries (word × 2, + hyphen). */
  readonly #from: number
  readonly #to: number
  readonly #prefix: Prefix
  readonly #zone: readonly [number, number]
  #joined: PostingList | undefined

  /** For documents in [from, to). */
  constructor({ blocks }: SearchContext, prefix: Prefix, from: number, to: number) {
    this.#forward = blocks.forward
    this.#starts = blocks.forwardStarts
    this.#from = prefix.terms.from * 2
    this.#to = prefix.terms.to * 2
    this.#prefix = prefix
    this.#zone = [from, to]
  }

  passes(document: number): boolean {
    let hyphens = 0
    const end = this.#starts[document + 1] as number
    for (let i = this.#starts[document] as number; i < end; i++) {
      const entry = this.#forward[i] as number
      if (entry >= this.#from && entry < this.#to) return true
      hyphens |= entry & 1
    }
    return hyphens === 1 && this.#isJoined(document)
  }

  #isJoined(document: number): boolean {
    this.#joined ??= unitePostings(this.#prefix.joined, ...this.#zone)
    const { documents, to } = this.#joined
    const place = gallop(documents, 0, to, document)
    return place < to && documents[place] === document
  }
}
