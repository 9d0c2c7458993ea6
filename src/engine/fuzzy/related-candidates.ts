/** Candidates of the stage "related": the names that may match most of the query by weight. */
import type { NameQuery } from '../../names/likeness/name-pair.ts'
import {
  RELATED_CANDIDATES_MAX,
  RELATED_NAMES_MAX,
  relatedLists,
  relatedWeight,
} from '../../names/likeness/related-estimate.ts'
import type { CandidateList, FuzzyIndex } from './candidate-lists.ts'
import { documentsOf } from './candidate-lists.ts'
import { allDocuments } from './name-size-filter.ts'
import { WeightedDocuments } from './weighted-documents.ts'

const DOCUMENTS_MAX = RELATED_NAMES_MAX.equal + RELATED_NAMES_MAX.similar + RELATED_NAMES_MAX.split

/** Collects candidates for one index and one thread. */
export class RelatedCandidates {
  readonly #documents = new WeightedDocuments(DOCUMENTS_MAX)

  /**
   * Returns up to `RELATED_CANDIDATES_MAX` documents with a word of the query, or a similar one, in ascending order: of
   * those that `isWanted`, the ones that match most of its weight. `lists`: `candidateLists` of the query.
   */
  of(
    index: FuzzyIndex,
    query: NameQuery,
    lists: readonly CandidateList[],
    isWanted: (document: number) => boolean,
  ): Uint32Array {
    this.#documents.clear()
    const read = relatedLists(lists.filter(({ term }) => term !== undefined))
    for (const list of read) if (list.isEqual) this.#read(index, query, list, RELATED_NAMES_MAX.equal)
    let room: number = RELATED_NAMES_MAX.split
    // The shortest first, which say most; `lists` begins with the longest.
    for (const list of lists.toReversed())
      if (list.term === undefined) room -= this.#read(index, query, list, room)
    // Last, because they weigh less.
    for (const list of read) if (!list.isEqual) this.#read(index, query, list, RELATED_NAMES_MAX.similar)
    return this.#documents.heaviest(RELATED_CANDIDATES_MAX, isWanted)
  }

  /** Adds up to `most` documents of a list; returns how many. */
  #read(index: FuzzyIndex, query: NameQuery, list: CandidateList, most: number): number {
    const { documents, from, to } = documentsOf(index, list, allDocuments(index.context))
    const weight = relatedWeight(list.weightMax, query)
    const end = Math.min(to, from + most)
    for (let i = from; i < end; i++) this.#documents.add(documents[i] as number, list.sourceNumber, weight)
    return end - from
  }
}
