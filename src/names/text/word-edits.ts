/** Words that are one edit apart from a word: a letter deleted, inserted, replaced, or two neighbours swapped. */

const ALPHABET = [...'abcdefghijklmnopqrstuvwxyz']

/** Words that are corrected: three letters or more, and no digits, as another number is another number. */
export const CORRECTABLE_WORD = /^[a-z]{3,40}$/

/**
 * Returns the words that first differ from `word` at `at`, by one edit. `letters`: those that are inserted.
 * `isPrefix`: the result are prefixes of words, so those that only shorten or lengthen the end are left out.
 */
export function editsAt(
  word: string,
  at: number,
  isPrefix: boolean,
  letters: readonly string[] = ALPHABET,
): readonly string[] {
  const before = word.slice(0, at)
  const letter = word[at]
  if (letter === undefined) return isPrefix ? [] : letters.map((other) => before + other)
  const behind = word.slice(at + 1)
  const edits = letters
    .filter((other) => other !== letter)
    .flatMap((other) => [before + other + behind, before + other + letter + behind])
  if (behind === '') return isPrefix ? edits : [...edits, before]
  // Of equal letters, the last is deleted, and they are not swapped.
  if (behind[0] === letter) return edits
  return [...edits, before + behind, before + behind[0] + letter + behind.slice(1)]
}

/** Returns the same words, of all positions, that `term` is equal to or, for a prefix, starts with. */
export function editsInTerm(word: string, term: string, isPrefix: boolean): readonly string[] {
  let at = 0
  while (at < word.length && term[at] === word[at]) at++
  const letters = at < term.length ? [term[at] as string] : []
  return editsAt(word, at, isPrefix, letters).filter((edited) =>
    isPrefix ? term.startsWith(edited) : term === edited,
  )
}
