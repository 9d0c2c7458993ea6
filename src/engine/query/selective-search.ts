/**
 * The short way to the hits of most queries: where one word of every reading is rare, its documents are tried one by
 * one, by their own words, and the few that pass are put in order. No other list is looked at.
 */
import type { NameTier } from '../../names/ranking/rank.ts'
import { TIERS } from '../../names/ranking/rank.ts'
import { groupStart, wordCountOf, zoneEnd } from '../format/index-reader.ts'
import type { Zone } from '../format/layout.ts'
import type { PostingList } from '../format/posting-list.ts'
import { DocumentChecks } from './document-checks.ts'
import type { NameSearch } from './name-search.ts'
import { isOtherForm, isWanted, nonEmpty, sortByRank } from './name-search.ts'
import type { QueryVariant, QueryVariants } from './query-variants.ts'
import { VARIANTS_MAX } from './query-variants.ts'
import { currentRun } from './tier-runs.ts'

/** Whether the beginnings find few, and more is asked than a lone word, whose documents need no trial. */
export function areAllSelective({ whole, prefix }: QueryVariants, checkedMax: number): boolean {
  if (prefix.length === VARIANTS_MAX || !areSelective(prefix, checkedMax)) return false
  return whole.every(({ lists }) => lists.length > 1)
}

/** Whether not more than `checkedMax` documents need be tried, in all readings together. */
export function areSelective(variants: readonly QueryVariant[], checkedMax: number): boolean {
  let count = 0
  for (const variant of variants) {
    // Documents of a lone word all pass and are put in order, which is dearer than a trial that most do not pass.
    const { lists } = variant
    const isLone = lists.length + (variant.prefix === undefined ? 0 : 1) === 1
    count += leadOf(variant).count * (isLone ? CHECKS_PER_HIT : 1)
  }
  return count <= checkedMax
}

/** To put a document in order that passed costs about as much as so many trials. */
const CHECKS_PER_HIT = 16

/** Takes all documents of the readings, class by class. For where there are few only. */
export function searchSelective(
  search: NameSearch,
  variants: readonly QueryVariant[],
  zones: readonly Zone[],
): void {
  const sortNumbers: number[] = []
  for (const zone of zones) for (const variant of variants) collect(search, variant, zone, sortNumbers)
  takeSorted(search, zones, sortNumbers, variants.length === 1 && zones.length === 1)
}

/** The same for both kinds at once: what whole words find is looked for among what the beginnings find, which must be few. */
export function searchAllSelective(
  search: NameSearch,
  { whole, prefix }: QueryVariants,
  zones: readonly Zone[],
): void {
  const sortNumbers: number[] = []
  for (const zone of zones) {
    const start = sortNumbers.length
    for (const variant of prefix) collect(search, variant, zone, sortNumbers)
    if (sortNumbers.length > start)
      for (const variant of whole) promote(search, variant, zone, sortNumbers, start)
  }
  takeSorted(search, zones, sortNumbers, prefix.length === 1 && whole.length <= 1 && zones.length === 1)
}

/** `isOneRank`: documents of one class that have extra words are in order of rank as they are numbered. */
function takeSorted(
  search: NameSearch,
  zones: readonly Zone[],
  unsorted: readonly number[],
  isOneRank: boolean,
): void {
  const sortNumbers = unsorted.length > 1 ? Float64Array.from(unsorted).sort() : unsorted
  for (let from = 0; from < sortNumbers.length; ) {
    const key = Math.floor((sortNumbers[from] as number) / DOCUMENTS)
    let to = from + 1
    while (to < sortNumbers.length && Math.floor((sortNumbers[to] as number) / DOCUMENTS) === key) to++
    takeClass(search, key, zones, documentsIn(sortNumbers, from, to), isOneRank)
    from = to
  }
}

/** Behind the classes come the documents: a class and a document make one number, by which they sort. */
const DOCUMENTS = 2 ** 32
/** Tier, extra words, other form: 3, 10 and 1 bits. */
const EXTRA_BITS = 10

function keyOf(tier: NameTier, extra: number, isOther: boolean): number {
  return (((tier << EXTRA_BITS) | extra) << 1) | (isOther ? 1 : 0)
}

function documentsIn(sortNumbers: ArrayLike<number>, from: number, to: number): number[] {
  const documents: number[] = []
  for (let i = from; i < to; i++) documents.push((sortNumbers[i] as number) % DOCUMENTS)
  return documents
}

