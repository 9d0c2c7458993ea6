/**
 * UTF-8 of short words. Folded words are mostly ASCII, for which a loop is several times faster than the
 * encoder.
 */

/** Returns a word as UTF-8 bytes. */
export function utf8Of(word: string): Uint8Array {
  const bytes = new Uint8Array(word.length)
  for (let i = 0; i < word.length; i++) {
    const unit = word.charCodeAt(i)
    if (unit > 0x7f) return new TextEncoder().encode(word)
    bytes[i] = unit
  }
  return bytes
}

const ASCII_END = 0x80
const TWO_BYTES_END = 0x800
const HIGH_SURROGATES = 0xd800
const SURROGATES_END = 0xe000
const REPLACEMENT = 0xfffd
const BEYOND = 0x10000

/**
 * Writes a text as UTF-8 from `at` on and returns the end; needs three bytes per UTF-16 unit. A lone
 * surrogate becomes U+FFFD, as with `TextEncoder`, which takes several times as long for texts as short as
 * words and names.
 */
export function writeUtf8(text: string, bytes: Uint8Array, at: number): number {
  let end = at
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < ASCII_END) {
      bytes[end++] = unit
      continue
    }
    const point = unit >= HIGH_SURROGATES && unit < SURROGATES_END ? pointAt(text, i) : unit
    if (point >= BEYOND) i++
    end = writePoint(point, bytes, end)
  }
  return end
}

function pointAt(text: string, i: number): number {
  const point = text.codePointAt(i) as number
  return point >= BEYOND ? point : REPLACEMENT
}

/** Writes a code point that is not ASCII; returns the end. */
function writePoint(point: number, bytes: Uint8Array, at: number): number {
  let end = at
  if (point < TWO_BYTES_END) {
    bytes[end++] = 0xc0 | (point >>> 6)
  } else {
    if (point < BEYOND) bytes[end++] = 0xe0 | (point >>> 12)
    else {
      bytes[end++] = 0xf0 | (point >>> 18)
      bytes[end++] = 0x80 | ((point >>> 12) & 0x3f)
    }
    bytes[end++] = 0x80 | ((point >>> 6) & 0x3f)
  }
  bytes[end++] = 0x80 | (point & 0x3f)
  return end
}
