/**
 * The stages "spelling", "sound" and "partial" of the naive twin: every name is compared, every word of the index with every word asked.
 * What a word may mean (`expansions.ts`) is shared with the engine and tested by itself.
 */

import { joinedLikeness, splitLikeness } from '../../names/likeness/compound-splits.ts'
import { likenessWithExpansions } from '../../names/likeness/expansions.ts'
import { nameLikeness, nameQuery } from '../../names/likeness/name-likeness.ts'
import type { NameQuery } from '../../names/likeness/name-pair.ts'
import { effectiveCount, wordWeight } from '../../names/likeness/word-weight.ts'
import type { LikenessScore } from '../../names/ranking/likeness-score.ts'
import type { Name } from '../../names/reading/read-name.ts'
import { readName } from '../../names/reading/read-name.ts'
import { splitWords } from '../../names/reading/split-words.ts'
import { fold } from '../../names/text/fold.ts'
import type { IndexedCompany } from '../types/indexed-company.ts'

/** Compares one query with names; rarity is that of the words in all names of `companies`. */
export class BruteForceLikeness {
  readonly #counts = new Map<string, number>()
  #names = 0
  readonly #query: NameQuery

  constructor(companies: readonly IndexedCompany[], asked: Name) {
    for (const { name, formerNames } of companies) {
      this.#count(name)
      for (const former of formerNames) if (former.name !== name) this.#count(former.name)
    }
    const weights = asked.words.map((word) => wordWeight(word, this.#effectiveCount(word), this.#names))
    this.#query = nameQuery(asked.words, weights, asked.form !== undefined)
  }

  #count(text: string): void {
    this.#names++
    for (const word of new Set(readName(text.toWellFormed()).words)) {
      this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1)
    }
  }

  #effectiveCount(asked: string): number {
    const like = [...this.#counts].flatMap(([word, count]) => {
      const likeness = likenessWithExpansions(asked, word, !this.#counts.has(asked))
      return likeness === undefined ? [] : [[likeness, count] as const]
    })
    return effectiveCount(this.#counts.get(asked) ?? 0, like, this.#names)
  }

  /** `isOtherForm`: not the form that was asked for. */
  likenessTo(
    company: IndexedCompany,
    { words, form }: Name,
    isFormer: boolean,
    isOtherForm: boolean,
  ): LikenessScore | undefined {
    const weights = words.map((word) => wordWeight(word, this.#counts.get(word) ?? 0, this.#names))
    const seat = isFormer ? [] : splitWords(fold(company.seat)).map(({ text }) => text)
    const name = {
      words,
      weights,
      seat,
      hasForm: form !== undefined,
      isOtherForm,
      isFormer,
      mayHaveNearLetters: () => true,
      mayHaveSameLetters: true,
    }
    const asked = this.#query.words
    const isUnknown = (word: string) => !this.#counts.has(word)
    return nameLikeness(this.#query, name, {
      likenessAt: (i, j) =>
        likenessWithExpansions(asked[i] as string, words[j] as string, isUnknown(asked[i] as string)),
      joinedAt: (from, to, j) => {
        const run = asked.slice(from, to)
        return joinedLikeness(run, words[j] as string, run.some(isUnknown))
      },
      splitAt: (i, from, to) => {
        const word = asked[i] as string
        return splitLikeness(word, words.slice(from, to), isUnknown(word))
      },
    })
  }
}
