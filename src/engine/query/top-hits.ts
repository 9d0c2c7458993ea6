/**
 * Collects the hits of one page. Hits are added in their order, and each company counts once, at its first
 * hit.
 */

import type { SortKey } from '../../names/ranking/rank.ts'
import { compareSortKeys, hasSameName, SCORE_MIN } from '../../names/ranking/rank.ts'
import type { Hit } from '../../names/search/page.ts'
import type { SearchQuery } from '../../names/search/query.ts'
import { companyOf, compareDocuments } from '../format/index-reader.ts'
import { prefetchRecords, prefetchRows } from '../format/prefetch.ts'
import type { HitLimits, ImagePage, RelatedHit } from '../types/image-page.ts'
import type { Run, SortKeyHead } from './hit.ts'
import { FoundHit, sortKeyOf } from './hit.ts'
import type { SearchContext } from './search-context.ts'
import type { SeenCompanies } from './seen-companies.ts'

/** The hits of one page and the number of all hits, in which related hits do not count. */
export class TopHits {
  readonly #context: SearchContext
  readonly #seen: SeenCompanies
  readonly #limits: HitLimits
  readonly #limit: number
  readonly #after: SortKey | undefined
  readonly #minScore: number
  readonly #hits: Hit[] = []
  readonly #shown: number[] = []
  #more = false
  #hitsBefore = 0
  #relatedBefore = 0
  /** The number of hits before the first related one; `undefined` until `startRelated`. */
  #unrelated: number | undefined
  #related: readonly RelatedHit[] = []
  /** Hits that were only counted. */
  #counted = 0
  #overflowed = false
  #partial = false
  /** Stores prefetched values, so that the loads are not optimised away. */
  prefetchSink = 0

  /** `seen` must be empty but for deletions. */
  constructor(
    context: SearchContext,
    seen: SeenCompanies,
    limits: HitLimits,
    query: Pick<SearchQuery, 'limit' | 'after' | 'minScore'>,
  ) {
    this.#context = context
    this.#seen = seen
    this.#limits = limits
    this.#limit = query.limit
    this.#after = query.after
    this.#minScore = query.minScore ?? 0
  }

