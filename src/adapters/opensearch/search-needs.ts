/** What the parts of a search share. */
import type { SearchAnswer, SearchBody } from './search-request.ts'
import type { IndexWords } from './words.ts'

/** Runs searches on the version of the query. */
export type RunSearches = (bodies: readonly SearchBody[]) => Promise<readonly SearchAnswer[]>

/** What a search works with: one version of the index. */
export interface SearchNeeds {
  readonly words: IndexWords
  readonly run: RunSearches
  /** Names when the version was filled. */
  readonly names: number
  /** Milliseconds that the search for similar names may take in OpenSearch; `undefined` = any. */
  readonly budgetMs: number | undefined
  /** Names that are compared with the query for related ones. */
  readonly relatedComparedMax: number
}