function takeClass(
  search: NameSearch,
  key: number,
  zones: readonly Zone[],
  documents: number[],
  isOneRank: boolean,
): void {
  const tier = (key >>> (EXTRA_BITS + 1)) as NameTier
  const extra = (key >>> 1) & ((1 << EXTRA_BITS) - 1)
  const otherForm = (key & 1) as 0 | 1
  const { context, topHits } = search
  // Names of one number of words are numbered in order of rank; those without extra words may have fewer.
  if (documents.length > 1 && !(isOneRank && extra > 0)) sortByRank(context, documents)
  const runs = zones.map((zone) => {
    const [from, to] = [groupStart(context, zone, 0), zoneEnd(context, zone)]
    const here =
      zones.length === 1 ? documents : documents.filter((document) => document >= from && document < to)
    return currentRun(search, zone, tier, extra, otherForm === 1, here)
  })
  topHits.take({ tier, step: extra, otherForm }, nonEmpty(runs))
}

/** Whose documents are tried: those of the rarest word, or of the beginning. */
interface Lead {
  /** Its place among the reading's lists; -1 for the beginning. */
  readonly place: number
  readonly count: number
}

function leadOf({ lists, prefix }: QueryVariant): Lead {
  let place = -1
  let count = Number.POSITIVE_INFINITY
  for (let i = 0; i < lists.length; i++) {
    const { from, to } = lists[i] as PostingList
    if (to - from >= count) continue
    place = i
    count = to - from
  }
  if (prefix === undefined || prefix.plain.to - prefix.plain.from >= count) return { place, count }
  return prefix.count < count ? { place: -1, count: prefix.count } : { place, count }
}

function collect(search: NameSearch, variant: QueryVariant, zone: Zone, sortNumbers: number[]): void {
  const { place } = leadOf(variant)
  const checks = new DocumentChecks(search.context, variant, place, zone)
  if (checks.from === checks.to) return
  const checkBlock = search.context.scratch.checkBlock
  if (place >= 0)
    collectFromList(
      search,
      checks,
      variant,
      zone,
      variant.lists[place] as PostingList,
      checkBlock,
      sortNumbers,
    )
  else {
    for (const lead of variant.prefix?.lists ?? []) {
      collectFromList(search, checks, variant, zone, lead, checkBlock, sortNumbers)
    }
  }
}

/** The list need not be sorted. */
function collectFromList(
  search: NameSearch,
  checks: DocumentChecks,
  variant: QueryVariant,
  zone: Zone,
  { documents, from, to }: PostingList,
  checkBlock: Uint32Array,
  sortNumbers: number[],
): void {
  for (let next = from; next < to; next += checkBlock.length) {
    const count = copyZone(documents, next, Math.min(to, next + checkBlock.length), checks, checkBlock)
    const kept = checks.keep(checkBlock, count)
    for (let i = 0; i < kept; i++) {
      const document = checkBlock[i] as number
      if (isWanted(search, document)) sortNumbers.push(sortNumberOf(search, variant, zone, document))
    }
  }
}

/** Copies those of `all[from … to)` that are of the zone; how many. */
function copyZone(
  all: Uint32Array,
  from: number,
  to: number,
  zone: { readonly from: number; readonly to: number },
  checkBlock: Uint32Array,
): number {
  let count = 0
  for (let i = from; i < to; i++) {
    const document = all[i] as number
    checkBlock[count] = document
    count += document >= zone.from && document < zone.to ? 1 : 0
  }
  return count
}

/** Gives those of the documents found from `start` on that hold the reading the place they have by it, if it is better. */
function promote(
  search: NameSearch,
  variant: QueryVariant,
  zone: Zone,
  sortNumbers: number[],
  start: number,
): void {
  const checks = new DocumentChecks(search.context, variant, -1, zone)
  const one = new Uint32Array(1)
  for (let i = start; i < sortNumbers.length; i++) {
    const place = sortNumbers[i] as number
    one[0] = place % DOCUMENTS
    if (checks.keep(one, 1) > 0) sortNumbers[i] = Math.min(place, sortNumberOf(search, variant, zone, one[0]))
  }
}

/** Smaller numbers come first; see `DOCUMENTS`. */
function sortNumberOf(search: NameSearch, variant: QueryVariant, zone: Zone, document: number): number {
  const extra = Math.max(0, wordCountOf(search.context, zone, document) - variant.words)
  const whole = extra === 0 ? TIERS.sameWords : TIERS.longerName
  const tier = variant.prefix === undefined ? whole : TIERS.prefix
  return keyOf(tier, extra, isOtherForm(search, document)) * DOCUMENTS + document
}
