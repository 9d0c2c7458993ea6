/** Candidates of the stage "related": the names that may match most of the query by weight. */
import type { PostingRange } from '../format/posting-list.ts'
import type { CandidateList, FuzzyIndex } from './candidate-lists.ts'
import { documentsOf } from './candidate-lists.ts'
import { allDocuments } from './name-size-filter.ts'
import { WeightedDocuments } from './weighted-documents.ts'

/** Maximum documents that are read from the lists of the query's own words, rarest first, … */
const EQUAL_DOCUMENTS_MAX = 16_000
/** … and from the lists of other spellings, heaviest first. */
const SIMILAR_DOCUMENTS_MAX = 5_000
/** Maximum candidates. */
export const RELATED_CANDIDATES_MAX = 500

/** Collects candidates for one index and one thread. */
export class RelatedCandidates {
  readonly #documents = new WeightedDocuments(EQUAL_DOCUMENTS_MAX + SIMILAR_DOCUMENTS_MAX)

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
      EQUAL_DOCUMENTS_MAX,
    )
    const others = lists.filter(({ isEqual }) => !isEqual)
    this.#read(
      index,
      others.sort((a, b) => b.weightMax - a.weightMax),
      SIMILAR_DOCUMENTS_MAX,
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
