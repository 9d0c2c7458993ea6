/** What a search sees: a big base, and a small delta that holds every company that changed since the base was made. */
import { readNumber } from '../names/reading/register-number.ts'
import type { IndexImage } from './format/image.ts'
import { headerOf } from './format/image.ts'
import type { IndexDelta } from './merge/merge-images.ts'
import { mergeImages } from './merge/merge-images.ts'
import { mergePages } from './merge-pages.ts'
import { IndexSearcher } from './searcher.ts'
import type { HitLimits, IndexPage, IndexQuery } from './types/index-query.ts'

/** Nothing in it ever changes. It may be posted to another thread, which then reads the same memory. */
export interface IndexSnapshot {
  /** Grows with every generation of a service; so does that of the base inside its own header. */
  readonly number: number
  /** The store's last change that is in it. */
  readonly sequence: number
  readonly base: IndexImage
  /** `undefined` while nothing changed since the base. */
  readonly delta: IndexDelta | undefined
}

/** An image that holds everything. */
export function baseSnapshot(base: IndexImage): IndexSnapshot {
  const { snapshotNumber, sequence } = headerOf(base)
  return { number: snapshotNumber, sequence, base, delta: undefined }
}

/** Whether both go on from one base; images that came from another thread are other objects over the same memory. */
export function isSameBase(a: IndexSnapshot, b: IndexSnapshot): boolean {
  return headerOf(a.base).snapshotNumber === headerOf(b.base).snapshotNumber
}

/** From so many companies beside the base on, they are merged into it: building them anew takes a second then. */
const MERGE_FROM_COMPANIES = 10_000

/** Whether what lies beside the base is so much that a new base should be made. */
export function isMergeDue({ delta }: IndexSnapshot): boolean {
  if (delta === undefined) return false
  return Math.max(headerOf(delta.image).companies, delta.deletions.count) >= MERGE_FROM_COMPANIES
}

/** A new base, `number`, that holds what the generation holds. */
export function mergeSnapshot({ base, delta }: IndexSnapshot, number: number, nowMs: number): IndexImage {
  if (delta === undefined) return base
  const { sequence, changeId } = headerOf(delta.image)
  return mergeImages(base, delta, { snapshotNumber: number, sequence, changeId, nowMs })
}

/** A generation, opened for one thread; not for two searches at once. */
export class SnapshotSearcher {
  readonly snapshot: IndexSnapshot
  readonly base: IndexSearcher
  readonly delta: IndexSearcher | undefined
  readonly #limits: HitLimits

  /** `before`: the searcher of the generation before, whose base is gone on with when it is the same. */
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

  /** Companies that can be found. */
  get companies(): number {
    const deleted = this.snapshot.delta?.deletions.count ?? 0
    return this.base.context.header.companies - deleted + (this.delta?.context.header.companies ?? 0)
  }

  /** The hits of one page, in the order of docs/search.md, as one image of all companies would give them. */
  search(query: IndexQuery): IndexPage {
    const { base, delta } = this
    if (delta === undefined) return base.search(query)
    const number = readNumber(query.name)
    const deltaScopes = number && delta.numberScopes(number)
    const scopes =
      number && base.numberScopes(number).map((scope, i) => Math.min(scope, deltaScopes?.[i] ?? scope))
    const [first, second] = [base.search(query, scopes), delta.search(query, scopes)]
    return mergePages(first, second, query.limit, this.#limits)
  }
}
