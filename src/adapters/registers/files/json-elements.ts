/** Splits a JSON document into the elements of its list, in bounded memory for any input. */
import { isUtf8 } from 'node:buffer'
import { LINE_BYTES_MAX, type Line, SHOWN_BYTES } from './line-splitter.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const NEWLINE = 0x0a
const COMMA = 0x2c
const [LIST_START, LIST_END, OBJECT_START, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d]
/** Bytes that cannot begin an element: blanks, commas and a byte order mark. */
const BETWEEN = new Set([0x20, 0x09, 0x0d, NEWLINE, COMMA, 0xef, 0xbb, 0xbf])

/**
 * Splits bytes into the elements of one list: the document itself, or the first list that is a value of its outermost
 * object (`{"meta": …, "data": […]}`). An element is returned like a line, with the number of the line on which it
 * begins. A document without such a list is one element. Elements longer than `LINE_BYTES_MAX` are returned as faults, without keeping them in memory.
 */
export class JsonElementSplitter {
  #depth = 0
  /** Depth of the elements; 0 = the list has not begun, -1 = it has ended. */
  #elementDepth = 0
  #isText = false
  #isEscaped = false
  #line = 1
  /** Whether a document without a list was returned. */
  #hasDocument = false
  /** The line on which the current element began; 0 = none. */
  #startLine = 0
  /** The bytes of the current element from earlier chunks. */
  #parts: Buffer[] = []
  #bytes = 0

  /** Returns the elements that these bytes complete. */
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one loop over every byte of files of gigabytes
  feed(chunk: Buffer): Line[] {
    const out: Line[] = []
    let start = 0
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i] as number
      if (byte === NEWLINE) this.#line++
      if (this.#isText) {
        if (this.#isEscaped) this.#isEscaped = false
        else if (byte === BACKSLASH) this.#isEscaped = true
        else if (byte === QUOTE) this.#isText = false
        continue
      }
      if (this.#startLine === 0 && this.#isStart(byte)) {
        this.#startLine = this.#line
        start = i
      }
      if (byte === QUOTE) this.#isText = true
      else if (byte === LIST_START || byte === OBJECT_START) this.#open(byte)
      else if (byte === LIST_END || byte === OBJECT_END) {
        if (this.#isIn) this.#complete(chunk.subarray(start, i), out)
        this.#close()
        if (this.#isNested && this.#depth === this.#elementDepth) {
          this.#complete(chunk.subarray(start, i + 1), out)
        }
      } else if (byte === COMMA && this.#isIn) this.#complete(chunk.subarray(start, i), out)
    }
    if (this.#startLine > 0) this.#keep(chunk.subarray(start))
    return out
  }

  /** Returns the rest as a last element if the document ends before its list does. */
  end(): Line[] {
    const isWhole = this.#elementDepth === 0 && this.#hasDocument && this.#startLine === 0
    if (this.#elementDepth < 0 || isWhole) return []
    const out: Line[] = []
    if (this.#startLine === 0) this.#startLine = this.#line
    this.#complete(Buffer.alloc(0), out)
    return out
  }

  /** Whether an element begins with this byte, or the document, which is one if no list follows. */
  #isStart(byte: number): boolean {
    if (this.#elementDepth === 0) return this.#depth === 0 && byte === OBJECT_START
    return this.#isIn && !BETWEEN.has(byte) && byte !== LIST_END
  }

  /** Whether the position is directly in the list. */
  get #isIn(): boolean {
    return this.#elementDepth > 0 && this.#depth === this.#elementDepth
  }

  /** Whether a list or an object is an element. */
  get #isNested(): boolean {
    return this.#startLine > 0
  }

  #open(byte: number): void {
    this.#depth++
    if (this.#elementDepth !== 0 || byte !== LIST_START || this.#depth > 2) return
    this.#elementDepth = this.#depth
    this.#parts = []
    this.#bytes = 0
    this.#startLine = 0
  }

  #close(): void {
    this.#depth--
    if (this.#elementDepth > 0 && this.#depth < this.#elementDepth) this.#elementDepth = -1
  }

  #keep(part: Buffer): void {
    this.#bytes += part.length
    const kept = this.#bytes <= LINE_BYTES_MAX || this.#parts.length === 0
    if (kept)
      this.#parts.push(Buffer.from(this.#bytes <= LINE_BYTES_MAX ? part : part.subarray(0, SHOWN_BYTES)))
    else if (this.#parts.length > 1) this.#parts.length = 1
  }

  #complete(last: Buffer, out: Line[]): void {
    if (this.#startLine === 0) return
    const number = this.#startLine
    if (this.#elementDepth === 0) this.#hasDocument = true
    this.#bytes += last.length
    const isTooLong = this.#bytes > LINE_BYTES_MAX
    const bytes = isTooLong
      ? (this.#parts[0] ?? last).subarray(0, SHOWN_BYTES)
      : this.#parts.length === 0
        ? last
        : Buffer.concat([...this.#parts, last])
    this.#parts = []
    this.#bytes = 0
    this.#startLine = 0
    if (isTooLong) out.push({ number, text: bytes.toString('utf8'), fault: 'line_too_long' })
    else if (isUtf8(bytes)) out.push({ number, text: bytes.toString('utf8') })
    else out.push({ number, text: bytes.toString('latin1', 0, SHOWN_BYTES), fault: 'not_utf8' })
  }
}
