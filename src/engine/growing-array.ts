/** Arrays of numbers that grow while a build does not yet know how many there will be. */

type Numbers = Uint8Array | Uint16Array | Uint32Array
type NumbersType<A extends Numbers> = new (of: number | ArrayBuffer) => A

const FIRST_LENGTH = 1024
const GROWTH = 1.5

/** A typed array that grows by half; `view()` is what is filled so far and is valid until the next `push`. */
export class GrowingArray<A extends Numbers> {
  readonly #type: NumbersType<A>
  #array: A
  #length = 0

  constructor(type: NumbersType<A>) {
    this.#type = type
    this.#array = new type(FIRST_LENGTH)
  }

  get length(): number {
    return this.#length
  }

  push(value: number): void {
    if (this.#length === this.#array.length) this.#grow(this.#length + 1)
    this.#array[this.#length++] = value
  }

  /** Room for `count` more elements behind the filled part; `filled` says how many were really used. */
  room(count: number): A {
    if (this.#length + count > this.#array.length) this.#grow(this.#length + count)
    return this.#array.subarray(this.#length) as A
  }

  filled(count: number): void {
    this.#length += count
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

  /** Gives the memory back at once, without waiting for the collector; the array and all its views are empty then. */
  discard(): void {
    this.#array = this.#over(0)
    this.#length = 0
  }

  #grow(atLeast: number): void {
    this.#array = this.#over(Math.max(atLeast, Math.ceil(this.#array.length * GROWTH)))
  }

  /** Moves to a buffer of another length. The old one is free from that moment, so a growing build never holds two of all. */
  #over(length: number): A {
    const buffer = this.#array.buffer as ArrayBuffer
    return new this.#type(buffer.transfer(length * this.#array.BYTES_PER_ELEMENT))
  }
}

/** Many short texts as one block of UTF-8 bytes with the start of each; `starts` has one more than texts. */
export class GrowingTexts {
  readonly bytes = new GrowingArray(Uint8Array)
  readonly starts = new GrowingArray(Uint32Array)
  readonly #encoder = new TextEncoder()

  constructor() {
    this.starts.push(0)
  }

  push(text: string): void {
    const { written } = this.#encoder.encodeInto(text, this.bytes.room(text.length * 3))
    this.bytes.filled(written)
    this.starts.push(this.bytes.length)
  }
}
