/** Candidates of the stage "related": the names that may match most of the query by weight. */
import type { PostingRange } from '../format/posting-list.ts'
import type { CandidateList, FuzzyIndex } from './candidate-lists.ts'
import { candidateLists, documentsOf } from './candidate-lists.ts'
import { allDocuments } from './name-size-filter.ts'
import type { QueryTerms } from './query-terms.ts'
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
   * match most of its weight.
   */
  of(index: FuzzyIndex, queryTerms: QueryTerms): Uint32Array {
    this.#documents.clear()
    const lists = candidateLists(index, queryTerms).toReversed()
    const isEqual = (list: CandidateList) => isListOfWord(index, list)
    this.#read(index, lists.filter(isEqual), EQUAL_DOCUMENTS_MAX)
    const others = lists.filter((list) => !isEqual(list))
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

/** Returns whether the list is that of a word of the query itself. */
function isListOfWord({ statistics }: FuzzyIndex, { term, source }: CandidateList): boolean {
  return term !== undefined && 'text' in source && statistics.textOf(term) === source.text
}
