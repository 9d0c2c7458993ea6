/** Block A of a search by name: current names that contain all words of the query, tier by tier. */

import type { NameTier } from '../../names/ranking/rank.ts'
import { blockAScore, TIERS } from '../../names/ranking/rank.ts'
import { zoneOf } from '../format/index-reader.ts'
import type { Zone } from '../format/layout.ts'
import { countRemaining, isOverflowSure } from './count-remaining.ts'
import type { Run } from './hit.ts'
import type { NameSearch } from './name-search.ts'
import { exactNameTier, isNewHit, nonEmpty, sortByRank } from './name-search.ts'
import type { QueryVariant } from './query-variants.ts'
import { VARIANTS_MAX } from './query-variants.ts'
import { RankedWalk } from './ranked-walk.ts'
import { areAllSelective, areSelective, searchAllSelective, searchSelective } from './selective-search.ts'
import { currentRun } from './tier-runs.ts'

/** Adds the hits of tiers 2 to 7 in the given zones. */
export function searchCurrent(search: NameSearch, zones: readonly Zone[]): void {
  const { whole, prefix } = search.variants
  addExactNames(search, zones)
  if (areAllSelective(search.variants, search.checkedMax)) {
    searchAllSelective(search, search.variants, zones)
    return
  }
  addVariants(search, zones, whole, (extra) => (extra === 0 ? TIERS.sameWords : TIERS.longerName))
  const isCounted = addVariants(search, zones, prefix, () => TIERS.prefix)
  if (!isCounted) countBeyondPage(search, zones)
}

function addExactNames(search: NameSearch, zones: readonly Zone[]): void {
  const { context, exactNames, topHits } = search
  if (exactNames.length === 0) return
  for (const tier of [TIERS.exact, TIERS.formMissing, TIERS.otherForm]) {
    const documents = exactNames.filter((document) => exactNameTier(search, document) === tier)
    if (documents.length === 0) continue
    const isOther = tier === TIERS.otherForm
    const runs = zones.map((zone) => {
      const here = documents.filter(
        (document) => zoneOf(context, document) === zone && isNewHit(search, document),
      )
      return currentRun(search, zone, tier, 0, isOther, sortByRank(context, here))
    })
    topHits.add({ tier, step: 0, otherForm: isOther ? 1 : 0 }, nonEmpty(runs))
  }
}

/**
 * Returns whether all hits of the variants were added; otherwise the page is complete and the rest must be
 * counted.
 */
function addVariants(
  search: NameSearch,
  zones: readonly Zone[],
  variants: readonly QueryVariant[],
  tierOf: (extra: number) => NameTier,
): boolean {
  const { topHits } = search
  if (areSelective(variants, search.checkedMax)) {
    searchSelective(search, variants, zones)
    return true
  }
  if (topHits.isPageFull) return false
  const walks = variants.flatMap((variant) => zones.map((zone) => new RankedWalk(search, variant, zone)))
  for (let extra = 0; !isOver(search, walks); extra++) {
    const tier = tierOf(extra)
    if (topHits.isTooLow(blockAScore(tier, extra, 0))) break
    addStep(search, walks, tier, extra)
  }
  return !topHits.isPageFull
}

function isOver({ topHits }: NameSearch, walks: readonly RankedWalk[]): boolean {
  return topHits.isPageFull || topHits.room === 0 || walks.every((walk) => walk.isDone)
}

/** Adds the names with `extra` extra words: those of the query's form first. */
function addStep(search: NameSearch, walks: readonly RankedWalk[], tier: NameTier, extra: number): void {
  const same: Run[] = []
  const other: Run[] = []
  for (const walk of walks) {
    if (!walk.mayReach(extra)) continue
    const byForm = walk.upTo(extra)
    if (byForm.same.length > 0) same.push(currentRun(search, walk.zone, tier, extra, false, byForm.same))
    if (byForm.other.length > 0) other.push(currentRun(search, walk.zone, tier, extra, true, byForm.other))
  }
  if (same.length > 0) search.topHits.add({ tier, step: extra, otherForm: 0 }, same)
  if (other.length > 0) search.topHits.add({ tier, step: extra, otherForm: 1 }, other)
}

/** Prefix variants match all that whole-word variants match, so only they are counted. */
function countBeyondPage(search: NameSearch, zones: readonly Zone[]): void {
  const { whole, prefix } = search.variants
  if (isOverflowSure(search, whole, zones)) search.topHits.markOverflow()
  else countRemaining(search, prefix.length < VARIANTS_MAX ? prefix : [...whole, ...prefix], zones)
}
