/** Block B of a deep search, stages "spelling", "sound" and "partial": names that are like the query without holding its words. */
import { isComparable } from '../../names/likeness/name-likeness.ts'
import type { DocumentFrequencies } from '../../names/likeness/word-weight.ts'
import type { Name } from '../../names/reading/read-name.ts'
import { zoneOf } from '../format/index-reader.ts'
import { ZONES } from '../format/layout.ts'
import type { Run } from '../query/hit.ts'
import type { NameSearch } from '../query/name-search.ts'
import { sortByRank } from '../query/name-search.ts'
import { gatherCandidates } from './candidates.ts'
import { DocumentSet } from './document-set.ts'
import type { FuzzyContext } from './fuzzy-context.ts'
import type { ScoredIndex } from './name-coverage.ts'
import type { AskedWords } from './query-terms.ts'
import { askedWords } from './query-terms.ts'
import type { LikeHit, LikeHits } from './rerank.ts'
import { compareNames } from './rerank.ts'
import { LikeScorer } from './scorer.ts'
import { SeatWords } from './seat-terms.ts'
import { SplitWords } from './split-terms.ts'
import { WordAnswers } from './term-matches.ts'
import { IndexWords, SegmentRarity } from './term-statistics.ts'

export interface ScoredRun {
  readonly isOther: boolean
  readonly run: Run
}

/** Finds names that are like a query; one for each thread. */
export class LikeNames {
  readonly #segment: FuzzyContext
  readonly #rarity: DocumentFrequencies
  readonly #words: IndexWords
  readonly #candidates: DocumentSet
  readonly #index: ScoredIndex
  readonly #base: LikeNames | undefined

  /** `base`: of the index that this segment is only a small part of; it tells how rare words are. */
  constructor(segment: FuzzyContext, base?: LikeNames) {
    this.#segment = segment
    this.#base = base
    this.#rarity = base === undefined ? new SegmentRarity(segment) : base.#rarity
    this.#words = new IndexWords(segment, base === undefined ? undefined : this.#rarity)
    const seats = new SeatWords(segment)
    this.#candidates = new DocumentSet(segment.header.documents)
    this.#index = {
      ...{ segment, words: this.#words, seats },
      ...{ splits: new SplitWords(segment), answers: new WordAnswers() },
    }
  }

  /** All that is wanted and not taken yet, by score; what was found by then where time is over. */
  find(search: NameSearch): LikeHits {
    if (!isComparable(search.asked.words)) return new Map()
    const asked = this.#read(search.asked)
    this.#candidates.clear()
    const sure = gatherCandidates(this.#index, asked, this.#candidates)
    return compareNames(search, new LikeScorer(this.#index, asked), this.#candidates.documents, sure)
  }

  #read(asked: Name): AskedWords {
    const weights = this.#base === undefined ? undefined : this.#base.#read(asked).weights
    return askedWords(this.#segment, asked, this.#words, this.#rarity, weights)
  }
}

/** The hits of one score as runs: of each kind, origin and set of reasons one, in order of rank. */
export function likeRuns({ segment }: NameSearch, hits: LikeHits, score: number): readonly ScoredRun[] {
  const byLook = new Map<string, { hit: LikeHit; documents: number[] }>()
  for (const hit of hits.get(score) ?? []) {
    const { document, isOther, like } = hit
    const look = `${zoneOf(segment, document)} ${isOther} ${like.kind} ${like.reasons.join(' ')}`
    const known = byLook.get(look)
    if (known === undefined) byLook.set(look, { hit, documents: [document] })
    else known.documents.push(document)
  }
  return Array.from(byLook.values(), ({ hit, documents }) => {
    const zone = zoneOf(segment, hit.document)
    const { kind, reasons } = hit.like
    const origin =
      zone === ZONES.live ? [] : [zone === ZONES.former ? ('former_name' as const) : ('removed' as const)]
    const matchedOn = zone === ZONES.former ? ('former_name' as const) : ('name' as const)
    const run = {
      documents: sortByRank(segment, documents),
      kind,
      score,
      matchedOn,
      reasons: [...reasons, ...origin],
    }
    return { isOther: hit.isOther, run }
  })
}
