/** Splits a stream of bytes into lines of text, in bounded memory for any input. */
import { isUtf8 } from 'node:buffer'

/** Maximum length of a line, in bytes; the longest line of a real register has 22,665 bytes. */
export const LINE_BYTES_MAX = 1024 * 1024

/** Bytes of a too long or invalid line that are kept for display. */
export const SHOWN_BYTES = 4096

const NEWLINE = 10

/** A line of text, or the start of a line that cannot be used. */
export interface Line {
  /** Line number, from 1. */
  readonly number: number
  readonly text: string
  readonly fault?: 'not_utf8' | 'line_too_long'
}

/**
 * Splits bytes at LF or CRLF. Empty lines are counted but not returned; a byte order mark at the start is
 * removed.
 */
export class LineSplitter {
  #count = 0
  /** Bytes after the last line end. */
  #rest: Buffer = Buffer.alloc(0)
  /** Start of the current line if that is too long, for display. */
  #overlong: Buffer | undefined

  /** Number of the last complete line. */
  get lines(): number {
    return this.#count
  }

  /** Returns the lines that these bytes complete. */
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

  /** Returns the last line, if the stream did not end with a line end. */
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

  /** Returns the bytes after the end of the too long line; `undefined` if it has not ended. */
  #skipOverlong(bytes: Buffer, out: Line[]): Buffer | undefined {
    const end = bytes.indexOf(NEWLINE)
    if (end < 0) return undefined
    out.push(this.#tooLong(this.#overlong!))
    return bytes.subarray(end + 1)
  }

  /**
   * Splits a block of whole lines. Decoding many lines at once is far cheaper than one by one, so that is
   * tried first.
   */
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
    // A UTF-16 unit has at most three bytes in UTF-8: only long lines need to be measured.
    if (line.length * 3 > LINE_BYTES_MAX && Buffer.byteLength(line) > LINE_BYTES_MAX) {
      out.push({ number: this.#count, text: line.slice(0, SHOWN_BYTES), fault: 'line_too_long' })
    } else out.push({ number: this.#count, text: line })
  }
}
