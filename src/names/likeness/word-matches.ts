/**
 * What the words of names may match of one query, as an index has found it: a table by word. It replaces the
 * comparison of every word of a name with every word of the query.
 */
import type { SplitLikeness } from './compound-splits.ts'
import { AND, isLetter, joinedLikeness, splitLikeness } from './compound-splits.ts'
import { matchWeight } from './coverage.ts'
import type { NameQuery } from './name-pair.ts'
import type { WordComparer, WordRun } from './word-alignment.ts'
import type { WordLikeness } from './word-likeness.ts'
import { looseKey } from './word-likeness.ts'

/** A word of names that is similar to a word of the query. */
export interface SimilarWord {
  readonly word: string
  /** Its weight in names, and the number of names with it. */
  readonly weight: number
  readonly count: number
  readonly likeness: WordLikeness
}

/** One way in which a word of a name matches. */
export interface WordMatch {
  /** Position of the word of the query, … */
  readonly position: number
  /** … the most of its weight that is matched, … */
  readonly queryWeight: number
  /** … and of that of the word in the name. */
  readonly nameWeight: number
  /** `undefined` if the word is several words of the query joined. */
  readonly likeness: WordLikeness | undefined
}

/** Words of the query that may be one word of names. */
export interface JoinedWords {
  readonly run: WordRun
  readonly words: ReadonlyMap<string, Pick<SimilarWord, 'weight' | 'count'>>
}

const NO_MATCHES: readonly WordMatch[] = []

/** The matches of one query. */
export class WordMatches {
  readonly #query: NameQuery
  readonly #isUnknown: readonly boolean[]
  readonly #byWord = new Map<string, WordMatch[]>()
  readonly #joined: ReadonlyMap<string, JoinedWords['words']>
  /** By position: the keys of all ways to split the word in two. */
  readonly #cuts: readonly ReadonlySet<string>[]
  readonly #keys = new Map<string, string>()
  readonly #known = new Map<string, SplitLikeness | undefined>()

  /**
   * `similar`: by position, every word of the index that is similar to the word of the query. `isUnknown`: by position,
   * whether the word occurs in no name.
   */
  constructor(
    query: NameQuery,
    similar: readonly (readonly SimilarWord[])[],
    joined: readonly JoinedWords[],
    isUnknown: readonly boolean[],
  ) {
    this.#query = query
    this.#isUnknown = isUnknown
    similar.forEach((words, position) => {
      for (const one of words) this.#addSimilar(position, one)
    })
    for (const one of joined) this.#addJoined(one)
    this.#joined = new Map(joined.map(({ run, words }) => [run.join(), words]))
    this.#cuts = query.words.map(cutKeys)
  }

  #addSimilar(position: number, { word, weight, likeness }: SimilarWord): void {
    const ofQuery = this.#query.weights[position] as number
    this.#add(word, {
      ...{ position, likeness, queryWeight: matchWeight(likeness, ofQuery, weight) },
      nameWeight: matchWeight(likeness, weight, ofQuery),
    })
  }

  #addJoined({ run: [from, to], words }: JoinedWords): void {
    for (const [word, { weight: nameWeight }] of words) {
      for (let position = from; position < to; position++) {
        const queryWeight = this.#query.weights[position] as number
        this.#add(word, { position, queryWeight, nameWeight, likeness: undefined })
      }
    }
  }

  #add(word: string, match: WordMatch): void {
    const known = this.#byWord.get(word)
    if (known === undefined) this.#byWord.set(word, [match])
    else known.push(match)
  }

  /** Returns what a word of a name may match. */
  of(word: string): readonly WordMatch[] {
    return this.#byWord.get(word) ?? NO_MATCHES
  }

  /** Returns the comparer of the query with a name of these words. */
  with(name: readonly string[]): WordComparer {
    const matches = name.map((word) => this.of(word))
    return {
      likenessAt: (i, j) =>
        matches[j]?.find(({ position, likeness }) => position === i && likeness)?.likeness,
      joinedAt: (from, to, j) => this.#joinedAt(from, to, name[j] as string),
      splitAt: (i, from, to) => this.splitAt(i, name, from, to),
    }
  }

  #joinedAt(from: number, to: number, word: string): SplitLikeness | undefined {
    if (!this.#joined.get(`${from},${to}`)?.has(word)) return undefined
    return this.#once(`${from},${to} ${word}`, () => {
      const mayHaveEdit = this.#isUnknown.slice(from, to).includes(true)
      return joinedLikeness(this.#query.words.slice(from, to), word, mayHaveEdit)
    })
  }

  /** Returns the likeness of a word of the query to the words [from, to) of a name. */
  splitAt(i: number, name: readonly string[], from: number, to: number): SplitLikeness | undefined {
    if (!this.#mayBeSplit(i, name, from, to)) return undefined
    const parts = name.slice(from, to)
    return this.#once(`${i}: ${parts.join(' ')}`, () =>
      splitLikeness(this.#query.words[i] as string, parts, this.#isUnknown[i] as boolean),
    )
  }

  /** Compares keys of the two words, which are computed once for each word. */
  #mayBeSplit(i: number, name: readonly string[], from: number, to: number): boolean {
    const [first, last] = [name[from] as string, name[to - 1] as string]
    if (isLetter(first) && isLetter(last)) return true
    if (to - from > 2 && (to - from > 3 || name[from + 1] !== AND)) return false
    if (this.#isUnknown[i])
      return (
        Math.abs(first.length + last.length - (this.#query.words[i] as string).length) <= SPLIT_LETTERS_APART
      )
    return (this.#cuts[i] as ReadonlySet<string>).has(this.#keyOf(first) + this.#keyOf(last))
  }

  #keyOf(word: string): string {
    const known = this.#keys.get(word)
    if (known !== undefined) return known
    const key = looseKey(word)
    this.#keys.set(word, key)
    return key
  }

  #once(text: string, compare: () => SplitLikeness | undefined): SplitLikeness | undefined {
    const known = this.#known.get(text)
    if (known !== undefined || this.#known.has(text)) return known
    const found = compare()
    this.#known.set(text, found)
    return found
  }
}

/** The letters of two words may differ from those of a word by doublings and one edit. */
const SPLIT_LETTERS_APART = 6

/** Returns the loose keys of both parts, joined, for every way to split a word. */
export function cutKeys(word: string): ReadonlySet<string> {
  const keys = new Set<string>()
  for (let at = 1; at < word.length; at++) keys.add(looseKey(word.slice(0, at)) + looseKey(word.slice(at)))
  return keys
}
