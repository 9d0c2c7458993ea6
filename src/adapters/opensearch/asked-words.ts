/** The words of a query for deep search: their weights, and the words of the index that each may be. */
import { lettersWithoutAnd, SPLIT_LETTERS_MIN } from '../../names/likeness/compound-splits.ts'
import { matchWeight } from '../../names/likeness/coverage.ts'
import { expansionsOf } from '../../names/likeness/expansions.ts'
import type { NameQuery } from '../../names/likeness/name-pair.ts'
import { nameQuery } from '../../names/likeness/name-query.ts'
import { PlainComparer } from '../../names/likeness/plain-comparer.ts'
import { completionsOf } from '../../names/likeness/suspended-words.ts'
import { joinableRuns } from '../../names/likeness/word-alignment.ts'
import { effectiveCount, RARE_NAMES_MAX, wordWeight } from '../../names/likeness/word-weight.ts'
import type { Name } from '../../names/reading/read-name.ts'
import { wordId } from './word-document.ts'
import type { IndexWord, IndexWords } from './words.ts'

/** Words of a seat that is recognised in a query, as in `nameQuery`. */
const PLACE_WORDS_MAX = 8

/** A word of names, and the weight of the query that it matches at most. */
export interface WeightedWord {
  readonly word: string
  readonly weight: number
}

/** What one word of the query, or a run of them, may be in names. */
export interface WordSource {
  readonly words: readonly WeightedWord[]
  /** The word of the query, for names that have it as two words or as a seat; `undefined` for a run. */
  readonly text: string | undefined
  /** All of its weight. */
  readonly weight: number
  /** Whether the word occurs in no name. */
  readonly isUnknown: boolean
}

/** A query as deep search compares it. */
export interface AskedWords {
  readonly query: NameQuery
  readonly comparer: PlainComparer
  readonly sources: readonly WordSource[]
  /** Returns the weight of a word in so many names. */
  weightOf(word: string, count: number): number
}

/** Looks up the words of a query. `names`: number of names when the version was filled. */
export async function readAskedWords(
  index: IndexWords,
  names: number,
  { words, form }: Pick<Name, 'words' | 'form'>,
): Promise<AskedWords> {
  const runs = joinableRuns(words).map(([from, to]) => words.slice(from, to))
  await index.load([...words.map((word) => wordId('word', word)), ...placeIds(words)])
  const isUnknown = (word: string) => index.countOf(word) === 0
  const oneEdit = runs.filter((run) => mayHaveEdit(run, isUnknown)).map((run) => run.join(''))
  const [similar, spelled] = await Promise.all([
    index.similarTo([...words, ...oneEdit]),
    index.spelledLike(runs.flatMap(joinedTexts)),
    loadExpansions(index, words, isUnknown),
  ])
  const comparer = new PlainComparer(words, isUnknown)
  const weightOf = memo((word: string, count: number) => wordWeight(word, count, names))
  const weights = words.map((word, i) => {
    const own = index.countOf(word)
    const known =
      own >= RARE_NAMES_MAX ? [] : likeWords(comparer, i, expanded(index, words, i, similar, isUnknown))
    const counts = known.map(({ likeness, count }) => [likeness, count] as const)
    return wordWeight(word, effectiveCount(own, counts, names), names)
  })
  const query = nameQuery({ words, form }, weights, { names, isSeat: (text) => index.isSeat(text) })
  const ofWords = [...new Set(words)].map((word) => {
    const candidates = expanded(index, words, words.indexOf(word), similar, isUnknown)
    return wordSource(word, query, comparer, candidates, weightOf, isUnknown(word))
  })
  const ofRuns = runSources(query, words, similar, spelled)
  return { query, comparer, sources: [...ofWords, ...ofRuns], weightOf }
}

function memo(compute: (word: string, count: number) => number): (word: string, count: number) => number {
  const known = new Map<string, number>()
  return (word, count) => {
    const before = known.get(word)
    if (before !== undefined) return before
    const value = compute(word, count)
    known.set(word, value)
    return value
  }
}

