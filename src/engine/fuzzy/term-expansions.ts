/** Words of the index that several of a query, or a word that is none, may be written for. */
import {
  AND,
  AND_PART_LETTERS_MIN,
  EDITED_PART_LETTERS_MIN,
  lettersWithoutAnd,
  SPLIT_LETTERS_MIN,
} from '../../names/likeness/compound-splits.ts'
import { mayContainBigram } from '../format/bigram-filter.ts'
import { termsEqualTo } from '../format/term-dictionary.ts'
import { utf8Of } from '../format/utf8.ts'
import type { FuzzyContext } from './fuzzy-context.ts'

/** Words of the index that, one after the other, are a word of the query. */
export type TermSplit = readonly number[]

/** Words that these of the query may be, joined (`joinedLikeness`), and few others. */
export function joinedTermsOf(
  { fuzzyTerms }: FuzzyContext,
  texts: readonly string[],
  mayHaveEdit: boolean,
): ReadonlySet<number> {
  const letters = texts.join('')
  const withoutAnd = lettersWithoutAnd(texts)
  return new Set([
    ...fuzzyTerms.withLooseKeyOf(letters),
    ...(withoutAnd === undefined ? [] : fuzzyTerms.withLooseKeyOf(withoutAnd)),
    ...(mayHaveEdit && texts.length === 2 && letters.length >= SPLIT_LETTERS_MIN
      ? termsOneEditFrom(fuzzyTerms, letters)
      : []),
  ])
}

/** Two words of which one is loosely the beginning or the end of an unknown word, and the other one slip from the rest of it. */
export function misspeltSplits(segment: FuzzyContext, text: string): readonly TermSplit[] {
  const { fuzzyTerms } = segment
  const parts: TermSplit[] = []
  for (let at = EDITED_PART_LETTERS_MIN; at <= text.length - EDITED_PART_LETTERS_MIN; at++) {
    const [first, second] = [text.slice(0, at), text.slice(at)]
    const firsts = fuzzyTerms.withLooseKeyOf(first)
    const seconds = fuzzyTerms.withLooseKeyOf(second)
    if (firsts.length > 0) addPairs(firsts, termsOneEditFrom(fuzzyTerms, second), parts)
    if (seconds.length > 0) addPairs(termsOneEditFrom(fuzzyTerms, first), seconds, parts)
  }
  return parts.filter(([first, second]) =>
    mayContainBigram(segment.blocks, first as number, second as number),
  )
}

function addPairs(firsts: readonly number[], seconds: readonly number[], parts: TermSplit[]): void {
  for (const first of firsts) for (const second of seconds) parts.push([first, second])
}

function termsOneEditFrom(similar: FuzzyContext['fuzzyTerms'], text: string): readonly number[] {
  return similar
    .find(text)
    .words.filter(({ kind, edits }) => kind === 'spelling' && edits === 1)
    .map(({ term }) => term)
}

/** The word `und`; -1 where no name has it. */
export function andTermOf({ words }: FuzzyContext): number {
  const { from, to } = termsEqualTo(words, AND_BYTES)
  return from === to ? -1 : from
}

const AND_BYTES = utf8Of(AND)

/** False only where no name has the two words side by side, with or without an `und` (`andOf`) between. */
export function mayBeAdjacent({ blocks }: FuzzyContext, and: number, first: number, second: number): boolean {
  if (mayContainBigram(blocks, first, second)) return true
  if (and < 0) return false
  const { wordStarts } = blocks
  const bytes = (word: number) => (wordStarts[word + 1] as number) - (wordStarts[word] as number)
  if (Math.min(bytes(first), bytes(second)) < AND_PART_LETTERS_MIN) return false
  return mayContainBigram(blocks, first, and) && mayContainBigram(blocks, and, second)
}
