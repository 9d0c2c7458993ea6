/**
 * Compares the words of one query with those of names by the rules alone, without a dictionary.
 */
import type { SplitLikeness } from '../../names/likeness/compound-splits.ts'
import { joinedLikeness, splitLikeness } from '../../names/likeness/compound-splits.ts'
import { expansionsOf } from '../../names/likeness/expansions.ts'
import { completionsOf } from '../../names/likeness/suspended-words.ts'
import type { WordComparer } from '../../names/likeness/word-alignment.ts'
import type { WordLikeness } from '../../names/likeness/word-likeness.ts'
import { wordLikeness } from '../../names/likeness/word-likeness.ts'

/** The likenesses of one word of a name to each word of the query. */
type ByQueryWord = readonly (WordLikeness | undefined)[]

/** Compares one query with many names, which share most of their words. */
export class PlainComparer {
  readonly #words: readonly string[]
  readonly #isUnknown: readonly boolean[]
  /** By word of the query: its expansions. */
  readonly #expansions: readonly ReadonlyMap<string, WordLikeness>[]
  readonly #known = new Map<string, ByQueryWord>()
  readonly #splits = new Map<string, SplitLikeness | undefined>()

  /** `isUnknown`: whether a word of the query occurs in no name of the index. */
  constructor(words: readonly string[], isUnknown: (word: string) => boolean) {
    const completions = completionsOf(words)
    this.#words = words
    this.#isUnknown = words.map(isUnknown)
    this.#expansions = words.map((word, i) => {
      const all = expansionsOf(word, this.#isUnknown[i] as boolean, completions.get(word))
      return new Map(all.map((one) => [one.word, one.likeness]))
    })
  }

  /** Returns the likenesses of a word of a name to each word of the query. */
  likenessesOf(word: string): ByQueryWord {
    const known = this.#known.get(word)
    if (known !== undefined) return known
    const found = this.#words.map(
      (queryWord, i) => wordLikeness(queryWord, word) ?? this.#expansions[i]?.get(word),
    )
    this.#known.set(word, found)
    return found
  }

  /** Returns the comparer of the query with a name of these words. */
  with(name: readonly string[]): WordComparer {
    const likenesses = name.map((word) => this.likenessesOf(word))
    return {
      likenessAt: (i, j) => likenesses[j]?.[i],
      joinedAt: (from, to, j) => this.#joined(from, to, name[j] as string),
      splitAt: (i, from, to) => this.#split(i, name.slice(from, to)),
    }
  }

  #joined(from: number, to: number, word: string): SplitLikeness | undefined {
    return this.#once(`${from} ${to} ${word}`, () =>
      joinedLikeness(this.#words.slice(from, to), word, this.#isUnknown.slice(from, to).includes(true)),
    )
  }

  #split(i: number, parts: readonly string[]): SplitLikeness | undefined {
    const text = `${i}: ${parts.join(' ')}`
    return this.#once(text, () =>
      splitLikeness(this.#words[i] as string, parts, this.#isUnknown[i] as boolean),
    )
  }

  #once(text: string, compare: () => SplitLikeness | undefined): SplitLikeness | undefined {
    const known = this.#splits.get(text)
    if (known !== undefined || this.#splits.has(text)) return known
    const found = compare()
    this.#splits.set(text, found)
    return found
  }
}
