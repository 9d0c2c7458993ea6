/** The texts that the cells of a workbook refer to by number, in pages of memory outside the heap. */

/** Most memory of all texts together, in bytes: about 2.5 million texts of a list of companies. */
export const SHARED_STRINGS_BYTES_MAX = 192 * 1024 * 1024
/** Longest text, in bytes. A longer one is cut. */
export const SHARED_TEXT_BYTES_MAX = 128 * 1024

const PAGE_BYTES = 1024 * 1024
/** The length of a text stands before it, in this number of bytes. */
const LENGTH_BYTES = 4
/** Memory of a text beside its letters, in bytes: its length, and where it is. */
const ENTRY_BYTES = LENGTH_BYTES + Uint32Array.BYTES_PER_ELEMENT
const FIRST_COUNT = 16 * 1024

/** Texts by number, from 0 on. */
export class SharedStrings {
  readonly #bytesMax: number
  readonly #pages: Buffer[] = []
  /** Where each text is, in bytes from the start of the first page. */
  #places = new Uint32Array(FIRST_COUNT)
  #count = 0
  #used = 0
  /** Bytes of the last page that are in use. */
  #filled = PAGE_BYTES

  constructor(bytesMax = SHARED_STRINGS_BYTES_MAX) {
    this.#bytesMax = bytesMax
  }

  /** Adds a text; returns `false` if there is no room for it. */
  add(text: string): boolean {
    const length = Math.min(SHARED_TEXT_BYTES_MAX, Buffer.byteLength(text))
    this.#used += length + ENTRY_BYTES
    if (this.#used > this.#bytesMax) return false
    if (this.#filled + LENGTH_BYTES + length > PAGE_BYTES) {
      this.#pages.push(Buffer.allocUnsafe(PAGE_BYTES))
      this.#filled = 0
    }
    if (this.#count === this.#places.length) {
      const larger = new Uint32Array(2 * this.#count)
      larger.set(this.#places)
      this.#places = larger
    }
    const page = this.#pages.at(-1) as Buffer
    this.#places[this.#count++] = (this.#pages.length - 1) * PAGE_BYTES + this.#filled
    page.writeUInt32LE(length, this.#filled)
    page.write(text, this.#filled + LENGTH_BYTES, length)
    this.#filled += LENGTH_BYTES + length
    return true
  }

  /** Returns a text; `undefined` if there is none with this number. */
  at(index: number): string | undefined {
    if (!Number.isInteger(index) || index < 0 || index >= this.#count) return undefined
    const place = this.#places[index] as number
    const page = this.#pages[Math.floor(place / PAGE_BYTES)] as Buffer
    const start = (place % PAGE_BYTES) + LENGTH_BYTES
    return page.toString('utf8', start, start + page.readUInt32LE(start - LENGTH_BYTES))
  }
}
