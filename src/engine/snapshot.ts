/**
 * Snapshots of an index: a large base, and a small delta with every company that changed since the base was
 * made.
 */

import { SCORE_MIN } from '../names/ranking/rank.ts'
import { readNumber } from '../names/reading/register-number.ts'
import type { FacetQuery, SearchFacets } from '../names/search/facets.ts'
import type { SearchPage } from '../names/search/page.ts'
import type { SearchQuery } from '../names/search/query.ts'
import { FacetCounter } from './facet-counts.ts'
import type { IndexImage } from './format/image.ts'
import { headerOf } from './format/image.ts'
import type { IndexReader } from './format/index-reader.ts'
import type { IndexDelta } from './merge/merge-images.ts'
import { mergeImages } from './merge/merge-images.ts'
import { mergePages } from './merge-pages.ts'
import { correctionsOf } from './query/corrections.ts'
import { IndexSearcher } from './searcher.ts'
import type { HitLimits, ImagePage } from './types/image-page.ts'

/** An immutable state of the index. Posted to another thread, it refers to the same memory. */
export interface IndexSnapshot {
  /** Increases with every snapshot of a service; the header of the base holds that of its own. */
  readonly number: number
  /** The store's last change that is in the snapshot. */
  readonly sequence: number
  readonly base: IndexImage
  /** `undefined` if nothing changed since the base was made. */
  readonly delta: IndexDelta | undefined
}

/** Returns a snapshot of an image without a delta. */
export function baseSnapshot(base: IndexImage): IndexSnapshot {
  const { snapshotNumber, sequence } = headerOf(base)
  return { number: snapshotNumber, sequence, base, delta: undefined }
}

/**
 * Returns whether both have the same base; images received from another thread are other objects over the
 * same memory.
 */
export function isSameBase(a: IndexSnapshot, b: IndexSnapshot): boolean {
  return headerOf(a.base).snapshotNumber === headerOf(b.base).snapshotNumber
}

/** A delta of this many companies is merged into the base; building a delta then takes a second. */
const MERGE_FROM_COMPANIES = 10_000

/** Returns whether the delta is so large that a new base should be made. */
export function isMergeDue({ delta }: IndexSnapshot): boolean {
  if (delta === undefined) return false
  return Math.max(headerOf(delta.image).companies, delta.deletions.count) >= MERGE_FROM_COMPANIES
}

/** Returns a new base with the content of the snapshot. `number`: of the new base. */
export function mergeSnapshot({ base, delta }: IndexSnapshot, number: number, nowMs: number): IndexImage {
  if (delta === undefined) return base
  const { sequence, changeId } = headerOf(delta.image)
  return mergeImages(base, delta, { snapshotNumber: number, sequence, changeId, nowMs })
}

/** The page of one image. */
interface Searched {
  readonly context: IndexReader
  readonly page: ImagePage
}

/** A snapshot, opened for one thread. It serves one search at a time. */
export class SnapshotSearcher {
  readonly snapshot: IndexSnapshot
  readonly base: IndexSearcher
  readonly delta: IndexSearcher | undefined
  readonly #limits: HitLimits

  /** `before`: the searcher of the previous snapshot, whose base is reused if it is the same. */
  constructor(snapshot: IndexSnapshot, limits: HitLimits, before?: SnapshotSearcher) {
    this.snapshot = snapshot
    this.#limits = limits
    this.base =
      before !== undefined && isSameBase(before.snapshot, snapshot)
        ? before.base
        : new IndexSearcher(snapshot.base, limits)
    this.delta = snapshot.delta && new IndexSearcher(snapshot.delta.image, limits, this.base)
    this.base.setDeletions(snapshot.delta?.deletions)
  }

  /** Number of companies that can be found. */
  get companies(): number {
    const deleted = this.snapshot.delta?.deletions.count ?? 0
    return this.base.context.header.companies - deleted + (this.delta?.context.header.companies ?? 0)
  }

  /**
   * Returns one page of hits, in the order of docs/search.md, as one image of all companies would give it.
   * `isOver`: as in `IndexSearcher`.
   */
  search(query: SearchQuery, isOver?: () => boolean): SearchPage {
    const [first, second] = this.#searchImages(query, isOver)
    return second === undefined ? first.page : mergePages(first.page, second.page, query.limit, this.#limits)
  }

  /** Counts all hits of a search but the related ones, up to the most that are shown. */
  facets(query: FacetQuery, isOver?: () => boolean): SearchFacets {
    const { shownMax } = this.#limits
    const counter = new FacetCounter()
    let room = shownMax
    let hitCount = 0
    let partial = false
    const minScore = Math.max(SCORE_MIN, query.minScore ?? 0)
    const images = this.#searchImages({ ...query, minScore, limit: shownMax }, isOver)
    for (const { context, page } of images) {
      const counted = page.companies.slice(0, Math.min(room, page.hitCount))
      counter.add(context, counted)
      room -= counted.length
      hitCount += page.hitCount
      partial ||= page.partial
    }
    const isExact = hitCount <= shownMax && !partial
    return { counts: counter.counts(), total: shownMax - room, isExact, partial }
  }

  /** Searches the base and, if there is one, the delta. */
  #searchImages(
    query: SearchQuery,
    isOver: (() => boolean) | undefined,
  ): readonly [Searched] | readonly [Searched, Searched] {
    const { base, delta } = this
    if (delta === undefined) return [{ context: base.context, page: base.search(query, isOver) }]
    const number = readNumber(query.name)
    const deltaReaches = number && delta.numberReaches(number)
    const reaches =
      number && base.numberReaches(number).map((reach, i) => Math.min(reach, deltaReaches?.[i] ?? reach))
    const first = delta.search(query, isOver, { reaches })
    const ofBase = base.search(query, isOver, { reaches, related: first.related })
    // Related names are diversified together; the delta is small, so that it can be searched again.
    const isShared = first.related.length > 0 && ofBase.related.length > 0
    const ofDelta = isShared ? delta.search(query, isOver, { reaches, related: ofBase.related }) : first
    return [
      { context: base.context, page: ofBase },
      { context: delta.context, page: ofDelta },
    ]
  }

  /** Returns the likeliest corrections of the text; see `correctionsOf`. */
  corrections(text: string): readonly string[] {
    const { base, delta } = this
    return correctionsOf(delta === undefined ? [base.context] : [base.context, delta.context], text)
  }
}
