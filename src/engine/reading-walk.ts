/** Walks the documents that hold a reading, from better to worse, part by part. */

import { ZONES } from './blocks.ts'
import type { DocumentList } from './document-list.ts'
import { gallop, uniteLists } from './document-list.ts'
import type { Beginning, Reading } from './readings.ts'
import type { Segment } from './segment.ts'
import { zoneEnd } from './segment.ts'

/** Takes a document; answers `false` to stop. */
export type Sink = (document: number) => boolean

export interface Walk {
  /** No document before this one will come; `undefined` at the end. */
  readonly next: number | undefined
  /** At least this many documents are on the whole way; 0 = not known. */
  readonly countMin: number
  /** Hands every document before `to` that was not walked yet to the sink, ascending. */
  walk(to: number, sink: Sink): void
}

/**
 * The cheapest way through the documents of a reading in [from, to). A beginning is turned into a list where it
 * is rare, else asked of each document that has the other words; alone and very common, all documents are tried.
 * `hitsMax`: after how many documents the search will end.
 */
export function walkOf(segment: Segment, reading: Reading, from: number, to: number, hitsMax: number): Walk {
  const { lists, beginning } = reading
  if (beginning === undefined) return new ListWalk(segment, lists, from, to)
  const { count } = beginning
  if (lists.length === 0 && isScanCheaper(count, to - from, hitsMax)) {
    return new ScanWalk(new BeginningTest(segment, beginning, from, to), from, to)
  }
  const isListCheaper = lists.every((list) => count < list.to - list.from)
  if (isListCheaper) return new ListWalk(segment, [...lists, beginning.documents(from, to)], from, to)
  return new ListWalk(segment, lists, from, to, new BeginningTest(segment, beginning, from, to))
}

/**
 * Making a list costs about 2.5 ns for each posting. Trying a document costs 8 ns, and a search ends when it knows
 * of `hitsMax` hits, so trying is over the sooner the more documents have the beginning.
 */
function isScanCheaper(postings: number, documents: number, hitsMax: number): boolean {
  const documentsTried = hitsMax * (documents / postings)
  return documentsTried * 8 < postings * 2.5
}

/** Documents that are in all lists and pass the test. */
class ListWalk implements Walk {
  /** Shortest first: it leads, the others are asked. */
  readonly #lists: readonly DocumentList[]
  readonly #places: number[]
  readonly #test: BeginningTest | undefined
  readonly #isLive: boolean

  constructor(
    segment: Segment,
    lists: readonly DocumentList[],
    from: number,
    to: number,
    test?: BeginningTest,
  ) {
    const sorted = lists.length === 1 ? lists : [...lists].sort((a, b) => a.to - a.from - (b.to - b.from))
    const { all, from: first, to: last } = sorted[0] as DocumentList
    const start = gallop(all, first, last, from)
    const lead = { all, from: start, to: gallop(all, start, last, to) }
    this.#lists = [lead, ...sorted.slice(1)]
    this.#places = this.#lists.map((list) => list.from)
    this.#test = test
    this.#isLive = to <= zoneEnd(segment, ZONES.live)
  }

  get next(): number | undefined {
    const { all, to } = this.#lists[0] as DocumentList
    const place = this.#places[0] as number
    return place < to ? all[place] : undefined
  }

  get countMin(): number {
    const lead = this.#lists[0] as DocumentList
    return this.#lists.length === 1 && this.#test === undefined ? lead.to - lead.from : 0
  }

  walk(to: number, sink: Sink): void {
    const { all, to: end } = this.#lists[0] as DocumentList
    let place = this.#places[0] as number
    while (place < end) {
      const document = all[place] as number
      if (document >= to) break
      const next = this.#nextPossible(document)
      if (next > document) {
        place = gallop(all, place + 1, end, next)
      } else {
        place++
        if (!sink(document)) break
      }
    }
    this.#places[0] = place
  }

  /** `document` when it is one, else the least document that still can be one. */
  #nextPossible(document: number): number {
    for (let i = 1; i < this.#lists.length; i++) {
      const next = this.#nextIn(i, document)
      if (next > document) return next
    }
    return this.#test === undefined || this.#test.passes(document) ? document : document + 1
  }

  /** The first document of list `i` that is not before `document`; where bits tell that it is another, the next number. */
  #nextIn(i: number, document: number): number {
    const { all, to, liveBits } = this.#lists[i] as DocumentList
    if (liveBits !== undefined && this.#isLive) {
      const isIn = ((liveBits[document >>> 5] as number) >>> (document & 31)) & 1
      return isIn === 1 ? document : document + 1
    }
    const place = gallop(all, this.#places[i] as number, to, document)
    this.#places[i] = place
    return place === to ? Number.POSITIVE_INFINITY : (all[place] as number)
  }
}

/** Tries every document. */
class ScanWalk implements Walk {
  readonly countMin = 0
  readonly #test: BeginningTest
  readonly #end: number
  #next: number

  constructor(test: BeginningTest, from: number, to: number) {
    this.#test = test
    this.#next = from
    this.#end = to
  }

  get next(): number | undefined {
    return this.#next < this.#end ? this.#next : undefined
  }

  walk(to: number, sink: Sink): void {
    const end = Math.min(to, this.#end)
    while (this.#next < end) {
      const document = this.#next++
      if (this.#test.passes(document) && !sink(document)) return
    }
  }
}

/** Whether a document has a word that begins so, asked in ascending order: words by their numbers, joined words by their documents. */
class BeginningTest {
  readonly #forward: Uint32Array
  readonly #starts: Uint32Array
  /** Bounds of the forward entries (word × 2, + hyphen). */
  readonly #from: number
  readonly #to: number
  readonly #joined: DocumentList
  #joinedPlace: number

  constructor({ blocks }: Segment, { terms, joined }: Beginning, from: number, to: number) {
    this.#forward = blocks.forward
    this.#starts = blocks.forwardStarts
    this.#from = terms.from * 2
    this.#to = terms.to * 2
    this.#joined = uniteLists(joined, from, to)
    this.#joinedPlace = this.#joined.from
  }

  passes(document: number): boolean {
    const end = this.#starts[document + 1] as number
    for (let i = this.#starts[document] as number; i < end; i++) {
      const entry = this.#forward[i] as number
      if (entry >= this.#from && entry < this.#to) return true
    }
    const { all, to } = this.#joined
    this.#joinedPlace = gallop(all, this.#joinedPlace, to, document)
    return this.#joinedPlace < to && all[this.#joinedPlace] === document
  }
}
