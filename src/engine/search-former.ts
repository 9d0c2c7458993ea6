/**
 * Block B of a deep search: former names, removed companies where no status was asked for, and names that are like the query.
 * Everything comes by score, then by the ties.
 */

import type { NameTier } from '../names/ranking/rank.ts'
import { blockBKind, blockBScore, SCORE_MIN, TIERS } from '../names/ranking/rank.ts'
import { companyOf, zoneOf } from './format/index-reader.ts'
import type { Zone } from './format/layout.ts'
import { ZONES } from './format/layout.ts'
import type { FuzzyHits } from './fuzzy/rerank.ts'
import type { ScoredRun } from './fuzzy/search-fuzzy.ts'
import { fuzzyRuns } from './fuzzy/search-fuzzy.ts'
import { countRest } from './query/count-remaining.ts'
import type { Run } from './query/hit.ts'
import type { NameSearch } from './query/name-search.ts'
import { filled, isWanted, reasonsIn, sameNameTier, sortByRank } from './query/name-search.ts'
import type { Reading } from './query/query-variants.ts'
import type { ByForm } from './query/ranked-walk.ts'
import { SteppedWalk } from './query/ranked-walk.ts'

type BlockBZone = typeof ZONES.removed | typeof ZONES.former
const SCORE_MAX = 100

/** A source of candidates: gives them out by score, the highest first. */
interface Source {
  /** Of those that come next; `NO_SCORE` where there are no more. */
  readonly score: number
  /** All of that score. */
  take(): readonly ScoredRun[]
}

const NO_SCORE = -1

/** `findLike` is dear: where the page is full and more hits are known than are counted, nothing is asked of it. */
export function findFormer(
  search: NameSearch,
  zones: readonly BlockBZone[],
  findLike: () => FuzzyHits,
): void {
  const { readings, page } = search
  const like = page.isFilled ? undefined : findLike()
  if (like !== undefined) takeByScore(search, zones, like)
  if (!page.isFilled) return
  countSameNames(search, zones)
  countRest(search, [...readings.whole, ...readings.beginning], zones)
  if (!page.isCounted) countLike(search, like ?? findLike())
}

function takeByScore(search: NameSearch, zones: readonly BlockBZone[], like: FuzzyHits): void {
  const { readings, page } = search
  const sources = [
    sameNames(search, zones),
    ...zones.flatMap((zone) => readings.whole.map((reading) => byWords(search, zone, reading))),
    ...zones.flatMap((zone) => readings.beginning.map((reading) => byPrefix(search, zone, reading))),
    likeNames(search, like),
  ]
  for (
    let score = highestOf(sources);
    score >= SCORE_MIN && !page.isFilled && page.room > 0;
    score = highestOf(sources)
  ) {
    takeScore(search, sources, score)
  }
}

function highestOf(sources: readonly Source[]): number {
  let highest = NO_SCORE
  for (const source of sources) highest = Math.max(highest, source.score)
  return highest
}

/** All that has this score: those of the form that is asked for, then the others. */
function takeScore({ page }: NameSearch, sources: readonly Source[], score: number): void {
  const found: ScoredRun[] = []
  for (const source of sources) if (source.score === score) found.push(...source.take())
  for (const isOther of [false, true]) {
    const runs = found.filter((scored) => scored.isOther === isOther).map((scored) => scored.run)
    page.take({ tier: TIERS.blockB, step: SCORE_MAX - score, otherForm: isOther ? 1 : 0 }, filled(runs))
  }
}

function likeNames(search: NameSearch, like: FuzzyHits): Source {
  return inOrder([...like.keys()].map((score) => [score, () => fuzzyRuns(search, like, score)]))
}

/** Of what is known by score; several may have the same. */
function inOrder(known: readonly (readonly [number, () => readonly ScoredRun[]])[]): Source {
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

function countSameNames({ segment, named, filter, page }: NameSearch, zones: readonly BlockBZone[]): void {
  for (const document of named) {
    const company = companyOf(segment, document)
    const isHere = (zones as readonly Zone[]).includes(zoneOf(segment, document))
    const isHit = isHere && (filter === undefined || filter.passes(company))
    if (isHit && page.room > 0) page.count(company)
  }
}

function countLike({ segment, page }: NameSearch, like: FuzzyHits): void {
  for (const hits of like.values()) {
    for (const { document } of hits) if (page.room > 0) page.count(companyOf(segment, document))
  }
}

function sameNames(search: NameSearch, zones: readonly BlockBZone[]): Source {
  const { segment, named } = search
  const documents = sortByRank(segment, [...named])
  const classes = zones.flatMap((zone) =>
    ([TIERS.exact, TIERS.formMissing, TIERS.otherForm] as const).map((tier) => ({ zone, tier })),
  )
  const ofClasses = classes.map(({ zone, tier }) => {
    const isOther = tier === TIERS.otherForm
    const score = blockBScore(originOf(zone), tier, 0)
    const take = () => {
      const wanted = documents.filter((document) => {
        const isOf = zoneOf(segment, document) === zone && sameNameTier(search, document) === tier
        return isOf && isWanted(search, document)
      })
      return [{ isOther, run: runOf(zone, tier, 0, isOther, score, wanted) }]
    }
    return [score, take] as const
  })
  return inOrder(documents.length === 0 ? [] : ofClasses)
}

function byWords(search: NameSearch, zone: BlockBZone, reading: Reading): Source {
  return bySteps(search, zone, reading, (extra) => (extra === 0 ? TIERS.sameWords : TIERS.longerName))
}

function byPrefix(search: NameSearch, zone: BlockBZone, reading: Reading): Source {
  return bySteps(search, zone, reading, () => TIERS.prefix)
}

/** Scores fall with the extra words until they reach their floor, where all the rest has one score. */
function bySteps(
  search: NameSearch,
  zone: BlockBZone,
  reading: Reading,
  tierOf: (extra: number) => NameTier,
): Source {
  const walk = new SteppedWalk(search, reading, zone)
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
  { same, other }: ByForm,
): readonly ScoredRun[] {
  const runs: ScoredRun[] = []
  if (same.length > 0) runs.push({ isOther: false, run: runOf(zone, tier, extra, false, score, same) })
  if (other.length > 0) runs.push({ isOther: true, run: runOf(zone, tier, extra, true, score, other) })
  return runs
}

function runOf(
  zone: BlockBZone,
  tier: NameTier,
  extra: number,
  isOther: boolean,
  score: number,
  documents: readonly number[],
): Run {
  const matchedOn = zone === ZONES.former ? 'former_name' : 'name'
  const reasons = reasonsIn(zone, tier, extra, isOther)
  return { documents, kind: blockBKind(originOf(zone), tier), score, matchedOn, reasons }
}

function originOf(zone: Zone): 'removed' | 'former' {
  return zone === ZONES.former ? 'former' : 'removed'
}
