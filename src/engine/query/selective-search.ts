/**
 * Selective search, which answers most queries: where every variant has a rare word, the documents of that
 * word are checked by their own words, and the few that match are sorted. No other posting list is read.
 */
import type { NameTier } from '../../names/ranking/rank.ts'
import { TIERS } from '../../names/ranking/rank.ts'
import type { FormDifference } from '../../names/reading/legal-form.ts'
import { wordCountOf } from '../format/index-reader.ts'
import type { Zone } from '../format/layout.ts'
import type { PostingList } from '../format/posting-list.ts'
import { DocumentChecks } from './document-checks.ts'
import type { NameSearch } from './name-search.ts'
import { isNewHit, nonEmpty, otherFormOf, sortByRank } from './name-search.ts'
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
  const matches = zones.map((zone): Matches => ({ zone, documents: [], keys: [] }))
  for (const found of matches) for (const variant of variants) collect(search, variant, found)
  addInOrder(search, matches)
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
  const matches = zones.map((zone): Matches => ({ zone, documents: [], keys: [] }))
  for (const found of matches) {
    for (const variant of prefix) collect(search, variant, found)
    if (found.documents.length > 0) for (const variant of whole) improveKeys(search, variant, found)
  }
  addInOrder(search, matches)
}

/** The matching documents of a zone. `keys[i]`: the sort key head of `documents[i]` as a number; see `keyOf`. */
interface Matches {
  readonly zone: Zone
  readonly documents: number[]
  readonly keys: number[]
}

/** Bits of a key: tier 3, extra words 10, other form 2. */
const EXTRA_BITS = 10
const FORM_BITS = 2

function keyOf(tier: NameTier, extra: number, otherForm: FormDifference): number {
  return (((tier << EXTRA_BITS) | extra) << FORM_BITS) | otherForm
}

function addInOrder(search: NameSearch, matches: readonly Matches[]): void {
  const byZone = matches.map(documentsByKey)
  const keys = new Set(byZone.flatMap((documents) => [...documents.keys()]))
  for (const key of [...keys].sort((a, b) => a - b)) {
    const tier = (key >>> (EXTRA_BITS + FORM_BITS)) as NameTier
    const extra = (key >>> FORM_BITS) & ((1 << EXTRA_BITS) - 1)
    const otherForm = (key & ((1 << FORM_BITS) - 1)) as FormDifference
    const runs = matches.map(({ zone }, i) => {
      const documents = inOrderOfRank(search, zone, byZone[i]?.get(key) ?? [])
      return currentRun(search, zone, tier, extra, otherForm, documents)
    })
    search.topHits.add({ tier, step: extra, otherForm }, nonEmpty(runs))
  }
}

function documentsByKey({ documents, keys }: Matches): ReadonlyMap<number, number[]> {
  const byKey = new Map<number, number[]>()
  let last: number[] = []
  for (let i = 0; i < documents.length; i++) {
    const key = keys[i] as number
    // Neighbours mostly have the same key.
    if (key !== keys[i - 1]) {
      last = byKey.get(key) ?? []
      byKey.set(key, last)
    }
    last.push(documents[i] as number)
  }
  return byKey
}

/** Sorts documents of one zone. Names with the same number of words are numbered in the order of hits. */
function inOrderOfRank({ context }: NameSearch, zone: Zone, documents: number[]): readonly number[] {
  if (documents.length < 2) return documents
  const wordCount = (document: number | undefined) => wordCountOf(context, zone, document as number)
  const isNumbered = isAscending(documents) && wordCount(documents[0]) === wordCount(documents.at(-1))
  return isNumbered ? documents : sortByRank(context, documents)
}

function isAscending(documents: readonly number[]): boolean {
  for (let i = 1; i < documents.length; i++)
    if ((documents[i] as number) < (documents[i - 1] as number)) return false
  return true
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

function collect(search: NameSearch, variant: QueryVariant, matches: Matches): void {
  const { index } = leadOf(variant)
  const checks = new DocumentChecks(search.context, variant, index, matches.zone)
  if (checks.from === checks.to) return
  const leads = index >= 0 ? [variant.lists[index] as PostingList] : (variant.prefix?.lists ?? [])
  for (const lead of leads) collectFromList(search, checks, variant, lead, matches)
}

/** The list need not be sorted. */
function collectFromList(
  search: NameSearch,
  checks: DocumentChecks,
  variant: QueryVariant,
  { documents, from, to }: PostingList,
  matches: Matches,
): void {
  const { checkedChunk } = search.context.scratch
  for (let next = from; next < to; next += checkedChunk.length) {
    const count = copyZone(documents, next, Math.min(to, next + checkedChunk.length), checks, checkedChunk)
    const kept = checks.keep(checkedChunk, count)
    for (let i = 0; i < kept; i++) {
      const document = checkedChunk[i] as number
      if (!isNewHit(search, document)) continue
      matches.documents.push(document)
      matches.keys.push(keyIn(search, variant, matches.zone, document))
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

/** Improves the keys of the documents that also match the variant, if the key is better there. */
function improveKeys(search: NameSearch, variant: QueryVariant, { zone, documents, keys }: Matches): void {
  const checks = new DocumentChecks(search.context, variant, -1, zone)
  const { checkedChunk } = search.context.scratch
  for (let next = 0; next < documents.length; next += checkedChunk.length) {
    const count = Math.min(documents.length - next, checkedChunk.length)
    for (let i = 0; i < count; i++) checkedChunk[i] = documents[next + i] as number
    const kept = checks.keep(checkedChunk, count)
    // The kept documents are in the order of all.
    for (let i = 0, at = next; i < kept; at++) {
      const document = documents[at] as number
      if (document !== checkedChunk[i]) continue
      keys[at] = Math.min(keys[at] as number, keyIn(search, variant, zone, document))
      i++
    }
  }
}

/** Returns the key of a document; a smaller one comes first. */
function keyIn(search: NameSearch, variant: QueryVariant, zone: Zone, document: number): number {
  const extra = Math.max(0, wordCountOf(search.context, zone, document) - variant.words)
  const whole = extra === 0 ? TIERS.sameWords : TIERS.longerName
  const tier = variant.prefix === undefined ? whole : TIERS.prefix
  return keyOf(tier, extra, otherFormOf(search, document))
}
