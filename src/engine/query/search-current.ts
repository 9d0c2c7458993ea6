/** Block A of a search by name: current names that contain all words of the query, tier by tier. */

import type { NameTier } from '../../names/ranking/rank.ts'
import { blockAScore, TIERS } from '../../names/ranking/rank.ts'
import type { FormDifference } from '../../names/reading/legal-form.ts'
import { FORM_DIFFERENCES } from '../../names/reading/legal-form.ts'
import { zoneOf } from '../format/index-reader.ts'
import type { Zone } from '../format/layout.ts'
import { countRemaining, isOverflowSure } from './count-remaining.ts'
import type { Run } from './hit.ts'
import type { NameSearch } from './name-search.ts'
import { isNewHit, nonEmpty, placeOfSameName, SAME_NAME_PLACES, sortByRank } from './name-search.ts'
import type { QueryVariant } from './query-variants.ts'
import { VARIANTS_MAX } from './query-variants.ts'
import type { ByForm } from './ranked-walk.ts'
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
  const places = exactNames.map((document) => placeOfSameName(search, document))
  for (const place of SAME_NAME_PLACES) {
    if (!places.includes(place)) continue
    const { tier, otherForm } = place
    const documents = exactNames.filter((_, i) => places[i] === place)
    const runs = zones.map((zone) => {
      const here = documents.filter(
        (document) => zoneOf(context, document) === zone && isNewHit(search, document),
      )
      return currentRun(search, zone, tier, 0, otherForm, sortByRank(context, here))
    })
    topHits.add({ tier, step: 0, otherForm }, nonEmpty(runs))
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

/** Adds the names with `extra` extra words: those of the query's form first, then those of its kind. */
function addStep(search: NameSearch, walks: readonly RankedWalk[], tier: NameTier, extra: number): void {
  const found: OfZone[] = []
  for (const walk of walks)
    if (walk.mayReach(extra)) found.push({ zone: walk.zone, byForm: walk.upTo(extra) })
  if (found.length === 0) return
  for (const otherForm of FORM_DIFFERENCES) {
    const runs = runsOf(search, found, tier, extra, otherForm)
    if (runs !== undefined) search.topHits.add({ tier, step: extra, otherForm }, runs)
    if (search.formDifferences === undefined) return
  }
}

interface OfZone {
  readonly zone: Zone
  readonly byForm: ByForm
}

/** Returns `undefined` if there are no documents. */
function runsOf(
  search: NameSearch,
  found: readonly OfZone[],
  tier: NameTier,
  extra: number,
  otherForm: FormDifference,
): readonly Run[] | undefined {
  let runs: Run[] | undefined
  for (const { zone, byForm } of found) {
    const documents = byForm[otherForm]
    if (documents.length === 0) continue
    runs ??= []
    runs.push(currentRun(search, zone, tier, extra, otherForm, documents))
  }
  return runs
}

/** Prefix variants match all that whole-word variants match, so only they are counted. */
function countBeyondPage(search: NameSearch, zones: readonly Zone[]): void {
  const { whole, prefix } = search.variants
  if (isOverflowSure(search, whole, zones)) search.topHits.markOverflow()
  else countRemaining(search, prefix.length < VARIANTS_MAX ? prefix : [...whole, ...prefix], zones)
}
