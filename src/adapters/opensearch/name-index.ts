/** The index port over OpenSearch: searches the version that the aliases name. */
import { Failure } from '../../core/failure.ts'
import type { IndexState, NameIndex } from '../../core/search/name-index.ts'
import { EMPTY_FACETS, EMPTY_PAGE, HITS_MAX, RELATED_COMPARED_MAX } from '../../core/search/name-index.ts'
import { SCORE_MIN } from '../../names/ranking/rank.ts'
import type { FacetQuery, SearchFacets } from '../../names/search/facets.ts'
import type { SearchPage } from '../../names/search/page.ts'
import type { SearchQuery } from '../../names/search/query.ts'
import type { OpenSearchClient } from './client.ts'
import { OpenSearchError, searchFailure } from './client.ts'
import { correctionsOf } from './corrections.ts'
import { countFacets } from './facet-counts.ts'
import type { Searched } from './index-version.ts'
import { isOurs, readIndexState, readSearched } from './index-version.ts'
import { findPage, searchNames } from './name-search.ts'
import type { SearchNeeds } from './search-needs.ts'
import { searchAll } from './search-request.ts'
import { IndexWords, WordCache } from './words.ts'

/** What the index works with. */
export interface NameIndexNeeds {
  readonly client: OpenSearchClient
  /** Beginning of the names of all indices and aliases. */
  readonly prefix: string
  /** Milliseconds of a clock that never goes back. */
  readonly nowMs: () => number
  /** Milliseconds that the search for similar names may take; `undefined` = any. */
  readonly budgetMs?: number
  /** Names that are compared with the query for related ones; absent = `RELATED_COMPARED_MAX`. */
  readonly relatedComparedMax?: number
}

/** For so long a thread takes the version and its state for the present ones. */
const STATE_KEPT_MS = 1000

/** The version that is searched. */
interface OpenVersion extends Searched {
  readonly shown: IndexState
  readonly cache: WordCache
}

/** Searches names in OpenSearch. Before an index was built every search finds nothing; one that is lost is not an empty one. */
export class OpenSearchNameIndex implements NameIndex {
  readonly #needs: NameIndexNeeds
  #open: OpenVersion | undefined
  /** Whether there has been an index since the start. */
  #wasOpen = false
  #readAtMs = Number.NEGATIVE_INFINITY
  #reading: Promise<void> | undefined

  constructor(needs: NameIndexNeeds) {
    this.#needs = needs
  }

  async search(query: SearchQuery): Promise<SearchPage> {
    return this.#onVersion(EMPTY_PAGE, (needs) => searchNames(needs, query))
  }

  async corrections(text: string): Promise<readonly string[]> {
    return this.#onVersion([], ({ words }) => correctionsOf(words, text))
  }

  async facets(query: FacetQuery): Promise<SearchFacets> {
    const minScore = Math.max(SCORE_MIN, query.minScore ?? 0)
    return this.#onVersion(EMPTY_FACETS, async (needs) => {
      const { hits, count, isCountExact, partial } = await findPage(needs, {
        ...query,
        minScore,
        limit: HITS_MAX,
      })
      const isExact = isCountExact && count <= HITS_MAX && !partial
      return { counts: countFacets(hits.map(({ company }) => company)), total: hits.length, isExact, partial }
    })
  }

  async state(): Promise<IndexState | undefined> {
    try {
      await this.#refresh()
    } catch (error) {
      throw searchFailure(error)
    }
    return this.#open?.shown
  }

  /** Makes the next search read the version and its state anew. */
  forget(): void {
    this.#readAtMs = Number.NEGATIVE_INFINITY
  }

  /**
   * Searches the present version.
   *
   * @throws {Failure} `service_unavailable` if OpenSearch cannot answer.
   */
  async #onVersion<Result>(
    nothing: Result,
    search: (needs: SearchNeeds) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await this.#onNewestVersion(nothing, search)
    } catch (error) {
      throw searchFailure(error)
    }
  }

  /** Searches once more if the version was deleted meanwhile, because there is a newer one. */
  async #onNewestVersion<Result>(
    nothing: Result,
    search: (needs: SearchNeeds) => Promise<Result>,
  ): Promise<Result> {
    await this.#refresh()
    const before = this.#open
    if (before === undefined) return this.#beforeFirst(nothing)
    try {
      return await search(this.#searchNeeds(before))
    } catch (error) {
      if (!(error instanceof OpenSearchError)) throw error
      this.forget()
      await this.#refresh()
      if (this.#open?.version.id === before.version.id) throw error
      return this.#open === undefined ? this.#beforeFirst(nothing) : search(this.#searchNeeds(this.#open))
    }
  }

  /** @throws {Failure} `service_unavailable` if there was an index before: an empty page would be wrong. */
  #beforeFirst<Result>(nothing: Result): Result {
    if (this.#wasOpen) throw new Failure('service_unavailable', 'the index in OpenSearch is gone')
    return nothing
  }

  #searchNeeds({ version, state, cache }: OpenVersion): SearchNeeds {
    const { client, budgetMs, relatedComparedMax = RELATED_COMPARED_MAX } = this.#needs
    return {
      words: new IndexWords(client, version, cache),
      ...{ budgetMs, relatedComparedMax, names: state.names },
      run: (bodies) => searchAll(client, version.names, bodies),
    }
  }

  async #refresh(): Promise<void> {
    if (this.#needs.nowMs() - this.#readAtMs < STATE_KEPT_MS) return
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined
    })
    await this.#reading
  }

  async #read(): Promise<void> {
    const { client, prefix, nowMs } = this.#needs
    const atMs = nowMs()
    const searched = await readSearched(client, prefix)
    if (!isOurs(searched)) this.#open = undefined
    else if (!this.#isOpen(searched))
      this.#open = {
        ...{ ...searched, cache: new WordCache() },
        shown: await readIndexState(client, searched.version, searched.state),
      }
    if (this.#open !== undefined) this.#wasOpen = true
    this.#readAtMs = atMs
  }

  #isOpen({ version, state }: Searched): boolean {
    return this.#open?.version.id === version.id && this.#open.state.number === state.number
  }
}
