/** Recognises that a register number was given anew: two entries under one key that are not the same company. Pure. */
import { joinedWords } from '../../names/reading/hyphenated-words.ts'
import { readName } from '../../names/reading/read-name.ts'
import type { Company } from './company.ts'
import { isLater, latestOf } from './precedence.ts'

/**
 * Returns which of two records under one key is not stored: the later one, if the earlier one is of a removed
 * company and they share no word. `undefined` if both are the same company.
 */
export function laterCompany(stored: Company, incoming: Company): 'stored' | 'incoming' | undefined {
  const source = latestOf(incoming.sources)
  const isAfterAll = stored.sources.every((other) => isLater(source, other))
  const isBeforeAll = stored.sources.every((other) => isLater(other, source))
  if (stored.status === 'removed' && isAfterAll && !haveSharedWord(stored, incoming)) return 'incoming'
  if (incoming.status === 'removed' && isBeforeAll && !haveSharedWord(stored, incoming)) return 'stored'
  return undefined
}

function haveSharedWord(a: Company, b: Company): boolean {
  const words = wordsOf(a)
  return wordsOf(b).some((word) => words.includes(word))
}

/** Returns the words of all names, also hyphenated ones as one word. */
function wordsOf({ name, formerNames, otherNames }: Company): readonly string[] {
  return [{ name }, ...formerNames, ...otherNames].flatMap((one) => {
    const { words, hyphens } = readName(one.name.toWellFormed())
    return [...words, ...joinedWords(words, hyphens).map(({ letters }) => letters)]
  })
}
