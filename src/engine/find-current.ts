/** Block A by name: current names that hold all words of the query, class by class. */

import type { NameTier } from '../names/rank.ts'
import { blockAScore, kindOfTier, TIERS } from '../names/rank.ts'
import { readName } from '../names/read-name.ts'
import type { Zone } from './blocks.ts'
import { completedLetters } from './completed-letters.ts'
import { countRest } from './count-rest.ts'
import type { Run } from './hit-page.ts'
import type { NameSearch } from './name-search.ts'
import { filled, isWanted, reasonsIn, sameNameTier, sortByRank } from './name-search.ts'
import type { Reading } from './readings.ts'
import { nameOf, zoneOf } from './segment.ts'
import { SteppedWalk } from './stepped-walk.ts'

/** Tiers 2 to 7 of the zones asked for. */
export function findCurrent(search: NameSearch, zones: readonly Zone[]): void {
  const { whole, beginning } = search.readings
  findSameNames(search, zones)
  takeSteps(search, zones, whole, (extra) => (extra === 0 ? TIERS.sameWords : TIERS.longerName))
  takeSteps(search, zones, beginning, () => TIERS.prefix)
}

function findSameNames(search: NameSearch, zones: readonly Zone[]): void {
  const { segment, named, page } = search
  if (named.length === 0) return
  for (const tier of [TIERS.exact, TIERS.formMissing, TIERS.otherForm]) {
    const isOther = tier === TIERS.otherForm
    const runs = zones.map((zone) => {
      const documents = named.filter((document) => {
        const isHere = zoneOf(segment, document) === zone && sameNameTier(search, document) === tier
        return isHere && isWanted(search, document)
      })
      return runOf(search, zone, tier, 0, isOther, sortByRank(segment, documents))
    })
    page.take({ tier, step: 0, otherForm: isOther ? 1 : 0 }, filled(runs))
  }
}

/** Fewest extra words first; inside a step the form asked for comes first. */
function takeSteps(
  search: NameSearch,
  zones: readonly Zone[],
  readings: readonly Reading[],
  tierOf: (extra: number) => NameTier,
): void {
  const { page } = search
  if (!page.isFilled) {
    const walks = readings.flatMap((reading) => zones.map((zone) => new SteppedWalk(search, reading, zone)))
    for (let extra = 0; !isOver(search, walks); extra++) {
      if (walks.some((walk) => walk.mayReach(extra))) takeStep(search, walks, tierOf(extra), extra)
    }
  }
  if (page.isFilled) countRest(search, readings, zones)
}

function isOver({ page }: NameSearch, walks: readonly SteppedWalk[]): boolean {
  return page.isFilled || page.room === 0 || walks.every((walk) => walk.isDone)
}

function takeStep(search: NameSearch, walks: readonly SteppedWalk[], tier: NameTier, extra: number): void {
  const found = walks.map((walk) => ({ zone: walk.zone, byForm: walk.upTo(extra) }))
  for (const isOther of [false, true]) {
    const runs = found.map(({ zone, byForm }) =>
      runOf(search, zone, tier, extra, isOther, isOther ? byForm.other : byForm.same),
    )
    search.page.take({ tier, step: extra, otherForm: isOther ? 1 : 0 }, filled(runs))
  }
}

function runOf(
  search: NameSearch,
  zone: Zone,
  tier: NameTier,
  extra: number,
  isOther: boolean,
  documents: readonly number[],
): Run {
  return {
    documents,
    kind: kindOfTier(tier),
    score: scoreIn(search, tier, extra),
    matchedOn: 'name',
    reasons: reasonsIn(zone, tier, extra, isOther),
  }
}

/** A beginning is worth more where hardly a letter is missing, which only the name itself tells. */
function scoreIn({ segment, asked }: NameSearch, tier: NameTier, extra: number): Run['score'] {
  if (tier !== TIERS.prefix || extra > 0) return blockAScore(tier, extra, 0)
  return (document) => {
    const name = readName(nameOf(segment, document).toWellFormed())
    return blockAScore(tier, extra, completedLetters(asked, name))
  }
}
