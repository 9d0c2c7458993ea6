/** UTF-8 of short words; folded words are mostly ASCII, for which a loop is several times quicker than the encoder. */

/** The bytes of a word. */
export function utf8Of(word: string): Uint8Array {
  const bytes = new Uint8Array(word.length)
  for (let i = 0; i < word.length; i++) {
    const unit = word.charCodeAt(i)
    if (unit > 0x7f) return new TextEncoder().encode(word)
    bytes[i] = unit
  }
  return bytes
}
