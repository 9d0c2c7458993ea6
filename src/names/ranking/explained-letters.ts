/** Names that explain the letters they begin with: `dm-drogerie markt`, `H & M Hennes & Mauritz`. */

/** A single letter stands for too many words. */
const LETTERS_MIN = 2
/** Most letters that a name explains. */
export const LETTERS_MAX = 6

/**
 * Returns how many more words a name needs to explain the letters of a text; `undefined` if there are too
 * many letters or too few.
 */
export function explainingWords(text: readonly string[]): number | undefined {
  const count = [...withoutAnd(text).join('')].length
  return count >= LETTERS_MIN && count <= LETTERS_MAX ? count : undefined
}

/**
 * Returns whether the words of a name begin with those of the text, followed by words whose first letters
 * are those of the text. `und` does not count in either.
 */
export function explainsLetters(name: readonly string[], text: readonly string[]): boolean {
  if (explainingWords(text) === undefined) return false
  const [words, asked] = [withoutAnd(name), withoutAnd(text)]
  const letters = [...asked.join('')]
  if (words.length < asked.length + letters.length) return false
  return (
    asked.every((word, i) => words[i] === word) &&
    letters.every((letter, i) => words[asked.length + i]!.startsWith(letter))
  )
}

function withoutAnd(words: readonly string[]): readonly string[] {
  return words.filter((word) => word !== 'und')
}
