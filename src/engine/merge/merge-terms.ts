/**
 * Second step of a merge: merges two term dictionaries with their posting lists. Used for words and for
 * joined words.
 */
import { GrowingTexts } from '../build/growing-array.ts'
import type { BaseAndDelta } from './merge-order.ts'
import { DROPPED } from './merge-order.ts'

/** Sorted texts, equal letters by number of parts, with their posting lists. */
export interface TermColumns {
  readonly bytes: Uint8Array
  readonly starts: Uint32Array
  /** Only of joined words. */
  readonly parts: Uint8Array | undefined
  readonly postingStarts: Uint32Array
  readonly postings: Uint32Array
}

/** The merged terms of one dictionary. */
export interface MergedTerms extends TermColumns {
  /** Term → new term, or `DROPPED` when no remaining document contains it. */
  readonly newOf: BaseAndDelta<Uint32Array>
}

/** Marks a term that one of the dictionaries does not have. */
const NONE = -1

/** Merges the terms. `newDocuments`: document → new document, by image (`mergeOrder`). */
export function mergeTerms(
  images: BaseAndDelta<TermColumns>,
  newDocuments: BaseAndDelta<Uint32Array>,
): MergedTerms {
  const newOf = [numbersFor(images[0]), numbersFor(images[1])] as const
  const texts = new GrowingTexts()
  const lists = new PostingMerger(images, newDocuments)
  eachTerm(images, (a, b) => {
    const term = lists.add(a, b)
    if (term !== DROPPED) texts.pushBytes(a === NONE ? textOf(images[1], b) : textOf(images[0], a))
    setNumber(newOf[0], a, term)
    setNumber(newOf[1], b, term)
  })
  const starts = texts.starts.view()
  const parts = images[0].parts && partsOf(images, newOf, starts.length - 1)
  return { bytes: texts.bytes.view(), starts, parts, ...lists.finish(), newOf }
}

/** Calls `visit` once for each term of either dictionary, in order. */
function eachTerm([base, delta]: BaseAndDelta<TermColumns>, visit: (a: number, b: number) => void): void {
  const [endA, endB] = [base.starts.length - 1, delta.starts.length - 1]
  let a = 0
  let b = 0
  while (a < endA || b < endB) {
    const order = compareTerms(base, a, delta, b)
    visit(order <= 0 ? a++ : NONE, order >= 0 ? b++ : NONE)
  }
}

function setNumber(newOf: Uint32Array, term: number, number: number): void {
  if (term !== NONE) newOf[term] = number
}

function numbersFor({ starts }: TermColumns): Uint32Array {
  return new Uint32Array(starts.length - 1)
}

function textOf({ bytes, starts }: TermColumns, term: number): Uint8Array {
  return bytes.subarray(starts[term], starts[term + 1])
}

/** A dictionary at its end comes last. */
function compareTerms(base: TermColumns, a: number, delta: TermColumns, b: number): number {
  if (b === delta.starts.length - 1) return -1
  if (a === base.starts.length - 1) return 1
  return compareBytes(base, a, delta, b) || (base.parts?.[a] ?? 0) - (delta.parts?.[b] ?? 0)
}

/**
 * Compares bytes, which is the order of code points. A loop, because a call of `Buffer.compare` costs more
 * than most words are long.
 */
function compareBytes(base: TermColumns, a: number, delta: TermColumns, b: number): number {
  const startA = base.starts[a] as number
  const startB = delta.starts[b] as number
  const lengthA = (base.starts[a + 1] as number) - startA
  const lengthB = (delta.starts[b + 1] as number) - startB
  const common = Math.min(lengthA, lengthB)
  for (let i = 0; i < common; i++) {
    const difference = (base.bytes[startA + i] as number) - (delta.bytes[startB + i] as number)
    if (difference !== 0) return difference
  }
  return lengthA - lengthB
}

function partsOf(
  images: BaseAndDelta<TermColumns>,
  newOf: BaseAndDelta<Uint32Array>,
  count: number,
): Uint8Array {
  const parts = new Uint8Array(count)
  images.forEach((terms, image) => {
    const newTerms = newOf[image] as Uint32Array
    for (let term = 0; term < newTerms.length; term++) {
      const newTerm = newTerms[term] as number
      if (newTerm !== DROPPED) parts[newTerm] = terms.parts?.[term] as number
    }
  })
  return parts
}

/** Merges posting lists term by term, with new document numbers. */
class PostingMerger {
  readonly #images: BaseAndDelta<TermColumns>
  readonly #newDocuments: BaseAndDelta<Uint32Array>
  readonly #postings: Uint32Array
  readonly #starts: Uint32Array
  #terms = 0
  #filled = 0

  constructor(images: BaseAndDelta<TermColumns>, newDocuments: BaseAndDelta<Uint32Array>) {
    this.#images = images
    this.#newDocuments = newDocuments
    this.#postings = new Uint32Array(images[0].postings.length + images[1].postings.length)
    this.#starts = new Uint32Array(images[0].starts.length + images[1].starts.length)
  }

  /**
   * Writes the postings of a term of the base, the delta or both. Returns its new number; `DROPPED` when it
   * has no postings.
   */
  add(a: number, b: number): number {
    const start = this.#filled
    if (b === NONE) this.#addBase(a)
    else if (a === NONE) this.#mergeDelta(b, 0, 0)
    else this.#mergeDelta(b, this.#startOf(a), this.#startOf(a + 1))
    if (this.#filled === start) return DROPPED
    this.#starts[++this.#terms] = this.#filled
    return this.#terms - 1
  }

  finish(): Pick<TermColumns, 'postingStarts' | 'postings'> {
    return {
      postingStarts: this.#starts.slice(0, this.#terms + 1),
      postings: this.#postings.subarray(0, this.#filled),
    }
  }

  #startOf(term: number): number {
    return this.#images[0].postingStarts[term] as number
  }

  #addBase(term: number): void {
    const { postings } = this.#images[0]
    const end = this.#startOf(term + 1)
    for (let i = this.#startOf(term); i < end; i++) this.#addOne(this.#newDocuments[0][postings[i] as number])
  }

  /** Merges the delta's postings with the base's from `from` on; both are ascending. */
  #mergeDelta(term: number, from: number, to: number): void {
    const [base, delta] = this.#images
    const [newOfBase, newOfDelta] = this.#newDocuments
    const end = delta.postingStarts[term + 1] as number
    let next = from
    for (let i = delta.postingStarts[term] as number; i < end; i++) {
      const document = newOfDelta[delta.postings[i] as number] as number
      for (; next < to; next++) {
        const before = newOfBase[base.postings[next] as number] as number
        if (before !== DROPPED && before > document) break
        this.#addOne(before)
      }
      this.#addOne(document)
    }
    for (; next < to; next++) this.#addOne(newOfBase[base.postings[next] as number])
  }

  #addOne(document: number | undefined): void {
    if (document !== DROPPED) this.#postings[this.#filled++] = document as number
  }
}
