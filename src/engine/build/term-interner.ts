/** Numbers terms while a build collects names: half a million texts as bytes, none of them as an object. */
import { HASH_START, hashBytes } from '../format/hash-table.ts'
import { writeUtf8 } from '../format/utf8.ts'
import { GrowingArray, GrowingTexts } from './growing-array.ts'
import { sortedOrder } from './radix-sort.ts'

const SLOTS_MIN = 1 << 16
/** The table doubles above this share of used slots. */
const LOAD_MAX = 0.6
/** Size of the buffer for the term that is looked up; longer terms enlarge it. */
const BUFFER_BYTES = 256
/** Terms are sorted by two heads of this many bytes, and compared in full only where both are equal. */
const HEAD_BYTES = 4

/** Numbers distinct terms in the order of their first occurrence: a hash table with linear probing. */
export class TermInterner {
  /** The terms by number, as UTF-8. */
  readonly texts = new GrowingTexts()
  readonly #hashes = new GrowingArray(Uint32Array)
  /** Number + 1 in the first free slot from the hash on; 0 = free. */
  #slots = new Uint32Array(SLOTS_MIN)
  /** The term that is looked up, as UTF-8. */
  #buffer = new Uint8Array(BUFFER_BYTES)

  get length(): number {
    return this.#hashes.length
  }

  numberOf(word: string): number {
    if (this.#buffer.length < word.length * 3) this.#buffer = new Uint8Array(word.length * 3)
    return this.numberOfBytes(this.#buffer, 0, writeUtf8(word, this.#buffer, 0))
  }

  /** Returns the number of a term that is UTF-8 already: `bytes[from … to)`. */
  numberOfBytes(bytes: Uint8Array, from: number, to: number): number {
    const hash = hashBytes(HASH_START, bytes, from, to)
    let slot = this.#slotOf(hash)
    for (; this.#slots[slot] !== 0; slot = this.#next(slot)) {
      const number = (this.#slots[slot] as number) - 1
      if (this.#hashes.at(number) === hash && this.#equals(number, bytes, from, to)) return number
    }
    this.texts.pushBytes(bytes.subarray(from, to))
    this.#hashes.push(hash)
    this.#slots[slot] = this.length
    if (this.length > this.#slots.length * LOAD_MAX) this.#grow()
    return this.length - 1
  }

  /** Returns the numbers sorted by the terms' bytes, which is the order of code points. */
  sorted(): Uint32Array {
    const bytes = this.texts.bytes.view()
    const starts = this.texts.starts.view()
    const heads = [headsOf(bytes, starts, 0), headsOf(bytes, starts, HEAD_BYTES)] as const
    const order = sortedOrder(this.length, heads)
    const isSameHead = (a: number, b: number) => heads.every((head) => head[a] === head[b])
    for (let from = 0; from < order.length; ) {
      let to = from + 1
      while (to < order.length && isSameHead(order[from] as number, order[to] as number)) to++
      if (to - from > 1) order.subarray(from, to).sort((a, b) => compareTexts(bytes, starts, a, b))
      from = to
    }
    return order
  }

  /** Releases all memory; the table must not be used afterwards. */
  discard(): void {
    this.texts.bytes.discard()
    this.texts.starts.discard()
    this.#hashes.discard()
    this.#slots = new Uint32Array(0)
  }

  #slotOf(hash: number): number {
    return (hash ^ (hash >>> 15)) & (this.#slots.length - 1)
  }

  #next(slot: number): number {
    return (slot + 1) & (this.#slots.length - 1)
  }

  #equals(number: number, bytes: Uint8Array, from: number, to: number): boolean {
    const start = this.texts.starts.at(number)
    if (this.texts.starts.at(number + 1) - start !== to - from) return false
    const known = this.texts.bytes.backing
    for (let i = 0; i < to - from; i++) if (known[start + i] !== bytes[from + i]) return false
    return true
  }

  #grow(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2)
    for (let number = 0; number < this.length; number++) {
      let slot = this.#slotOf(this.#hashes.at(number))
      while (this.#slots[slot] !== 0) slot = this.#next(slot)
      this.#slots[slot] = number + 1
    }
  }
}

/** Returns four bytes of each text from byte `skip` on as one big-endian number, padded with zeros. */
function headsOf(bytes: Uint8Array, starts: Uint32Array, skip: number): Uint32Array {
  const heads = new Uint32Array(starts.length - 1)
  for (let text = 0; text < heads.length; text++) {
    const from = (starts[text] as number) + skip
    const end = starts[text + 1] as number
    let head = 0
    for (let i = from; i < from + HEAD_BYTES; i++) head = head * 256 + (i < end ? (bytes[i] as number) : 0)
    heads[text] = head
  }
  return heads
}

/** Returns a negative number when text `a` comes first by bytes; a prefix comes before longer texts. */
function compareTexts(bytes: Uint8Array, starts: Uint32Array, a: number, b: number): number {
  let i = starts[a] as number
  let j = starts[b] as number
  const endA = starts[a + 1] as number
  const endB = starts[b + 1] as number
  for (; i < endA && j < endB; i++, j++) {
    const difference = (bytes[i] as number) - (bytes[j] as number)
    if (difference !== 0) return difference
  }
  return endA - i - (endB - j)
}
