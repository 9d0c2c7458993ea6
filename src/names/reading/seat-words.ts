/** The words of a company's seat. */
import { fold } from '../text/fold.ts'
import { splitWords } from './split-words.ts'

/** Returns the folded words of a seat. */
export function wordsOfSeat(seat: string): readonly string[] {
  return splitWords(fold(seat)).map(({ text }) => text)
}
