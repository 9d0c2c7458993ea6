/** Letters at the beginning of a place in a folded text, whatever stands between them. */

const LETTER = /[\p{L}\p{N}\p{M}]/u

/**
 * Returns the end of the letters in `[start, end)` that begin it, without apostrophes, hyphens and spaces;
 * `undefined` if it begins with other letters, as an abbreviation that is written out does.
 */
export function typedEnd(folded: string, start: number, end: number, letters: string): number | undefined {
  let typed = 0
  for (let i = start; i < end; i++) {
    if (folded[i] === letters[typed]) typed++
    else if (LETTER.test(String.fromCodePoint(folded.codePointAt(i)!))) return undefined
    if (typed === letters.length) return i + 1
  }
  return undefined
}
