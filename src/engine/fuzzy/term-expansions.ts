/** Index terms for several words of a query joined, and for an unknown word split in two. */
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
import type { FuzzyContext, TermSplit } from './fuzzy-context.ts'

/** Returns the terms that these words of the query may be when joined (`joinedLikeness`), and few others. */
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

/**
 * Returns the splits of an unknown word into two terms, one of which has the loose key of its part, and the
 * other of which is one edit away from the rest.
 */
export function misspeltSplits(context: FuzzyContext, text: string): readonly TermSplit[] {
  const { fuzzyTerms } = context
  const splits: TermSplit[] = []
  for (let at = EDITED_PART_LETTERS_MIN; at <= text.length - EDITED_PART_LETTERS_MIN; at++) {
    const [first, second] = [text.slice(0, at), text.slice(at)]
    const firsts = fuzzyTerms.withLooseKeyOf(first)
    const seconds = fuzzyTerms.withLooseKeyOf(second)
    if (firsts.length > 0) addPairs(firsts, termsOneEditFrom(fuzzyTerms, second), splits)
    if (seconds.length > 0) addPairs(termsOneEditFrom(fuzzyTerms, first), seconds, splits)
  }
  return splits.filter(([first, second]) =>
    mayContainBigram(context.sections, first as number, second as number),
  )
}

function addPairs(firsts: readonly number[], seconds: readonly number[], splits: TermSplit[]): void {
  for (const first of firsts) for (const second of seconds) splits.push([first, second])
}

function termsOneEditFrom(finder: FuzzyContext['fuzzyTerms'], text: string): readonly number[] {
  return finder
    .find(text)
    .filter(({ kind, edits }) => kind === 'spelling' && edits === 1)
    .map(({ term }) => term)
}

/** Returns the term `und`; -1 if no name has it. */
export function andTermOf({ words }: FuzzyContext): number {
  const { from, to } = termsEqualTo(words, AND_BYTES)
  return from === to ? -1 : from
}

const AND_BYTES = utf8Of(AND)

/**
 * Returns false only if no name has the two terms side by side, with or without an `und` (`andTermOf`)
 * between them.
 */
export function mayBeAdjacent(
  { sections }: FuzzyContext,
  and: number,
  first: number,
  second: number,
): boolean {
  if (mayContainBigram(sections, first, second)) return true
  if (and < 0) return false
  const { wordStarts } = sections
  const bytes = (term: number) => (wordStarts[term + 1] as number) - (wordStarts[term] as number)
  if (Math.min(bytes(first), bytes(second)) < AND_PART_LETTERS_MIN) return false
  return mayContainBigram(sections, first, and) && mayContainBigram(sections, and, second)
}
