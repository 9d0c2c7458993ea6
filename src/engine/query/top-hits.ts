/** Takes hits in their order and keeps those of one page; every company once, at its first place. */

import type { SortKey } from '../../names/ranking/rank.ts'
import { compareSortKeys } from '../../names/ranking/rank.ts'
import { companyOf, compareDocuments } from '../format/index-reader.ts'
import { prefetchRecords, prefetchRows } from '../format/prefetch.ts'
import type { HitLimits, ImagePage, IndexHit, IndexQuery } from '../types/index-query.ts'
import type { HitClass, Run } from './hit.ts'
import { FoundHit, sortKeyOf } from './hit.ts'
import type { SearchContext } from './search-context.ts'
import type { SeenCompanies } from './seen-companies.ts'

export class TopHits {
  readonly #context: SearchContext
  readonly #seen: SeenCompanies
  readonly #limits: HitLimits
  readonly #limit: number
  readonly #after: SortKey | undefined
  readonly #hits: IndexHit[] = []
  readonly #shown: number[] = []
  #more = false
  #hitsBefore = 0
  /** Hits that were counted only. */
  #counted = 0
  #overflowed = false
  #partial = false
  /** Says nothing; keeps reads ahead from being left out as of no use. */
  prefetchSink = 0

  /** Nothing may be taken but the dead. */
  constructor(
    context: SearchContext,
    seen: SeenCompanies,
    limits: HitLimits,
    query: Pick<IndexQuery, 'limit' | 'after'>,
  ) {
    this.#context = context
    this.#seen = seen
    this.#limits = limits
    this.#limit = query.limit
    this.#after = query.after
  }

  /** How many more hits can still change the answer; 0 = full. */
  get room(): number {
    return this.#overflowed ? 0 : Math.max(0, this.#limits.shownMax + 1 - this.#seen.count - this.#counted)
  }

  /** How many of the best of one class are enough; hits that a cursor leaves out may be any number. */
  get need(): number {
    return this.#after === undefined ? Math.min(this.room, this.#limit + 1 - this.#hits.length) : this.room
  }

  /** Up to so many hits the total is told exactly. */
  get exactMax(): number {
    return this.#limits.exactMax
  }

  /** From here on only the number of hits matters, not their order. */
  get isPageFull(): boolean {
    return this.#more
  }

  /** Whether so many hits are known that the total is told as "more than that". */
  get isCountSettled(): boolean {
    return this.#overflowed || this.#seen.count + this.#counted > this.#limits.exactMax
  }

  isSeen(company: number): boolean {
    return this.#seen.has(company)
  }

