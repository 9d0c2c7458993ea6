/** Letters of a word that are not typed yet where the query has only its prefix. */

import { hyphenVariants, joinedWords } from '../reading/hyphenated-words.ts'
import type { WordChain } from '../reading/read-name.ts'

/**
 * Returns the letters (UTF-16 units) by which the shortest word of the name that begins with the query's last
 * word is longer than it. A hyphen chain in name or query counts in every way of joining it. Infinity if no
 * word has the prefix.
 */
export function untypedLetters(query: WordChain, name: WordChain): number {
  const words = [...name.words, ...joinedWords(name.words, name.hyphens).map(({ letters }) => letters)]
  const untyped = hyphenVariants(query.words, query.hyphens).flatMap((tokens) => {
    const prefix = tokens.at(-1) as string
    return words.filter((word) => word.startsWith(prefix)).map((word) => word.length - prefix.length)
  })
  return Math.min(...untyped)
}
