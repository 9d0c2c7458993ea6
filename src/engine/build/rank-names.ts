/** Numbers names (documents) and companies by rank, the order of documents in the index. */

import { ACTIVE_STATUS, REMOVED_STATUS } from '../../names/search/indexed-company.ts'
import { GROUPS_PER_ZONE, NAME_WORDS_MAX, ZONES } from '../format/layout.ts'
import type { NameCollector } from './name-collector.ts'
import { sortedOrder } from './radix-sort.ts'

const ZONE_COUNT = Object.keys(ZONES).length
const UUID_BYTES = 16
/** By `NAME_KINDS`; a current name is in the zone of its status. */
const ZONE_OF_KIND = [undefined, ZONES.former, ZONES.other]

/** The order of documents and companies. */
export interface Rank {
  /** document → name as collected. */
  readonly nameOf: Uint32Array
  /** company → company as collected; its document has the same number. */
  readonly collectedCompanyOf: Uint32Array
  /** company as collected → company. */
  readonly companyOf: Uint32Array
  /** [zone × GROUPS_PER_ZONE + words] = first document with this many words or more. */
  readonly groupStarts: Uint32Array
}

/**
 * Ranks names by zone (live, removed, former, other), number of words, active first, static rank, uuid, input
 * order.
 */
export function rankNames(collected: NameCollector): Rank {
  const { names, companies } = collected
  const count = collected.nameCount
  const rankKeys = new Uint32Array(count)
  const uuidHeads = new Uint32Array(count)
  const uuids = companies.uuids.view()
  const uuidNumbers = new DataView(uuids.buffer, uuids.byteOffset, uuids.byteLength)
  for (let i = 0; i < count; i++) {
    const owner = names.owners.at(i)
    const status = companies.statuses.at(owner)
    const current = status === REMOVED_STATUS ? ZONES.removed : ZONES.live
    const zone = ZONE_OF_KIND[names.kinds.at(i)] ?? current
    const inactive = status === ACTIVE_STATUS ? 0 : 1
    const rank = (inactive << 16) | companies.staticRanks.at(owner)
    rankKeys[i] = (zone << 27) | (names.wordCounts.at(i) << 17) | rank
    uuidHeads[i] = uuidNumbers.getUint32(owner * UUID_BYTES)
  }
  const nameOf = sortedOrder(count, [rankKeys, uuidHeads])
  sortEqualHeads(nameOf, rankKeys, uuidHeads, (a, b) =>
    compareUuids(uuids, names.owners.at(a), names.owners.at(b)),
  )
  return { nameOf, ...numberCompanies(collected, nameOf), groupStarts: groupStarts(nameOf, rankKeys) }
}

/**
 * Sorts the few adjacent items whose keys are all equal. Insertion sort: runs are short, and it is stable.
 */
function sortEqualHeads(
  order: Uint32Array,
  rankKeys: Uint32Array,
  heads: Uint32Array,
  compare: (a: number, b: number) => number,
): void {
  for (let i = 1; i < order.length; i++) {
    const name = order[i] as number
    let position = i
    while (position > 0) {
      const before = order[position - 1] as number
      if (rankKeys[before] !== rankKeys[name] || heads[before] !== heads[name] || compare(before, name) <= 0)
        break
      order[position] = before
      position--
    }
    order[position] = name
  }
}

/** Compares uuids by bytes, which is the order of their lower-case text. */
export function compareUuids(uuids: Uint8Array, a: number, b: number): number {
  for (let i = 0; i < UUID_BYTES; i++) {
    const difference = (uuids[a * UUID_BYTES + i] as number) - (uuids[b * UUID_BYTES + i] as number)
    if (difference !== 0) return difference
  }
  return 0
}

function numberCompanies(
  collected: NameCollector,
  nameOf: Uint32Array,
): Pick<Rank, 'collectedCompanyOf' | 'companyOf'> {
  const collectedCompanyOf = new Uint32Array(collected.companyCount)
  const companyOf = new Uint32Array(collected.companyCount)
  for (let company = 0; company < collectedCompanyOf.length; company++) {
    const owner = collected.names.owners.at(nameOf[company] as number)
    collectedCompanyOf[company] = owner
    companyOf[owner] = company
  }
  return { collectedCompanyOf, companyOf }
}

function groupStarts(nameOf: Uint32Array, rankKeys: Uint32Array): Uint32Array {
  const starts = new Uint32Array(ZONE_COUNT * GROUPS_PER_ZONE + 1)
  let group = 0
  for (let document = 0; document < nameOf.length; document++) {
    const key = rankKeys[nameOf[document] as number] as number
    const ownGroup = (key >>> 27) * GROUPS_PER_ZONE + ((key >>> 17) & NAME_WORDS_MAX)
    while (group < ownGroup) starts[++group] = document
  }
  while (group < starts.length - 1) starts[++group] = nameOf.length
  return starts
}
