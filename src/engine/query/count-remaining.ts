/** The cheap end of a search: the page is filled, only the number of all hits is still to be known. */

import { companyOf, groupStart, zoneEnd } from '../format/index-reader.ts'
import type { Zone } from '../format/layout.ts'
import { ZONES } from '../format/layout.ts'
import type { DocumentRange } from '../format/posting-list.ts'
import { gallop } from '../format/posting-list.ts'
import { TRIALS_A_SORTED, walkOf } from './conjunction.ts'
import type { NameSearch } from './name-search.ts'
import { BeginningTest } from './prefix.ts'
import type { Reading } from './query-variants.ts'

/** Counts all hits of the readings that were not taken yet, in whatever order; stops when the page is full. */
export function countRest(search: NameSearch, readings: readonly Reading[], zones: readonly Zone[]): void {
  if (isOverflowSure(search, readings, zones)) search.page.overflow()
  // Where nothing else can come to the same company, it need not be remembered.
  const isCountEnough = readings.length === 1 && search.isCountEnough
  for (const zone of zones) {
    for (const reading of readings) {
      if (search.page.room > 0) countOne(search, reading, zone, isCountEnough && zone !== ZONES.former)
    }
  }
}

function countOne(search: NameSearch, reading: Reading, zone: Zone, isCountEnough: boolean): void {
  const isDone = reading.lists.length === 0 && countBeginning(search, reading, zone, isCountEnough)
  if (!isDone) countReading(search, reading, zone, isCountEnough)
}

/** Whether one word alone stands in more names than are shown. */
export function isOverflowSure(
  { segment, filter, page }: NameSearch,
  readings: readonly Reading[],
  zones: readonly Zone[],
): boolean {
  if (filter !== undefined) return false
  return readings.some(({ lists, beginning }) => {
    const list = lists[0]
    if (lists.length > 1 || list === undefined || beginning !== undefined) return false
    if (!page.isOverflowSure(list.to - list.from)) return false
    // Documents of these zones are different companies.
    return zones.some((zone) => {
      if (zone === ZONES.former) return false
      const from = gallop(list.all, list.from, list.to, groupStart(segment, zone, 0))
      return page.isOverflowSure(gallop(list.all, from, list.to, zoneEnd(segment, zone)) - from)
    })
  })
}

/**
 * Where nothing but a beginning is asked, every document of the zone that has it is a hit. How many there are is
 * remembered. `false`: it has to be walked.
 */
function countBeginning(
  search: NameSearch,
  { beginning }: Reading,
  zone: Zone,
  isCountEnough: boolean,
): boolean {
  const { segment, page, filter } = search
  const key = filter === undefined ? '' : filter.quickKey
  if (beginning === undefined || zone === ZONES.former || key === undefined) return false
  const [from, to] = [groupStart(segment, zone, 0), zoneEnd(segment, zone)]
  const memory = zone === ZONES.live && isCountEnough && page.knowsTaken ? segment.beginningCounts : undefined
  // No beginning has a blank.
  const known = memory?.get(`${beginning.text} ${key}`)
  const test = new BeginningTest(segment, beginning, from, to)
  // Of the page's other zones some are taken too.
  const isHere = (company: number) => company >= from && company < to && test.passes(company)
  const taken = memory === undefined ? 0 : page.takenAmong(isHere)
  if (known !== undefined) {
    page.countMore(known - taken)
    return true
  }
  const before = page.room
  for (const list of beginning.lists) countList(search, list, from, to)
  memory?.set(
    `${beginning.text} ${key}`,
    page.room === 0 ? Number.POSITIVE_INFINITY : before - page.room + taken,
  )
  return true
}

/** Of a list that need not be sorted: those in [from, to) that pass the filter. */
function countList(
  { segment, page, filter }: NameSearch,
  list: DocumentRange,
  from: number,
  to: number,
): void {
  if (filter === undefined) {
    page.countAll(list.all, list.from, list.to, from, to)
    return
  }
  const block = segment.marks.tried
  for (let next = list.from; next < list.to && page.room > 0; next += block.length) {
    const part = list.all.subarray(next, Math.min(list.to, next + block.length))
    block.set(part)
    const passed = keepPassing(
      (company) => company >= from && company < to && filter.passes(company),
      block,
      part.length,
    )
    page.countAll(block, 0, passed, from, to)
  }
}

function countReading(search: NameSearch, reading: Reading, zone: Zone, isCountEnough: boolean): void {
  const { segment, filter, page, triedMax } = search
  const [from, to] = [groupStart(segment, zone, 0), zoneEnd(segment, zone)]
  walkOf(segment, reading, from, to, triedMax / TRIALS_A_SORTED).walkBlocks(to, (block, count) => {
    const companies = zone === ZONES.former ? ownersIn(search, block, count) : block
    const passed = filter === undefined ? count : keepPassing(filter.passes, companies, count)
    if (isCountEnough) page.countOthers(companies, passed)
    else page.countAll(companies, 0, passed, 0, segment.header.companies)
    return page.room > 0
  })
}

/** Turns documents into the companies whose names they are. */
function ownersIn({ segment }: NameSearch, block: Uint32Array, count: number): Uint32Array {
  for (let i = 0; i < count; i++) block[i] = companyOf(segment, block[i] as number)
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
