/** Block A by name: current names that hold all words of the query, class by class. */

import type { NameTier } from '../../names/ranking/rank.ts'
import { TIERS } from '../../names/ranking/rank.ts'
import { zoneOf } from '../format/index-reader.ts'
import type { Zone } from '../format/layout.ts'
import { countRest, isOverflowSure } from './count-remaining.ts'
import type { Run } from './hit.ts'
import type { NameSearch } from './name-search.ts'
import { filled, isWanted, sameNameTier, sortByRank } from './name-search.ts'
import type { Reading } from './query-variants.ts'
import { READINGS_MAX } from './query-variants.ts'
import { SteppedWalk } from './ranked-walk.ts'
import { areAllFew, areFew, takeAllFew, takeFew } from './selective-search.ts'
import { currentRun } from './tier-runs.ts'

/** Tiers 2 to 7 of the zones asked for. */
export function findCurrent(search: NameSearch, zones: readonly Zone[]): void {
  const { whole, beginning } = search.readings
  takeSameNames(search, zones)
  if (areAllFew(search.readings, search.triedMax)) {
    takeAllFew(search, search.readings, zones)
    return
  }
  takeReadings(search, zones, whole, (extra) => (extra === 0 ? TIERS.sameWords : TIERS.longerName))
  const isCounted = takeReadings(search, zones, beginning, () => TIERS.prefix)
  if (!isCounted) countBehindPage(search, zones)
}

function takeSameNames(search: NameSearch, zones: readonly Zone[]): void {
  const { segment, named, page } = search
  if (named.length === 0) return
  for (const tier of [TIERS.exact, TIERS.formMissing, TIERS.otherForm]) {
    const documents = named.filter((document) => sameNameTier(search, document) === tier)
    if (documents.length === 0) continue
    const isOther = tier === TIERS.otherForm
    const runs = zones.map((zone) => {
      const here = documents.filter(
        (document) => zoneOf(segment, document) === zone && isWanted(search, document),
      )
      return currentRun(search, zone, tier, 0, isOther, sortByRank(segment, here))
    })
    page.take({ tier, step: 0, otherForm: isOther ? 1 : 0 }, filled(runs))
  }
}

/** Whether every hit of the readings is taken; else the page is filled, and the rest is still to be counted. */
function takeReadings(
  search: NameSearch,
  zones: readonly Zone[],
  readings: readonly Reading[],
  tierOf: (extra: number) => NameTier,
): boolean {
  const { page } = search
  if (areFew(readings, search.triedMax)) {
    takeFew(search, readings, zones)
    return true
  }
  if (page.isFilled) return false
  const walks = readings.flatMap((reading) => zones.map((zone) => new SteppedWalk(search, reading, zone)))
  for (let extra = 0; !isOver(search, walks); extra++) {
    takeStep(search, walks, tierOf(extra), extra)
  }
  return !page.isFilled
}

function isOver({ page }: NameSearch, walks: readonly SteppedWalk[]): boolean {
  return page.isFilled || page.room === 0 || walks.every((walk) => walk.isDone)
}

/** Fewest extra words first; inside a step the form asked for comes first. */
function takeStep(search: NameSearch, walks: readonly SteppedWalk[], tier: NameTier, extra: number): void {
  const same: Run[] = []
  const other: Run[] = []
  for (const walk of walks) {
    if (!walk.mayReach(extra)) continue
    const byForm = walk.upTo(extra)
    if (byForm.same.length > 0) same.push(currentRun(search, walk.zone, tier, extra, false, byForm.same))
    if (byForm.other.length > 0) other.push(currentRun(search, walk.zone, tier, extra, true, byForm.other))
  }
  if (same.length > 0) search.page.take({ tier, step: extra, otherForm: 0 }, same)
  if (other.length > 0) search.page.take({ tier, step: extra, otherForm: 1 }, other)
}

/** What the whole words find, their beginnings find too, so only these are counted. */
function countBehindPage(search: NameSearch, zones: readonly Zone[]): void {
  const { whole, beginning } = search.readings
  if (isOverflowSure(search, whole, zones)) search.page.overflow()
  else countRest(search, beginning.length < READINGS_MAX ? beginning : [...whole, ...beginning], zones)
}
