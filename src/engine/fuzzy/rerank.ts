/**
 * Re-ranking: scores candidates in the order of their score bounds, and no more of them than the page needs.
 */
import type { LikenessScore } from '../../names/ranking/likeness-score.ts'
import { SCORE_MIN } from '../../names/ranking/rank.ts'
import { companyOf } from '../format/index-reader.ts'
import { PREFETCH_MAX } from '../format/prefetch.ts'
import type { NameSearch } from '../query/name-search.ts'
import { isNewHit, otherFormOf, sortByRank } from '../query/name-search.ts'
import type { FuzzyHit, FuzzyHits } from './fuzzy-hit.ts'
import { heaviest } from './heaviest.ts'
import { diversified } from './related-hits.ts'
import { UNLIKE_SCORE } from './score-bounds.ts'

/** Scores documents as similar names. */
export interface SimilarScorer {
  /** Returns those of up to `PREFETCH_MAX` documents that may be hits. */
  filter(documents: Uint32Array): Uint32Array
  /** Returns the maximum weight of the query that the words of the name match. */
  weightMaxOf(document: number): number
  /** Returns the maximum score that the name may have; `UNLIKE_SCORE` if `score` would return `undefined`. */
  scoreMax(document: number, company: number | undefined, isOtherForm: boolean): number
  /** Returns `undefined` if the name is no hit of the stage. */
  score(document: number, company: number | undefined, isOtherForm: boolean): LikenessScore | undefined
}

/** Scores documents as related names. */
export interface RelatedScorer {
  /** Prefetches up to `PREFETCH_MAX` documents. */
  prefetch(documents: Uint32Array): void
  /** Returns a number that is higher, the higher the score may be; `undefined` if nothing can match. */
  estimate(document: number, company: number | undefined, isOtherForm: boolean): number | undefined
  /** Returns `undefined` if the name shares too little with the query. */
  score(document: number, company: number | undefined, isOtherForm: boolean): LikenessScore | undefined
}

/** The names that were compared to find similar ones. */
export interface SimilarNames {
  readonly hits: FuzzyHits
  /** Names found as a whole (those that skip the prefilter) that score less than similar ones. */
  readonly related: readonly FuzzyHit[]
}

/**
 * Names whose scores are bounded and computed. Of more that pass the prefilter, those that match most of the query by weight,
 * as an index in OpenSearch chooses its candidates.
 */
export const SCORED_MAX = 8_000

/** Documents by the maximum score that they may have. */
type DocumentsByScoreMax = ReadonlyMap<number, readonly number[]>

/**
 * Returns all similar names that are wanted and not shown yet, by score. Hits that cannot be on the page any
 * more are left out once more hits are known than are counted. When the time limit is reached, returns the
 * hits found so far. The first `unfiltered` documents skip the prefilter.
 */
export function rerankSimilar(
  search: NameSearch,
  scorer: SimilarScorer,
  documents: Uint32Array,
  unfiltered: number,
): SimilarNames {
  const byScoreMax = groupByScoreMax(search, scorer, documents, unfiltered)
  const found = new FoundHits(search, new Set(documents.subarray(0, unfiltered)))
  for (const scoreMax of [...byScoreMax.keys()].sort((a, b) => b - a)) {
    if (found.isEnough(scoreMax)) break
    const documents = inOrderOfHits(search, byScoreMax.get(scoreMax) as number[])
    // The rest of the documents cannot come before those with the highest score that they may have.
    const isEnough = () => found.isEnough(scoreMax - 1)
    if (!scoreAll(search, scorer, documents, (hit) => found.addSimilar(hit), isEnough)) break
  }
  return found
}

/**
 * Returns the best related names, diversified, by score: the known ones, and of the documents with the highest estimates as
 * many as are compared. None may be shown yet.
 */
export function rerankRelated(
  search: NameSearch,
  scorer: RelatedScorer,
  documents: Uint32Array,
  known: readonly FuzzyHit[],
): FuzzyHits {
  const estimated: { readonly document: number; readonly estimate: number }[] = []
  for (let i = 0; i < documents.length; i++) {
    if (i % PREFETCH_MAX === 0) scorer.prefetch(documents.subarray(i, i + PREFETCH_MAX))
    const document = documents[i] as number
    const estimate = scorer.estimate(document, currentOf(search, document), hasOtherForm(search, document))
    if (estimate !== undefined) estimated.push({ document, estimate })
  }
  estimated.sort((a, b) => b.estimate - a.estimate)
  const best = estimated.slice(0, search.topHits.relatedComparedMax).map(({ document }) => document)
  const found = [...known]
  scoreAll(search, scorer, best, (hit) => found.push(hit))
  return diversified(search, found)
}

