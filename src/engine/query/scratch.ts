/** Room to scribble on while a search runs, kept between searches, so that none has to be made and swept again. */
import type { DocumentList } from '../format/posting-list.ts'
import { markLists } from '../format/posting-list.ts'

/** Documents of a zone by bits: that of `document - from` is set. */
export interface Marks {
  readonly bits: Uint32Array
  readonly from: number
  /** How many are set. */
  readonly count: number
}

/** Documents to mark, known by a text that no others have. */
interface Marked {
  readonly text: string
  /** Sets the bits of those before `to`; how many. */
  mark(bits: Uint32Array, to: number): number
}

/**
 * So many common beginnings are remembered, with one bit each for every live company: the same ones are asked
 * again and again. One search asks for `QUERY_WAYS_MAX` at most, which is no more than what stays when the `OLDEST` go, so none is
 * forgotten while it is used.
 */
export const KNOWN_MAX = 64
/** One of so many that were not asked for the longest time is forgotten: that with the fewest documents. */
export const OLDEST = 32
/** Beyond the first bits, so many are kept for zones of which nothing is remembered. */
const FREE_MAX = 4
/** Documents that a walk handles at once. */
export const BLOCK_DOCUMENTS = 512
const BLOCKS_MAX = 64

/** Bytes of a text, and of each how it is parted from the one before. */
export interface LettersRoom {
  readonly letters: Uint8Array
  readonly parted: Uint8Array
}

export class MarkPool {
  readonly #known = new Map<string, Marks>()
  #free: Uint32Array[] = []
  #lent: Uint32Array[] = []
  readonly #blocks: Uint32Array[] = []
  #blocksLent = 0
  /** Room for `BLOCK_DOCUMENTS` that are tried at once, holding anything; for one such step at a time. */
  readonly tried = new Uint32Array(BLOCK_DOCUMENTS)
  #letters: LettersRoom = { letters: new Uint8Array(0), parted: new Uint8Array(1) }

  /** Marks of live documents, which are those before `to`; where no more may be remembered, one of the oldest is forgotten. */
  live(marked: Marked, to: number): Marks {
    const known = this.#known.get(marked.text)
    if (known !== undefined) {
      this.#known.delete(marked.text)
      this.#known.set(marked.text, known)
      return known
    }
    const bits = this.#oldest() ?? new Uint32Array((to >>> 5) + 1)
    const marks = { bits, from: 0, count: marked.mark(bits, to) }
    this.#known.set(marked.text, marks)
    return marks
  }

  /** Those that are remembered. */
  known(text: string): Marks | undefined {
    return this.#known.get(text)
  }

  /** Marks of documents in [from, to); they are the borrower's until `takeBack`. */
  lend(lists: readonly DocumentList[], from: number, to: number): Marks {
    const length = ((to - from) >>> 5) + 1
    const last = this.#free.pop()
    const bits = last !== undefined && last.length >= length ? last : new Uint32Array(length)
    this.#lent.push(bits)
    return { bits, from, count: markLists(lists, bits, from, to) }
  }

  /** The letters of a query as bytes, and how they are parted: room for so many each, holding anything; until it is asked for again. */
  lettersRoom(bytes: number): LettersRoom {
    if (this.#letters.letters.length < bytes)
      this.#letters = { letters: new Uint8Array(bytes), parted: new Uint8Array(bytes + 1) }
    return this.#letters
  }

  /** An array for `BLOCK_DOCUMENTS`, holding anything; the borrower's until `takeBack`. */
  lendBlock(): Uint32Array {
    const known = this.#blocks[this.#blocksLent]
    if (known !== undefined) {
      this.#blocksLent++
      return known
    }
    const block = new Uint32Array(BLOCK_DOCUMENTS)
    if (this.#blocks.length < BLOCKS_MAX) this.#blocksLent = this.#blocks.push(block)
    return block
  }

  takeBack(): void {
    this.#blocksLent = 0
    for (const bits of this.#lent) {
      bits.fill(0)
      if (this.#free.length < FREE_MAX) this.#free.push(bits)
    }
    if (this.#lent.length > 0) this.#lent = []
  }

  /** Of what was not asked for the longest time the bits that are made again soonest, wiped, when no more may be remembered. */
  #oldest(): Uint32Array | undefined {
    if (this.#known.size < KNOWN_MAX) return undefined
    let least: [string, Marks] | undefined
    let looked = 0
    for (const entry of this.#known) {
      if (looked++ === OLDEST) break
      if (least === undefined || entry[1].count < least[1].count) least = entry
    }
    const [text, { bits }] = least as [string, Marks]
    this.#known.delete(text)
    return bits.fill(0)
  }
}
