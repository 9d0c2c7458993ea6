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
import type { ScoringIndex } from './name-coverage.ts'
import type { QueryTerms } from './query-terms.ts'
import { readQueryTerms } from './query-terms.ts'
import type { FuzzyHit, FuzzyHits } from './rerank.ts'
import { rerank } from './rerank.ts'
import { Scorer } from './scorer.ts'
import { SeatTerms } from './seat-terms.ts'
import { SplitTerms } from './split-terms.ts'
import { TermMatches } from './term-matches.ts'
import { IndexFrequencies, TermStatistics } from './term-statistics.ts'

export interface ScoredRun {
  readonly isOther: boolean
  readonly run: Run
}

/** Finds names that are like a query; one for each thread. */
export class FuzzySearch {
  readonly #context: FuzzyContext
  readonly #frequencies: DocumentFrequencies
  readonly #statistics: TermStatistics
  readonly #candidates: DocumentSet
  readonly #index: ScoringIndex
  readonly #base: FuzzySearch | undefined

  /** `base`: of the index that this segment is only a small part of; it tells how rare words are. */
  constructor(segment: FuzzyContext, base?: FuzzySearch) {
    this.#context = segment
    this.#base = base
    this.#frequencies = base === undefined ? new IndexFrequencies(segment) : base.#frequencies
    this.#statistics = new TermStatistics(segment, base === undefined ? undefined : this.#frequencies)
    const seats = new SeatTerms(segment)
    this.#candidates = new DocumentSet(segment.header.documents)
    this.#index = {
      ...{ segment, statistics: this.#statistics, seats },
      ...{ splits: new SplitTerms(segment), matches: new TermMatches() },
    }
  }

  /** All that is wanted and not taken yet, by score; what was found by then where time is over. */
  find(search: NameSearch): FuzzyHits {
    if (!isComparable(search.queryName.words)) return new Map()
    const asked = this.#read(search.queryName)
    this.#candidates.clear()
    const sure = gatherCandidates(this.#index, asked, this.#candidates)
    return rerank(search, new Scorer(this.#index, asked), this.#candidates.documents, sure)
  }

  #read(asked: Name): QueryTerms {
    const weights = this.#base === undefined ? undefined : this.#base.#read(asked).weights
    return readQueryTerms(this.#context, asked, this.#statistics, this.#frequencies, weights)
  }
}

/** The hits of one score as runs: of each kind, origin and set of reasons one, in order of rank. */
export function fuzzyRuns({ context }: NameSearch, hits: FuzzyHits, score: number): readonly ScoredRun[] {
  const byLook = new Map<string, { hit: FuzzyHit; documents: number[] }>()
  for (const hit of hits.get(score) ?? []) {
    const { document, isOtherForm, likeness } = hit
    const look = `${zoneOf(context, document)} ${isOtherForm} ${likeness.kind} ${likeness.reasons.join(' ')}`
    const known = byLook.get(look)
    if (known === undefined) byLook.set(look, { hit, documents: [document] })
    else known.documents.push(document)
  }
  return Array.from(byLook.values(), ({ hit, documents }) => {
    const zone = zoneOf(context, hit.document)
    const { kind, reasons } = hit.likeness
    const origin =
      zone === ZONES.live ? [] : [zone === ZONES.former ? ('former_name' as const) : ('removed' as const)]
    const matchedOn = zone === ZONES.former ? ('former_name' as const) : ('name' as const)
    const run = {
      documents: sortByRank(context, documents),
      kind,
      score,
      matchedOn,
      reasons: [...reasons, ...origin],
    }
    return { isOther: hit.isOtherForm, run }
  })
}
