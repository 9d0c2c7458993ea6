/**
 * Number of letters of each name, which excludes most names from a comparison with the query letter by
 * letter.
 */
import { Letters } from '../../names/text/letters.ts'
import { appendLoose } from '../../names/text/loose-letters.ts'
import { LETTER_COUNT_MAX, type Sections } from '../format/layout.ts'

type Named = Pick<Sections, 'forward' | 'forwardStarts' | 'wordBytes' | 'wordStarts'>

/** Writes the number of letters of each document's words, umlauts and sharp s in their loose spelling. */
export function writeLetterCounts({
  forward,
  forwardStarts,
  ...words
}: Named): Pick<Sections, 'letterCounts'> {
  const ofWord = lettersByWord(words)
  const letterCounts = new Uint8Array(forwardStarts.length - 1)
  for (let document = 0; document < letterCounts.length; document++) {
    let letters = 0
    const end = forwardStarts[document + 1] as number
    for (let i = forwardStarts[document] as number; i < end; i++)
      letters += ofWord[(forward[i] as number) >>> 1] as number
    letterCounts[document] = Math.min(letters, LETTER_COUNT_MAX)
  }
  return { letterCounts }
}

function lettersByWord({ wordBytes, wordStarts }: Pick<Sections, 'wordBytes' | 'wordStarts'>): Uint8Array {
  const word = new Letters()
  const loose = new Letters()
  return Uint8Array.from({ length: wordStarts.length - 1 }, (_, i) => {
    loose.length = 0
    appendLoose(word.setUtf8(wordBytes, wordStarts[i] as number, wordStarts[i + 1] as number), loose)
    return loose.length
  })
}
