/** Candidates of the stage "related": the names that may match most of the query by weight. */
import {
  RELATED_CANDIDATES_MAX,
  RELATED_EQUAL_NAMES_MAX,
  RELATED_SIMILAR_NAMES_MAX,
} from '../../names/likeness/related-estimate.ts'
import type { PostingRange } from '../format/posting-list.ts'
import type { CandidateList, FuzzyIndex } from './candidate-lists.ts'
import { documentsOf } from './candidate-lists.ts'
import { allDocuments } from './name-size-filter.ts'
import { WeightedDocuments } from './weighted-documents.ts'

/** Collects candidates for one index and one thread. */
export class RelatedCandidates {
  readonly #documents = new WeightedDocuments(RELATED_EQUAL_NAMES_MAX + RELATED_SIMILAR_NAMES_MAX)

  /**
   * Returns up to `RELATED_CANDIDATES_MAX` documents with a word of the query, or a similar one: those that
   * match most of its weight. `longestFirst`: `candidateLists` of the query.
   */
  of(index: FuzzyIndex, longestFirst: readonly CandidateList[]): Uint32Array {
    this.#documents.clear()
    const lists = longestFirst.toReversed()
    this.#read(
      index,
      lists.filter(({ isEqual }) => isEqual),
      RELATED_EQUAL_NAMES_MAX,
    )
    const others = lists.filter(({ isEqual }) => !isEqual)
    this.#read(
      index,
      others.sort((a, b) => b.weightMax - a.weightMax),
      RELATED_SIMILAR_NAMES_MAX,
    )
    return this.#documents.heaviest(RELATED_CANDIDATES_MAX)
  }

  #read(index: FuzzyIndex, lists: readonly CandidateList[], most: number): void {
    const all = allDocuments(index.context)
    let room = most
    for (const list of lists) {
      if (room <= 0) return
      const { documents, from, to }: PostingRange = documentsOf(index, list, all)
      const end = Math.min(to, from + room)
      for (let i = from; i < end; i++)
        this.#documents.add(documents[i] as number, list.sourceNumber, list.weightMax)
      room -= end - from
    }
  }
}
