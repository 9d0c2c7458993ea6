/** Documents by the seats of their companies, for deep searches with a filter on cities. */
import { seatIn } from '../format/company-rows.ts'
import type { IndexReader } from '../format/index-reader.ts'
import { companyOf } from '../format/index-reader.ts'
import { CANDIDATES_MAX } from './candidates.ts'

/** Documents that one search adds to the lists while they are not complete: at most some 2 ms. */
export const DOCUMENTS_PER_STEP = 32_768

/**
 * The documents of each seat, current and former names; one object per thread and index. The lists are made by the searches
 * that want them, a step each: all documents are counted, then written. 4 bytes a document; seats with more than
 * `CANDIDATES_MAX` have no list.
 */
export class SeatDocuments {
  readonly #reader: IndexReader
  /** By seat: number of documents. */
  readonly #counts: Uint32Array
  /** By seat: where its list ends as far as it is written. */
  readonly #ends: Uint32Array
  /** All lists, one after the other; `undefined` until all documents are counted. */
  #documents: Uint32Array | undefined
  /** The next document to be counted or written. */
  #next = 0

  constructor(reader: IndexReader) {
    const seats = reader.sections.seatStarts.length - 1
    this.#reader = reader
    this.#counts = new Uint32Array(seats)
    this.#ends = new Uint32Array(seats)
  }

  /**
   * Returns the documents of each of the seats, in ascending order; `undefined` if they are more than `CANDIDATES_MAX` in
   * all, or the lists are not complete yet.
   */
  of(seats: readonly number[]): readonly Uint32Array[] | undefined {
    if (!this.#isComplete) this.#continue()
    const documents = this.#documents
    if (documents === undefined || !this.#isComplete) return undefined
    const count = seats.reduce((sum, seat) => sum + (this.#counts[seat] as number), 0)
    if (count > CANDIDATES_MAX) return undefined
    return seats.map((seat) => {
      const end = this.#ends[seat] as number
      return documents.subarray(end - (this.#counts[seat] as number), end)
    })
  }

  get #isComplete(): boolean {
    return this.#documents !== undefined && this.#next === this.#reader.header.documents
  }

  #continue(): void {
    const { documents } = this.#reader.header
    const end = Math.min(this.#next + DOCUMENTS_PER_STEP, documents)
    if (this.#documents === undefined) this.#count(this.#next, end)
    else this.#write(this.#documents, this.#next, end)
    this.#next = end
    if (end < documents || this.#documents !== undefined) return
    this.#documents = this.#emptyLists()
    this.#next = 0
  }

  #count(from: number, to: number): void {
    for (let document = from; document < to; document++) {
      const seat = this.#seatOf(document)
      this.#counts[seat] = (this.#counts[seat] as number) + 1
    }
  }

  /** Returns room for all lists, and sets the ends to their starts. */
  #emptyLists(): Uint32Array {
    let all = 0
    for (let seat = 0; seat < this.#counts.length; seat++) {
      this.#ends[seat] = all
      if (hasList(this.#counts[seat] as number)) all += this.#counts[seat] as number
    }
    return new Uint32Array(all)
  }

  #write(lists: Uint32Array, from: number, to: number): void {
    for (let document = from; document < to; document++) {
      const seat = this.#seatOf(document)
      if (!hasList(this.#counts[seat] as number)) continue
      const end = this.#ends[seat] as number
      lists[end] = document
      this.#ends[seat] = end + 1
    }
  }

  #seatOf(document: number): number {
    return seatIn(this.#reader.sections.companyRows, companyOf(this.#reader, document))
  }
}

function hasList(count: number): boolean {
  return count <= CANDIDATES_MAX
}
