/** The words of a query for deep search: their weights, and the words of the index that each may be. */
import { joinedLikeness, lettersWithoutAnd, SPLIT_LETTERS_MIN } from '../../names/likeness/compound-splits.ts'
import { expansionsOf } from '../../names/likeness/expansions.ts'
import type { NameQuery } from '../../names/likeness/name-pair.ts'
import { nameQuery, PLACE_WORDS_MAX } from '../../names/likeness/name-query.ts'
import { completionsOf } from '../../names/likeness/suspended-words.ts'
import type { WordRun } from '../../names/likeness/word-alignment.ts'
import { joinableRuns } from '../../names/likeness/word-alignment.ts'
import type { WordLikeness } from '../../names/likeness/word-likeness.ts'
import { wordLikeness } from '../../names/likeness/word-likeness.ts'
import type { JoinedWords, SimilarWord } from '../../names/likeness/word-matches.ts'
import { WordMatches } from '../../names/likeness/word-matches.ts'
import { effectiveCount, RARE_NAMES_MAX, wordWeight } from '../../names/likeness/word-weight.ts'
import type { Name } from '../../names/reading/read-name.ts'
import { wordId } from './word-document.ts'
import type { IndexWord, IndexWords } from './words.ts'

/** One distinct word of the query. */
export interface AskedWord {
  readonly text: string
  /** All positions in the query. */
  readonly positions: readonly number[]
  /** Whether it occurs in no name. */
  readonly isUnknown: boolean
  readonly similar: readonly SimilarWord[]
}

/** A query as deep search compares it. */
export interface AskedWords {
  readonly query: NameQuery
  readonly words: readonly AskedWord[]
  readonly joined: readonly JoinedWords[]
  readonly matches: WordMatches
  /** Returns the weight of a word in so many names. */
  weightOf(word: string, count: number): number
}

/** Returns the ids of the documents that `readAskedWords` loads first: loading them with others before saves a round trip. */
export function askedIds(words: readonly string[]): readonly string[] {
  return [...words.map((word) => wordId('word', word)), ...placeIds(words)]
}

/** Looks up the words of a query. `names`: number of names when the version was filled. */
export async function readAskedWords(
  index: IndexWords,
  names: number,
  { words, form }: Pick<Name, 'words' | 'form'>,
): Promise<AskedWords> {
  await index.load(askedIds(words))
  const isUnknown = (word: string) => index.countOf(word) === 0
  const weightOf = memo((word, count) => wordWeight(word, count, names))
  const [likes, joined] = await Promise.all([
    likeWords(index, words, isUnknown),
    joinedWords(index, words, isUnknown, weightOf),
  ])
  const weights = words.map((word) => {
    const own = index.countOf(word)
    const known = own >= RARE_NAMES_MAX ? [] : (likes.get(word) as readonly LikeWord[])
    const counts = known.map(({ likeness, count }) => [likeness, count] as const)
    return wordWeight(word, effectiveCount(own, counts, names), names)
  })
  const query = nameQuery({ words, form }, weights, { names, isSeat: (text) => index.isSeat(text) })
  const asked = [...new Set(words)].map((text): AskedWord => {
    const positions = words.flatMap((word, i) => (word === text ? [i] : []))
    const similar = (likes.get(text) as readonly LikeWord[]).map(({ word, count, likeness }) => ({
      ...{ word, count, likeness, weight: weightOf(word, count) },
    }))
    return { text, positions, isUnknown: isUnknown(text), similar }
  })
  const byWord = new Map(asked.map(({ text, similar }) => [text, similar]))
  const similar = words.map((word) => byWord.get(word) as readonly SimilarWord[])
  const matches = new WordMatches(query, similar, joined, words.map(isUnknown))
  return { query, words: asked, joined, matches, weightOf }
}

function memo(compute: AskedWords['weightOf']): AskedWords['weightOf'] {
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

type IsUnknown = (word: string) => boolean

/** A word of the index that is similar to one of the query. */
interface LikeWord extends IndexWord {
  readonly likeness: WordLikeness
}

/** Returns for each word of the query the words of the index that it may be. */
async function likeWords(
  index: IndexWords,
  words: readonly string[],
  isUnknown: IsUnknown,
): Promise<ReadonlyMap<string, readonly LikeWord[]>> {
  const completions = completionsOf(words)
  const expansions = new Map(
    [...new Set(words)].map((word) => [word, expansionsOf(word, isUnknown(word), completions.get(word))]),
  )
  const [similar] = await Promise.all([
    index.similarTo(words),
    index.load([...expansions.values()].flatMap((all) => all.map(({ word }) => wordId('word', word)))),
  ])
  return new Map(
    Array.from(expansions, ([text, all]) => {
      const like = (similar.get(text) ?? []).flatMap(({ word, count }) => {
        const likeness = wordLikeness(text, word)
        return likeness === undefined ? [] : [{ word, count, likeness }]
      })
      const known = new Set(like.map(({ word }) => word))
      const expanded = all.flatMap(({ word, likeness }) => {
        const isNew = index.has(word) && !known.has(word)
        return isNew
          ? [{ word, count: index.countOf(word), likeness: wordLikeness(text, word) ?? likeness }]
          : []
      })
      return [text, [...like.sort(compareLikeWords), ...expanded]]
    }),
  )
}

/** Compares as the embedded index does: of lists that weigh the same, the first ones are read. */
function compareLikeWords(a: LikeWord, b: LikeWord): number {
  return a.likeness.cost - b.likeness.cost || (a.word < b.word ? -1 : 1)
}

/** Returns the runs of the query that are some word of the index when joined. */
async function joinedWords(
  index: IndexWords,
  words: readonly string[],
  isUnknown: IsUnknown,
  weightOf: AskedWords['weightOf'],
): Promise<readonly JoinedWords[]> {
  const runs = joinableRuns(words)
  const oneEdit = runs.map((run) => wordsOf(words, run)).filter((run) => mayHaveEdit(run, isUnknown))
  const [spelled, similar] = await Promise.all([
    index.spelledLike(runs.flatMap((run) => joinedTexts(wordsOf(words, run)))),
    index.similarTo(oneEdit.map((run) => run.join(''))),
  ])
  return runs.flatMap((run) => {
    const all = wordsOf(words, run)
    const isEdited = mayHaveEdit(all, isUnknown)
    const found = [
      ...joinedTexts(all).flatMap((text) => spelled.get(text) ?? []),
      ...(isEdited ? (similar.get(all.join('')) ?? []) : []),
    ].filter(({ word }) => joinedLikeness(all, word, isEdited) !== undefined)
    const weighted = found.map(({ word, count }) => [word, { count, weight: weightOf(word, count) }] as const)
    return weighted.length === 0 ? [] : [{ run, words: new Map(weighted) }]
  })
}

function wordsOf(words: readonly string[], [from, to]: WordRun): readonly string[] {
  return words.slice(from, to)
}

function mayHaveEdit(run: readonly string[], isUnknown: IsUnknown): boolean {
  return run.length === 2 && run.join('').length >= SPLIT_LETTERS_MIN && run.some(isUnknown)
}

function joinedTexts(run: readonly string[]): readonly string[] {
  const withoutAnd = lettersWithoutAnd(run)
  return withoutAnd === undefined ? [run.join('')] : [run.join(''), withoutAnd]
}
