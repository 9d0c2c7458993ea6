/**
 * The static rank of a company: which of two companies with equal matches comes first. It depends on stored
 * facts of the company alone, never on searches.
 */
import type { Name } from '../reading/read-name.ts'
import { PROMINENCE_MAX, type ProminentFacts, prominenceOf } from './prominence.ts'

/** Letters of a name without its legal form count up to this number (998 of 1,000 names have fewer), … */
export const BARE_CHARS_MAX = 127
/** … and further characters of the registered name up to this one. */
export const FURTHER_CHARS_MAX = 15
const BARE_SHIFT = 4
const PROMINENCE_SHIFT = 11

/**
 * Returns the static rank, 16 bits, smaller first: higher prominence, then fewer letters of the name without its
 * legal form (with one blank between words), then fewer further characters of the registered name.
 * `name`: the registered name as read; `chars`: its code points.
 */
export function staticRankOf(facts: ProminentFacts, { words }: Pick<Name, 'words'>, chars: number): number {
  const bare = words.reduce((sum, word) => sum + word.length, Math.max(0, words.length - 1))
  const further = Math.min(FURTHER_CHARS_MAX, Math.max(0, chars - bare))
  const prominence = PROMINENCE_MAX - prominenceOf(facts)
  return (prominence << PROMINENCE_SHIFT) | (Math.min(BARE_CHARS_MAX, bare) << BARE_SHIFT) | further
}

/** Returns the prominence that a static rank was made with. */
export function prominenceIn(staticRank: number): number {
  return PROMINENCE_MAX - (staticRank >>> PROMINENCE_SHIFT)
}
