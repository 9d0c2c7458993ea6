/** One running search by name: what all its stages share. */

import type { MatchReason, NameTier } from '../names/rank.ts'
import { nameReasons, TIERS } from '../names/rank.ts'
import type { Name } from '../names/read-name.ts'
import type { Zone } from './blocks.ts'
import { ZONES } from './blocks.ts'
import type { CompanyFilter } from './company-filter.ts'
import type { HitPage, Run } from './hit-page.ts'
import type { Walk } from './reading-walk.ts'
import { walkOf } from './reading-walk.ts'
import type { Reading, Readings } from './readings.ts'
import type { Segment } from './segment.ts'
import { companyOf, compareDocuments, groupStart } from './segment.ts'

export interface NameSearch {
  readonly segment: Segment
  readonly asked: Name
  readonly readings: Readings
  /** Documents of every zone that have the same name. */
  readonly named: readonly number[]
  /** The number of the asked form in this index; -1 when no company here has it, `undefined` when none was asked. */
  readonly askedForm: number | undefined
  readonly filter: CompanyFilter
  readonly page: HitPage
}

/** More words than any name has. */
const NO_MORE_WORDS = Number.MAX_SAFE_INTEGER

/** Documents of the same class, parted by whether their form is the one asked for. */
export interface ByForm {
  readonly same: number[]
  readonly other: number[]
}

export function isOtherForm({ segment, askedForm }: NameSearch, document: number): boolean {
  return askedForm !== undefined && (segment.blocks.documentForms[document] as number) >>> 1 !== askedForm
}

/** Passes the filter and was not shown yet. */
export function isWanted({ segment, filter, page }: NameSearch, document: number): boolean {
  const company = companyOf(segment, document)
  return !page.has(company) && (filter === undefined || filter(company))
}

/** In which of tiers 2-4 a document of the same name stands. */
export function sameNameTier(search: NameSearch, document: number): 2 | 3 | 4 {
  const hasForm = ((search.segment.blocks.documentForms[document] as number) & 1) === 1
  if (search.askedForm === undefined) return hasForm ? TIERS.formMissing : TIERS.exact
  return isOtherForm(search, document) ? TIERS.otherForm : TIERS.exact
}

/** A reading within one zone, given out step by step: `extra` = words that the name has over. */
export class SteppedWalk {
  readonly zone: Zone
  readonly #search: NameSearch
  readonly #words: number
  readonly #walk: Walk

  constructor(search: NameSearch, reading: Reading, zone: Zone) {
    this.zone = zone
    this.#search = search
    this.#words = reading.words
    const { segment } = search
    this.#walk = walkOf(
      segment,
      reading,
      groupStart(segment, zone, 0),
      zoneEnd(segment, zone),
      search.page.shownMax,
    )
  }

  get isDone(): boolean {
    return this.#walk.isDone
  }

  /**
   * Documents with up to `extra` words over that were not given out yet, in order of rank. The first
   * step and `isLast` gather several numbers of words, so they are sorted; the others come sorted.
   */
  upTo(extra: number, isLast = false): ByForm {
    const { segment, page } = this.#search
    const found: ByForm = { same: [], other: [] }
    const isGathered = extra === 0 || isLast
    const roomMax = isGathered ? Number.POSITIVE_INFINITY : page.need
    const end = groupStart(segment, this.zone, isLast ? NO_MORE_WORDS : this.#words + extra + 1)
    this.#walk.walk(end, (document) => {
      if (!isWanted(this.#search, document)) return true
      const documents = isOtherForm(this.#search, document) ? found.other : found.same
      if (documents.length < roomMax) documents.push(document)
      return found.same.length < roomMax
    })
    if (isGathered) for (const documents of [found.same, found.other]) sortByRank(segment, documents)
    return found
  }
}

export function sortByRank(segment: Segment, documents: number[]): number[] {
  return documents.sort((a, b) => compareDocuments(segment, a, b))
}

/** The reasons of a name match, with what its zone adds. */
export function reasonsIn(
  zone: Zone,
  tier: NameTier,
  extra: number,
  otherForm: boolean,
): readonly MatchReason[] {
  const reasons = nameReasons(tier, extra, otherForm)
  if (zone === ZONES.live) return reasons
  return [...reasons, zone === ZONES.former ? 'former_name' : 'removed']
}

/** Counts all hits of readings that were not taken yet, whatever their order; stops when the page is full. */
export function countRest(search: NameSearch, readings: readonly Reading[], zones: readonly Zone[]): void {
  const { segment, filter, page } = search
  for (const zone of zones) {
    for (const reading of readings) {
      if (page.room === 0) return
      const end = zoneEnd(segment, zone)
      const walk = walkOf(segment, reading, groupStart(segment, zone, 0), end, page.shownMax)
      if (filter === undefined && zone !== ZONES.former && walk.countMin > page.shownMax) page.overflow()
      walk.walk(end, (document) => {
        const company = companyOf(segment, document)
        if (filter === undefined || filter(company)) page.count(company)
        return page.room > 0
      })
    }
  }
}

function zoneEnd(segment: Segment, zone: Zone): number {
  return groupStart(segment, zone, NO_MORE_WORDS)
}

/** Leaves out the runs that are empty. */
export function filled(runs: readonly Run[]): readonly Run[] {
  return runs.filter((run) => run.documents.length > 0)
}
