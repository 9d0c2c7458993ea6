/**
 * Block B of a deep search: former and other names, removed companies unless the query filters by status, and fuzzy
 * matches, all in order of score, then tie-breakers.
 */

import { RELATED_SCORE_MAX } from '../names/ranking/likeness-score.ts'
import type { NameTier } from '../names/ranking/rank.ts'
import { blockBKind, blockBScore, blockBStep, SCORE_MIN, TIERS } from '../names/ranking/rank.ts'
import type { FormDifference } from '../names/reading/legal-form.ts'
import { FORM_DIFFERENCES } from '../names/reading/legal-form.ts'
import { companyOf, zoneOf } from './format/index-reader.ts'
import type { Zone } from './format/layout.ts'
import { ZONES } from './format/layout.ts'
import type { FuzzyHits } from './fuzzy/fuzzy-hit.ts'
import type { FuzzyQuery, ScoredRun } from './fuzzy/search-fuzzy.ts'
import { fuzzyRuns } from './fuzzy/search-fuzzy.ts'
import { countRemaining } from './query/count-remaining.ts'
import type { Run } from './query/hit.ts'
import type { NameSearch } from './query/name-search.ts'
import {
  isNewHit,
  MATCHED_ON,
  nonEmpty,
  placeOfSameName,
  reasonsIn,
  SAME_NAME_PLACES,
  sortByRank,
} from './query/name-search.ts'
import type { QueryVariant } from './query/query-variants.ts'
import type { ByForm } from './query/ranked-walk.ts'
import { RankedWalk } from './query/ranked-walk.ts'

/** A zone that block B searches. */
export type BlockBZone = typeof ZONES.removed | typeof ZONES.former | typeof ZONES.other

/** A source of hits, from the highest score down. */
interface ScoredSource {
  /** Score of the next hits; `NO_SCORE` at the end. */
  readonly score: number
  /** Returns all hits of this score. */
  take(): readonly ScoredRun[]
}

const NO_SCORE = -1
const NO_HITS: FuzzyHits = new Map()

/**
 * Adds the hits of block B. `openFuzzy` is expensive: it is not called if the page is complete and there are
 * more hits than are counted. It returns `undefined` if the query is not compared with other spellings.
 */
export function searchBlockB(
  search: NameSearch,
  zones: readonly BlockBZone[],
  openFuzzy: () => FuzzyQuery | undefined,
): void {
  const { topHits } = search
  if (!topHits.isPageFull) {
    const query = openFuzzy()
    const similar = query?.similar() ?? NO_HITS
    addByScore(search, zones, similar)
    if (topHits.isPageFull) countBeyondPage(search, zones, () => similar)
    else if (query !== undefined) addRelated(search, query)
    return
  }
  countBeyondPage(search, zones, () => openFuzzy()?.similar() ?? NO_HITS)
}

function countBeyondPage(
  search: NameSearch,
  zones: readonly BlockBZone[],
  findSimilar: () => FuzzyHits,
): void {
  const { variants, topHits } = search
  countExactNames(search, zones)
  countRemaining(search, [...variants.whole, ...variants.prefix], zones)
  if (!topHits.isCountSettled) countFuzzy(search, findSimilar())
}

/** Adds the related hits after all others. */
function addRelated(search: NameSearch, query: FuzzyQuery): void {
  const { topHits } = search
  if (topHits.isTooLow(RELATED_SCORE_MAX) || !topHits.startRelated()) return
  const source = fuzzyNames(search, query.related())
  while (source.score > NO_SCORE && !topHits.isTooLow(source.score) && topHits.room > 0)
    addScore(search, [source], source.score)
}

function addByScore(search: NameSearch, zones: readonly BlockBZone[], fuzzy: FuzzyHits): void {
  const { variants, topHits } = search
  const sources = [
    exactNames(search, zones),
    ...zones.flatMap((zone) => variants.whole.map((variant) => byWords(search, zone, variant))),
    ...zones.flatMap((zone) => variants.prefix.map((variant) => byPrefix(search, zone, variant))),
    fuzzyNames(search, fuzzy),
  ]
  for (
    let score = highestOf(sources);
    score >= SCORE_MIN && !topHits.isTooLow(score) && !topHits.isPageFull && topHits.room > 0;
    score = highestOf(sources)
  ) {
    addScore(search, sources, score)
  }
}

function highestOf(sources: readonly ScoredSource[]): number {
  let highest = NO_SCORE
  for (const source of sources) highest = Math.max(highest, source.score)
  return highest
}

/** Adds all hits of a score, those of the query's legal form first, then those of its kind. */
function addScore({ topHits }: NameSearch, sources: readonly ScoredSource[], score: number): void {
  const found: ScoredRun[] = []
  for (const source of sources) if (source.score === score) found.push(...source.take())
  for (const otherForm of FORM_DIFFERENCES) {
    const runs = found.filter((scored) => scored.otherForm === otherForm).map((scored) => scored.run)
    topHits.add({ tier: TIERS.blockB, step: blockBStep(score), otherForm }, nonEmpty(runs))
  }
}

