/** The cheap end of a search: the page is filled, only the number of all hits is still to be known. */

import { companyOf, groupStart, zoneEnd } from '../format/index-reader.ts'
import type { Zone } from '../format/layout.ts'
import { ZONES } from '../format/layout.ts'
import type { PostingRange } from '../format/posting-list.ts'
import { gallop } from '../format/posting-list.ts'
import { CHECKS_PER_SORTED, openConjunction } from './conjunction.ts'
import type { NameSearch } from './name-search.ts'
import { PrefixTest } from './prefix.ts'
import type { QueryVariant } from './query-variants.ts'

/** Counts all hits of the readings that were not taken yet, in whatever order; stops when the page is full. */
export function countRemaining(
  search: NameSearch,
  variants: readonly QueryVariant[],
  zones: readonly Zone[],
): void {
  if (isOverflowSure(search, variants, zones)) search.topHits.markOverflow()
  // Where nothing else can come to the same company, it need not be remembered.
  const isCountEnough = variants.length === 1 && search.isCountEnough
  for (const zone of zones) {
    for (const variant of variants) {
      if (search.topHits.room > 0) countOne(search, variant, zone, isCountEnough && zone !== ZONES.former)
    }
  }
}

function countOne(search: NameSearch, variant: QueryVariant, zone: Zone, isCountEnough: boolean): void {
  const isDone = variant.lists.length === 0 && countPrefix(search, variant, zone, isCountEnough)
  if (!isDone) countVariant(search, variant, zone, isCountEnough)
}

/** Whether one word alone stands in more names than are shown. */
export function isOverflowSure(
  { context, filter, topHits }: NameSearch,
  variants: readonly QueryVariant[],
  zones: readonly Zone[],
): boolean {
  if (filter !== undefined) return false
  return variants.some(({ lists, prefix }) => {
    const list = lists[0]
    if (lists.length > 1 || list === undefined || prefix !== undefined) return false
    if (!topHits.isOverflowSure(list.to - list.from)) return false
    // Documents of these zones are different companies.
    return zones.some((zone) => {
      if (zone === ZONES.former) return false
      const from = gallop(list.documents, list.from, list.to, groupStart(context, zone, 0))
      return topHits.isOverflowSure(gallop(list.documents, from, list.to, zoneEnd(context, zone)) - from)
    })
  })
}

/**
 * Where nothing but a beginning is asked, every document of the zone that has it is a hit. How many there are is
 * remembered. `false`: it has to be walked.
 */
function countPrefix(
  search: NameSearch,
  { prefix }: QueryVariant,
  zone: Zone,
  isCountEnough: boolean,
): boolean {
  const { context, topHits, filter } = search
  const key = filter === undefined ? '' : filter.cacheKey
  if (prefix === undefined || zone === ZONES.former || key === undefined) return false
  const [from, to] = [groupStart(context, zone, 0), zoneEnd(context, zone)]
  const cache =
    zone === ZONES.live && isCountEnough && topHits.canCountSeen ? context.prefixCounts : undefined
  // No beginning has a blank.
  const known = cache?.get(`${prefix.text} ${key}`)
  const test = new PrefixTest(context, prefix, from, to)
  // Of the page's other zones some are taken too.
  const isHere = (company: number) => company >= from && company < to && test.passes(company)
  const taken = cache === undefined ? 0 : topHits.countSeen(isHere)
  if (known !== undefined) {
    topHits.countMore(known - taken)
    return true
  }
  const before = topHits.room
  for (const list of prefix.lists) countList(search, list, from, to)
  cache?.set(
    `${prefix.text} ${key}`,
    topHits.room === 0 ? Number.POSITIVE_INFINITY : before - topHits.room + taken,
  )
  return true
}

/** Of a list that need not be sorted: those in [from, to) that pass the filter. */
function countList(
  { context, topHits, filter }: NameSearch,
  list: PostingRange,
  from: number,
  to: number,
): void {
  if (filter === undefined) {
    topHits.countAll(list.documents, list.from, list.to, from, to)
    return
  }
  const block = context.scratch.checkBlock
  for (let next = list.from; next < list.to && topHits.room > 0; next += block.length) {
    const part = list.documents.subarray(next, Math.min(list.to, next + block.length))
    block.set(part)
    const passed = keepPassing(
      (company) => company >= from && company < to && filter.passes(company),
      block,
      part.length,
    )
    topHits.countAll(block, 0, passed, from, to)
  }
}

function countVariant(search: NameSearch, variant: QueryVariant, zone: Zone, isCountEnough: boolean): void {
  const { context, filter, topHits, checkedMax } = search
  const [from, to] = [groupStart(context, zone, 0), zoneEnd(context, zone)]
  openConjunction(context, variant, from, to, checkedMax / CHECKS_PER_SORTED).walkBlocks(
    to,
    (block, count) => {
      const companies = zone === ZONES.former ? ownersIn(search, block, count) : block
      const passed = filter === undefined ? count : keepPassing(filter.passes, companies, count)
      if (isCountEnough) topHits.countOthers(companies, passed)
      else topHits.countAll(companies, 0, passed, 0, context.header.companies)
      return topHits.room > 0
    },
  )
}

/** Turns documents into the companies whose names they are. */
function ownersIn({ context }: NameSearch, block: Uint32Array, count: number): Uint32Array {
  for (let i = 0; i < count; i++) block[i] = companyOf(context, block[i] as number)
  return block
}

function keepPassing(passes: (company: number) => boolean, companies: Uint32Array, count: number): number {
  let kept = 0
  for (let i = 0; i < count; i++) {
    const company = companies[i] as number
    if (passes(company)) companies[kept++] = company
  }
  return kept
}
