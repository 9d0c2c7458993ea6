/**
 * The short way to the hits of most queries: where one word of every reading is rare, its documents are tried one by
 * one, by their own words, and the few that pass are put in order. No other list is looked at.
 */
import type { NameTier } from '../../names/ranking/rank.ts'
import { TIERS } from '../../names/ranking/rank.ts'
import { groupStart, wordsIn, zoneEnd } from '../format/index-reader.ts'
import type { Zone } from '../format/layout.ts'
import type { DocumentList } from '../format/posting-list.ts'
import { DocumentTrials } from './document-checks.ts'
import type { NameSearch } from './name-search.ts'
import { filled, isOtherForm, isWanted, sortByRank } from './name-search.ts'
import type { Reading, Readings } from './query-variants.ts'
import { READINGS_MAX } from './query-variants.ts'
import { currentRun } from './tier-runs.ts'

/** Whether the beginnings find few, and more is asked than a lone word, whose documents need no trial. */
export function areAllFew({ whole, beginning }: Readings, triedMax: number): boolean {
  if (beginning.length === READINGS_MAX || !areFew(beginning, triedMax)) return false
  return whole.every(({ lists }) => lists.length > 1)
}

/** Whether not more than `triedMax` documents need be tried, in all readings together. */
export function areFew(readings: readonly Reading[], triedMax: number): boolean {
  let count = 0
  for (const reading of readings) {
    // Documents of a lone word all pass and are put in order, which is dearer than a trial that most do not pass.
    const { lists } = reading
    const isLone = lists.length + (reading.beginning === undefined ? 0 : 1) === 1
    count += leadOf(reading).count * (isLone ? TRIALS_A_HIT : 1)
  }
  return count <= triedMax
}

/** To put a document in order that passed costs about as much as so many trials. */
const TRIALS_A_HIT = 16

/** Takes all documents of the readings, class by class. For where there are few only. */
export function takeFew(search: NameSearch, readings: readonly Reading[], zones: readonly Zone[]): void {
  const found: number[] = []
  for (const zone of zones) for (const reading of readings) gather(search, reading, zone, found)
  takeFound(search, zones, found, readings.length === 1 && zones.length === 1)
}

/** The same for both kinds at once: what whole words find is looked for among what the beginnings find, which must be few. */
export function takeAllFew(search: NameSearch, { whole, beginning }: Readings, zones: readonly Zone[]): void {
  const found: number[] = []
  for (const zone of zones) {
    const start = found.length
    for (const reading of beginning) gather(search, reading, zone, found)
    if (found.length > start) for (const reading of whole) promote(search, reading, zone, found, start)
  }
  takeFound(search, zones, found, beginning.length === 1 && whole.length <= 1 && zones.length === 1)
}

/** `isOneRank`: documents of one class that have extra words are in order of rank as they are numbered. */
function takeFound(
  search: NameSearch,
  zones: readonly Zone[],
  unsorted: readonly number[],
  isOneRank: boolean,
): void {
  const found = unsorted.length > 1 ? Float64Array.from(unsorted).sort() : unsorted
  for (let from = 0; from < found.length; ) {
    const key = Math.floor((found[from] as number) / DOCUMENTS)
    let to = from + 1
    while (to < found.length && Math.floor((found[to] as number) / DOCUMENTS) === key) to++
    takeClass(search, key, zones, documentsIn(found, from, to), isOneRank)
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

function documentsIn(found: ArrayLike<number>, from: number, to: number): number[] {
  const documents: number[] = []
  for (let i = from; i < to; i++) documents.push((found[i] as number) % DOCUMENTS)
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
  const { segment, page } = search
  // Names of one number of words are numbered in order of rank; those without extra words may have fewer.
  if (documents.length > 1 && !(isOneRank && extra > 0)) sortByRank(segment, documents)
  const runs = zones.map((zone) => {
    const [from, to] = [groupStart(segment, zone, 0), zoneEnd(segment, zone)]
    const here =
      zones.length === 1 ? documents : documents.filter((document) => document >= from && document < to)
    return currentRun(search, zone, tier, extra, otherForm === 1, here)
  })
  page.take({ tier, step: extra, otherForm }, filled(runs))
}

/** Whose documents are tried: those of the rarest word, or of the beginning. */
interface Lead {
  /** Its place among the reading's lists; -1 for the beginning. */
  readonly place: number
  readonly count: number
}

function leadOf({ lists, beginning }: Reading): Lead {
  let place = -1
  let count = Number.POSITIVE_INFINITY
  for (let i = 0; i < lists.length; i++) {
    const { from, to } = lists[i] as DocumentList
    if (to - from >= count) continue
    place = i
    count = to - from
  }
  if (beginning === undefined || beginning.plain.to - beginning.plain.from >= count) return { place, count }
  return beginning.count < count ? { place: -1, count: beginning.count } : { place, count }
}

function gather(search: NameSearch, reading: Reading, zone: Zone, found: number[]): void {
  const { place } = leadOf(reading)
  const trials = new DocumentTrials(search.segment, reading, place, zone)
  if (trials.from === trials.to) return
  const block = search.segment.marks.tried
  if (place >= 0)
    gatherList(search, trials, reading, zone, reading.lists[place] as DocumentList, block, found)
  else {
    for (const lead of reading.beginning?.lists ?? []) {
      gatherList(search, trials, reading, zone, lead, block, found)
    }
  }
}

/** The list need not be sorted. */
function gatherList(
  search: NameSearch,
  trials: DocumentTrials,
  reading: Reading,
  zone: Zone,
  { all, from, to }: DocumentList,
  block: Uint32Array,
  found: number[],
): void {
  for (let next = from; next < to; next += block.length) {
    const count = copyWithin(all, next, Math.min(to, next + block.length), trials, block)
    const kept = trials.keep(block, count)
    for (let i = 0; i < kept; i++) {
      const document = block[i] as number
      if (isWanted(search, document)) found.push(placeOf(search, reading, zone, document))
    }
  }
}

/** Copies those of `all[from … to)` that are of the zone; how many. */
function copyWithin(
  all: Uint32Array,
  from: number,
  to: number,
  zone: { readonly from: number; readonly to: number },
  block: Uint32Array,
): number {
  let count = 0
  for (let i = from; i < to; i++) {
    const document = all[i] as number
    block[count] = document
    count += document >= zone.from && document < zone.to ? 1 : 0
  }
  return count
}

/** Gives those of the documents found from `start` on that hold the reading the place they have by it, if it is better. */
function promote(search: NameSearch, reading: Reading, zone: Zone, found: number[], start: number): void {
  const trials = new DocumentTrials(search.segment, reading, -1, zone)
  const one = new Uint32Array(1)
  for (let i = start; i < found.length; i++) {
    const place = found[i] as number
    one[0] = place % DOCUMENTS
    if (trials.keep(one, 1) > 0) found[i] = Math.min(place, placeOf(search, reading, zone, one[0]))
  }
}

/** Smaller numbers come first; see `DOCUMENTS`. */
function placeOf(search: NameSearch, reading: Reading, zone: Zone, document: number): number {
  const extra = Math.max(0, wordsIn(search.segment, zone, document) - reading.words)
  const whole = extra === 0 ? TIERS.sameWords : TIERS.longerName
  const tier = reading.beginning === undefined ? whole : TIERS.prefix
  return keyOf(tier, extra, isOtherForm(search, document)) * DOCUMENTS + document
}
