/** The last word of a query, of which only the beginning may have been typed. */

import { zoneEnd } from '../format/index-reader.ts'
import type { Blocks } from '../format/layout.ts'
import { ZONES } from '../format/layout.ts'
import type { DocumentList } from '../format/posting-list.ts'
import {
  gallop,
  lengthOf,
  listOf,
  markLists,
  markSlices,
  NO_DOCUMENTS,
  uniteLists,
} from '../format/posting-list.ts'
import type { TermRange } from '../format/term-dictionary.ts'
import type { Marks } from './scratch.ts'
import type { SearchContext } from './search-context.ts'

/** All words, plain and joined, that begin alike. */
export class Beginning {
  readonly text: string
  readonly terms: TermRange
  /** Postings of the plain words, which are neighbours: one slice, but not sorted as a whole. */
  readonly plain: DocumentList
  readonly #postingStarts: Uint32Array
  readonly #readJoined: () => readonly DocumentList[]
  #joined: readonly DocumentList[] | undefined
  /** By first document of the zone. */
  #sorted: Map<number, DocumentList> | undefined
  #marks: Map<number, Marks> | undefined

  /** `readJoined`: see `joined`; most searches never ask for it. */
  constructor(
    { postings, postingStarts }: Blocks,
    text: string,
    terms: TermRange,
    readJoined: () => readonly DocumentList[],
  ) {
    this.text = text
    this.terms = terms
    this.plain = listOf(postings, postingStarts[terms.from] as number, postingStarts[terms.to] as number)
    this.#postingStarts = postingStarts
    this.#readJoined = readJoined
  }

  /** Postings of the joined words that add something. */
  get joined(): readonly DocumentList[] {
    this.#joined ??= this.#readJoined()
    return this.#joined
  }

  /** Postings of all words, as they lie. */
  get lists(): readonly DocumentList[] {
    return [this.plain, ...this.joined]
  }

  /** Postings of all words; a document with several of them counts as often. */
  get count(): number {
    return this.plain.to - this.plain.from + lengthOf(this.joined)
  }

  /** The documents of the zone [from, to), ascending, each once; made once for each zone. For up to a few thousand. */
  documents(from: number, to: number): DocumentList {
    // An empty zone begins where the next one does, so it must not be known by its beginning.
    if (from === to) return NO_DOCUMENTS
    const known = this.#sorted?.get(from)
    if (known !== undefined) return known
    const united = uniteLists(this.lists, from, to)
    this.#sorted ??= new Map()
    this.#sorted.set(from, united)
    return united
  }

  /** The same as bits; made once for each zone, those of live documents remembered beyond the search. */
  marks(segment: SearchContext, from: number, to: number): Marks {
    const known = this.#marks?.get(from)
    if (known !== undefined) return known
    const isLive = from === 0 && to === zoneEnd(segment, ZONES.live)
    const marks = isLive ? segment.marks.live(this, to) : segment.marks.lend(this.lists, from, to)
    this.#marks ??= new Map()
    if (from < to) this.#marks.set(from, marks)
    return marks
  }

  /** Whether every document that is in all of the lists has the beginning, as one of the words begins so. */
  isHeldBy(lists: readonly DocumentList[]): boolean {
    const { from, to } = this.terms
    return lists.some(({ word }) => word >= from && word < to)
  }

  /** Sets the bits of the documents before `to`, which are live; how many. */
  mark(bits: Uint32Array, to: number): number {
    const { from, to: end } = this.terms
    const plain = markSlices(this.plain.all, this.#postingStarts, from, end, bits, to)
    return plain + markLists(this.joined, bits, 0, to)
  }

  /** Whether `marks` are there already. */
  isMarked(segment: SearchContext, from: number): boolean {
    return this.#marks?.has(from) === true || (from === 0 && segment.marks.known(this.text) !== undefined)
  }
}

/** Whether a document has a word that begins so: words by their numbers, joined words by their documents. */
export class BeginningTest {
  readonly #forward: Uint32Array
  readonly #starts: Uint32Array
  /** Bounds of the forward entries (word × 2, + hyphen). */
  readonly #from: number
  readonly #to: number
  readonly #beginning: Beginning
  readonly #zone: readonly [number, number]
  #joined: DocumentList | undefined

  /** For documents in [from, to). */
  constructor({ blocks }: SearchContext, beginning: Beginning, from: number, to: number) {
    this.#forward = blocks.forward
    this.#starts = blocks.forwardStarts
    this.#from = beginning.terms.from * 2
    this.#to = beginning.terms.to * 2
    this.#beginning = beginning
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
    this.#joined ??= uniteLists(this.#beginning.joined, ...this.#zone)
    const { all, to } = this.#joined
    const place = gallop(all, 0, to, document)
    return place < to && all[place] === document
  }
}