function placeIds(words: readonly string[]): readonly string[] {
  const ids: string[] = []
  for (let from = 0; from < words.length; from++)
    for (let to = from + 1; to <= Math.min(words.length, from + PLACE_WORDS_MAX); to++)
      ids.push(wordId('seat', words.slice(from, to).join(' ')))
  return ids
}

function mayHaveEdit(run: readonly string[], isUnknown: (word: string) => boolean): boolean {
  return run.length === 2 && run.join('').length >= SPLIT_LETTERS_MIN && run.some(isUnknown)
}

function joinedTexts(run: readonly string[]): readonly string[] {
  const withoutAnd = lettersWithoutAnd(run)
  return withoutAnd === undefined ? [run.join('')] : [run.join(''), withoutAnd]
}

function expansionWords(
  words: readonly string[],
  i: number,
  isUnknown: (word: string) => boolean,
): readonly string[] {
  const word = words[i] as string
  return expansionsOf(word, isUnknown(word), completionsOf(words).get(word)).map((one) => one.word)
}

async function loadExpansions(
  index: IndexWords,
  words: readonly string[],
  isUnknown: (word: string) => boolean,
): Promise<void> {
  const all = words.flatMap((_, i) => expansionWords(words, i, isUnknown))
  await index.load(all.map((word) => wordId('word', word)))
}

/** Returns the words of the index that may be similar to a word of the query, or that it may stand for. */
function expanded(
  index: IndexWords,
  words: readonly string[],
  i: number,
  similar: ReadonlyMap<string, readonly IndexWord[]>,
  isUnknown: (word: string) => boolean,
): readonly IndexWord[] {
  const found = similar.get(words[i] as string) as readonly IndexWord[]
  const known = new Set(found.map(({ word }) => word))
  const expansions = expansionWords(words, i, isUnknown).filter((word) => index.has(word) && !known.has(word))
  return [...found, ...expansions.map((word) => ({ word, count: index.countOf(word) }))]
}

function likeWords(comparer: PlainComparer, i: number, candidates: readonly IndexWord[]) {
  return candidates.flatMap(({ word, count }) => {
    const likeness = comparer.likenessesOf(word)[i]
    return likeness === undefined ? [] : [{ word, count, likeness }]
  })
}

function wordSource(
  text: string,
  { words, weights }: NameQuery,
  comparer: PlainComparer,
  candidates: readonly IndexWord[],
  weightOf: AskedWords['weightOf'],
  isUnknown: boolean,
): WordSource {
  const first = words.indexOf(text)
  const all = weights.filter((_, i) => words[i] === text)
  const once = weights[first] as number
  const matches = likeWords(comparer, first, candidates).map(({ word, count, likeness }) => ({
    ...{ word, weight: all.length * matchWeight(likeness, once, weightOf(word, count)) },
  }))
  return { words: matches, text, weight: all.reduce((sum, one) => sum + one, 0), isUnknown }
}

function runSources(
  { weights }: NameQuery,
  words: readonly string[],
  similar: ReadonlyMap<string, readonly IndexWord[]>,
  spelled: ReadonlyMap<string, readonly IndexWord[]>,
): readonly WordSource[] {
  return joinableRuns(words).flatMap(([from, to]) => {
    const run = words.slice(from, to)
    const weight = weights.slice(from, to).reduce((sum, one) => sum + one, 0)
    const found = [
      ...joinedTexts(run).flatMap((text) => spelled.get(text) ?? []),
      ...(run.length === 2 ? (similar.get(run.join('')) ?? []) : []),
    ]
    const matches = [...new Set(found.map(({ word }) => word))].map((word) => ({ word, weight }))
    return matches.length === 0 ? [] : [{ words: matches, text: undefined, weight, isUnknown: false }]
  })
}
