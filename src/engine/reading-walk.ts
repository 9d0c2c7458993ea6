/** Walks the documents that hold all words of a reading, from better to worse, part by part. */

import type { DocumentList } from './document-list.ts'
import { gallop } from './document-list.ts'
import type { Reading } from './readings.ts'

/** Takes a document; answers `false` to stop. */
type Sink = (document: number) => boolean

export class ReadingWalk {
  /** Shortest first: it leads, the others are asked. */
  readonly #lists: readonly DocumentList[]
  readonly #places: Uint32Array

  /** Only documents in [from, to) will be walked. */
  constructor(reading: Reading, from: number, to: number) {
    this.#lists = reading.lists
      .map(({ all, from: first, to: last }) => {
        const start = gallop(all, first, last, from)
        return { all, from: start, to: gallop(all, start, last, to) }
      })
      .sort((a, b) => a.to - a.from - (b.to - b.from))
    this.#places = Uint32Array.from(this.#lists, (list) => list.from)
  }

  get isDone(): boolean {
    const lead = this.#lists[0] as DocumentList
    return (this.#places[0] as number) >= lead.to
  }

  /** Hands every document before `to` that was not walked yet to the sink, ascending. */
  walk(to: number, sink: Sink): void {
    const { all, to: end } = this.#lists[0] as DocumentList
    let place = this.#places[0] as number
    while (place < end) {
      const document = all[place] as number
      if (document >= to) break
      const next = this.#nextInOthers(document)
      if (next > document) {
        place = gallop(all, place + 1, end, next)
      } else {
        place++
        if (!sink(document)) break
      }
    }
    this.#places[0] = place
  }

  /** `document` when all other lists have it, else the least document that still can be in all. */
  #nextInOthers(document: number): number {
    for (let i = 1; i < this.#lists.length; i++) {
      const { all, to } = this.#lists[i] as DocumentList
      const place = gallop(all, this.#places[i] as number, to, document)
      this.#places[i] = place
      if (place === to) return Number.POSITIVE_INFINITY
      if (all[place] !== document) return all[place] as number
    }
    return document
  }
}
