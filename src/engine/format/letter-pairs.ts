/**
 * Finds names with adjacent single letters (`A B C Bau`). Single letters occur in many names, but two given
 * ones side by side in few.
 */
import type { Sections } from './layout.ts'

/**
 * UTF-8: first bytes of letters of two and three bytes. Letters of four bytes are two UTF-16 units and not
 * counted as one.
 */
const TWO_BYTES = 0xc0
const THREE_BYTES = 0xe0
const NO_DOCUMENTS = new Uint32Array(0)

/** Returns whether the word is one letter or digit. */
export function isLetter(
  { wordBytes, wordStarts }: Pick<Sections, 'wordBytes' | 'wordStarts'>,
  word: number,
): boolean {
  const start = wordStarts[word] as number
  const first = wordBytes[start] as number
  const bytes = first < TWO_BYTES ? 1 : first < THREE_BYTES ? 2 : 3
  return (wordStarts[word + 1] as number) - start === bytes
}

/**
 * Returns the posting list of the rarest adjacent pair among the letters. Every name with the whole run is
 * in it.
 */
export function documentsWithLetterRun(sections: Sections, letters: readonly number[]): Uint32Array {
  let fewest: Uint32Array | undefined
  for (let i = 0; i + 1 < letters.length; i++) {
    const documents = documentsWithPair(sections, letters[i] as number, letters[i + 1] as number)
    if (fewest === undefined || documents.length < fewest.length) fewest = documents
  }
  return fewest ?? NO_DOCUMENTS
}

/** Binary search: pairs are sorted by their first, then by their second word. */
function documentsWithPair(sections: Sections, first: number, second: number): Uint32Array {
  const { letterPairs: pairs, letterPairStarts: starts } = sections
  let low = 0
  let high = pairs.length / 2
  while (low < high) {
    const middle = (low + high) >>> 1
    const difference = (pairs[middle * 2] as number) - first || (pairs[middle * 2 + 1] as number) - second
    if (difference < 0) low = middle + 1
    else high = middle
  }
  if (pairs[low * 2] !== first || pairs[low * 2 + 1] !== second) return NO_DOCUMENTS
  return sections.letterPairPostings.subarray(starts[low], starts[low + 1])
}
