/** How else a name's letters may be written: with other blanks, with or without `und` between initials, with or without `Gesellschaft` at its end. */
import { isLetter } from './word-alignment.ts'

const AND = 'und'
const COMPANY = 'gesellschaft'
/** `Vertriebs-Gesellschaft` and `Vertrieb`. */
const COMPANIES = [`s${COMPANY}`, COMPANY]
/** Fewer letters before `Gesellschaft` are no name. */
const STEM_LETTERS_MIN = 4

/**
 * All letters of a query's words, in every way in which names with other blanks may have them, the words' own first: `R + V` is `RV` and the other way
 * round; `Bauträgergesellschaft mbH` is `Bauträger Gesellschaft mbH`, of which nothing but `Bauträger` is read as the name.
 */
export function lettersWritten(words: readonly string[], hasForm: boolean): ReadonlySet<string> {
  const letters = words.join('')
  const ways = new Set([letters, withoutAnd(words).join('')])
  words.forEach((word, i) => {
    if (isTwoLetters(word)) ways.add(words.with(i, word[0] + AND + word[1]).join(''))
  })
  if (!hasForm) return ways
  for (const company of COMPANIES) {
    ways.add(letters + company)
    if (letters.endsWith(company) && letters.length >= company.length + STEM_LETTERS_MIN)
      ways.add(letters.slice(0, -company.length))
  }
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