function groupByScoreMax(
  search: NameSearch,
  scorer: SimilarScorer,
  documents: Uint32Array,
  unfiltered: number,
): DocumentsByScoreMax {
  const byScoreMax = new Map<number, number[]>()
  const addIf = (document: number, scoreMin: number) => {
    // Filters reject more names than scores do, and cost less.
    if (!isNewHit(search, document)) return
    const scoreMax = scorer.scoreMax(document, currentOf(search, document), hasOtherForm(search, document))
    if (scoreMax < scoreMin) return
    const known = byScoreMax.get(scoreMax)
    if (known === undefined) byScoreMax.set(scoreMax, [document])
    else known.push(document)
  }
  const add = (document: number) => addIf(document, UNLIKE_SCORE + 1)
  // Names found as a whole may be related even if they are not similar.
  const addWhole = (document: number) => addIf(document, UNLIKE_SCORE)
  const kept: number[] = []
  const weights: number[] = []
  const keep = (document: number) => {
    if (!isNewHit(search, document)) return
    kept.push(document)
    // While the words are in the cache.
    weights.push(scorer.weightMaxOf(document))
  }
  const take = documents.length > SCORED_MAX ? keep : add
  let from = 0
  while (from < documents.length && !isOutOfTime(search)) {
    const isUnfiltered = from < unfiltered
    const to = Math.min(from + PREFETCH_MAX, isUnfiltered ? unfiltered : documents.length)
    const step = documents.subarray(from, to)
    const passing = isUnfiltered ? step : scorer.filter(step)
    passing.forEach(isUnfiltered ? addWhole : take)
    from = to
  }
  heaviest(kept, SCORED_MAX, weights).forEach(add)
  return byScoreMax
}

/** Sorts documents as hits with the same score are sorted. */
function inOrderOfHits(search: NameSearch, documents: readonly number[]): readonly number[] {
  const byForm: readonly [number[], number[], number[]] = [[], [], []]
  for (const document of documents) byForm[otherFormOf(search, document)].push(document)
  return byForm.flatMap((ofForm) => sortByRank(search.context, ofForm))
}

function hasOtherForm(search: NameSearch, document: number): boolean {
  return otherFormOf(search, document) > 0
}

/**
 * Scores the documents until they are enough. Returns false if the time limit was reached; some are always scored.
 */
function scoreAll(
  search: NameSearch,
  scorer: Pick<SimilarScorer, 'score'>,
  documents: readonly number[],
  add: (hit: FuzzyHit) => void,
  isEnough: () => boolean = () => false,
): boolean {
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i] as number
    const otherForm = otherFormOf(search, document)
    const likeness = scorer.score(document, currentOf(search, document), otherForm > 0)
    if (likeness !== undefined) add({ document, otherForm, likeness })
    if (i % SCORED_PER_STEP !== SCORED_PER_STEP - 1) continue
    if (isOutOfTime(search)) return false
    if (isEnough()) return true
  }
  return true
}

/** Names scored between two checks of the time: some 0.1 ms. */
const SCORED_PER_STEP = 32

function isOutOfTime(search: NameSearch): boolean {
  if (!search.isOver()) return false
  search.topHits.markPartial()
  return true
}

/** Returns the company whose current name it is; `undefined` for a former name. */
function currentOf({ context }: NameSearch, document: number): number | undefined {
  return document < context.header.companies ? document : undefined
}

class FoundHits {
  readonly hits = new Map<number, FuzzyHit[]>()
  readonly related: FuzzyHit[] = []
  readonly #search: NameSearch
  readonly #wholeNames: ReadonlySet<number>
  readonly #companies = new Set<number>()

  constructor(search: NameSearch, wholeNames: ReadonlySet<number>) {
    this.#search = search
    this.#wholeNames = wholeNames
  }

  addSimilar(hit: FuzzyHit): void {
    if (hit.likeness.score >= SCORE_MIN) this.add(hit)
    else if (this.#wholeNames.has(hit.document)) this.related.push(hit)
  }

  add(hit: FuzzyHit): void {
    this.#companies.add(companyOf(this.#search.context, hit.document))
    const ofScore = this.hits.get(hit.likeness.score)
    if (ofScore === undefined) this.hits.set(hit.likeness.score, [hit])
    else ofScore.push(hit)
  }

  /**
   * Returns whether the page is full of better hits than those with at most this score, and these need not be
   * counted.
   */
  isEnough(scoreMax: number): boolean {
    const { topHits, context } = this.#search
    if (this.#companies.size <= topHits.exactMax) return false
    const better = new Set<number>()
    for (const [score, hits] of this.hits) {
      if (score > scoreMax) for (const { document } of hits) better.add(companyOf(context, document))
    }
    return better.size >= topHits.need
  }
}
