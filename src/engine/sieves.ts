/** Conditions on a block of documents, each a loop that moves the documents that pass to the front. */
import type { Beginning } from './beginning.ts'
import { BeginningTest } from './beginning.ts'
import type { DocumentList } from './document-list.ts'
import { gallop } from './document-list.ts'
import type { Segment } from './segment.ts'

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

/** To try a document costs about as much as to mark so many. */
const MARKS_A_TRY = 16

/**
 * Documents with a word that begins so. Each is tried by its words, until marking all documents that have the
 * beginning would have cost as much; then they are marked. So it never costs much more than twice the better way.
 * The trials of earlier searches count too: what is asked again and again is marked soon, and marks are remembered.
 */
export class BeginningSieve implements Sieve {
  readonly #segment: Segment
  readonly #beginning: Beginning
  readonly #from: number
  readonly #to: number
  readonly #test: BeginningTest
  readonly #triesMax: number
  #tries: number
  #marked: BitSieve | undefined

  /** For documents in [from, to). */
  constructor(segment: Segment, beginning: Beginning, from: number, to: number) {
    this.#segment = segment
    this.#beginning = beginning
    this.#from = from
    this.#to = to
    this.#test = new BeginningTest(segment, beginning, from, to)
    this.#triesMax = beginning.isMarked(segment, from) ? 0 : beginning.count / MARKS_A_TRY
    this.#tries = from === 0 ? (segment.beginningTries.get(beginning.text) ?? 0) : 0
  }

  keep(block: Uint32Array, count: number): number {
    if (this.#tries >= this.#triesMax) return this.#byMarks().keep(block, count)
    this.#tries += count
    this.#segment.beginningTries.set(this.#beginning.text, this.#tries)
    let kept = 0
    for (let i = 0; i < count; i++) {
      const document = block[i] as number
      if (this.#test.passes(document)) block[kept++] = document
    }
    return kept
  }

  #byMarks(): BitSieve {
    this.#marked ??= new BitSieve(this.#beginning.marks(this.#segment, this.#from, this.#to).bits, this.#from)
    return this.#marked
  }
}
