/**
 * The stages "spelling", "sound" and "partial" by brute force: every name is compared, and every word of the
 * index with every word of the query. Expansions (`expansions.ts`) are shared with the engine and tested by
 * themselves.
 */

import { joinedLikeness, splitLikeness } from '../../names/likeness/compound-splits.ts'
import { likenessWithExpansions } from '../../names/likeness/expansions.ts'
import { nameLikeness } from '../../names/likeness/name-likeness.ts'
import type { NameQuery } from '../../names/likeness/name-pair.ts'
import { nameQuery } from '../../names/likeness/name-query.ts'
import type { Completions } from '../../names/likeness/suspended-words.ts'
import { completionsOf } from '../../names/likeness/suspended-words.ts'
import type { WordLikeness } from '../../names/likeness/word-likeness.ts'
import { effectiveCount, wordWeight } from '../../names/likeness/word-weight.ts'
import type { LikenessScore } from '../../names/ranking/likeness-score.ts'
import type { Name } from '../../names/reading/read-name.ts'
import { readName } from '../../names/reading/read-name.ts'
import { splitWords } from '../../names/reading/split-words.ts'
import { fold } from '../../names/text/fold.ts'
import { type IndexedCompany, otherNamesOf } from '../types/indexed-company.ts'

/** Compares one query with names. Collection statistics are those of `companies`. */
export class BruteForceLikeness {
  readonly #counts = new Map<string, number>()
  #names = 0
  readonly #query: NameQuery
  readonly #completions: Completions

  constructor(companies: readonly IndexedCompany[], query: Name) {
    for (const company of companies) {
      const { name, formerNames } = company
      this.#count(name)
      for (const former of formerNames) if (former.name !== name) this.#count(former.name)
      for (const other of otherNamesOf(company)) this.#count(other)
    }
    this.#completions = completionsOf(query.words)
    const weights = query.words.map((word) => wordWeight(word, this.#effectiveCount(word), this.#names))
    const seats = new Set(companies.map(({ seat }) => seatWords(seat).join(' ')))
    this.#query = nameQuery(query, weights, { names: this.#names, isSeat: (words) => seats.has(words) })
  }

  #count(text: string): void {
    this.#names++
    for (const word of new Set(readName(text.toWellFormed()).words)) {
      this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1)
    }
  }

  #effectiveCount(queryWord: string): number {
    const similar = [...this.#counts].flatMap(([word, count]) => {
      const likeness = this.#likenessOf(queryWord, word)
      return likeness === undefined ? [] : [[likeness, count] as const]
    })
    return effectiveCount(this.#counts.get(queryWord) ?? 0, similar, this.#names)
  }

  #likenessOf(queryWord: string, word: string): WordLikeness | undefined {
    const isUnknown = !this.#counts.has(queryWord)
    return likenessWithExpansions(queryWord, word, isUnknown, this.#completions.get(queryWord))
  }

  /** Returns the likeness of a name. `isOtherForm`: its form is not that of the query. */
  likenessTo(
    company: IndexedCompany,
    { words, form }: Name,
    isFormer: boolean,
    isOtherForm: boolean,
  ): LikenessScore | undefined {
    const weights = words.map((word) => wordWeight(word, this.#counts.get(word) ?? 0, this.#names))
    const seat = isFormer ? [] : seatWords(company.seat)
    const name = {
      words,
      weights,
      seat,
      hasForm: form !== undefined,
      isOtherForm,
      isFormer,
      mayHaveSimilarLetters: () => true,
      mayHaveSameLetters: true,
    }
    const queryWords = this.#query.words
    const isUnknown = (word: string) => !this.#counts.has(word)
    return nameLikeness(this.#query, name, {
      likenessAt: (i, j) => this.#likenessOf(queryWords[i] as string, words[j] as string),
      joinedAt: (from, to, j) => {
        const run = queryWords.slice(from, to)
        return joinedLikeness(run, words[j] as string, run.some(isUnknown))
      },
      splitAt: (i, from, to) => {
        const word = queryWords[i] as string
        return splitLikeness(word, words.slice(from, to), isUnknown(word))
      },
    })
  }
}

function seatWords(seat: string): readonly string[] {
  return splitWords(fold(seat)).map(({ text }) => text)
}
