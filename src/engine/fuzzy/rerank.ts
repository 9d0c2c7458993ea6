/** Compares candidates with a query, the most promising first, and no more of them than the answer needs. */
import type { LikenessScore } from '../../names/ranking/likeness-score.ts'
import { companyOf } from '../format/index-reader.ts'
import { TOUCHED_MAX } from '../format/prefetch.ts'
import type { NameSearch } from '../query/name-search.ts'
import { isOtherForm, isWanted } from '../query/name-search.ts'
import { UNLIKE_SCORE } from './score-bounds.ts'
import type { LikeScorer } from './scorer.ts'

/** A name that is like the query. */
export interface LikeHit {
  readonly document: number
  readonly isOther: boolean
  readonly like: LikenessScore
}

/** Names like a query, by score. */
export type LikeHits = ReadonlyMap<number, readonly LikeHit[]>

/** By the highest score that they may have: documents. */
type Promising = ReadonlyMap<number, readonly number[]>

/**
 * All that are wanted and not taken yet, by score. What cannot be on the page any more is left out when more hits are known than are
 * counted. Where time is over: what was found by then. The first `sure` of the documents are compared whatever a first look would tell.
 */
export function compareNames(
  search: NameSearch,
  scorer: LikeScorer,
  documents: Uint32Array,
  sure: number,
): LikeHits {
  const promising = byPromise(search, scorer, documents, sure)
  const found = new FoundNames(search)
  for (const scoreMax of [...promising.keys()].sort((a, b) => b - a)) {
    if (found.isEnough(scoreMax)) break
    if (!scoreAll(search, scorer, promising.get(scoreMax) as readonly number[], found)) break
  }
  return found.hits
}

function byPromise(search: NameSearch, scorer: LikeScorer, documents: Uint32Array, sure: number): Promising {
  const promising = new Map<number, number[]>()
  const take = (document: number) => {
    const scoreMax = scorer.scoreMax(document, currentOf(search, document))
    if (scoreMax === UNLIKE_SCORE || !isWanted(search, document)) return
    const known = promising.get(scoreMax)
    if (known === undefined) promising.set(scoreMax, [document])
    else known.push(document)
  }
  let from = 0
  while (from < documents.length && !isBrokenOff(search)) {
    const isSure = from < sure
    const to = Math.min(from + TOUCHED_MAX, isSure ? sure : documents.length)
    const step = documents.subarray(from, to)
    const likely = isSure ? step : scorer.likely(step)
    likely.forEach(take)
    from = to
  }
  return promising
}

/** Answers whether there was time for all of them; some are always scored. */
function scoreAll(
  search: NameSearch,
  scorer: LikeScorer,
  documents: readonly number[],
  found: FoundNames,
): boolean {
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i] as number
    const isOther = isOtherForm(search, document)
    const like = scorer.score(document, currentOf(search, document), isOther)
    if (like !== undefined) found.add({ document, isOther, like })
    if (i % SCORED_A_STEP === SCORED_A_STEP - 1 && isBrokenOff(search)) return false
  }
  return true
}

/** Names that are scored between two looks at the clock: some 0.1 ms. */
const SCORED_A_STEP = 32

function isBrokenOff(search: NameSearch): boolean {
  if (!search.isOver()) return false
  search.page.breakOff()
  return true
}

/** Whose current name it is; `undefined`: a former one. */
function currentOf({ segment }: NameSearch, document: number): number | undefined {
  return document < segment.header.companies ? document : undefined
}

class FoundNames {
  readonly hits = new Map<number, LikeHit[]>()
  readonly #search: NameSearch
  readonly #companies = new Set<number>()

  constructor(search: NameSearch) {
    this.#search = search
  }

  add(hit: LikeHit): void {
    this.#companies.add(companyOf(this.#search.segment, hit.document))
    const ofScore = this.hits.get(hit.like.score)
    if (ofScore === undefined) this.hits.set(hit.like.score, [hit])
    else ofScore.push(hit)
  }

  /** Whether the page is full of better ones than those that have this score at most, and these need not be counted. */
  isEnough(scoreMax: number): boolean {
    const { page, segment } = this.#search
    if (this.#companies.size <= page.exactMax) return false
    const better = new Set<number>()
    for (const [score, hits] of this.hits) {
      if (score > scoreMax) for (const { document } of hits) better.add(companyOf(segment, document))
    }
    return better.size >= page.need
  }
}
