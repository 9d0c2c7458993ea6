/** How else a name's letters may be written: with other blanks, with or without `und` between initials. */
import { AND, isLetter } from './compound-splits.ts'

/**
 * All letters of a query's words, in every way in which names with other blanks may have them, the words' own first: `R + V` is `RV` and the other way
 * round, and the `u` among the initials `F O R U M`, read as an `und`, is a letter.
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

/** Letters of initials that are closed up before or behind an `und`, at most: `J. U. R. A.` is read as `j und ra`. More may be a word, `A & Bau`. */
const JOINED_INITIALS_MAX = 2

/** An `und` beside two initials, or between one initial and closed ones, `ar und s`: it may have been the letter. */
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
