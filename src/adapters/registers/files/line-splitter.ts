/** Cuts a stream of bytes into lines of text, in bounded memory whatever the bytes are. */
import { isUtf8 } from 'node:buffer'

/** A longer line is no register entry; the longest real one has 22,665 bytes. */
export const LINE_BYTES_MAX = 1024 * 1024

/** Of a line that is too long, only this much is kept to show. */
const SHOWN_BYTES = 4096

const NEWLINE = 10

export interface Line {
  /** Counted from 1. */
  readonly number: number
  readonly text: string
  readonly fault?: 'not_utf8' | 'line_too_long'
}

/** Lines end in LF or CRLF; empty lines are counted but not told; a byte order mark at the start is dropped. */
export class LineSplitter {
  #count = 0
  /** What came after the last line end. */
  #rest: Buffer = Buffer.alloc(0)
  /** Inside a line that is too long: its start, for showing. */
  #overlong: Buffer | undefined

  /** Number of the last line that was complete. */
  get lines(): number {
    return this.#count
  }

  /** The lines that are complete with these bytes. */
  feed(bytes: Buffer): Line[] {
    const out: Line[] = []
    const fresh = this.#overlong === undefined ? bytes : this.#skipOverlong(bytes, out)
    if (fresh === undefined) return out
    const block = this.#rest.length === 0 ? fresh : Buffer.concat([this.#rest, fresh])
    const end = block.lastIndexOf(NEWLINE)
    if (end >= 0) this.#cut(block.subarray(0, end), out)
    this.#rest = block.subarray(end + 1)
    if (this.#rest.length > LINE_BYTES_MAX) {
      this.#overlong = Buffer.from(this.#rest.subarray(0, SHOWN_BYTES))
      this.#rest = Buffer.alloc(0)
    }
    return out
  }

  /** The last line, if the stream did not end in a line end. */
  end(): Line[] {
    const out: Line[] = []
    if (this.#overlong !== undefined) out.push(this.#tooLong(this.#overlong))
    else if (this.#rest.length > 0) this.#cut(this.#rest, out)
    this.#rest = Buffer.alloc(0)
    return out
  }

  #tooLong(start: Buffer): Line {
    this.#overlong = undefined
    return { number: ++this.#count, text: start.toString('utf8'), fault: 'line_too_long' }
  }

  /** Bytes after the end of the overlong line, or nothing when it goes on. */
  #skipOverlong(bytes: Buffer, out: Line[]): Buffer | undefined {
    const end = bytes.indexOf(NEWLINE)
    if (end < 0) return undefined
    out.push(this.#tooLong(this.#overlong!))
    return bytes.subarray(end + 1)
  }

  /** Whole lines. Decoding many at once is far cheaper than one by one, so that is tried first. */
  #cut(block: Buffer, out: Line[]): void {
    if (isUtf8(block)) {
      for (const text of block.toString('utf8').split('\n')) this.#take(text, out)
      return
    }
    for (let start = 0; start <= block.length; ) {
      const found = block.indexOf(NEWLINE, start)
      const end = found < 0 ? block.length : found
      const line = block.subarray(start, end)
      if (isUtf8(line)) this.#take(line.toString('utf8'), out)
      else
        out.push({ number: ++this.#count, text: line.toString('latin1', 0, SHOWN_BYTES), fault: 'not_utf8' })
      start = end + 1
    }
  }

  #take(text: string, out: Line[]): void {
    this.#count++
    const line = this.#count === 1 && text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
    if (line === '' || line === '\r') return
    // A UTF-16 unit has at most three bytes: only long lines need counting.
    if (line.length * 3 > LINE_BYTES_MAX && Buffer.byteLength(line) > LINE_BYTES_MAX) {
      out.push({ number: this.#count, text: line.slice(0, SHOWN_BYTES), fault: 'line_too_long' })
    } else out.push({ number: this.#count, text: line })
  }
}
