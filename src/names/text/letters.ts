/** The letters of one word as numbers in a reusable buffer, for comparisons in hot loops. */

/** Longest word, in letters, that is compared. Longer words are alike only if they are equal. */
export const LETTERS_MAX = 255

/**
 * The code points of one word: `codes[0 … length)`. A word of more than `LETTERS_MAX` letters is truncated
 * and has `isTruncated` set.
 */
export class Letters {
  readonly codes = new Uint32Array(LETTERS_MAX)
  length = 0
  isTruncated = false

  /** Sets the letters of a word. A lone surrogate counts as a letter. */
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

  /** Sets the letters of valid UTF-8, `bytes[from … to)`. */
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

/** Returns the size in bytes of the letter with this leading byte, which is not ASCII. */
function utf8Size(byte: number): number {
  if (byte < 0xe0) return 2
  return byte < 0xf0 ? 3 : 4
}

/**
 * Decodes one letter. The leading byte holds the highest bits, 7 minus the size; each further byte holds six.
 */
function decodeUtf8(bytes: Uint8Array, at: number, size: number): number {
  let code = (bytes[at] as number) & (0x7f >> size)
  for (let i = at + 1; i < at + size; i++) code = (code << 6) | ((bytes[i] as number) & 0x3f)
  return code
}
