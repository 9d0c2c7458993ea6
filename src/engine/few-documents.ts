/**
 * The short way to the hits of most queries: where one word of every reading is rare, its documents are tried one by
 * one, by their own words, and the few that pass are put in order. No other list is looked at.
 */
import type { NameTier } from '../names/rank.ts'
import { TIERS } from '../names/rank.ts'
import { BeginningTest } from './beginning.ts'
import type { Zone } from './blocks.ts'
import { currentRun } from './current-runs.ts'
import type { DocumentList } from './document-list.ts'
import { gallop } from './document-list.ts'
import type { NameSearch } from './name-search.ts'
import { filled, isOtherForm, isWanted, sortByRank } from './name-search.ts'
import type { Reading } from './readings.ts'
import type { Segment } from './segment.ts'
import { groupStart, wordsIn, zoneEnd } from './segment.ts'

/** Whether not more than `triedMax` documents need be tried, in all readings together. */
export function areFew(readings: readonly Reading[], triedMax: number): boolean {
  let count = 0
  for (const reading of readings) count += leadOf(reading).count
  return count <= triedMax
}

/** Takes all documents of the readings, class by class. For where there are few only. */
export function takeFew(search: NameSearch, readings: readonly Reading[], zones: readonly Zone[]): void {
  const found: number[] = []
  for (const zone of zones) for (const reading of readings) gather(search, reading, zone, found)
  if (found.length === 0) return
  found.sort((a, b) => a - b)
  const isOneRank = readings.length === 1 && zones.length === 1
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

function documentsIn(found: readonly number[], from: number, to: number): number[] {
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
  const { segment } = search
  const [from, to] = [groupStart(segment, zone, 0), zoneEnd(segment, zone)]
  const { place } = leadOf(reading)
  const trial = new Trial(segment, reading, place, from, to)
  for (const lead of place < 0 ? (reading.beginning?.lists ?? []) : [reading.lists[place] as DocumentList]) {
    for (let i = lead.from; i < lead.to; i++) {
      const document = lead.all[i] as number
      const isHit = trial.passes(document) && isWanted(search, document)
      if (isHit) found.push(placeOf(search, reading, zone, document))
    }
  }
}

/** Smaller numbers come first; see `DOCUMENTS`. */
function placeOf(search: NameSearch, reading: Reading, zone: Zone, document: number): number {
  const extra = Math.max(0, wordsIn(search.segment, zone, document) - reading.words)
  const whole = extra === 0 ? TIERS.sameWords : TIERS.longerName
  const tier = reading.beginning === undefined ? whole : TIERS.prefix
  return keyOf(tier, extra, isOtherForm(search, document)) * DOCUMENTS + document
}

/** Whether a document lies in [from, to) and holds all of a reading; its lead it is known to hold. */
class Trial {
  readonly #forward: Uint32Array
  readonly #starts: Uint32Array
  readonly #words: number[] = []
  readonly #joined: DocumentList[] = []
  readonly #beginning: BeginningTest | undefined
  readonly #from: number
  readonly #to: number

  constructor(segment: Segment, { lists, beginning }: Reading, lead: number, from: number, to: number) {
    this.#forward = segment.blocks.forward
    this.#starts = segment.blocks.forwardStarts
    this.#from = from
    this.#to = to
    for (let i = 0; i < lists.length; i++) {
      const list = lists[i] as DocumentList
      if (i === lead) continue
      if (list.word >= 0) this.#words.push(list.word)
      else this.#joined.push(list)
    }
    const isAsked = lead >= 0 && beginning !== undefined
    this.#beginning = isAsked ? new BeginningTest(segment, beginning, from, to) : undefined
  }

  passes(document: number): boolean {
    if (document < this.#from || document >= this.#to) return false
    for (const word of this.#words) if (!this.#hasWord(document, word)) return false
    for (const list of this.#joined) if (!isIn(list, document)) return false
    return this.#beginning === undefined || this.#beginning.passes(document)
  }

  #hasWord(document: number, word: number): boolean {
    const end = this.#starts[document + 1] as number
    for (let i = this.#starts[document] as number; i < end; i++) {
      if ((this.#forward[i] as number) >>> 1 === word) return true
    }
    return false
  }
}

function isIn({ all, from, to }: DocumentList, document: number): boolean {
  const place = gallop(all, from, to, document)
  return place < to && all[place] === document
}
