/**
 * Selective search, which answers most queries: where every variant has a rare word, the documents of that
 * word are checked by their own words, and the few that match are sorted. No other posting list is read.
 */
import type { NameTier } from '../../names/ranking/rank.ts'
import { TIERS } from '../../names/ranking/rank.ts'
import { groupStart, wordCountOf, zoneEnd } from '../format/index-reader.ts'
import type { Zone } from '../format/layout.ts'
import type { PostingList } from '../format/posting-list.ts'
import { DocumentChecks } from './document-checks.ts'
import type { NameSearch } from './name-search.ts'
import { isNewHit, isOtherForm, nonEmpty, sortByRank } from './name-search.ts'
import type { QueryVariant, QueryVariants } from './query-variants.ts'
import { VARIANTS_MAX } from './query-variants.ts'
import { currentRun } from './tier-runs.ts'

/**
 * Returns whether the prefix variants are selective, and no whole-word variant is a lone word, whose
 * documents all match.
 */
export function areAllSelective({ whole, prefix }: QueryVariants, checkedMax: number): boolean {
  if (prefix.length === VARIANTS_MAX || !areSelective(prefix, checkedMax)) return false
  return whole.every(({ lists }) => lists.length > 1)
}

/** Returns whether all variants together have at most `checkedMax` documents to check. */
export function areSelective(variants: readonly QueryVariant[], checkedMax: number): boolean {
  let count = 0
  for (const variant of variants) {
    // All documents of a lone word match and must be sorted, which costs more than a check that most
    // documents fail.
    const { lists } = variant
    const isLone = lists.length + (variant.prefix === undefined ? 0 : 1) === 1
    count += leadOf(variant).count * (isLone ? CHECKS_PER_HIT : 1)
  }
  return count <= checkedMax
}

/** Sorting a matching document costs about as much as this many checks. */
const CHECKS_PER_HIT = 16

/**
 * Adds all documents of the variants to the hits, in order. Call it only for variants that are
 * selective.
 */
export function searchSelective(
  search: NameSearch,
  variants: readonly QueryVariant[],
  zones: readonly Zone[],
): void {
  const sortNumbers: number[] = []
  for (const zone of zones) for (const variant of variants) collect(search, variant, zone, sortNumbers)
  addSorted(search, zones, sortNumbers, variants.length === 1 && zones.length === 1)
}

/**
 * Does the same for whole-word and prefix variants at once. Whole-word matches are selected from the matches
 * of the prefix variants, which must be selective.
 */
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
      for (const variant of whole) improveHeads(search, variant, zone, sortNumbers, start)
  }
  addSorted(search, zones, sortNumbers, prefix.length === 1 && whole.length <= 1 && zones.length === 1)
}

/** `isOneRank`: documents with the same number of extra words are in order of rank by their numbers. */
function addSorted(
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
    addRuns(search, key, zones, documentsIn(sortNumbers, from, to), isOneRank)
    from = to
  }
}

/** Documents sort by one number: the sort key head times this, plus the document. */
const DOCUMENTS = 2 ** 32
/** Bits of a head: tier 3, extra words 10, other form 1. */
const EXTRA_BITS = 10

function keyOf(tier: NameTier, extra: number, isOther: boolean): number {
  return (((tier << EXTRA_BITS) | extra) << 1) | (isOther ? 1 : 0)
}

function documentsIn(sortNumbers: ArrayLike<number>, from: number, to: number): number[] {
  const documents: number[] = []
  for (let i = from; i < to; i++) documents.push((sortNumbers[i] as number) % DOCUMENTS)
  return documents
}

