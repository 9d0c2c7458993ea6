/** The letters of one word as numbers, in memory that is used again and again: what hot loops compare. */

/** Longer words are alike only when they are the same. */
export const LETTERS_MAX = 255

/** One word's code points: `codes[0 … length)`. A word of more than `LETTERS_MAX` letters is cut there and `isCut`. */
export class Letters {
  readonly codes = new Uint32Array(LETTERS_MAX)
  length = 0
  isTruncated = false

  /** Takes the letters of a word; a lone surrogate counts as a letter. */
  setText(word: string): this {
    let length = 0
    let i = 0
    for (; i < word.length && length < LETTERS_MAX; i++) {
      const unit = word.charCodeAt(i)
      const code = unit < 0xd800 || unit > 0xdbff ? unit : (word.codePointAt(i) as number)
      if (code > 0xffff) i++
      this.codes[length++] = code
    }
    this.length = length
    this.isTruncated = i < word.length
    return this
  }

  /** Takes the letters of valid UTF-8, `bytes[from … to)`. */
  setUtf8(bytes: Uint8Array, from: number, to: number): this {
    let length = 0
    let i = from
    while (i < to && length < LETTERS_MAX) {
      const byte = bytes[i] as number
      const size = byte < 0x80 ? 1 : utf8Size(byte)
      this.codes[length++] = size === 1 ? byte : decodeUtf8(bytes, i, size)
      i += size
    }
    this.length = length
    this.isTruncated = i < to
    return this
  }

  equals(other: Letters): boolean {
    if (this.length !== other.length || this.isTruncated || other.isTruncated) return false
    for (let i = 0; i < this.length; i++) if (this.codes[i] !== other.codes[i]) return false
    return true
  }
}

/** Bytes of the letter that begins with this byte, which is not ASCII. */
function utf8Size(byte: number): number {
  if (byte < 0xe0) return 2
  return byte < 0xf0 ? 3 : 4
}

/** The leading byte holds the highest bits, 7 less its size; each further byte six. */
function decodeUtf8(bytes: Uint8Array, at: number, size: number): number {
  let code = (bytes[at] as number) & (0x7f >> size)
  for (let i = at + 1; i < at + size; i++) code = (code << 6) | ((bytes[i] as number) & 0x3f)
  return code
}
