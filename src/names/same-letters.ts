/** How else a name's letters may be written: with other blanks, with or without `und` between initials. */
import { AND, isLetter } from './parted-words.ts'

/**
 * All letters of a query's words, in every way in which names with other blanks may have them, the words' own first: `R + V` is `RV` and the other way
 * round.
 */
export function lettersWritten(words: readonly string[]): ReadonlySet<string> {
  const letters = words.join('')
  const ways = new Set([letters, withoutAnd(words).join('')])
  words.forEach((word, i) => {
    if (isTwoLetters(word)) ways.add(words.with(i, word[0] + AND + word[1]).join(''))
  })
  return ways
}

function withoutAnd(words: readonly string[]): readonly string[] {
  return words.filter((word, i) => word !== AND || !isInitial(words[i - 1]) || !isInitial(words[i + 1]))
}

function isInitial(word: string | undefined): boolean {
  return word !== undefined && isLetter(word)
}

function isTwoLetters(word: string): boolean {
  return /^[a-z]{2}$/.test(word)
}
