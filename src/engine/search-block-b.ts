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
  while (
    source.score > NO_SCORE &&
    !topHits.isTooLow(source.score) &&
    !topHits.isPageFull &&
    topHits.room > 0
  )
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
  return new KnownHits([...fuzzy.keys()].map((score) => [score, () => fuzzyRuns(search, fuzzy, score)]))
}

/** Hits whose scores are known; several lists may have the same score. */
class KnownHits implements ScoredSource {
  /** The lists that are not taken yet, by ascending score. */
  readonly #left: (readonly [score: number, runs: () => readonly ScoredRun[]])[]

  constructor(known: readonly (readonly [number, () => readonly ScoredRun[]])[]) {
    this.#left = known.toSorted(([a], [b]) => a - b)
  }

  get score(): number {
    return this.#left.at(-1)?.[0] ?? NO_SCORE
  }

  take(): readonly ScoredRun[] {
    const { score } = this
    const runs: ScoredRun[] = []
    while (this.#left.length > 0 && this.score === score) runs.push(...(this.#left.pop()?.[1]() ?? []))
    return runs
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
  return new KnownHits(documents.length === 0 ? [] : ofPlaces)
}

function byWords(search: NameSearch, zone: BlockBZone, variant: QueryVariant): ScoredSource {
  return new WalkedVariant(search, zone, variant, (extra) =>
    extra === 0 ? TIERS.sameWords : TIERS.longerName,
  )
}

function byPrefix(search: NameSearch, zone: BlockBZone, variant: QueryVariant): ScoredSource {
  return new WalkedVariant(search, zone, variant, () => TIERS.prefix)
}

/** The hits of a variant. Scores fall with the number of extra words down to a floor, which all further names share. */
class WalkedVariant implements ScoredSource {
  readonly #zone: BlockBZone
  readonly #tierOf: (extra: number) => NameTier
  readonly #walk: RankedWalk
  #extra = 0
  #next: number

  constructor(
    search: NameSearch,
    zone: BlockBZone,
    variant: QueryVariant,
    tierOf: (extra: number) => NameTier,
  ) {
    this.#zone = zone
    this.#tierOf = tierOf
    this.#walk = new RankedWalk(search, variant, zone)
    this.#next = this.#scoreAt(0)
  }

  get score(): number {
    return this.#walk.isDone ? NO_SCORE : this.#next
  }

  take(): readonly ScoredRun[] {
    const score = this.#next
    const runs: ScoredRun[] = []
    while (!this.#walk.isDone && this.#next === score) {
      const extra = this.#extra++
      const behind = this.#scoreAt(this.#extra)
      const found = behind === score ? this.#walk.rest() : this.#walk.upTo(extra)
      runs.push(...runsOf(this.#zone, this.#tierOf(extra), extra, score, found))
      this.#next = behind
    }
    return runs
  }

  #scoreAt(extra: number): number {
    return blockBScore(originOf(this.#zone), this.#tierOf(extra), extra)
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
