/** The prefix of a query: its last word, which may be only partly typed. */

import { groupStart, zoneEnd } from '../format/index-reader.ts'
import type { Sections, Zone } from '../format/layout.ts'
import { isCurrent } from '../format/layout.ts'
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

/** All terms, plain and joined, that start with a text. */
export class Prefix {
  readonly text: string
  readonly terms: TermRange
  /**
   * Postings of the plain words. The words are adjacent in the dictionary, so these are one slice, sorted
   * only within each word.
   */
  readonly plain: PostingList
  readonly #postingStarts: Uint32Array
  readonly #readJoined: () => readonly PostingList[]
  #joined: readonly PostingList[] | undefined
  /** By first document of the zone. */
  #sorted: Map<number, PostingList> | undefined
  readonly #bitmaps: (Bitmap | undefined)[] = [undefined, undefined, undefined]

  /** `readJoined` returns the value of `joined`, which most searches never need. */
  constructor(
    { postings, postingStarts }: Sections,
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

  /** Postings of the joined words, without those whose documents are among the plain postings. */
  get joined(): readonly PostingList[] {
    this.#joined ??= this.#readJoined()
    return this.#joined
  }

  /** Postings of all terms, unsorted. */
  get lists(): readonly PostingList[] {
    return [this.plain, ...this.joined]
  }

  /** Number of postings of all terms; a document with several of them counts several times. */
  get count(): number {
    return this.plain.to - this.plain.from + postingCount(this.joined)
  }

  /**
   * Returns the documents of the zone [from, to), ascending and without duplicates. Computed once per zone;
   * meant for a few thousand postings.
   */
  documents(from: number, to: number): PostingList {
    // The cache key is the start of a zone, and an empty zone starts where the next one does.
    if (from === to) return EMPTY_POSTINGS
    const known = this.#sorted?.get(from)
    if (known !== undefined) return known
    const united = unitePostings(this.lists, from, to)
    this.#sorted ??= new Map()
    this.#sorted.set(from, united)
    return united
  }

  /**
   * Returns the documents of a zone as a bitmap. Computed once per zone; bitmaps of current names are cached
   * across searches.
   */
  bitmap(context: SearchContext, zone: Zone): Bitmap {
    const known = this.#bitmaps[zone]
    if (known !== undefined) return known
    const [from, to] = [groupStart(context, zone, 0), zoneEnd(context, zone)]
    const bitmap = isCurrent(zone)
      ? context.scratch.cachedBitmap(this, zone, from, to)
      : context.scratch.borrowBitmap(this.lists, from, to)
    this.#bitmaps[zone] = bitmap
    return bitmap
  }

  /**
   * Returns whether every document of all the lists has the prefix, because one of the words starts with it.
   */
  isImpliedBy(lists: readonly PostingList[]): boolean {
    const { from, to } = this.terms
    return lists.some(({ word }) => word >= from && word < to)
  }

  /**
   * Sets the bit `document - from` of every document in [from, to); returns how many bits were not set before.
   */
  setBits(bits: Uint32Array, from: number, to: number): number {
    if (from > 0) return setBitsOfLists(this.lists, bits, from, to)
    // Live documents come first in every posting list, so the rest of it is not read.
    const { documents } = this.plain
    const plain = setBitsOfSlices(documents, this.#postingStarts, this.terms.from, this.terms.to, bits, to)
    return plain + setBitsOfLists(this.joined, bits, 0, to)
  }

  /** Returns whether the bitmap of the zone exists already. */
  hasBitmap(context: SearchContext, zone: Zone): boolean {
    if (this.#bitmaps[zone] !== undefined) return true
    return isCurrent(zone) && context.scratch.cached(this.text, zone) !== undefined
  }
}

/**
 * Tests whether a document has a word with the prefix: plain words by their numbers, joined words by their
 * postings.
 */
export class PrefixTest {
  readonly #forward: Uint32Array
  readonly #starts: Uint32Array
  /** Range of the forward entries (word × 2, + 1 before a hyphen). */
  readonly #from: number
  readonly #to: number
  readonly #prefix: Prefix
  readonly #zone: readonly [number, number]
  #joined: PostingList | undefined

  /** For documents in [from, to). */
  constructor({ sections }: SearchContext, prefix: Prefix, from: number, to: number) {
    this.#forward = sections.forward
    this.#starts = sections.forwardStarts
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
    const position = gallop(documents, 0, to, document)
    return position < to && documents[position] === document
  }
}
