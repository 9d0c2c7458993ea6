/** Typed arrays that grow, for a build that does not know its number of elements in advance. */
import { writeUtf8 } from '../format/utf8.ts'

type Numbers = Uint8Array | Uint16Array | Uint32Array
type NumbersType<A extends Numbers> = { new (of: ArrayBuffer): A; readonly BYTES_PER_ELEMENT: number }

const FIRST_LENGTH = 1024
const GROWTH = 1.5
/**
 * Maximum bytes of one array: enough for the names of 30 million companies. Only addresses are reserved, not
 * memory: the array grows in place, and released memory returns to the system at once. (Arrays that move
 * leave holes in the heap of the C library: 120 MB more at the peak of 1.49 million companies.)
 */
export const ARRAY_BYTES_MAX = 2 ** 31

/**
 * A typed array that grows by half. `view()` returns the elements so far and is valid until the next `push`.
 */
export class GrowingArray<A extends Numbers> {
  readonly #buffer: ArrayBuffer
  /** A view on the whole buffer, which tracks its length. */
  readonly #array: A
  #length = 0

  constructor(type: NumbersType<A>) {
    const firstBytes = FIRST_LENGTH * type.BYTES_PER_ELEMENT
    this.#buffer = new ArrayBuffer(firstBytes, { maxByteLength: ARRAY_BYTES_MAX })
    this.#array = new type(this.#buffer)
  }

  get length(): number {
    return this.#length
  }

  push(value: number): void {
    if (this.#length === this.#array.length) this.#grow(this.#length + 1)
    this.#array[this.#length++] = value
  }

  /**
   * Reserves `count` more elements, to be written into `backing` from `length` on; `commit` sets how many
   * were written.
   */
  reserve(count: number): void {
    if (this.#length + count > this.#array.length) this.#grow(this.#length + count)
  }

  commit(count: number): void {
    this.#length += count
  }

  pushAll(values: Numbers): void {
    this.reserve(values.length)
    this.#array.set(values, this.#length)
    this.#length += values.length
  }

  at(index: number): number {
    return this.#array[index] as number
  }

  set(index: number, value: number): void {
    this.#array[index] = value
  }

  view(): A {
    return this.#array.subarray(0, this.#length) as A
  }

  /** The array with the reserved elements. Unlike `view()` it costs nothing and stays valid. */
  get backing(): A {
    return this.#array
  }

  /**
   * Releases the memory at once, without waiting for garbage collection; the array and its views are then
   * empty.
   */
  discard(): void {
    this.#buffer.resize(0)
    this.#length = 0
  }

  /** @throws RangeError beyond `ARRAY_BYTES_MAX`. */
  #grow(atLeast: number): void {
    const preferredBytes = Math.ceil(this.#array.length * GROWTH) * this.#array.BYTES_PER_ELEMENT
    const neededBytes = atLeast * this.#array.BYTES_PER_ELEMENT
    this.#buffer.resize(Math.max(neededBytes, Math.min(preferredBytes, ARRAY_BYTES_MAX)))
  }
}

/**
 * Short texts as one array of UTF-8 bytes with offsets; `starts` has one element more than there are texts.
 */
export class GrowingTexts {
  readonly bytes = new GrowingArray(Uint8Array)
  readonly starts = new GrowingArray(Uint32Array)

  constructor() {
    this.starts.push(0)
  }

  get count(): number {
    return this.starts.length - 1
  }

  push(text: string): void {
    const { bytes } = this
    bytes.reserve(text.length * 3)
    bytes.commit(writeUtf8(text, bytes.backing, bytes.length) - bytes.length)
    this.starts.push(bytes.length)
  }

  /** Appends a text that is UTF-8 already. */
  pushBytes(bytes: Uint8Array): void {
    this.bytes.pushAll(bytes)
    this.starts.push(this.bytes.length)
  }
}
