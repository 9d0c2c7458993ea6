/** The terms of a query for deep search: the weight of each and its similar terms in the index. */

import { isLetter } from '../../names/likeness/compound-splits.ts'
import { expansionsOf } from '../../names/likeness/expansions.ts'
import type { NameQuery } from '../../names/likeness/name-pair.ts'
import { nameQuery } from '../../names/likeness/name-query.ts'
import { completionsOf } from '../../names/likeness/suspended-words.ts'
import { joinableRuns, LETTER_RUN_MAX } from '../../names/likeness/word-alignment.ts'
import type { CollectionStatistics } from '../../names/likeness/word-weight.ts'
import { effectiveCount, RARE_NAMES_MAX, wordWeight } from '../../names/likeness/word-weight.ts'
import type { Name } from '../../names/reading/read-name.ts'
import { documentsWithLetterRun } from '../format/letter-pairs.ts'
import { intersectPostings, postingList } from '../format/posting-list.ts'
import type { TermDictionary } from '../format/term-dictionary.ts'
import { termsEqualTo } from '../format/term-dictionary.ts'
import { utf8Of } from '../format/utf8.ts'
import { documentsWithLetters } from '../query/exact-name.ts'
import type { FuzzyContext, TermSplit } from './fuzzy-context.ts'
import type { FuzzyTerm } from './fuzzy-term-keys.ts'
import { andTermOf, joinedTermsOf, mayBeAdjacent, misspeltSplits } from './term-expansions.ts'
import type { TermStatistics } from './term-statistics.ts'

/** One distinct term of the query. */
export class QueryTerm {
  readonly text: string
  /** Number of names that contain the term itself. */
  readonly namesWith: number
  /** Occurrences in the query. */
  occurrences = 0
  readonly #context: FuzzyContext
  readonly #completions: ReadonlySet<string> | undefined
  #fuzzyTerms: readonly FuzzyTerm[] | undefined
  #splits: readonly TermSplit[] | undefined

  /** `completions`: those of the text in this query (`completionsOf`). */
  constructor(
    text: string,
    namesWith: number,
    context: FuzzyContext,
    completions: ReadonlySet<string> | undefined,
  ) {
    this.text = text
    this.namesWith = namesWith
    this.#context = context
    this.#completions = completions
  }

  /** All similar terms of the index, including itself, and its expansions. */
  get fuzzyTerms(): readonly FuzzyTerm[] {
    this.#fuzzyTerms ??= fuzzyTermsOf(this.#context, this.text, this.isUnknown, this.#completions)
    return this.#fuzzyTerms
  }

  /** Whether the term is in no name. Then it may be a part of a misspelt word, or two words with an edit. */
  get isUnknown(): boolean {
    return this.namesWith === 0
  }

