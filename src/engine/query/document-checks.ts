/** Which documents of a block hold a reading, by their own words. */

import { groupStart, zoneEnd } from '../format/index-reader.ts'
import type { Zone } from '../format/layout.ts'
import { ZONES } from '../format/layout.ts'
import type { PostingList } from '../format/posting-list.ts'
import { gallop } from '../format/posting-list.ts'
import type { BitmapFilter, Conditions } from './block-filters.ts'
import { conditionsOf, WordFilter } from './block-filters.ts'
import { PrefixTest } from './prefix.ts'
import type { QueryVariant } from './query-variants.ts'
import type { SearchContext } from './search-context.ts'

/** Documents of one zone against one reading. */
export class DocumentChecks {
  /** The zone. */
  readonly from: number
  readonly to: number
  readonly #conditions: Conditions
  readonly #words: WordFilter
  readonly #prefix: PrefixTest | undefined

  /** `lead`: the place among the lists of the one that is known to be held; -1: the beginning is, or nothing where the reading has none. */
  constructor(context: SearchContext, { lists, prefix }: QueryVariant, lead: number, zone: Zone) {
    this.from = groupStart(context, zone, 0)
    this.to = zoneEnd(context, zone)
    this.#conditions = conditionsOf(lists, lead, zone === ZONES.live)
    this.#words = new WordFilter(context, this.#conditions.words)
    const isAsked = lead >= 0 && prefix !== undefined && !prefix.isImpliedBy(lists)
    this.#prefix = isAsked ? new PrefixTest(context, prefix, this.from, this.to) : undefined
  }

  /** Moves those of the first `count` documents, all of the zone, that hold the reading to the front; how many. */
  keep(block: Uint32Array, count: number): number {
    const { common, words, joined } = this.#conditions
    let kept = count
    for (let i = 0; i < common.length && kept > 0; i++) kept = (common[i] as BitmapFilter).keep(block, kept)
    if (words.length > 0 || this.#prefix !== undefined) kept = this.#words.keep(block, kept)
    for (let i = 0; i < joined.length && kept > 0; i++)
      kept = this.#keepJoined(joined[i] as PostingList, block, kept)
    return this.#prefix === undefined ? kept : this.#keepWithPrefix(this.#prefix, block, kept)
  }

  #keepJoined(list: PostingList, block: Uint32Array, count: number): number {
    let kept = 0
    for (let i = 0; i < count; i++) {
      const document = block[i] as number
      if (isIn(list, document)) block[kept++] = document
    }
    return kept
  }

  #keepWithPrefix(prefix: PrefixTest, block: Uint32Array, count: number): number {
    let kept = 0
    for (let i = 0; i < count; i++) {
      const document = block[i] as number
      if (prefix.passes(document)) block[kept++] = document
    }
    return kept
  }
}

function isIn({ documents, from, to }: PostingList, document: number): boolean {
  const place = gallop(documents, from, to, document)
  return place < to && documents[place] === document
}
