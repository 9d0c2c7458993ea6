/** The cheap end of a search: the page is filled, only the number of all hits is still to be known. */

import type { Zone } from './blocks.ts'
import { ZONES } from './blocks.ts'
import type { DocumentList } from './document-list.ts'
import { gallop } from './document-list.ts'
import type { NameSearch } from './name-search.ts'
import { walkOf } from './reading-walk.ts'
import type { Reading } from './readings.ts'
import { companyOf, groupStart, zoneEnd } from './segment.ts'

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
  if (reading.lists.length === 0) countBeginning(search, reading, zone)
  else if (isCountEnough) countReading(search, reading, zone)
  else rememberReading(search, reading, zone)
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

/** Postings of many words in a row, unsorted: every document of the zone is a hit. */
function countBeginning(search: NameSearch, { beginning }: Reading, zone: Zone): void {
  const { segment } = search
  const [from, to] = [groupStart(segment, zone, 0), zoneEnd(segment, zone)]
  for (const list of beginning?.lists ?? []) countList(search, list, from, to)
}

function countList(search: NameSearch, list: DocumentList, from: number, to: number): void {
  const { page, filter, segment } = search
  if (filter === undefined && to <= segment.header.companies) {
    page.countAll(list, from, to)
    return
  }
  for (let i = list.from; i < list.to && page.room > 0; i++) {
    const document = list.all[i] as number
    if (document >= from && document < to) remember(search, document)
  }
}

/** In zones where a document is a company. */
function countReading(search: NameSearch, reading: Reading, zone: Zone): void {
  const { segment, filter, page } = search
  const [from, to] = [groupStart(segment, zone, 0), zoneEnd(segment, zone)]
  walkOf(segment, reading, from, to, search.triedMax).walkBlocks(to, (block, count) => {
    let passed = count
    if (filter !== undefined) {
      passed = 0
      for (let i = 0; i < count; i++) {
        if (filter(block[i] as number)) block[passed++] = block[i] as number
      }
    }
    page.countOthers(block, passed)
    return page.room > 0
  })
}

function rememberReading(search: NameSearch, reading: Reading, zone: Zone): void {
  const { segment, page } = search
  const [from, to] = [groupStart(segment, zone, 0), zoneEnd(segment, zone)]
  walkOf(segment, reading, from, to, search.triedMax).walk(to, (document) => {
    remember(search, document)
    return page.room > 0
  })
}

function remember({ segment, filter, page }: NameSearch, document: number): void {
  const company = companyOf(segment, document)
  if (filter === undefined || filter(company)) page.count(company)
}
