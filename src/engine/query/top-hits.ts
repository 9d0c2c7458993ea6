/** Takes hits in their order and keeps those of one page; every company once, at its first place. */

import type { SortKey } from '../../names/ranking/rank.ts'
import { compareSortKeys } from '../../names/ranking/rank.ts'
import { companyOf, compareDocuments } from '../format/index-reader.ts'
import { touchRecords, touchRows } from '../format/prefetch.ts'
import type { HitLimits, IndexHit, IndexQuestion, PagePart } from '../types/index-query.ts'
import type { HitClass, Run } from './hit.ts'
import { FoundHit, sortKeyOf } from './hit.ts'
import type { SearchContext } from './search-context.ts'
import type { TakenCompanies } from './seen-companies.ts'

export class HitPage {
  readonly #segment: SearchContext
  readonly #taken: TakenCompanies
  readonly #limits: HitLimits
  readonly #limit: number
  readonly #after: SortKey | undefined
  readonly #hits: IndexHit[] = []
  readonly #shown: number[] = []
  #more = false
  #before = 0
  /** Hits that were counted only. */
  #counted = 0
  #overflowed = false
  #partial = false
  /** Says nothing; keeps reads ahead from being left out as of no use. */
  touched = 0

  /** Nothing may be taken but the dead. */
  constructor(
    segment: SearchContext,
    taken: TakenCompanies,
    limits: HitLimits,
    question: Pick<IndexQuestion, 'limit' | 'after'>,
  ) {
    this.#segment = segment
    this.#taken = taken
    this.#limits = limits
    this.#limit = question.limit
    this.#after = question.after
  }

  /** How many more hits can still change the answer; 0 = full. */
  get room(): number {
    return this.#overflowed ? 0 : Math.max(0, this.#limits.shownMax + 1 - this.#taken.count - this.#counted)
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
  get isFilled(): boolean {
    return this.#more
  }

  /** Whether so many hits are known that the total is told as "more than that". */
  get isCounted(): boolean {
    return this.#overflowed || this.#taken.count + this.#counted > this.#limits.exactMax
  }

  has(company: number): boolean {
    return this.#taken.has(company)
  }

  /** Reads ahead what tells the order of companies that `take` is about to merge. */
  touch(companies: readonly number[]): void {
    this.touched ^= touchRows(this.#segment.blocks, companies)
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
        this.#taken.add(companyOf(this.#segment, documents[place] as number))
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
      if (best >= 0 && compareDocuments(this.#segment, bestDocument, document) <= 0) continue
      best = i
      bestDocument = document
    }
    return best
  }

  /** Counts a hit whose place does not matter any more; the caller minds the room. */
  count(company: number): void {
    this.#taken.add(company)
  }

  /** Counts documents among `all[first … last)` in [from, to), which must be companies; the room is minded here. */
  countAll(all: Uint32Array, first: number, last: number, from: number, to: number): void {
    this.#taken.addAll(all, first, last, from, to, this.room)
  }

  /** Whether `takenAmong` can tell, and none is dead. */
  get knowsTaken(): boolean {
    return this.#taken.deadCount === 0 && this.#taken.isListed
  }

  /** How many of the companies taken are among some. */
  takenAmong(isAmong: (company: number) => boolean): number {
    return this.#taken.countAmong(isAmong)
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
    for (let i = 0; i < count; i++) others += this.#taken.has(block[i] as number) ? 0 : 1
    this.#counted += others
  }

  /** Whether more hits are sure than are shown, where `count` companies that pass the filter are known of. */
  isOverflowSure(count: number): boolean {
    return count - this.#taken.deadCount > this.#limits.shownMax
  }

  /** Says that there are more hits than are shown; nothing more needs to be counted. */
  overflow(): void {
    this.#overflowed = true
  }

  /** Says that not all was looked for. */
  breakOff(): void {
    this.#partial = true
  }

  #takeOne(hitClass: HitClass, run: Run, document: number): void {
    const company = companyOf(this.#segment, document)
    if (this.room === 0 || this.has(company)) return
    this.#taken.add(company)
    if (this.#taken.count > this.#limits.shownMax || this.#more) return
    if (this.#isBefore(hitClass, company)) {
      this.#before++
      return
    }
    if (this.#hits.length === this.#limit) this.#more = true
    else {
      this.#hits.push(new FoundHit(this.#segment, hitClass, run, company, document))
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
    return compareSortKeys(sortKeyOf(this.#segment, hitClass, company), after) <= 0
  }

  /** The finished page; empties `taken`. */
  finish(): PagePart {
    const { exactMax, shownMax } = this.#limits
    const count = this.#overflowed ? shownMax + 1 : Math.min(shownMax + 1, this.#taken.count + this.#counted)
    this.#taken.clear()
    this.touched = touchRecords(this.#segment.blocks, this.#shown)
    return {
      hits: this.#hits,
      more: this.#more,
      total: Math.min(count, exactMax),
      totalIsExact: count <= exactMax,
      truncated: count > shownMax,
      partial: this.#partial,
      count,
      before: this.#before,
    }
  }
}
