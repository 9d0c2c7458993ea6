/** The adapter of the engine behind the index port: takes published snapshots and answers searches. */
import type { IndexState, NameIndex } from '../../core/search/name-index.ts'
import {
  EMPTY_FACETS,
  EMPTY_PAGE,
  HITS_MAX,
  RELATED_COMPARED_MAX,
  RELATED_MAX,
  TOTAL_EXACT_MAX,
} from '../../core/search/name-index.ts'
import type { IndexImage } from '../../engine/format/image.ts'
import { nameOf } from '../../engine/format/index-reader.ts'
import type { IndexSnapshot } from '../../engine/snapshot.ts'
import { baseSnapshot, SnapshotSearcher } from '../../engine/snapshot.ts'
import type { FacetQuery, SearchFacets } from '../../names/search/facets.ts'
import type { SearchPage } from '../../names/search/page.ts'
import type { SearchQuery } from '../../names/search/query.ts'

const LIMITS = {
  exactMax: TOTAL_EXACT_MAX,
  shownMax: HITS_MAX,
  relatedMax: RELATED_MAX,
  relatedComparedMax: RELATED_COMPARED_MAX,
}

/** Time limit of the fuzzy part of a deep search; what was found by then is returned. */
export interface DeepBudget {
  readonly budgetMs: number
  /** Milliseconds of a clock that never goes back. */
  readonly nowMs: () => number
}

/** Number of warm-up searches, after which the code is compiled; together they take about 0.4 s. */
const WARM_UP_SEARCHES = 40
const WARM_UP_HITS = 25

/**
 * Searches the published snapshot. There is one object per thread; all threads may share the same images.
 * Before the first `publish` every search finds nothing.
 */
export class EmbeddedNameIndex implements NameIndex {
  readonly #budget: DeepBudget | undefined
  #searcher: SnapshotSearcher | undefined

  /** Without a budget no search ends early. */
  constructor(budget?: DeepBudget) {
    this.#budget = budget
  }

  /**
   * Makes this snapshot, or a snapshot of this image alone, the one that is searched from the next search on.
   * A snapshot older than the present one is ignored.
   */
  publish(made: IndexSnapshot | IndexImage): void {
    const snapshot = 'base' in made ? made : baseSnapshot(made)
    if (snapshot.number < (this.#searcher?.snapshot.number ?? 0)) return
    this.#searcher = new SnapshotSearcher(snapshot, LIMITS, this.#searcher)
  }

  /**
   * Searches for some names of the index itself with a typo in each. Code that has not run before is many
   * times slower, so the first deep searches of a thread would exceed their time limit.
   */
  warmUp(): void {
    const searcher = this.#searcher
    if (searcher === undefined) return
    const { context } = searcher.base
    const { documents } = context.header
    const count = Math.min(WARM_UP_SEARCHES, documents)
    for (let i = 0; i < count; i++) {
      const name = nameOf(context, Math.floor((i * documents) / count))
      searcher.search({ name: name.slice(0, 1) + name.slice(2), deep: true, limit: WARM_UP_HITS })
    }
  }

  search(query: SearchQuery): SearchPage {
    if (this.#searcher === undefined) return EMPTY_PAGE
    return this.#searcher.search(query, query.deep ? this.#deadline() : undefined)
  }

  corrections(text: string): readonly string[] {
    return this.#searcher?.corrections(text) ?? []
  }

  facets(query: FacetQuery): SearchFacets {
    if (this.#searcher === undefined) return EMPTY_FACETS
    return this.#searcher.facets(query, query.deep ? this.#deadline() : undefined)
  }

  #deadline(): (() => boolean) | undefined {
    if (this.#budget === undefined) return undefined
    const { budgetMs, nowMs } = this.#budget
    const endMs = nowMs() + budgetMs
    return () => nowMs() >= endMs
  }

  state(): IndexState | undefined {
    if (this.#searcher === undefined) return undefined
    const { snapshot, base, delta, companies } = this.#searcher
    const deltaHeader = delta?.context.header
    const { bytesTotal, builtAtMs } = base.context.header
    const bytes = bytesTotal + (deltaHeader?.bytesTotal ?? 0)
    const { number, sequence } = snapshot
    return {
      snapshot: number,
      companies,
      deltaCompanies: deltaHeader?.companies ?? 0,
      bytes,
      builtAtMs,
      sequence,
    }
  }

  /** Returns the snapshot that is searched now. */
  snapshot(): IndexSnapshot | undefined {
    return this.#searcher?.snapshot
  }
}
