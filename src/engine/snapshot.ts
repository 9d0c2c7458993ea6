/** What a search sees: a big base, and a small delta that holds every company that changed since the base was made. */
import { readNumber } from '../names/reading/register-number.ts'
import type { IndexImage } from './format/image.ts'
import { headerOf } from './format/image.ts'
import type { IndexDelta } from './merge/merge-images.ts'
import { mergeImages } from './merge/merge-images.ts'
import { mergePages } from './merge-pages.ts'
import { IndexSearcher } from './searcher.ts'
import type { HitLimits, IndexPage, IndexQuestion } from './types/index-query.ts'

/** Nothing in it ever changes. It may be posted to another thread, which then reads the same memory. */
export interface IndexGeneration {
  /** Grows with every generation of a service; so does that of the base inside its own header. */
  readonly number: number
  /** The store's last change that is in it. */
  readonly sequence: number
  readonly base: IndexImage
  /** `undefined` while nothing changed since the base. */
  readonly delta: IndexDelta | undefined
}

/** An image that holds everything. */
export function wholeGeneration(base: IndexImage): IndexGeneration {
  const { generation, sequence } = headerOf(base)
  return { number: generation, sequence, base, delta: undefined }
}

/** Whether both go on from one base; images that came from another thread are other objects over the same memory. */
export function isSameBase(a: IndexGeneration, b: IndexGeneration): boolean {
  return headerOf(a.base).generation === headerOf(b.base).generation
}

/** From so many companies beside the base on, they are merged into it: building them anew takes a second then. */
const MERGE_FROM_COMPANIES = 10_000

/** Whether what lies beside the base is so much that a new base should be made. */
export function isMergeDue({ delta }: IndexGeneration): boolean {
  if (delta === undefined) return false
  return Math.max(headerOf(delta.image).companies, delta.dead.count) >= MERGE_FROM_COMPANIES
}

/** A new base, `number`, that holds what the generation holds. */
export function mergeGeneration({ base, delta }: IndexGeneration, number: number, nowMs: number): IndexImage {
  if (delta === undefined) return base
  const { sequence, mark } = headerOf(delta.image)
  return mergeImages(base, delta, { generation: number, sequence, mark, nowMs })
}

/** A generation, opened for one thread; not for two searches at once. */
export class GenerationSearcher {
  readonly generation: IndexGeneration
  readonly base: IndexSearcher
  readonly delta: IndexSearcher | undefined
  readonly #limits: HitLimits

  /** `before`: the searcher of the generation before, whose base is gone on with when it is the same. */
  constructor(generation: IndexGeneration, limits: HitLimits, before?: GenerationSearcher) {
    this.generation = generation
    this.#limits = limits
    this.base =
      before !== undefined && isSameBase(before.generation, generation)
        ? before.base
        : new IndexSearcher(generation.base, limits)
    this.delta = generation.delta && new IndexSearcher(generation.delta.image, limits, this.base)
    this.base.bury(generation.delta?.dead)
  }

  /** Companies that can be found. */
  get companies(): number {
    const dead = this.generation.delta?.dead.count ?? 0
    return this.base.segment.header.companies - dead + (this.delta?.segment.header.companies ?? 0)
  }

  /** The hits of one page, in the order of docs/search.md, as one image of all companies would give them. */
  search(question: IndexQuestion): IndexPage {
    const { base, delta } = this
    if (delta === undefined) return base.search(question)
    const number = readNumber(question.name)
    const beside = number && delta.numberWidths(number)
    const widths =
      number && base.numberWidths(number).map((width, i) => Math.min(width, beside?.[i] ?? width))
    const [first, second] = [base.search(question, widths), delta.search(question, widths)]
    return mergePages(first, second, question.limit, this.#limits)
  }
}
