/** The words of a query as deep search sees them: what each weighs, and which words of the index are like it. */

import { isLetter } from '../../names/likeness/compound-splits.ts'
import { expansionsOf } from '../../names/likeness/expansions.ts'
import { nameQuery } from '../../names/likeness/name-likeness.ts'
import type { NameQuery } from '../../names/likeness/name-pair.ts'
import { joinableRuns, LETTER_RUN_MAX } from '../../names/likeness/word-alignment.ts'
import type { DocumentFrequencies } from '../../names/likeness/word-weight.ts'
import { effectiveCount, RARE_NAMES_MAX, wordWeight } from '../../names/likeness/word-weight.ts'
import type { Name } from '../../names/reading/read-name.ts'
import type { TermDictionary } from '../format/term-dictionary.ts'
import { termsEqualTo } from '../format/term-dictionary.ts'
import { utf8Of } from '../format/utf8.ts'
import { documentsWithLetters } from '../query/exact-name.ts'
import type { FuzzyContext } from './fuzzy-context.ts'
import type { FuzzyTerm } from './fuzzy-term-keys.ts'
import type { TermSplit } from './term-expansions.ts'
import { andTermOf, joinedTermsOf, mayBeAdjacent, misspeltSplits } from './term-expansions.ts'
import type { TermStatistics } from './term-statistics.ts'

/** One different word of the query. */
export class QueryTerm {
  readonly text: string
  /** Names that hold the word itself. */
  readonly namesWith: number
  /** How often the query has it. */
  occurrences = 0
  readonly #segment: FuzzyContext
  #fuzzyTerms: readonly FuzzyTerm[] | undefined
  #splits: readonly TermSplit[] | undefined

  constructor(text: string, own: number, segment: FuzzyContext) {
    this.text = text
    this.namesWith = own
    this.#segment = segment
  }

  /** Every word of the index that is like it, itself included. */
  get fuzzyTerms(): readonly FuzzyTerm[] {
    this.#fuzzyTerms ??= fuzzyTermsOf(this.#segment, this.text, this.isUnknown)
    return this.#fuzzyTerms
  }

  /** No name has it: it may be a part of a misspelt word, or two with a slip. */
  get isUnknown(): boolean {
    return this.namesWith === 0
  }

  /** All words of the index that it may be written for (`partedLikeness`). */
  get splits(): readonly TermSplit[] {
    const misspelt = () => (this.isUnknown ? misspeltSplits(this.#segment, this.text) : [])
    this.#splits ??= [...splitsOf(this.#segment, this.text), ...misspelt()]
    return this.#splits
  }
}

function fuzzyTermsOf(
  { fuzzyTerms, words }: FuzzyContext,
  text: string,
  isUnknown: boolean,
): readonly FuzzyTerm[] {
  const found = fuzzyTerms.find(text).words
  const expansions = expansionsOf(text, isUnknown).flatMap(({ word, likeness }) => {
    const { from, to } = termsEqualTo(words, utf8Of(word))
    return from === to || found.some((one) => one.term === from) ? [] : [{ term: from, ...likeness }]
  })
  return expansions.length === 0 ? found : [...found, ...expansions]
}

/** Every two words, each loosely a part of the text, and its single letters. Words that no name has side by side are left out. */
function splitsOf(segment: FuzzyContext, text: string): readonly TermSplit[] {
  const { fuzzyTerms, words } = segment
  const and = andTermOf(segment)
  const firsts = Array.from({ length: text.length - 1 }, (_, i) => text.slice(0, i + 1))
  fuzzyTerms.prefetchLoose(firsts)
  const parts = firsts.flatMap((first) => {
    const same = fuzzyTerms.withLooseKeyOf(first)
    const second = same.length === 0 ? [] : fuzzyTerms.withLooseKeyOf(text.slice(first.length))
    const pairs = same.flatMap((a) => second.map((b) => [a, b] as const))
    return pairs.filter(([a, b]) => mayBeAdjacent(segment, and, a, b) && !areSingleLetters(words, a, b))
  })
  const letters = initialsSplitOf(segment, text)
  return letters === undefined ? parts : [...parts, letters]
}

/** Both are single letters: these must be the word's own, see `partedLikeness`. */
function areSingleLetters(words: TermDictionary, a: number, b: number): boolean {
  return isLetter(textOf(words, a)) && isLetter(textOf(words, b))
}

function textOf({ bytes, starts }: TermDictionary, word: number): string {
  return Buffer.from(bytes.subarray(starts[word], starts[word + 1])).toString('utf8')
}

/** Where names may have them side by side. */
function initialsSplitOf({ words, letterPairs }: FuzzyContext, text: string): TermSplit | undefined {
  if (text.length <= 1 || text.length > LETTER_RUN_MAX) return undefined
  const single = [...text].map((letter) => termsEqualTo(words, utf8Of(letter)))
  if (single.some(({ from, to }) => from === to)) return undefined
  const letters = single.map(({ from }) => from)
  return letterPairs.documentsOf(letters).length > 0 ? letters : undefined
}

/** Words [from, to) of the query, written as one, may be each of these words of the index (`joinedLikeness`). */
export interface QueryRun {
  readonly from: number
  readonly to: number
  readonly mayHaveEdit: boolean
  readonly joinedTerms: ReadonlySet<number>
}

export interface QueryTerms {
  readonly query: NameQuery
  /** By place: what the word tells by itself. */
  readonly weights: readonly number[]
  /** By place in the query; a word that stands there twice is one. */
  readonly terms: readonly QueryTerm[]
  /** Those that some word of the index is. */
  readonly runs: readonly QueryRun[]
  /** Documents of the query's letters, however they are parted. */
  readonly documentsOfSameLetters: ReadonlySet<number>
}

/** `known`: what the words tell by themselves, where that is known already. */
export function readQueryTerms(
  segment: FuzzyContext,
  { words: texts, form }: Name,
  statistics: TermStatistics,
  frequencies: DocumentFrequencies,
  knownWeights?: readonly number[],
): QueryTerms {
  const distinct = new Map<string, QueryTerm>()
  for (const text of texts) {
    const term = distinct.get(text) ?? new QueryTerm(text, frequencies.countOf(text), segment)
    distinct.set(text, term)
    term.occurrences++
  }
  const terms = texts.map((text) => distinct.get(text) as QueryTerm)
  const weights = knownWeights ?? terms.map((term) => weightOf(term, statistics, frequencies))
  const runs = joinableRuns(texts).map(([from, to]) => {
    const mayHaveEdit = terms.slice(from, to).some(({ isUnknown }) => isUnknown)
    const joinedTerms = joinedTermsOf(segment, texts.slice(from, to), mayHaveEdit)
    return { from, to, mayHaveEdit, joinedTerms }
  })
  const query = nameQuery(texts, weights, form !== undefined)
  return {
    query,
    weights,
    terms,
    runs: runs.filter((run) => run.joinedTerms.size > 0),
    documentsOfSameLetters: new Set(
      [...query.spellings].flatMap((text) => documentsWithLetters(segment, text)),
    ),
  }
}

function weightOf(term: QueryTerm, statistics: TermStatistics, { names }: DocumentFrequencies): number {
  const isCommon = term.namesWith >= RARE_NAMES_MAX
  const fuzzyTerms = isCommon
    ? []
    : term.fuzzyTerms.map((one) => [one, statistics.namesWith(one.term)] as const)
  return wordWeight(term.text, effectiveCount(term.namesWith, fuzzyTerms, names), names)
}