function fuzzyNames(search: NameSearch, fuzzy: FuzzyHits): ScoredSource {
  return inOrder([...fuzzy.keys()].map((score) => [score, () => fuzzyRuns(search, fuzzy, score)]))
}

/** Returns a source over lists whose scores are known; several may have the same score. */
function inOrder(known: readonly (readonly [number, () => readonly ScoredRun[]])[]): ScoredSource {
  const left = known.toSorted(([a], [b]) => a - b)
  const next = () => left.at(-1)?.[0] ?? NO_SCORE
  return {
    get score() {
      return next()
    },
    take() {
      const score = next()
      const runs: ScoredRun[] = []
      while (left.length > 0 && next() === score) runs.push(...(left.pop()?.[1]() ?? []))
      return runs
    },
  }
}

function countExactNames(
  { context, exactNames, filter, topHits }: NameSearch,
  zones: readonly BlockBZone[],
): void {
  for (const document of exactNames) {
    const company = companyOf(context, document)
    const isHere = (zones as readonly Zone[]).includes(zoneOf(context, document))
    const isHit = isHere && (filter === undefined || filter.passes(company))
    if (isHit && topHits.room > 0) topHits.count(company)
  }
}

function countFuzzy({ context, topHits }: NameSearch, fuzzy: FuzzyHits): void {
  for (const hits of fuzzy.values()) {
    for (const { document } of hits) if (topHits.room > 0) topHits.count(companyOf(context, document))
  }
}

function exactNames(search: NameSearch, zones: readonly BlockBZone[]): ScoredSource {
  const { context, exactNames } = search
  const documents = sortByRank(context, [...exactNames])
  const places = zones.flatMap((zone) => SAME_NAME_PLACES.map((place) => ({ zone, place })))
  const ofPlaces = places.map(({ zone, place }) => {
    const { tier, otherForm } = place
    const score = blockBScore(originOf(zone), tier, 0)
    const take = () => {
      const wanted = documents.filter((document) => {
        const isHere = zoneOf(context, document) === zone && placeOfSameName(search, document) === place
        return isHere && isNewHit(search, document)
      })
      return [{ otherForm, run: runOf(zone, tier, 0, otherForm, score, wanted) }]
    }
    return [score, take] as const
  })
  return inOrder(documents.length === 0 ? [] : ofPlaces)
}

function byWords(search: NameSearch, zone: BlockBZone, variant: QueryVariant): ScoredSource {
  return bySteps(search, zone, variant, (extra) => (extra === 0 ? TIERS.sameWords : TIERS.longerName))
}

function byPrefix(search: NameSearch, zone: BlockBZone, variant: QueryVariant): ScoredSource {
  return bySteps(search, zone, variant, () => TIERS.prefix)
}

/**
 * Returns a source over a variant. Scores fall with the number of extra words down to a floor, which all
 * further names share.
 */
function bySteps(
  search: NameSearch,
  zone: BlockBZone,
  variant: QueryVariant,
  tierOf: (extra: number) => NameTier,
): ScoredSource {
  const walk = new RankedWalk(search, variant, zone)
  const scoreAt = (extra: number) => blockBScore(originOf(zone), tierOf(extra), extra)
  let extra = 0
  let next = scoreAt(0)
  return {
    get score() {
      return walk.isDone ? NO_SCORE : next
    },
    take() {
      const score = next
      const runs: ScoredRun[] = []
      while (!walk.isDone && next === score) {
        const tier = tierOf(extra)
        const behind = scoreAt(extra + 1)
        const found = behind === score ? walk.rest() : walk.upTo(extra)
        runs.push(...runsOf(zone, tier, extra, score, found))
        extra++
        next = behind
      }
      return runs
    },
  }
}

function runsOf(
  zone: BlockBZone,
  tier: NameTier,
  extra: number,
  score: number,
  byForm: ByForm,
): readonly ScoredRun[] {
  const runs: ScoredRun[] = []
  for (const otherForm of FORM_DIFFERENCES) {
    const documents = byForm[otherForm]
    if (documents.length > 0)
      runs.push({ otherForm, run: runOf(zone, tier, extra, otherForm, score, documents) })
  }
  return runs
}

function runOf(
  zone: BlockBZone,
  tier: NameTier,
  extra: number,
  otherForm: FormDifference,
  score: number,
  documents: readonly number[],
): Run {
  const reasons = reasonsIn(zone, tier, extra, otherForm)
  return { documents, kind: blockBKind(originOf(zone), tier), score, matchedOn: MATCHED_ON[zone], reasons }
}

function originOf(zone: Zone): 'removed' | 'former' {
  return zone === ZONES.removed ? 'removed' : 'former'
}
