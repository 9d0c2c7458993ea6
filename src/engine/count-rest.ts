/** The cheap end of a search: the page is filled, only the number of all hits is still to be known. */

import type { Zone } from './blocks.ts'
import { ZONES } from './blocks.ts'
import type { DocumentList } from './document-list.ts'
import type { NameSearch } from './name-search.ts'
import { walkOf } from './reading-walk.ts'
import type { Reading } from './readings.ts'
import { companyOf, groupStart, zoneEnd } from './segment.ts'

/** Counts all hits of the readings that were not taken yet, in whatever order; stops when the page is full. */
export function countRest(search: NameSearch, readings: readonly Reading[], zones: readonly Zone[]): void {
  for (const zone of zones) for (const reading of readings) countReading(search, reading, zone)
}

function countReading(search: NameSearch, reading: Reading, zone: Zone): void {
  const { segment, filter, page } = search
  if (page.room === 0) return
  const [from, to] = [groupStart(segment, zone, 0), zoneEnd(segment, zone)]
  if (reading.lists.length === 0) {
    for (const list of reading.beginning?.lists ?? []) countList(search, list, from, to)
    return
  }
  const walk = walkOf(segment, reading, from, to, page.shownMax)
  // Documents of these zones are different companies.
  if (filter === undefined && zone !== ZONES.former && page.isOverflowSure(walk.countMin)) page.overflow()
  walk.walk(to, (document) => {
    countDocument(search, document)
    return page.room > 0
  })
}

/** Postings of many words in a row, unsorted: every document in [from, to) is a hit. */
function countList(search: NameSearch, list: DocumentList, from: number, to: number): void {
  const { all, from: first, to: last } = list
  let room = search.page.room
  for (let i = first; i < last && room > 0; i++) {
    const document = all[i] as number
    if (document < from || document >= to) continue
    countDocument(search, document)
    room = search.page.room
  }
}

function countDocument({ segment, filter, page }: NameSearch, document: number): void {
  const company = companyOf(segment, document)
  if (filter === undefined || filter(company)) page.count(company)
}