function addRuns(
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
  // Names with the same number of words are numbered by rank; names without extra words may have fewer words
  // than the query.
  if (documents.length > 1 && !(isOneRank && extra > 0)) sortByRank(context, documents)
  const runs = zones.map((zone) => {
    const [from, to] = [groupStart(context, zone, 0), zoneEnd(context, zone)]
    const here =
      zones.length === 1 ? documents : documents.filter((document) => document >= from && document < to)
    return currentRun(search, zone, tier, extra, otherForm === 1, here)
  })
  topHits.add({ tier, step: extra, otherForm }, nonEmpty(runs))
}

/** The list whose documents are checked: that of the rarest word, or of the prefix. */
interface Lead {
  /** Index among the lists of the variant; -1 for the prefix. */
  readonly index: number
  readonly count: number
}

function leadOf({ lists, prefix }: QueryVariant): Lead {
  let index = -1
  let count = Number.POSITIVE_INFINITY
  for (let i = 0; i < lists.length; i++) {
    const { from, to } = lists[i] as PostingList
    if (to - from >= count) continue
    index = i
    count = to - from
  }
  if (prefix === undefined || prefix.plain.to - prefix.plain.from >= count) return { index, count }
  return prefix.count < count ? { index: -1, count: prefix.count } : { index, count }
}

function collect(search: NameSearch, variant: QueryVariant, zone: Zone, sortNumbers: number[]): void {
  const { index } = leadOf(variant)
  const checks = new DocumentChecks(search.context, variant, index, zone)
  if (checks.from === checks.to) return
  const checkedChunk = search.context.scratch.checkedChunk
  if (index >= 0)
    collectFromList(
      search,
      checks,
      variant,
      zone,
      variant.lists[index] as PostingList,
      checkedChunk,
      sortNumbers,
    )
  else {
    for (const lead of variant.prefix?.lists ?? []) {
      collectFromList(search, checks, variant, zone, lead, checkedChunk, sortNumbers)
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
  checkedChunk: Uint32Array,
  sortNumbers: number[],
): void {
  for (let next = from; next < to; next += checkedChunk.length) {
    const count = copyZone(documents, next, Math.min(to, next + checkedChunk.length), checks, checkedChunk)
    const kept = checks.keep(checkedChunk, count)
    for (let i = 0; i < kept; i++) {
      const document = checkedChunk[i] as number
      if (isNewHit(search, document)) sortNumbers.push(sortNumberOf(search, variant, zone, document))
    }
  }
}

/** Copies the documents of the zone from `documents[from … to)`; returns their number. */
function copyZone(
  all: Uint32Array,
  from: number,
  to: number,
  zone: { readonly from: number; readonly to: number },
  checkedChunk: Uint32Array,
): number {
  let count = 0
  for (let i = from; i < to; i++) {
    const document = all[i] as number
    checkedChunk[count] = document
    count += document >= zone.from && document < zone.to ? 1 : 0
  }
  return count
}

/**
 * Improves the head of the documents from `start` on that match the variant, if it is better than their own.
 */
function improveHeads(
  search: NameSearch,
  variant: QueryVariant,
  zone: Zone,
  sortNumbers: number[],
  start: number,
): void {
  const checks = new DocumentChecks(search.context, variant, -1, zone)
  const single = new Uint32Array(1)
  for (let i = start; i < sortNumbers.length; i++) {
    const sortNumber = sortNumbers[i] as number
    single[0] = sortNumber % DOCUMENTS
    if (checks.keep(single, 1) > 0)
      sortNumbers[i] = Math.min(sortNumber, sortNumberOf(search, variant, zone, single[0]))
  }
}

/** Returns the number by which a document sorts; smaller comes first. See `DOCUMENTS`. */
function sortNumberOf(search: NameSearch, variant: QueryVariant, zone: Zone, document: number): number {
  const extra = Math.max(0, wordCountOf(search.context, zone, document) - variant.words)
  const whole = extra === 0 ? TIERS.sameWords : TIERS.longerName
  const tier = variant.prefix === undefined ? whole : TIERS.prefix
  return keyOf(tier, extra, isOtherForm(search, document)) * DOCUMENTS + document
}
