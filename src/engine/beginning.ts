/** The last word of a query, of which only the beginning may have been typed. */
import type { DocumentList } from './document-list.ts'
import { gallop, lengthOf, markLists, NO_DOCUMENTS, uniteLists } from './document-list.ts'
import type { TermRange } from './lexicon.ts'
import type { Segment } from './segment.ts'

/** All words, plain and joined, that begin alike. */
export class Beginning {
  readonly terms: TermRange
  /** Postings of all words, as they lie: the plain ones, which are neighbours, are one slice, but not sorted as a whole. */
  readonly lists: readonly DocumentList[]
  /** Postings of the joined words that add something. */
  readonly joined: readonly DocumentList[]
  /** Postings of all words; a document with several of them counts as often. */
  readonly count: number
  readonly #lists = new Map<number, DocumentList>()
  readonly #marks = new Map<number, Uint32Array>()

  /** `plain`: postings of the plain words. */
  constructor(terms: TermRange, plain: DocumentList, joined: readonly DocumentList[]) {
    this.terms = terms
    this.joined = joined
    this.lists = [plain, ...joined]
    this.count = lengthOf(this.lists)
  }

  /** The documents of the zone [from, to), ascending, each once; made once for each zone. For up to a few thousand. */
  documents(from: number, to: number): DocumentList {
    // An empty zone begins where the next one does, so it must not be known by its beginning.
    if (from === to) return NO_DOCUMENTS
    const known = this.#lists.get(from)
    if (known !== undefined) return known
    const united = uniteLists(this.lists, from, to)
    this.#lists.set(from, united)
    return united
  }

  /** The same as bits: that of `document - from` is set; made once for each zone, out of the segment's pool. */
  marks(segment: Segment, from: number, to: number): Uint32Array {
    const known = this.#marks.get(from)
    if (known !== undefined) return known
    const bits = segment.marks.lend(to - from)
    markLists(this.lists, bits, from, to)
    if (from < to) this.#marks.set(from, bits)
    return bits
  }

  /** Whether `marks` are there already. */
  isMarked(from: number): boolean {
    return this.#marks.has(from)
  }
}

/** Whether a document has a word that begins so: words by their numbers, joined words by their documents. */
export class BeginningTest {
  readonly #forward: Uint32Array
  readonly #starts: Uint32Array
  /** Bounds of the forward entries (word × 2, + hyphen). */
  readonly #from: number
  readonly #to: number
  readonly #joined: DocumentList

  /** For documents in [from, to). */
  constructor({ blocks }: Segment, { terms, joined }: Beginning, from: number, to: number) {
    this.#forward = blocks.forward
    this.#starts = blocks.forwardStarts
    this.#from = terms.from * 2
    this.#to = terms.to * 2
    this.#joined = uniteLists(joined, from, to)
  }

  passes(document: number): boolean {
    const end = this.#starts[document + 1] as number
    for (let i = this.#starts[document] as number; i < end; i++) {
      const entry = this.#forward[i] as number
      if (entry >= this.#from && entry < this.#to) return true
    }
    return this.#joined.to > 0 && this.#isJoined(document)
  }

  #isJoined(document: number): boolean {
    const { all, to } = this.#joined
    const place = gallop(all, 0, to, document)
    return place < to && all[place] === document
  }
}
