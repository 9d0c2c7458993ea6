/** Checks whether documents match a query variant by the documents' own words. */

import { groupStart, zoneEnd } from '../format/index-reader.ts'
import type { Zone } from '../format/layout.ts'
import type { PostingList } from '../format/posting-list.ts'
import { gallop } from '../format/posting-list.ts'
import type { BitmapFilter, Conditions } from './chunk-filters.ts'
import { conditionsOf, WordFilter } from './chunk-filters.ts'
import { PrefixTest } from './prefix.ts'
import type { QueryVariant } from './query-variants.ts'
import type { SearchContext } from './search-context.ts'

/** Checks the documents of one zone against one query variant. */
export class DocumentChecks {
  /** Bounds of the zone. */
  readonly from: number
  readonly to: number
  readonly #conditions: Conditions
  readonly #words: WordFilter
  readonly #prefix: PrefixTest | undefined

  /**
   * `lead`: index of the list that the documents come from. -1: they come from the prefix, or are known to
   * match it if the variant has one.
   */
  constructor(context: SearchContext, { lists, prefix }: QueryVariant, lead: number, zone: Zone) {
    this.from = groupStart(context, zone, 0)
    this.to = zoneEnd(context, zone)
    this.#conditions = conditionsOf(lists, lead, zone, this.from)
    this.#words = new WordFilter(context, this.#conditions.words)
    const isChecked = lead >= 0 && prefix !== undefined && !prefix.isImpliedBy(lists)
    this.#prefix = isChecked ? new PrefixTest(context, prefix, this.from, this.to) : undefined
  }

  /**
   * Moves the matching documents of the first `count`, all of the zone, to the front; returns their number.
   */
  keep(chunk: Uint32Array, count: number): number {
    const { common, words, joined } = this.#conditions
    let kept = count
    for (let i = 0; i < common.length && kept > 0; i++) kept = (common[i] as BitmapFilter).keep(chunk, kept)
    if (words.length > 0 || this.#prefix !== undefined) kept = this.#words.keep(chunk, kept)
    for (let i = 0; i < joined.length && kept > 0; i++)
      kept = this.#keepJoined(joined[i] as PostingList, chunk, kept)
    return this.#prefix === undefined ? kept : this.#keepWithPrefix(this.#prefix, chunk, kept)
  }

  #keepJoined(list: PostingList, chunk: Uint32Array, count: number): number {
    let kept = 0
    for (let i = 0; i < count; i++) {
      const document = chunk[i] as number
      if (isIn(list, document)) chunk[kept++] = document
    }
    return kept
  }

  #keepWithPrefix(prefix: PrefixTest, chunk: Uint32Array, count: number): number {
    let kept = 0
    for (let i = 0; i < count; i++) {
      const document = chunk[i] as number
      if (prefix.passes(document)) chunk[kept++] = document
    }
    return kept
  }
}

function isIn({ documents, from, to }: PostingList, document: number): boolean {
  const position = gallop(documents, from, to, document)
  return position < to && documents[position] === document
}
