/** Which documents of a block hold a reading, by their own words. */

import { groupStart, zoneEnd } from '../format/index-reader.ts'
import type { Zone } from '../format/layout.ts'
import { ZONES } from '../format/layout.ts'
import type { DocumentList } from '../format/posting-list.ts'
import { gallop } from '../format/posting-list.ts'
import type { AskedLists, BitSieve } from './block-filters.ts'
import { askedLists, WordSieve } from './block-filters.ts'
import { BeginningTest } from './prefix.ts'
import type { Reading } from './query-variants.ts'
import type { SearchContext } from './search-context.ts'

/** Documents of one zone against one reading. */
export class DocumentTrials {
  /** The zone. */
  readonly from: number
  readonly to: number
  readonly #asked: AskedLists
  readonly #words: WordSieve
  readonly #beginning: BeginningTest | undefined

  /** `lead`: the place among the lists of the one that is known to be held; -1: the beginning is, or nothing where the reading has none. */
  constructor(segment: SearchContext, { lists, beginning }: Reading, lead: number, zone: Zone) {
    this.from = groupStart(segment, zone, 0)
    this.to = zoneEnd(segment, zone)
    this.#asked = askedLists(lists, lead, zone === ZONES.live)
    this.#words = new WordSieve(segment, this.#asked.words)
    const isAsked = lead >= 0 && beginning !== undefined && !beginning.isHeldBy(lists)
    this.#beginning = isAsked ? new BeginningTest(segment, beginning, this.from, this.to) : undefined
  }

  /** Moves those of the first `count` documents, all of the zone, that hold the reading to the front; how many. */
  keep(block: Uint32Array, count: number): number {
    const { common, words, joined } = this.#asked
    let kept = count
    for (let i = 0; i < common.length && kept > 0; i++) kept = (common[i] as BitSieve).keep(block, kept)
    if (words.length > 0 || this.#beginning !== undefined) kept = this.#words.keep(block, kept)
    for (let i = 0; i < joined.length && kept > 0; i++)
      kept = this.#keepJoined(joined[i] as DocumentList, block, kept)
    return this.#beginning === undefined ? kept : this.#keepBegun(this.#beginning, block, kept)
  }

  #keepJoined(list: DocumentList, block: Uint32Array, count: number): number {
    let kept = 0
    for (let i = 0; i < count; i++) {
      const document = block[i] as number
      if (isIn(list, document)) block[kept++] = document
    }
    return kept
  }

  #keepBegun(beginning: BeginningTest, block: Uint32Array, count: number): number {
    let kept = 0
    for (let i = 0; i < count; i++) {
      const document = block[i] as number
      if (beginning.passes(document)) block[kept++] = document
    }
    return kept
  }
}

function isIn({ all, from, to }: DocumentList, document: number): boolean {
  const place = gallop(all, from, to, document)
  return place < to && all[place] === document
}
