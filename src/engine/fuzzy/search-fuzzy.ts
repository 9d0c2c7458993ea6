/**
 * Fuzzy search: block B of a deep search, stages "spelling", "sound", "partial" and "related". It finds names that are
 * similar to the query without containing its words.
 */
import { isComparable } from '../../names/likeness/name-query.ts'
import type { CollectionStatistics } from '../../names/likeness/word-weight.ts'
import type { FormDifference } from '../../names/reading/legal-form.ts'
import type { Name } from '../../names/reading/read-name.ts'
import { zoneOf } from '../format/index-reader.ts'
import type { Run } from '../query/hit.ts'
import type { NameSearch } from '../query/name-search.ts'
import { isNewHit, MATCHED_ON, ORIGIN_REASONS, sortByRank } from '../query/name-search.ts'
import { type CandidateList, candidateLists, type SeatWeights, seatWeights } from './candidate-lists.ts'
import { gatherSimilar, gatherWholeNames } from './candidates.ts'
import { DocumentSet } from './document-set.ts'
import type { FuzzyContext } from './fuzzy-context.ts'
import type { FuzzyHit, FuzzyHits } from './fuzzy-hit.ts'
import type { ScoringIndex } from './name-coverage.ts'
import type { QueryTerms } from './query-terms.ts'
import { readQueryTerms } from './query-terms.ts'
import { RelatedCandidates } from './related-candidates.ts'
import type { SimilarNames } from './rerank.ts'
import { rerankRelated, rerankSimilar } from './rerank.ts'
import { Scorer } from './scorer.ts'
import { SeatDocuments } from './seat-documents.ts'
import { SeatTerms } from './seat-terms.ts'
import { SplitTerms } from './split-terms.ts'
import { TermMatches } from './term-matches.ts'
import { IndexStatistics, TermStatistics } from './term-statistics.ts'

/** A run of hits with the same score, and how their form differs from that of the query. */
export interface ScoredRun {
  readonly otherForm: FormDifference
  readonly run: Run
}

/** A query of the fuzzy search. Both return hits by score, or those found so far if the time is over. */
export interface FuzzyQuery {
  /** Returns all similar names that are wanted and not shown yet. */
  similar(): FuzzyHits
  /** Returns the best related names that are not shown yet; to be called after `similar`. */
  related(): FuzzyHits
}

/** Finds names that are similar to a query; one per thread and index. */
export class FuzzySearch {
  readonly #context: FuzzyContext
  readonly #collection: CollectionStatistics
  readonly #statistics: TermStatistics
  readonly #candidates: DocumentSet
  readonly #related = new RelatedCandidates()
  readonly #seatDocuments: SeatDocuments
  readonly #index: ScoringIndex
  readonly #base: FuzzySearch | undefined

  /**
   * `base`: the fuzzy search of the large index if this index is only a small delta. Its collection
   * statistics and term weights are used.
   */
  constructor(context: FuzzyContext, base?: FuzzySearch) {
    this.#context = context
    this.#base = base
    const seats = new SeatTerms(context)
    this.#collection = base === undefined ? new IndexStatistics(context, seats) : base.#collection
    this.#statistics = new TermStatistics(context, base === undefined ? undefined : base.#collection)
    this.#candidates = new DocumentSet(context.header.documents)
    this.#seatDocuments = new SeatDocuments(context)
    this.#index = {
      ...{ context, statistics: this.#statistics, seats },
      ...{ splits: new SplitTerms(context), matches: new TermMatches() },
    }
  }

  /** Opens the fuzzy search of one query; `undefined` if the query is too short or too long to be compared. */
  open(search: NameSearch): FuzzyQuery | undefined {
    if (!isComparable(search.queryName.words)) return undefined
    const queryTerms = this.#read(search.queryName)
    const bySeat = seatWeights(this.#index, queryTerms)
    const scorer = new Scorer(this.#index, queryTerms, bySeat)
    let madeLists: readonly CandidateList[] | undefined
    const lists = () => {
      madeLists ??= candidateLists(this.#index, queryTerms)
      return madeLists
    }
    let known: SimilarNames['related'] = []
    return {
      similar: () => {
        const unfiltered = this.#gather(search, queryTerms, lists, bySeat)
        const { hits, related } = rerankSimilar(search, scorer, this.#candidates.documents, unfiltered)
        known = related
        return hits
      },
      related: () => {
        const isNew = (document: number) => isNewHit(search, document)
        const documents = this.#related.of(this.#index, queryTerms.query, lists(), isNew)
        return rerankRelated(search, scorer.related, documents, known)
      },
    }
  }

  /** Collects the candidates. Returns how many of them, the first, are candidates whatever they match. */
  #gather(
    { filter }: NameSearch,
    queryTerms: QueryTerms,
    lists: () => readonly CandidateList[],
    bySeat: readonly SeatWeights[],
  ): number {
    const candidates = this.#candidates
    candidates.clear()
    gatherWholeNames(this.#index, queryTerms, candidates)
    const unfiltered = candidates.count
    // All names of a few cities are fewer than the names with a similar word anywhere.
    const inCities = filter?.seats && this.#seatDocuments.of(filter.seats)
    if (inCities === undefined) gatherSimilar(this.#index, queryTerms, lists(), bySeat, candidates)
    else for (const documents of inCities) for (const document of documents) candidates.add(document)
    return unfiltered
  }

  #read(name: Name): QueryTerms {
    const weights = this.#base === undefined ? undefined : this.#base.#read(name).weights
    return readQueryTerms(this.#context, name, this.#statistics, this.#collection, weights)
  }
}

/** Returns the hits of one score as runs in order of rank, one for each kind, origin and set of reasons. */
export function fuzzyRuns({ context }: NameSearch, hits: FuzzyHits, score: number): readonly ScoredRun[] {
  const byGroup = new Map<string, { hit: FuzzyHit; documents: number[] }>()
  for (const hit of hits.get(score) ?? []) {
    const { document, otherForm, likeness } = hit
    const group = `${zoneOf(context, document)} ${otherForm} ${likeness.kind} ${likeness.reasons.join(' ')}`
    const known = byGroup.get(group)
    if (known === undefined) byGroup.set(group, { hit, documents: [document] })
    else known.documents.push(document)
  }
  return Array.from(byGroup.values(), ({ hit, documents }) => {
    const zone = zoneOf(context, hit.document)
    const { kind, reasons } = hit.likeness
    const run = {
      documents: sortByRank(context, documents),
      kind,
      score: Math.floor(score),
      matchedOn: MATCHED_ON[zone],
      reasons: [...reasons, ...ORIGIN_REASONS[zone]],
    }
    return { otherForm: hit.otherForm, run }
  })
}