  /** Number of further hits that can still change the result; 0 = full. */
  get room(): number {
    if (this.#overflowed) return 0
    const { shownMax, relatedMax } = this.#limits
    const found = this.#seen.count + this.#counted
    const most =
      this.#unrelated === undefined ? shownMax + 1 : Math.min(shownMax, this.#unrelated + relatedMax)
    return Math.max(0, most - found)
  }

  /**
   * Number of best hits with the same `SortKeyHead` that are enough. With a cursor or a high minimum score any
   * number of hits may be skipped.
   */
  get need(): number {
    return this.#after === undefined && !this.#isCut
      ? Math.min(this.room, this.#limit + 1 - this.#hits.length)
      : this.room
  }

  /** Names that are compared with the query for related hits, at most. */
  get relatedComparedMax(): number {
    return this.#limits.relatedComparedMax
  }

  /** Up to this many hits the total is exact. */
  get exactMax(): number {
    return this.#limits.exactMax
  }

  /**
   * Whether the page is complete; from then on only the number of hits matters, not their order. Never with a
   * minimum score, for which every hit must be scored.
   */
  get isPageFull(): boolean {
    return this.#more && !this.#isCut
  }

  /**
   * Starts the related hits, which follow all others and count in no total. Returns whether any of them can
   * be on the page: a page with the name of the query leaves them to the next one.
   */
  startRelated(): boolean {
    this.#unrelated = this.#seen.count + this.#counted
    if (this.#more || this.#partial || this.room === 0) return false
    this.#more = hasSameName(this.#hits)
    return !this.#more
  }

  /** Reports the related names to the page, so that another image can be searched with them. */
  keepRelated(related: readonly RelatedHit[]): void {
    this.#related = related
  }

  /** Whether hits with this score are left out. */
  isTooLow(score: number): boolean {
    return score < this.#minScore
  }

  /** Whether so many hits are known that the total is not exact. */
  get isCountSettled(): boolean {
    return this.#overflowed || this.#seen.count + this.#counted > this.#limits.exactMax
  }

  isSeen(company: number): boolean {
    return this.#seen.has(company)
  }

  /** Prefetches the fields that order the companies of runs that `add` is going to merge. */
  prefetch(companies: readonly number[]): void {
    this.prefetchSink ^= prefetchRows(this.#context.sections, companies)
  }

  /**
   * Adds runs with the same `SortKeyHead`, merged by rank, without hits below the minimum score. Heads must
   * come in ascending order.
   */
  add(keyHead: SortKeyHead, all: readonly Run[]): void {
    const runs = this.#isCut ? all.map((run) => this.#highEnough(run)) : all
    if (runs.length === 1) {
      for (const document of (runs[0] as Run).documents) this.#addOne(keyHead, runs[0] as Run, document)
      return
    }
    const positions = runs.map(() => 0)
    for (
      let next = this.#firstRun(runs, positions);
      next >= 0 && this.room > 0;
      next = this.#firstRun(runs, positions)
    ) {
      const run = runs[next] as Run
      const position = positions[next] as number
      this.#addOne(keyHead, run, run.documents[position] as number)
      positions[next] = position + 1
      if (this.#more) break
    }
    if (this.#more) this.#countRuns(runs, positions)
  }

  /** Whether the minimum score may leave out hits that are not related. */
  get #isCut(): boolean {
    return this.#minScore > SCORE_MIN
  }

  #highEnough(run: Run): Run {
    const { score } = run
    const documents = run.documents.filter(
      (document) => !this.isTooLow(typeof score === 'number' ? score : score(document)),
    )
    return { ...run, documents }
  }

  /** Beyond the page the order does not matter. */
  #countRuns(runs: readonly Run[], positions: readonly number[]): void {
    for (let i = 0; i < runs.length; i++) {
      const { documents } = runs[i] as Run
      for (let position = positions[i] as number; position < documents.length && this.room > 0; position++) {
        this.#seen.add(companyOf(this.#context, documents[position] as number))
      }
    }
  }

  /** Returns the run with the best next document; -1 when all runs are exhausted. */
  #firstRun(runs: readonly Run[], positions: readonly number[]): number {
    let best = -1
    let bestDocument = 0
    for (let i = 0; i < runs.length; i++) {
      const document = runs[i]?.documents[positions[i] as number]
      if (document === undefined) continue
      if (best >= 0 && compareDocuments(this.#context, bestDocument, document) <= 0) continue
      best = i
      bestDocument = document
    }
    return best
  }

  /** Counts a hit whose order does not matter; the caller checks `room`. */
  count(company: number): void {
    this.#seen.add(company)
  }

  /**
   * Counts the documents of `documents[first … last)` in [from, to), which must be companies, as far as there
   * is room.
   */
  countAll(documents: Uint32Array, first: number, last: number, from: number, to: number): void {
    this.#seen.addAll(documents, first, last, from, to, this.room)
  }

  /** Whether `countSeen` is possible and there are no deletions. */
  get canCountSeen(): boolean {
    return this.#seen.deletedCount === 0 && this.#seen.isListed
  }

  /** Returns how many of the seen companies satisfy the condition. */
  countSeen(isAmong: (company: number) => boolean): number {
    return this.#seen.countAmong(isAmong)
  }

  /** Counts this many unseen hits without marking them as seen; see `countOthers`. */
  countMore(count: number): void {
    this.#counted += count
  }

  /**
   * Counts the unseen companies of the first `count` of the chunk without marking them as seen. No company
   * may be counted twice in this way, nor be added in another way later.
   */
  countOthers(chunk: Uint32Array, count: number): void {
    let others = 0
    for (let i = 0; i < count; i++) others += this.#seen.has(chunk[i] as number) ? 0 : 1
    this.#counted += others
  }

  /** Whether `count` matches of the filter are certain to exceed `shownMax`. */
  isOverflowSure(count: number): boolean {
    return count - this.#seen.deletedCount > this.#limits.shownMax
  }

  /** Records that there are more hits than are shown, so that nothing more needs to be counted. */
  markOverflow(): void {
    this.#overflowed = true
  }

  /** Records that the search is incomplete. */
  markPartial(): void {
    this.#partial = true
  }

  #addOne(keyHead: SortKeyHead, run: Run, document: number): void {
    const company = companyOf(this.#context, document)
    if (this.room === 0 || this.isSeen(company)) return
    this.#seen.add(company)
    if (this.#seen.count > this.#limits.shownMax || this.#more) return
    if (this.#isBefore(keyHead, company)) {
      this.#hitsBefore++
      if (this.#unrelated !== undefined) this.#relatedBefore++
      return
    }
    if (this.#hits.length === this.#limit) this.#more = true
    else {
      this.#hits.push(new FoundHit(this.#context, keyHead, run, company, document))
      this.#shown.push(company)
    }
  }

  /**
   * Returns whether the hit comes before the page. Only hits with the head of `after` need their tie-breakers
   * read.
   */
  #isBefore(keyHead: SortKeyHead, company: number): boolean {
    const after = this.#after
    if (after === undefined) return false
    const difference =
      keyHead.tier - after.tier || keyHead.step - after.step || keyHead.otherForm - after.otherForm
    if (difference !== 0) return difference < 0
    return compareSortKeys(sortKeyOf(this.#context, keyHead, company), after) <= 0
  }

  /** Returns the finished page and clears `seen`. */
  finish(): ImagePage {
    const { exactMax, shownMax } = this.#limits
    const found = this.#unrelated ?? this.#seen.count + this.#counted
    const hitCount = this.#overflowed ? shownMax + 1 : Math.min(shownMax + 1, found)
    this.#seen.clear()
    this.prefetchSink = prefetchRecords(this.#context.sections, this.#shown)
    return {
      hits: this.#hits,
      more: this.#more,
      total: Math.min(hitCount, exactMax),
      totalIsExact: hitCount <= exactMax,
      truncated: hitCount > shownMax,
      partial: this.#partial,
      hitCount,
      companies: this.#shown,
      hitsBefore: this.#hitsBefore,
      relatedBefore: this.#relatedBefore,
      related: this.#related,
    }
  }
}
