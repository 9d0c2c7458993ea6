/** Counts the remaining hits of a search once its page is complete; their order does not matter. */

import { companyOf, groupStart, zoneEnd } from '../format/index-reader.ts'
import type { Zone } from '../format/layout.ts'
import { isCurrent } from '../format/layout.ts'
import type { PostingRange } from '../format/posting-list.ts'
import { gallop } from '../format/posting-list.ts'
import { CHECKS_PER_SORTED, openConjunction } from './conjunction.ts'
import type { NameSearch } from './name-search.ts'
import { PrefixTest } from './prefix.ts'
import type { QueryVariant } from './query-variants.ts'

/** Counts all unseen hits of the variants; stops when no further hit changes the result. */
export function countRemaining(
  search: NameSearch,
  variants: readonly QueryVariant[],
  zones: readonly Zone[],
): void {
  if (isOverflowSure(search, variants, zones)) search.topHits.markOverflow()
  // Where no other step can find the same company, it need not be marked as seen.
  const isCountEnough = variants.length === 1 && search.isCountEnough
  for (const zone of zones) {
    for (const variant of variants) {
      if (search.topHits.room > 0) countInZone(search, variant, zone, isCountEnough && isCurrent(zone))
    }
  }
}

function countInZone(search: NameSearch, variant: QueryVariant, zone: Zone, isCountEnough: boolean): void {
  const isDone = variant.lists.length === 0 && countPrefix(search, variant, zone, isCountEnough)
  if (!isDone) countVariant(search, variant, zone, isCountEnough)
}

/** Returns whether a single word alone has more hits than are shown. */
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
      if (!isCurrent(zone)) return false
      const from = gallop(list.documents, list.from, list.to, groupStart(context, zone, 0))
      return topHits.isOverflowSure(gallop(list.documents, from, list.to, zoneEnd(context, zone)) - from)
    })
  })
}

/**
 * Counts a variant that is only a prefix: every document of the zone with the prefix is a hit, and the number
 * is cached. Returns `false` if the variant must be iterated instead.
 */
function countPrefix(
  search: NameSearch,
  { prefix }: QueryVariant,
  zone: Zone,
  isCountEnough: boolean,
): boolean {
  const { context, topHits, filter } = search
  const key = filter === undefined ? '' : filter.cacheKey
  if (prefix === undefined || !isCurrent(zone) || key === undefined) return false
  const [from, to] = [groupStart(context, zone, 0), zoneEnd(context, zone)]
  const cache = isCountEnough && topHits.canCountSeen ? context.prefixCounts[zone] : undefined
  // A prefix contains no blank, so the key is unambiguous.
  const known = cache?.get(`${prefix.text} ${key}`)
  const test = new PrefixTest(context, prefix, from, to)
  // Some seen companies are of other zones of the page.
  const isHere = (company: number) => company >= from && company < to && test.passes(company)
  const seen = cache === undefined ? 0 : topHits.countSeen(isHere)
  if (known !== undefined) {
    topHits.countMore(known - seen)
    return true
  }
  const before = topHits.room
  for (const list of prefix.lists) countList(search, list, from, to)
  const counted = before - topHits.room + seen
  if (topHits.room > 0) cache?.set(`${prefix.text} ${key}`, counted)
  // Counting may have ended early because of the hits of other zones, which other searches do not have.
  else if (topHits.isOverflowSure(counted)) cache?.set(`${prefix.text} ${key}`, Number.POSITIVE_INFINITY)
  return true
}

/** Counts the documents of an unsorted list that are in [from, to) and pass the filter. */
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
  const chunk = context.scratch.checkedChunk
  for (let next = list.from; next < list.to && topHits.room > 0; next += chunk.length) {
    const part = list.documents.subarray(next, Math.min(list.to, next + chunk.length))
    chunk.set(part)
    const passed = keepPassing(
      (company) => company >= from && company < to && filter.passes(company),
      chunk,
      part.length,
    )
    topHits.countAll(chunk, 0, passed, from, to)
  }
}

function countVariant(search: NameSearch, variant: QueryVariant, zone: Zone, isCountEnough: boolean): void {
  const { context, filter, topHits, checkedMax } = search
  openConjunction(context, variant, zone, checkedMax / CHECKS_PER_SORTED).walkChunks(
    zoneEnd(context, zone),
    (chunk, count) => {
      const companies = isCurrent(zone) ? chunk : ownersIn(search, chunk, count)
      const passed = filter === undefined ? count : keepPassing(filter.passes, companies, count)
      if (isCountEnough) topHits.countOthers(companies, passed)
      else topHits.countAll(companies, 0, passed, 0, context.header.companies)
      return topHits.room > 0
    },
  )
}

/** Replaces documents by the companies that have these names. */
function ownersIn({ context }: NameSearch, chunk: Uint32Array, count: number): Uint32Array {
  for (let i = 0; i < count; i++) chunk[i] = companyOf(context, chunk[i] as number)
  return chunk
}

function keepPassing(passes: (company: number) => boolean, companies: Uint32Array, count: number): number {
  let kept = 0
  for (let i = 0; i < count; i++) {
    const company = companies[i] as number
    if (passes(company)) companies[kept++] = company
  }
  return kept
}