  /** All splits into index terms (`splitLikeness`). */
  get splits(): readonly TermSplit[] {
    this.#splits ??= this.isUnknown
      ? [...splitsOf(this.#context, this.text), ...misspeltSplits(this.#context, this.text)]
      : knownSplitsOf(this.#context, this.text)
    return this.#splits
  }
}

function fuzzyTermsOf(
  { fuzzyTerms, words }: FuzzyContext,
  text: string,
  isUnknown: boolean,
  completions: ReadonlySet<string> | undefined,
): readonly FuzzyTerm[] {
  const found = fuzzyTerms.find(text)
  const expansions = expansionsOf(text, isUnknown, completions).flatMap(({ word, likeness }) => {
    const { from, to } = termsEqualTo(words, utf8Of(word))
    return from === to || found.some((one) => one.term === from) ? [] : [{ term: from, ...likeness }]
  })
  return expansions.length === 0 ? found : [...found, ...expansions]
}

/** Returns `splitsOf` from the cache. Words that are in no name seldom come again and are not cached. */
function knownSplitsOf(context: FuzzyContext, text: string): readonly TermSplit[] {
  const known = context.cachedSplits.get(text)
  if (known !== undefined) return known
  const splits = splitsOf(context, text)
  context.cachedSplits.set(text, splits)
  return splits
}

/**
 * Returns all splits into two terms whose loose keys are those of the parts, and the split into single
 * letters. Terms that are adjacent in no name are left out.
 */
function splitsOf(context: FuzzyContext, text: string): readonly TermSplit[] {
  const { fuzzyTerms, words } = context
  const and = andTermOf(context)
  const firsts = Array.from({ length: text.length - 1 }, (_, i) => text.slice(0, i + 1))
  fuzzyTerms.prefetchLoose(firsts)
  const splits = firsts.flatMap((first) => {
    const firstTerms = fuzzyTerms.withLooseKeyOf(first)
    const secondTerms = firstTerms.length === 0 ? [] : fuzzyTerms.withLooseKeyOf(text.slice(first.length))
    const pairs = firstTerms.flatMap((a) => secondTerms.map((b) => [a, b] as const))
    return pairs.filter(([a, b]) => mayBeAdjacent(context, and, a, b) && !areSingleLetters(words, a, b))
  })
  const letters = initialsSplitOf(context, text)
  return letters === undefined ? splits : [...splits, letters]
}

/**
 * Returns whether both terms are single letters. Those must be exactly the word's letters, see
 * `splitLikeness`.
 */
function areSingleLetters(words: TermDictionary, a: number, b: number): boolean {
  return isLetter(textOf(words, a)) && isLetter(textOf(words, b))
}

function textOf({ bytes, starts }: TermDictionary, term: number): string {
  return Buffer.from(bytes.subarray(starts[term], starts[term + 1])).toString('utf8')
}

/** Returns the split into single letters if names may contain them side by side. */
function initialsSplitOf({ words, sections }: FuzzyContext, text: string): TermSplit | undefined {
  if (text.length <= 1 || text.length > LETTER_RUN_MAX) return undefined
  const single = [...text].map((letter) => termsEqualTo(words, utf8Of(letter)))
  if (single.some(({ from, to }) => from === to)) return undefined
  const letters = single.map(({ from }) => from)
  return documentsWithLetterRun(sections, letters).length > 0 ? letters : undefined
}

/** The terms [from, to) of the query and the index terms that they may be when joined (`joinedLikeness`). */
export interface QueryRun {
  readonly from: number
  readonly to: number
  readonly mayHaveEdit: boolean
  readonly joinedTerms: ReadonlySet<number>
}

/** A query with its terms and runs. */
export interface QueryTerms {
  readonly query: NameQuery
  /** By position: the weight of the term by itself. */
  readonly weights: readonly number[]
  /** By position in the query. Equal terms are one object. */
  readonly terms: readonly QueryTerm[]
  /** The runs that are some term of the index. */
  readonly runs: readonly QueryRun[]
  /** Documents with the query's letters, with any spaces, with other words for its initials, or with the words of its owner. */
  readonly documentsOfSameLetters: ReadonlySet<number>
}

/** Reads the terms of a query. `knownWeights`: the weights of the terms if they are known already. */
export function readQueryTerms(
  context: FuzzyContext,
  { words: texts, form }: Name,
  statistics: TermStatistics,
  collection: CollectionStatistics,
  knownWeights?: readonly number[],
): QueryTerms {
  const distinct = new Map<string, QueryTerm>()
  const completions = completionsOf(texts)
  for (const text of texts) {
    const term =
      distinct.get(text) ?? new QueryTerm(text, collection.countOf(text), context, completions.get(text))
    distinct.set(text, term)
    term.occurrences++
  }
  const terms = texts.map((text) => distinct.get(text) as QueryTerm)
  const weights = knownWeights ?? terms.map((term) => weightOf(term, statistics, collection))
  const runs = joinableRuns(texts).map(([from, to]) => {
    const mayHaveEdit = terms.slice(from, to).some(({ isUnknown }) => isUnknown)
    const joinedTerms = joinedTermsOf(context, texts.slice(from, to), mayHaveEdit)
    return { from, to, mayHaveEdit, joinedTerms }
  })
  const query = nameQuery({ words: texts, form }, weights, collection)
  return {
    query,
    weights,
    terms,
    runs: runs.filter((run) => run.joinedTerms.size > 0),
    documentsOfSameLetters: new Set([
      ...[...query.spellings, ...query.initialSpellings.keys()].flatMap((text) =>
        documentsWithLetters(context, text),
      ),
      ...query.ownerRuns.flatMap((run) => documentsWithWords(context, run)),
    ]),
  }
}

function documentsWithWords({ words, sections }: FuzzyContext, texts: readonly string[]): readonly number[] {
  const { postings, postingStarts } = sections
  const lists = texts.map((text) => {
    const { from, to } = termsEqualTo(words, utf8Of(text))
    return postingList(postings, postingStarts[from] as number, postingStarts[to] as number)
  })
  return intersectPostings(lists)
}

function weightOf(term: QueryTerm, statistics: TermStatistics, { names }: CollectionStatistics): number {
  const isCommon = term.namesWith >= RARE_NAMES_MAX
  const fuzzyTerms = isCommon
    ? []
    : term.fuzzyTerms.map((one) => [one, statistics.namesWith(one.term)] as const)
  return wordWeight(term.text, effectiveCount(term.namesWith, fuzzyTerms, names), names)
}
