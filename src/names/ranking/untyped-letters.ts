/** How much of a word was left unwritten where only its beginning was asked for. */

import { hyphenVariants, joinedWords } from '../reading/hyphenated-words.ts'
import type { Name } from '../reading/read-name.ts'

/**
 * Letters (UTF-16 units) that the shortest word of the name which begins like the query's last word has more than that word; a
 * hyphen chain, in name or query, counts as written in every way of joining it. Infinity where no word begins so.
 */
export function untypedLetters(asked: Name, name: Name): number {
  const words = [...name.words, ...joinedWords(name.words, name.hyphens).map(({ letters }) => letters)]
  const missing = hyphenVariants(asked.words, asked.hyphens).flatMap((tokens) => {
    const beginning = tokens.at(-1) as string
    return words.filter((word) => word.startsWith(beginning)).map((word) => word.length - beginning.length)
  })
  return Math.min(...missing)
}
