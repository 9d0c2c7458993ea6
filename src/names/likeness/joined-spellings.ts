/** Other spellings of the letters of a query: with other spaces, with or without `und` between initials. */
import { AND, isLetter } from './compound-splits.ts'

/**
 * Returns all letters of a query's words in every spelling that names with other spaces may have, the words'
 * own first: `R + V` is also `RV` and vice versa, and the `u` of the initials `F O R U M`, read as `und`, is
 * a letter.
 */
export function joinedSpellings(words: readonly string[]): ReadonlySet<string> {
  const letters = words.join('')
  const ways = new Set([letters, withoutAnd(words).join('')])
  words.forEach((word, i) => {
    if (isTwoLetters(word)) ways.add(words.with(i, word[0] + AND + word[1]).join(''))
    if (mayBeLetterU(words, i)) ways.add(words.with(i, 'u').join(''))
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

/**
 * Maximum letters of joined initials next to an `und`: `J. U. R. A.` is read as `j und ra`. More letters may
 * be a word, `A & Bau`.
 */
const JOINED_INITIALS_MAX = 2

/**
 * Returns whether an `und` may have been the letter u: next to two initials, or between an initial and joined
 * ones, `ar und s`.
 */
function mayBeLetterU(words: readonly string[], at: number): boolean {
  if (words[at] !== AND) return false
  const [before, next] = [words[at - 1], words[at + 1]]
  if (isInitial(before) && isInitial(words[at - 2])) return true
  if (isInitial(before) && isInitial(next) && isInitial(words[at + 2])) return true
  return (isInitial(before) && isJoinedInitials(next)) || (isInitial(next) && isJoinedInitials(before))
}

function isJoinedInitials(word: string | undefined): boolean {
  return word !== undefined && word.length > 1 && word.length <= JOINED_INITIALS_MAX
}