  /** Reads ahead what tells the order of companies that `take` is about to merge. */
  prefetch(companies: readonly number[]): void {
    this.prefetchSink ^= prefetchRows(this.#context.blocks, companies)
  }

  /** Takes the runs of one class, merged by rank. Classes must come in order. */
  take(hitClass: HitClass, runs: readonly Run[]): void {
    if (runs.length === 1) {
      for (const document of (runs[0] as Run).documents) this.#takeOne(hitClass, runs[0] as Run, document)
      return
    }
    const places = runs.map(() => 0)
    for (
      let next = this.#firstRun(runs, places);
      next >= 0 && this.room > 0;
      next = this.#firstRun(runs, places)
    ) {
      const run = runs[next] as Run
      const place = places[next] as number
      this.#takeOne(hitClass, run, run.documents[place] as number)
      places[next] = place + 1
      if (this.#more) break
    }
    if (this.#more) this.#countRuns(runs, places)
  }

  /** Behind the page the order does not matter any more. */
  #countRuns(runs: readonly Run[], places: readonly number[]): void {
    for (let i = 0; i < runs.length; i++) {
      const { documents } = runs[i] as Run
      for (let place = places[i] as number; place < documents.length && this.room > 0; place++) {
        this.#seen.add(companyOf(this.#context, documents[place] as number))
      }
    }
  }

  /** Which run has the best document next; -1 when all are done. */
  #firstRun(runs: readonly Run[], places: readonly number[]): number {
    let best = -1
    let bestDocument = 0
    for (let i = 0; i < runs.length; i++) {
      const document = runs[i]?.documents[places[i] as number]
      if (document === undefined) continue
      if (best >= 0 && compareDocuments(this.#context, bestDocument, document) <= 0) continue
      best = i
      bestDocument = document
    }
    return best
  }

  /** Counts a hit whose place does not matter any more; the caller minds the room. */
  count(company: number): void {
    this.#seen.add(company)
  }

  /** Counts documents among `all[first … last)` in [from, to), which must be companies; the room is minded here. */
  countAll(all: Uint32Array, first: number, last: number, from: number, to: number): void {
    this.#seen.addAll(all, first, last, from, to, this.room)
  }

  /** Whether `takenAmong` can tell, and none is dead. */
  get canCountSeen(): boolean {
    return this.#seen.deletedCount === 0 && this.#seen.isListed
  }

  /** How many of the companies taken are among some. */
  countSeen(isAmong: (company: number) => boolean): number {
    return this.#seen.countAmong(isAmong)
  }

  /** Counts so many hits that were not taken, but does not take them; see `countOthers`. */
  countMore(count: number): void {
    this.#counted += count
  }

  /**
   * Counts those of the first `count` companies of the block that were not taken, but does not take them: no company
   * may come that way twice, and none of them in any other way after it.
   */
  countOthers(block: Uint32Array, count: number): void {
    let others = 0
    for (let i = 0; i < count; i++) others += this.#seen.has(block[i] as number) ? 0 : 1
    this.#counted += others
  }

  /** Whether more hits are sure than are shown, where `count` companies that pass the filter are known of. */
  isOverflowSure(count: number): boolean {
    return count - this.#seen.deletedCount > this.#limits.shownMax
  }

  /** Says that there are more hits than are shown; nothing more needs to be counted. */
  markOverflow(): void {
    this.#overflowed = true
  }

  /** Says that not all was looked for. */
  markPartial(): void {
    this.#partial = true
  }

  #takeOne(hitClass: HitClass, run: Run, document: number): void {
    const company = companyOf(this.#context, document)
    if (this.room === 0 || this.isSeen(company)) return
    this.#seen.add(company)
    if (this.#seen.count > this.#limits.shownMax || this.#more) return
    if (this.#isBefore(hitClass, company)) {
      this.#hitsBefore++
      return
    }
    if (this.#hits.length === this.#limit) this.#more = true
    else {
      this.#hits.push(new FoundHit(this.#context, hitClass, run, company, document))
      this.#shown.push(company)
    }
  }

  /** Whether the page begins behind this place. Only inside the class of `after` must the ties be read. */
  #isBefore(hitClass: HitClass, company: number): boolean {
    const after = this.#after
    if (after === undefined) return false
    const difference =
      hitClass.tier - after.tier || hitClass.step - after.step || hitClass.otherForm - after.otherForm
    if (difference !== 0) return difference < 0
    return compareSortKeys(sortKeyOf(this.#context, hitClass, company), after) <= 0
  }

  /** The finished page; empties `taken`. */
  finish(): ImagePage {
    const { exactMax, shownMax } = this.#limits
    const hitCount = this.#overflowed
      ? shownMax + 1
      : Math.min(shownMax + 1, this.#seen.count + this.#counted)
    this.#seen.clear()
    this.prefetchSink = prefetchRecords(this.#context.blocks, this.#shown)
    return {
      hits: this.#hits,
      more: this.#more,
      total: Math.min(hitCount, exactMax),
      totalIsExact: hitCount <= exactMax,
      truncated: hitCount > shownMax,
      partial: this.#partial,
      hitCount,
      hitsBefore: this.#hitsBefore,
    }
  }
}
